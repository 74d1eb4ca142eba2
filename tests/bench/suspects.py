"""How often the operator that looks out of place is the one that was replaced.

    python -m tests.bench.suspects --out tests/bench/results/suspects.json

Passing candidates of the HumanEval development halves against the true reference, as they are and with one operator
replaced (table 2).  A suspect is right where it is the replaced operator; *decides* where the score is 0 for it alone.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from pathlib import Path

from codescore.engine import ScoreOptions, Session, Source, UnitVerdict, make_source, match_units, score_pairs
from codescore.languages import Language, by_id
from codescore.rewrite import mutate
from tests.bench.evidence_bars import load


def judged(session: Session, source: Source, reference: Source) -> list[UnitVerdict]:
    """The verdicts of a candidate's functions."""
    return score_pairs(session, match_units(session, source, reference), ScoreOptions())


def measured(session: Session, language: Language) -> dict[str, int]:
    """Counts of one language."""
    count = Counter[str]()
    for row in load(f"humaneval-{language.id}"):
        if not row["passed"]:
            continue
        reference = make_source(language, row["reference"].encode(), "reference")
        source = make_source(language, row["candidate"].encode(), "candidate")
        found = [v.suspect for v in judged(session, source, reference) if v.suspect is not None]
        count["as they were"] += 1
        count["as they were, something suspected"] += bool(found)
        count["as they were, and it decides"] += any(one.decides for one in found)
        made = mutate(language, source.syntax.source, seed=0, max_edits=1)
        if made is None:
            continue
        mutant, edit = make_source(language, made.code, "mutant"), made.edits[0]
        verdicts = judged(session, mutant, reference)
        verdict = next((v for v in verdicts if v.unit.start <= edit.start < v.unit.end), None)
        if verdict is None:
            continue  # in a function that the reference has no counterpart of
        count["one operator replaced"] += 1
        if verdict.suspect is None:
            continue
        at = verdict.unit.start + verdict.suspect.excerpt.start
        right = at == edit.start or edit.start < at < edit.start + len(edit.after)
        count["something suspected"] += 1
        count["something suspected, the replaced operator"] += right
        count["it decides"] += verdict.suspect.decides
        count["it decides, the replaced operator"] += verdict.suspect.decides and right
    return dict(count)


def main() -> None:
    """Measure, print, and write where asked."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    session = Session(disk_cache=False)
    languages = [language for name in ("python", "java") if (language := by_id(name)) is not None]
    result = {language.name: measured(session, language) for language in languages}
    text = json.dumps({"bundle": session.bundle_label, "counts": result}, indent=1)
    session.close()
    print(text)
    if given.out:
        given.out.write_text(text + "\n")


if __name__ == "__main__":
    main()
