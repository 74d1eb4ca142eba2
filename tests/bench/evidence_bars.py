"""Measures evidence on the development data: accuracy, AUROC, share untested, CPU per pair; writes results as JSON.

    python -m tests.bench.evidence_bars refactory [--limit N] [--assume 'refactory/question_1=seq is sorted']
    python -m tests.bench.evidence_bars humaneval-python | quixbugs-python | mutants | …

Needs the evaluation data beside the repository and a sandbox.  Not a test: it measures, the bars stand in the results.
"""

from __future__ import annotations

import argparse
import contextlib
import gzip
import hashlib
import json
import os
import random
import resource
import time
from collections import Counter, defaultdict
from pathlib import Path

from codescore.evidence.contract import Evidence
from codescore.evidence.options import Options
from codescore.evidence.probability import features
from codescore.evidence.session import EvidenceSession
from codescore.languages import by_name
from tests.evidence.answers import answers

ROOT = Path(__file__).parents[2]
DATA = ROOT.parent / "shared" / "data"
RESULTS = Path(__file__).parent / "results"


def load(name: str) -> list[dict]:
    with gzip.open(DATA / f"{name}.dev.jsonl.gz", "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def sample(rows: list[dict], limit: int | None) -> list[dict]:
    if limit is None or limit >= len(rows):
        return rows
    return random.Random(7).sample(rows, limit)


def stratified(rows: list[dict], each: int) -> list[dict]:
    """So many right and so many wrong candidates of each task."""
    groups = defaultdict(list)
    for row in sorted(rows, key=lambda row: row["id"]):
        groups[row["task"], row["passed"]].append(row)
    chance = random.Random(17)
    return [row for key in sorted(groups) for row in chance.sample(groups[key], min(each, len(groups[key])))]


def cpu() -> float:
    """CPU seconds of this process, of the children that ended, and of all that run below it (the sandboxes)."""
    own = sum(sum(resource.getrusage(who)[:2]) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return own + _below(os.getpid())


def _below(root: int) -> float:
    parents, used = {}, {}
    for entry in Path("/proc").iterdir():
        with contextlib.suppress(OSError, ValueError):
            fields = (entry / "stat").read_text().rpartition(")")[2].split() if entry.name.isdigit() else None
            if fields:
                parents[int(entry.name)] = int(fields[1])
                used[int(entry.name)] = sum(int(n) for n in fields[11:15]) / os.sysconf("SC_CLK_TCK")
    inside = {root}
    for _ in range(8):
        inside |= {pid for pid, parent in parents.items() if parent in inside}
    return sum(used[pid] for pid in inside - {root} if pid in used)


def share(evidence: Evidence) -> float:
    """One number for ranking: the probability; where evidence abstains, in the middle."""
    return evidence.probability if evidence.probability is not None else 0.5


def auroc(scores: list[float], labels: list[bool]) -> float:
    order = sorted(range(len(scores)), key=lambda i: scores[i])
    ranks, i = [0.0] * len(scores), 0
    while i < len(order):
        j = i
        while j < len(order) and scores[order[j]] == scores[order[i]]:
            j += 1
        for k in order[i:j]:
            ranks[k] = (i + j - 1) / 2 + 1
        i = j
    positive = sum(labels)
    total = sum(rank for rank, label in zip(ranks, labels, strict=True) if label)
    return (total - positive * (positive + 1) / 2) / (positive * (len(labels) - positive))


def measure(name: str, limit: int | None, assume: dict[str, str], budget: float, each: int | None = None) -> dict:
    rows = sample(load(name), limit) if each is None else stratified(load(name), each)
    rows.sort(key=lambda row: row["task"])
    records, begun_cpu, begun = [], cpu(), time.monotonic()
    with EvidenceSession() as session:
        for row in rows:
            pairs = answers(row["lang"], row["candidate"], row["reference"])
            options = Options(budget=budget, assume=assume.get(row["task"]), pairs=pairs)
            found = session.judge(row["candidate"], row["reference"], by_name(row["lang"]), options)
            example = found.counterexample
            records.append({
                "id": row["id"], "task": row["task"], "passed": row["passed"],
                "verdict": found.verdict, "reason": found.reason,
                "score": share(found), "tally": [getattr(found.tally, n) for n in found.tally.__slots__],
                "coverage": [found.coverage.reference, found.coverage.candidate], "seconds": round(found.seconds, 3),
                "counterexample": example and [example.input, example.expected, example.got, example.aspect],
                "assumptions": found.assumptions, "features": features(found),
            })  # fmt: skip
        used = cpu() - begun_cpu
    return {"set": name, "summary": summary(records, used, time.monotonic() - begun), "records": records}


def summary(records: list[dict], used: float, wall: float) -> dict:
    labels = [bool(r["passed"]) for r in records]
    right = [(r["verdict"] == "equivalent") == r["passed"] for r in records]
    by_task = defaultdict(list)
    for record, ok in zip(records, right, strict=True):
        by_task[record["task"]].append(ok)
    return {
        "pairs": len(records),
        "verdicts": dict(Counter(r["verdict"] for r in records)),
        "untested": round(sum(r["verdict"] in ("untested", "environment-failure") for r in records) / len(records), 4),
        "accuracy": round(sum(right) / len(records), 4),
        "accuracy_by_task": {t: round(sum(v) / len(v), 3) for t, v in sorted(by_task.items())}
        if len(by_task) < 9
        else None,
        "auroc": round(auroc([r["score"] for r in records], labels), 4) if 0 < sum(labels) < len(labels) else None,
        "conditional": round(sum(r["verdict"] == "conditional" for r in records) / len(records), 4),
        "not_enough": round(sum(r["verdict"] == "insufficient" for r in records) / len(records), 4),
        "accuracy_by_probability": round(sum((r["score"] >= 0.5) == r["passed"] for r in records) / len(records), 4),
        "halves": halves(records),
        "right_called_different": sum(r["passed"] and r["verdict"] in OUTRIGHT for r in records),
        "tasks_with_more_than_15_percent_of_the_right_called_different": accused(records),
        "false_alarms": sum(r["passed"] and r["verdict"] != "equivalent" for r in records),
        "missed": sum(not r["passed"] and r["verdict"] == "equivalent" for r in records),
        "cpu_seconds_per_pair": round(used / len(records), 3),
        "wall_seconds_per_pair": round(wall / len(records), 3),
    }


OUTRIGHT = ("differs", "timeout", "crash")


def halves(records: list[dict]) -> dict:
    """Accuracy and AUROC of the tasks whose failures were looked at, and of those that only check."""
    found = {}
    for name in ("fit", "check"):
        mine = [r for r in records if half(r["task"]) == name]
        labels = [bool(r["passed"]) for r in mine]
        found[name] = {
            "pairs": len(mine),
            "accuracy": round(sum((r["verdict"] == "equivalent") == r["passed"] for r in mine) / max(1, len(mine)), 4),
            "auroc": round(auroc([r["score"] for r in mine], labels), 4) if 0 < sum(labels) < len(labels) else None,
        }
    return found


def half(task: str) -> str:
    """Which half a task is in."""
    return "fit" if int(hashlib.sha256(f"domain:{task}".encode()).hexdigest(), 16) % 2 else "check"


def accused(records: list[dict]) -> list[str]:
    """Tasks of which more than 15 % of the right programs are called different outright, with how many of how many."""
    right = defaultdict(list)
    for record in records:
        if record["passed"]:
            right[record["task"]].append(record["verdict"] in OUTRIGHT)
    return [f"{task}: {sum(v)} of {len(v)}" for task, v in sorted(right.items()) if sum(v) > 0.15 * len(v)]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("set")
    parser.add_argument("--limit", type=int)
    parser.add_argument("--each", type=int, metavar="N", help="N right and N wrong programs of each task")
    parser.add_argument("--budget", type=float, default=2.0)
    parser.add_argument("--assume", action="append", default=[], help="TASK=CONDITION")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--record", type=Path, help="where to write the summary and what came out wrong")
    parser.add_argument("--show", type=int, default=0)
    given = parser.parse_args()
    assume = dict(pair.split("=", 1) for pair in given.assume)
    result = measure(given.set, given.limit, assume, given.budget, given.each)
    print(json.dumps(result["summary"], indent=1))
    wrong = [r for r in result["records"] if (r["verdict"] == "equivalent") != r["passed"]]
    for record in wrong[: given.show]:
        print(json.dumps({k: record[k] for k in ("id", "passed", "verdict", "reason", "tally", "counterexample")}))
    if given.out:
        given.out.write_text(json.dumps(result, indent=1) + "\n")
    if given.record:
        kept = [{k: r[k] for k in ("id", "passed", "verdict", "counterexample")} for r in wrong]
        settings = {"budget": given.budget, "assume": assume, "limit": given.limit, "each": given.each}
        document = {"set": given.set, "settings": settings, "summary": result["summary"], "wrong": kept}
        given.record.write_text(json.dumps(document, indent=1) + "\n")


if __name__ == "__main__":
    main()
