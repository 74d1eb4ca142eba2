"""Measures a class report on programs with known outcome: right ones called different, wrong ones called right.

    python -m tests.bench.class_bars refactory [--limit N] [--assume 'refactory/question_1=seq is sorted'] [--out FILE]

Each task is one class, graded as `codescore grade --evidence` grades it, before anybody answered a question; `--limit`
takes a sample of each class, the same every time.  Needs the evaluation data beside the repository and a sandbox.  Not
a test: it measures.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import msgspec

from codescore.foundation.files import write_text
from codescore.grade.run import Grader, Request
from tests.bench.evidence_bars import cpu, load, sample


def measure(task: str, rows: list[dict[str, Any]], assume: str | None) -> dict[str, Any]:
    """One class: how many of its right and wrong programs got which verdict, and what was asked."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for k, row in enumerate(rows):
            student = folder / "class" / f"{'right' if row['passed'] else 'wrong'}{k:04}.py"
            student.parent.mkdir(exist_ok=True)
            student.write_text(row["candidate"], encoding="utf-8")
        (folder / "reference.py").write_text(rows[0]["reference"], encoding="utf-8")
        begun = cpu()
        paths = (str(folder / "reference.py"),), (str(folder / "class"),)
        request = Request(*paths, cache=folder / "cache", evidence=True, assume=assume)
        grader = Grader(request)
        record = grader.grade()
        grader.close()
    said = Counter((one.name[:5], one.graded.verdict) for one in record.students)
    count = Counter(one.name[:5] for one in record.students)
    shares = {f"{side} {verdict}": round(n / count[side], 4) for (side, verdict), n in sorted(said.items())}
    found = {"task": task, "programs": dict(count), "shares": shares, "notices": record.notices}
    plain = msgspec.to_builtins(record)
    found["questions"] = plain.get("questions", [])
    found["cpu"] = round(cpu() - begun, 1)
    found["students"] = [[one.name, one.graded.verdict, one.graded.reason] for one in record.students]
    return found


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("set")
    parser.add_argument("--limit", type=int)
    parser.add_argument("--assume", action="append", default=[], help="TASK=CONDITION")
    parser.add_argument("--task")
    parser.add_argument("--out", type=Path)
    arguments = parser.parse_args()
    tasks: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in load(arguments.set):
        tasks[row["task"]].append(row)
    wanted = {task: rows for task, rows in tasks.items() if arguments.task in (None, task)}
    assume = dict(pair.split("=", 1) for pair in arguments.assume)
    results = [measure(task, sample(rows, arguments.limit), assume.get(task)) for task, rows in wanted.items()]
    if arguments.out:
        write_text(arguments.out, json.dumps(results, indent=1) + "\n")
    for one in results:
        print(json.dumps({key: value for key, value in one.items() if key != "students"}, indent=1))


if __name__ == "__main__":
    main()
