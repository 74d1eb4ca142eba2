"""What the sandbox costs: starting it, a job of one call, a call among a hundred.  Writes JSON.

    python -m tests.bench.evidence_speed --out tests/bench/results/evidence-speed.json

Wall-clock medians on whatever machine this runs on; ratios are what to look at.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

from codescore.evidence.channel import Job, Room
from codescore.languages import by_id
from codescore.languages.execution import Entry, Input, Parameter
from codescore.languages.shapes import IntShape
from codescore.languages.values import Int

SOURCE = "def f(n):\n    return [i * i for i in range(n) if i % 3]\n"
ENTRY = Entry("f", "function", (Parameter("n", IntShape()),))


def median_ms(action: Callable[[], object], times: int) -> float:
    taken = []
    for _ in range(times):
        begun = time.perf_counter()
        action()
        taken.append((time.perf_counter() - begun) * 1000)
    return round(statistics.median(taken), 3)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    runner = by_id("python").runner()
    harness = runner.harness()
    job = Job(SOURCE, ENTRY, [Input((Int(9),))], coverage=False)

    def start() -> None:
        room = Room(harness, runner.prepared)
        room.run(job)
        room.close()

    room = Room(harness, runner.prepared)
    room.run(job)
    hundred = Job(SOURCE, ENTRY, [Input((Int(n),)) for n in range(100)], coverage=False)
    found = {
        "bare_interpreter_ms": median_ms(
            lambda: subprocess.run([harness.command[0], "-I", "-S", "-c", ""], check=True), 9
        ),
        "start_and_first_job_ms": median_ms(start, 9),
        "job_of_one_call_ms": median_ms(lambda: room.run(job), 40),
        "call_among_a_hundred_ms": round(median_ms(lambda: room.run(hundred), 20) / 100, 4),
    }
    room.close()
    print(json.dumps(found, indent=1))
    if given.out:
        given.out.write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
