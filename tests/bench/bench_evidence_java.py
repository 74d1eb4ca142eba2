"""Measures how fast Java programs are run for evidence: compiling, starting a program's own JVM, calls, whole programs.

    python -m tests.bench.bench_evidence_java [--out results/evidence-java-speed.json]

Needs a JDK and a sandbox.  Not a test: nothing is asserted, and other work on the machine makes every number larger.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import time
from collections.abc import Callable
from pathlib import Path

from codescore.evidence.channel import Job, Room
from codescore.languages.execution import Input
from codescore.languages.java.run import runner as execution
from codescore.languages.values import Int, Sequence

ROUNDS = 20
CALLS = 500
METHOD = """import java.util.*; class S {{ /* {n} */ static int f(List<Integer> a, int k) {{
    int s = 0; for (int x : a) {{ if (x > k) {{ s += x; }} }} return s; }} }}"""
PROGRAM = """import java.util.*; public class Main {{ /* {n} */ public static void main(String[] args) {{
    Scanner in = new Scanner(System.in); int n = in.nextInt(); long s = 0;
    for (int i = 0; i < n; i++) s += in.nextInt();
    System.out.println(s); }} }}"""


def milliseconds(work: Callable[[int], object]) -> dict[str, float]:
    """Median and 95th percentile of some rounds, the number of the round given."""
    times = []
    for n in range(ROUNDS):
        begun = time.perf_counter()
        work(n)
        times.append(1000 * (time.perf_counter() - begun))
    return {"p50": round(statistics.median(times), 2), "p95": round(sorted(times)[int(0.95 * ROUNDS)], 2)}


def measure() -> dict[str, object]:
    """All measurements."""
    begun = time.perf_counter()
    execution.survey(METHOD.format(n=-1))
    first = time.perf_counter() - begun
    compiled = milliseconds(lambda n: execution.survey(METHOD.format(n=n)))

    def fresh(n: int) -> None:
        room = Room(execution.harness(), execution.prepared)
        source = METHOD.format(n=n)
        room.run(Job(source, execution.survey(source).entries[0], [Input((Sequence("list"), Int(n)))]))
        room.close()

    started = milliseconds(fresh)
    room = Room(execution.harness(), execution.prepared)
    source, script = METHOD.format(n=0), PROGRAM.format(n=0)
    entry = execution.survey(source).entries[0]
    inputs = [Input((Sequence("list", tuple(Int(i) for i in range(10))), Int(k % 9))) for k in range(CALLS)]
    per_call = milliseconds(lambda n: room.run(Job(source, entry, inputs)))
    whole = execution.survey(script).entries[-1]
    runs = [Input((), "3\n1 2 3\n")] * CALLS
    per_run = milliseconds(lambda n: room.run(Job(script, whole, runs)))
    room.close()
    return {
        "first_survey_seconds": round(first, 2),
        "compile_and_survey_ms": compiled,
        "fresh_jvm_and_one_call_ms": started,
        "call_ms": {name: round(value / CALLS, 3) for name, value in per_call.items()},
        "whole_program_ms": {name: round(value / CALLS, 3) for name, value in per_run.items()},
        "load_average": os.getloadavg()[0],
        "cpus": os.cpu_count(),
    }


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    text = json.dumps(measure(), indent=1)
    print(text)
    if given.out:
        given.out.write_text(text + "\n")


if __name__ == "__main__":
    main()
