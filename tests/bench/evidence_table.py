"""What evidence is worth on each labelled set, each task judged by a probability that never saw it.

    python -m tests.bench.evidence_bars mbpp-python --out a.json             (and the other sets)
    python -m tests.bench.evidence_table a.json b.json ... --record tests/bench/results/evidence-table.json

The verdict has no fitted part but the probability: that is fitted anew without each task.  Two results of one set (its
tasks in two parts) count as one.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter, defaultdict
from pathlib import Path

import numpy as np

from codescore.evidence.contract import ABSTAINING
from tests.bench.evidence_bars import OUTRIGHT, accused, auroc
from tests.bench.evidence_fit import left_out


def rows_of(results: list[Path]) -> dict[str, list[dict]]:
    """The records of each set."""
    found: dict[str, list[dict]] = defaultdict(list)
    for path in results:
        result = json.loads(path.read_text())
        found[result["set"]] += result["records"]
    return found


def table(sets: dict[str, list[dict]]) -> dict[str, dict]:
    """One row for each set."""
    rows = [(name, record) for name, records in sets.items() for record in records]
    told = [(name, record) for name, record in rows if record["verdict"] not in ABSTAINING]
    x = np.array([record["features"] for _, record in told])
    y = np.array([float(record["passed"]) for _, record in told])
    sizes = Counter(name for name, _ in told)
    weight = np.array([1000 / sizes[name] / len(sizes) for name, _ in told])
    p = left_out(x, y, weight, [f"{name} {record['task']}" for name, record in told])
    scores = {record["id"]: float(one) for (_, record), one in zip(told, p, strict=True)}
    return {name: _row(records, scores) for name, records in sets.items()}


def _row(records: list[dict], scores: dict[str, float]) -> dict:
    labels = [bool(record["passed"]) for record in records]
    score = [scores.get(record["id"], 0.5) for record in records]
    share = {
        verdict: round(sum(record["verdict"] == verdict for record in records) / len(records), 4)
        for verdict in ("conditional", "insufficient", "untested", "environment-failure")
    }
    both = 0 < sum(labels) < len(labels)
    return {
        "pairs": len(records),
        "tasks": len({record["task"] for record in records}),
        "accuracy": round(sum((r["verdict"] == "equivalent") == r["passed"] for r in records) / len(records), 4),
        "accuracy by probability": round(
            sum((one >= 0.5) == label for one, label in zip(score, labels, strict=True)) / len(records), 4
        ),
        "AUROC": round(auroc(score, labels), 4) if both else None,
        **share,
        "right": sum(labels),
        "right called different": sum(r["passed"] and r["verdict"] in OUTRIGHT for r in records),
        "wrong": len(labels) - sum(labels),
        "wrong called the same": sum(not r["passed"] and r["verdict"] == "equivalent" for r in records),
        "worst task": _worst(records),
        "tasks with more than 15 % of the right ones called different": len(accused(records)),
    }


def _worst(records: list[dict]) -> str:
    """The task of which the largest share of the right programs is called different, the larger task first."""
    of: dict[str, list[bool]] = defaultdict(list)
    for record in records:
        if record["passed"]:
            of[record["task"]].append(record["verdict"] in OUTRIGHT)
    task, found = max(of.items(), key=lambda one: (sum(one[1]) / len(one[1]), len(one[1])), default=("", []))
    return f"{task}: {sum(found)} of {len(found)}" if any(found) else "none"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("results", nargs="+", type=Path)
    parser.add_argument("--record", type=Path)
    given = parser.parse_args()
    found = table(rows_of(given.results))
    print(json.dumps(found, indent=1))
    if given.record:
        given.record.write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
