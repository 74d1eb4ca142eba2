"""Measures evidence on contest programs that read input: one right and one wrong program of each of some tasks.

    PYTHONPATH=server:. python -m tests.bench.evidence_stdin condefects-python check 40:70 --record FILE

Both are other people's programs (`other-right`, `other-wrong`), each beside an accepted one; their tests said which is
which.  Tasks are in a fixed order, a half by a digest of its name (`fit`: failures were looked at).  Not a test.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from collections import Counter, defaultdict
from pathlib import Path

from codescore.evidence.options import Options
from codescore.evidence.probability import features
from codescore.evidence.session import EvidenceSession
from codescore.languages import by_id
from tests.bench.evidence_bars import OUTRIGHT, auroc, half, load, share
from tests.evidence.answers import answers

_KINDS = ("other-right", "other-wrong")


def kind(row: dict) -> str:
    return str(row["id"].rsplit("/", 1)[1])


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def chosen(name: str, which: str, first: int, last: int) -> list[dict]:
    """One pair of each kind of each task of a half that has both, the tasks `first` to `last` of it."""
    tasks: dict[str, dict[str, list[dict]]] = defaultdict(lambda: defaultdict(list))
    for row in load(name):
        if kind(row) in _KINDS and half(row["task"]) == which:
            tasks[row["task"]][kind(row)].append(row)
    whole = [task for task in sorted(tasks, key=lambda task: digest(f"s:{task}")) if len(tasks[task]) == len(_KINDS)]
    return [
        min(tasks[task][one], key=lambda row: digest(f"p:{row['id']}")) for task in whole[first:last] for one in _KINDS
    ]


def measure(rows: list[dict]) -> list[dict]:
    records = []
    with EvidenceSession() as session:
        for row in rows:
            pairs = answers(row["lang"], row["candidate"], row["reference"])
            found = session.judge(row["candidate"], row["reference"], by_id(row["lang"]), Options(pairs=pairs))
            example = found.counterexample
            records.append({
                "id": row["id"], "task": row["task"], "passed": row["passed"],
                "verdict": found.verdict, "score": share(found), "reason": found.reason,
                "mutants": [found.mutants.exposed, found.mutants.total],
                "counterexample": example and [example.input, example.expected, example.got],
                "seconds": round(found.seconds, 2), "features": features(found),
            })  # fmt: skip
            print(row["id"], found.verdict, flush=True)
    return records


def summary(records: list[dict]) -> dict:
    right, wrong = [r for r in records if r["passed"]], [r for r in records if not r["passed"]]
    able = [r for r in records if r["verdict"] != "environment-failure"]
    seconds = sorted(r["seconds"] for r in records)
    return {
        "pairs": len(records),
        "auroc": round(auroc([r["score"] for r in records], [r["passed"] for r in records]), 4),
        "auroc_without_missing_modules": round(auroc([r["score"] for r in able], [r["passed"] for r in able]), 4),
        "right": dict(Counter(r["verdict"] for r in right)),
        "wrong": dict(Counter(r["verdict"] for r in wrong)),
        "right_called_different": sum(r["verdict"] in OUTRIGHT for r in right),
        "wrong_called_the_same": sum(r["verdict"] == "equivalent" for r in wrong),
        "seconds_by_the_clock": {"median": seconds[len(seconds) // 2], "most": seconds[-1]},
    }


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("set")
    parser.add_argument("half", choices=("fit", "check"))
    parser.add_argument("tasks", help="FIRST:LAST")
    parser.add_argument("--record", type=Path)
    given = parser.parse_args()
    first, last = map(int, given.tasks.split(":"))
    records = measure(chosen(given.set, given.half, first, last))
    found = {"set": given.set, "half": given.half, "tasks": given.tasks, "summary": summary(records)}
    print(json.dumps(found, indent=1))
    if given.record:
        given.record.write_text(json.dumps({**found, "records": records}, indent=1) + "\n")


if __name__ == "__main__":
    main()
