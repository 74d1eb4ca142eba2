"""What the score says of real faults, rewrites, mutants and generated programs, with both halves of the tasks apart.

    python -m tests.bench.remainder_bars --fixes 600 --out tests/bench/results/remainder.json

A fault is a program beside its own fix (ConDefects); rewrites (tables 1 and 3) and mutants (table 2, one operator) are
made from the references of HumanEval; generated programs are HumanEval's, with the outcome of their tests.  The weights
of `score/remainder.json` were fitted on these tasks too: its own record says how weights fitted on one half do on the
other.  Development halves only.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from codescore.engine import ScoreOptions, Session, compare, make_source
from codescore.foundation.errors import InputError
from codescore.languages import by_id
from codescore.study.conditions import drawing, rewritten
from tests.bench.edit_kinds import half
from tests.bench.evidence_bars import load

Row = dict[str, Any]


def judged(session: Session, lang: str, candidate: str, reference: str) -> tuple[int, float] | None:
    """Score and similarity, 0 where the candidate does not compile; None for what cannot be compared."""
    language = by_id(lang)
    assert language is not None
    try:
        ours, theirs = (make_source(language, text.encode(), "a program") for text in (candidate, reference))
        found = compare(session, ours, [theirs], ScoreOptions())
    except InputError:
        return None
    if found.score is None or found.similarity is None:
        return None
    return found.score, found.similarity if found.compiles else 0.0


def variants(lang: str, row: Row) -> list[Row]:
    """Rewrites and one-operator mutants of a reference."""
    found = []
    for kind, condition in (("rewrite", "syntax"), ("rewrite", "token"), ("mutant", "semantic")):
        for k in range(3):
            seed = drawing(0, "audit", condition, k, row["reference"])
            text = rewritten(lang, row["reference"], condition, seed, 1 if kind == "mutant" else None)
            if text is not None and text != row["reference"]:
                found.append({**row, "candidate": text, "set": kind, "passed": kind == "rewrite"})
    return found


def rows_of(lang: str, fixes: int, most: int, tasks: int) -> list[Row]:
    """What is judged in a language: at most so many faults and generated programs, variants of so many references."""
    generated = [{**r, "set": "generated"} for r in load(f"humaneval-{lang}")]
    references = {r["task"]: r for r in generated}
    faults = [{**r, "set": "fault"} for r in load(f"condefects-{lang}") if r["id"].endswith("own-fix")]
    random.Random(7).shuffle(faults)
    chosen = [references[task] for task in sorted(references)][:tasks]
    random.Random(7).shuffle(generated)
    return [*(v for r in chosen for v in variants(lang, r)), *faults[:fixes], *generated[:most]]


def within_task(rows: Sequence[Row]) -> float:
    """AUROC of the similarity over pairs of programs of one task."""
    by_task: dict[str, tuple[list[float], list[float]]] = defaultdict(lambda: ([], []))
    for r in rows:
        by_task[r["task"]][bool(r["passed"])].append(r["similarity"])
    won = total = 0.0
    for wrong, right in by_task.values():
        if wrong and right:
            difference = np.array(right)[:, None] - np.array(wrong)
            won += float((difference > 0).sum() + 0.5 * (difference == 0).sum())
            total += difference.size
    return won / total


def measures(rows: Sequence[Row]) -> dict[str, float]:
    """The shares at 1, and how well score and similarity agree with outcomes."""
    found: dict[str, float] = {}
    for name in ("fault", "rewrite", "mutant"):
        scores = [r["score"] for r in rows if r["set"] == name]
        found[f"{name}s"], found[f"{name}s at 1"] = len(scores), round(float(np.mean(scores)), 4)
    generated = [r for r in rows if r["set"] == "generated"]
    if len({r["passed"] for r in generated}) < 2:
        return found
    passed, score = (np.array([r[key] for r in generated], dtype=float) for key in ("passed", "score"))
    found["passing at 1"] = round(float(score[passed == 1].mean()), 4)
    found["failing at 1"] = round(float(score[passed == 0].mean()), 4)
    found["mcc"] = round(float(np.corrcoef(score, passed)[0, 1]), 4)
    found["auroc within task"] = round(within_task(generated), 4)
    return found


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--fixes", type=int, default=600)
    parser.add_argument("--generated", type=int, default=10_000, help="generated programs a language")
    parser.add_argument("--references", type=int, default=1000, help="references that variants are made of")
    parser.add_argument("--language", choices=("python", "java"), action="append")
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    session = Session(disk_cache=False, threads=1)
    result = {}
    for lang in given.language or ("python", "java"):
        rows = []
        for row in rows_of(lang, given.fixes, given.generated, given.references):
            found = judged(session, lang, row["candidate"], row["reference"])
            if found is not None:
                rows.append({**row, "score": found[0], "similarity": found[1]})
        parts = {part: [r for r in rows if half(r["task"]) == part] for part in ("fit", "check")}
        result[lang] = {"all": measures(rows), **{part: measures(those) for part, those in parts.items()}}
        print(lang, json.dumps(result[lang], indent=1), flush=True)
    session.close()
    if given.out:
        given.out.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
