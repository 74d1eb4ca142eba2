"""Whether a right program stands above copies with one fault each, code to code, by similarity alone.

    python -m tests.bench.first_of_six --out tests/bench/results/first-of-six.json

The query is a reference of HumanEval (development half).  The right program is the reference rewritten by table 1, or a
recorded answer that passed; the six are copies of the right program with one edit each.  Table 1 and the normal form
know the same ways of writing: the first figure says what the product does with those, not with any other.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter
from pathlib import Path

from codescore.engine import Session
from codescore.languages import by_id
from codescore.sketch import sketch_source
from codescore.study.conditions import drawing, rewritten
from tests.bench.edits import edited
from tests.bench.evidence_bars import load
from tests.bench.remainder_bars import judged

SIX = ("comparison", "constant by one", "another variable", "another call", "statement dropped", "condition negated")


def right_programs(lang: str, task: str, reference: str, passed: list[str]) -> dict[str, str]:
    """The right programs of a task by kind."""
    turned = rewritten(lang, reference, "syntax", drawing(0, "first-of-six", "syntax", 0, reference), None)
    found = {"rewritten": turned} if turned is not None and turned != reference else {}
    others = sorted(text for text in passed if text != reference)
    return {**found, **({"another answer": random.Random(task).choice(others)} if others else {})}


def first(session: Session, lang: str, reference: str, right: str, task: str) -> dict[str, bool]:
    """For each kind of fault that the program can have: whether the right one is more similar; empty without any."""
    language = by_id(lang)
    assert language is not None
    mine = judged(session, lang, right, reference)

    def sketch(text: str) -> str:
        return str(sketch_source(language, text.encode()).text)

    found = {}
    for kind in SIX:
        texts = edited(language, right, kind, random.Random(task + kind), most=3)
        fault = next((text for text in texts if sketch(text) != sketch(right)), None)  # a lost docstring is none
        other = judged(session, lang, fault, reference) if fault is not None else None
        if mine is not None and other is not None:
            found[kind] = mine[1] > other[1]
    return found


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    session = Session(disk_cache=False, threads=1)
    table: dict[str, dict[str, str]] = {}
    for lang in ("python", "java"):
        rows = load(f"humaneval-{lang}")
        count: Counter[tuple[str, str]] = Counter()
        total: Counter[tuple[str, str]] = Counter()
        for task, reference in sorted({row["task"]: row["reference"] for row in rows}.items()):
            passed = [row["candidate"] for row in rows if row["task"] == task and row["passed"]]
            for kind, right in right_programs(lang, task, reference, passed).items():
                won = first(session, lang, reference, right, task)
                for name, value in [*won.items(), *([("above all", all(won.values()))] if won else [])]:
                    count[kind, name] += value
                    total[kind, name] += 1
        for kind, name in sorted(total):
            table.setdefault(f"{lang}, {kind}", {})[name] = f"{count[kind, name]} of {total[kind, name]}"
    session.close()
    print(json.dumps(table, indent=1))
    if given.out:
        given.out.write_text(json.dumps(table, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
