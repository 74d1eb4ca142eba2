"""Kills a replay with SIGKILL again and again: no sample may be lost, or run twice.

    python -m tests.bench.translation_kills --kills 20 --samples 150

Answers are right, wrong and endless programs of a task of our own.  A sample counts as run twice where one that had an
outcome before a kill has another time after it.  Fails where a sample was lost or run twice.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from codescore.foundation.errors import CodescoreError
from codescore.translate.store import FILE, Run
from tests.translate.tasks import row, written

_BODIES = ("return sum(items) + extra", "return extra", "raise ValueError", "return [x for x in range(10**9)]")


def main() -> int:
    """Run it and print what was seen as JSON."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--samples", type=int, default=150)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = measured(Path(folder), given.kills, given.samples)
    print(json.dumps(found, indent=1))
    return 1 if found["lost"] or found["twice"] else 0


def measured(folder: Path, kills: int, samples: int) -> dict[str, int]:
    """How many kills fell into a running replay, and what they did."""
    answers = [
        {"model": "m", "direction": "java_python", "task": "sum", "sample": n, "answer": text(n)}
        for n in range(samples)
    ]
    files = written(folder / "tasks.jsonl", row()), written(folder / "answers.jsonl", *answers)
    command = [sys.executable, "-m", "codescore", "translate", "replay", "--tasks", str(files[0])]
    command += ["--answers", str(files[1]), "--out", str(folder / "run"), "--seconds", "5"]
    chance, killed, twice = random.Random(7), 0, 0
    before: dict[str, float] = {}
    for _ in range(kills):
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as running:
            at = len(before)
            while running.poll() is None and len(executed(folder / "run")) <= at:
                time.sleep(0.02)
            time.sleep(chance.random())
            killed += running.poll() is None
            running.kill()
        after = executed(folder / "run")
        twice += sum(after.get(key) != seconds for key, seconds in before.items())
        before = after
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = executed(folder / "run")
    twice += sum(after.get(key) != seconds for key, seconds in before.items())
    return {"samples": samples, "kills": killed, "lost": samples - len(after), "twice": twice}


def text(number: int) -> str:
    """An answer: mostly right programs."""
    return f"```python\ndef total(items, extra):\n    {_BODIES[number % 17 if number % 17 < len(_BODIES) else 0]}\n```"


def executed(folder: Path) -> dict[str, float]:
    """The seconds that each sample took, of those that have an outcome."""
    if not (folder / FILE).is_file():
        return {}
    try:
        with Run.open(folder) as run:
            return {str(one.key): one.seconds for one in run.executions()}
    except CodescoreError:  # it is being made
        return {}


if __name__ == "__main__":
    sys.exit(main())
