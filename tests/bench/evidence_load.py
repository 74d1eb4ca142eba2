"""Whether evidence says the same on a busy machine: verdict, inputs, coverage and counterexample, idle and under load.

    python -m tests.bench.evidence_load [--each 15] [--busy 8] [--only SET] [--out FILE]

So many pairs of each language, half of them right, are judged twice by a new session: once as the machine is, once
beside so many processes that do nothing but compute.  Prints each pair that came out otherwise.  Needs the evaluation
data beside the repository and a sandbox.  Not a test: it measures.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from codescore.evidence.options import Options
from codescore.evidence.session import EvidenceSession
from codescore.languages import by_name
from tests.bench.evidence_bars import load, stratified
from tests.evidence.answers import answers

SETS = ("mbpp-python", "humaneval-java", "humaneval-cpp", "humaneval-js")


@contextmanager
def busy(number: int) -> Iterator[None]:
    """So many processes that compute without end."""
    loops = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(number)]
    try:
        yield
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()


def chosen(name: str, number: int) -> list[dict[str, Any]]:
    """Pairs of a set, right and wrong ones in turn, each of another task as far as there are so many."""
    rows = stratified(load(name), 1)
    sides = [[row for row in rows if bool(row["passed"]) is side] for side in (True, False)]
    steps = [max(1, 2 * len(side) // max(1, number)) for side in sides]
    both = zip(sides[0][:: steps[0]], sides[1][1 :: steps[1]], strict=False)
    return [row for pair in both for row in pair][:number]


def judged(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What evidence says of each pair, and how long it took."""
    found = []
    with EvidenceSession() as session:
        for row in rows:
            begun = time.monotonic()
            language = by_name(row["lang"])
            assert language is not None
            pairs = answers(row["lang"], row["candidate"], row["reference"])
            one = session.judge(row["candidate"], row["reference"], language, Options(pairs=pairs))
            example = one.counterexample
            found.append({
                "id": row["id"], "verdict": one.verdict, "inputs": one.inputs, "reason": one.reason,
                "coverage": [one.coverage.reference, one.coverage.candidate],
                "mutants": [one.mutants.exposed, one.mutants.total],
                "counterexample": example and [example.input, example.expected, example.got],
                "seconds": round(time.monotonic() - begun, 2),
            })  # fmt: skip
    return found


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--each", type=int, default=15, help="pairs of each language")
    parser.add_argument("--busy", type=int, default=8)
    parser.add_argument("--only", choices=SETS)
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    rows = [row for name in SETS if given.only in (None, name) for row in chosen(name, given.each)]
    idle = judged(rows)
    with busy(given.busy):
        loaded = judged(rows)
    names = ("verdict", "inputs", "coverage", "mutants", "counterexample")
    other = [
        {"id": one["id"], **{name: [one[name], two[name]] for name in names if one[name] != two[name]}}
        for one, two in zip(idle, loaded, strict=True)
        if any(one[name] != two[name] for name in names)
    ]
    document = {
        "pairs": len(rows), "busy": given.busy, "otherwise": other,
        "seconds": [round(sum(one["seconds"] for one in side), 1) for side in (idle, loaded)],
    }  # fmt: skip
    print(json.dumps(document, indent=1))
    if given.out:
        given.out.write_text(json.dumps({**document, "idle": idle, "loaded": loaded}, indent=1) + "\n")


if __name__ == "__main__":
    main()
