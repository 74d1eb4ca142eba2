"""Measures evidence across languages: right programs of one task beside each other, and mutants that their cases kill.

    python -m tests.bench.evidence_across TASKS.jsonl.gz [--half fit|check] [--limit N] [--record FILE]

Each task has a right program in three languages: six ordered pairs. One mutant of each program that fails a case of its
task (`translate.execute`, on its own) is judged beside the right programs of the two other languages. Python's texts
get the imports that they leave out. Not a test: it measures.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections import Counter
from itertools import permutations
from pathlib import Path

from codescore.evidence.mutants import mutants
from codescore.evidence.options import Options
from codescore.evidence.session import EvidenceSession
from codescore.languages import by_id
from codescore.translate.data import read_tasks
from codescore.translate.execute import Executor, prepared
from codescore.translate.records import Extraction, Key, Task
from tests.bench.evidence_bars import half

_LIBRARIES = ("bisect", "collections", "functools", "heapq", "itertools", "math", "typing")
BEFORE = {"python": "".join(f"from {name} import *\n" for name in _LIBRARIES)}
TRIED = 4  # mutants of a program that are run on its cases until one fails


def judged(session: EvidenceSession, candidate: tuple[str, str], reference: tuple[str, str]) -> dict:
    """What is said of a candidate (language, text) beside a reference."""
    (ours, text), (theirs, original) = candidate, reference
    options = Options(spoken=by_id(ours))
    language = by_id(theirs)
    assert language is not None
    found = session.judge(BEFORE.get(ours, "") + text, BEFORE.get(theirs, "") + original, language, options)
    example = found.counterexample or found.outside
    shown = example and [example.input, example.expected, example.got, example.aspect]
    return {
        "direction": f"{theirs} to {ours}", "verdict": found.verdict, "reason": found.reason,
        "seconds": round(found.seconds, 2), "example": shown,
    }  # fmt: skip


def killed(executor: Executor, task: Task, language: str) -> str | None:
    """A mutant of a right program that fails a case of its task; None where none of those tried does."""
    spoken = by_id(language)
    assert spoken is not None
    found = mutants(spoken, task.gold[language])
    random.Random(f"{task.id} {language}").shuffle(found)
    given = prepared(task, task.cases, language)
    for mutant in found[:TRIED]:
        extraction = Extraction(Key("mutant", language, task.id), mutant.source, task.entry_point)
        if executor.execute(extraction, task, given).status in ("wrong_answer", "runtime_error", "timeout_error"):
            return mutant.source
    return None


def summary(records: list[dict]) -> dict:
    """By direction how often each verdict came out, of right programs and of mutants."""
    said: dict[str, dict[str, dict[str, int]]] = {}
    for kind in ("right", "mutant"):
        mine = [r for r in records if r["kind"] == kind]
        said[kind] = {"all": dict(Counter(r["verdict"] for r in mine))}
        for direction in sorted({r["direction"] for r in mine}):
            said[kind][direction] = dict(Counter(r["verdict"] for r in mine if r["direction"] == direction))
    return {"records": len(records), **said}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("tasks", type=Path)
    parser.add_argument("--half", choices=("fit", "check"))
    parser.add_argument("--limit", type=int)
    parser.add_argument("--only", nargs="*", help="tasks, by their ids")
    parser.add_argument("--mutants", action="store_true", help="also one mutant of each program")
    parser.add_argument("--minutes", type=float, default=1e9, help="start no further task after so many")
    parser.add_argument("--record", type=Path)
    given = parser.parse_args()
    tasks = sorted(read_tasks(given.tasks).tasks, key=lambda task: random.Random(task.id).random())
    tasks = [task for task in tasks if not given.only or task.id in given.only]
    tasks = [task for task in tasks if given.half in (None, half(task.id))][: given.limit]
    records: list[dict] = []
    begun, executor = time.monotonic(), Executor()
    with EvidenceSession() as session:
        for task in tasks:
            if time.monotonic() - begun > 60 * given.minutes:
                break
            for theirs, ours in permutations(sorted(task.gold), 2):
                one = judged(session, (ours, task.gold[ours]), (theirs, task.gold[theirs]))
                records.append({"task": task.id, "half": half(task.id), "kind": "right", **one})
            for ours in sorted(task.gold) if given.mutants else ():
                mutant = killed(executor, task, ours)
                for theirs in sorted(task.gold.keys() - {ours}) if mutant is not None else ():
                    one = judged(session, (ours, mutant), (theirs, task.gold[theirs]))
                    records.append({"task": task.id, "half": half(task.id), "kind": "mutant", **one})
            if given.record:
                document = {"set": given.tasks.name, "summary": summary(records), "records": records}
                given.record.write_text(json.dumps(document, indent=1, ensure_ascii=False) + "\n")
    executor.close()
    print(json.dumps(summary(records), indent=1))


if __name__ == "__main__":
    main()
