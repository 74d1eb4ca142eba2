"""How many one-operator mutants of right programs are exposed within a second, and how many with much more time.

    python -m tests.bench.evidence_mutants --limit 150 --out tests/bench/results/evidence-mutants.json

A mutant that the reference's own long run (another seed of mutants has no say) cannot tell from it is presumed to mean
the same; the share that counts is exposed within the short budget, of those exposed within the long one or known to
differ.  Programs: the references of the Python development sets and students' accepted programs.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from pathlib import Path

from codescore.evidence.options import Options
from codescore.evidence.session import EvidenceSession
from codescore.languages import by_id
from codescore.rewrite import mutate
from tests.bench.evidence_bars import load

SETS = ("humaneval-python", "refactory", "quixbugs-python")


def programs(limit: int) -> list[tuple[str, str]]:
    """(task, program): references, and programs that passed where they are long enough to be mutated."""
    rng = random.Random(11)
    found = {}
    for name in SETS:
        for row in load(name):
            found.setdefault(row["task"], (row["task"], row["reference"]))
    passed = [(r["id"], r["candidate"]) for r in load("refactory") if r["passed"]]
    chosen = [*found.values(), *rng.sample(passed, 60)]
    rng.shuffle(chosen)
    return chosen[:limit]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--limit", type=int, default=150)
    parser.add_argument("--short", type=float, default=1.0)
    parser.add_argument("--long", type=float, default=8.0)
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    language = by_id("python")
    records = []
    with EvidenceSession() as session, EvidenceSession() as longer:
        for number, (task, source) in enumerate(programs(given.limit)):
            made = mutate(language, source.encode(), seed=number, max_edits=1)
            if made is None:
                continue
            mutant = made.code.decode()
            begun = time.monotonic()
            short = session.judge(mutant, source, language, Options(budget=given.short))
            seconds = time.monotonic() - begun
            exposed = short.verdict in ("differs", "timeout", "crash")
            later = exposed or longer.judge(mutant, source, language, Options(budget=given.long)).verdict in (
                "differs", "timeout", "crash",
            )  # fmt: skip
            edit = made.edits[0]
            records.append(
                {
                    "task": task, "verdict": short.verdict, "exposed": exposed, "exposed_later": later,
                    "outside": short.outside.input if short.outside else None, "seconds": round(seconds, 3),
                    "edit": [edit.rule, edit.before, edit.after],
                    "input": short.counterexample.input if short.counterexample else None,
                }
            )  # fmt: skip
    different = [r for r in records if r["exposed_later"] or r["outside"]]
    summary = {
        "mutants": len(records),
        "exposed_within_budget": sum(r["exposed"] for r in records),
        "exposed_with_more_time": sum(r["exposed_later"] for r in records),
        "differ_only_outside": sum(bool(r["outside"]) and not r["exposed_later"] for r in records),
        "share_of_those_known_to_differ": round(sum(r["exposed"] for r in records) / max(1, len(different)), 4),
        "untested": sum(r["verdict"] in ("untested", "environment-failure") for r in records),
        "median_seconds": sorted(r["seconds"] for r in records)[len(records) // 2],
    }
    print(json.dumps(summary, indent=1))
    for record in records:
        if not record["exposed"]:
            print(json.dumps(record))
    if given.out:
        given.out.write_text(json.dumps({"summary": summary, "records": records}, indent=1) + "\n")


if __name__ == "__main__":
    main()
