"""How long a command takes from a shell: prints one JSON document; asserts nothing about time.

    python tests/bench/bench_start.py [--rounds N]

Each round is a new process with a new home, so that nothing of ours is remembered; the system has the files in memory
after the first.  `wall` depends on what else runs on the machine, `processor` (user and system, with children) hardly.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SERVER = Path(__file__).parents[2] / "server"
SAMPLES = SERVER / "codescore" / "cli" / "samples" / "binary_search"
COMMANDS = {
    "python alone": ["-c", "pass"],
    "--help": ["-m", "codescore", "--help"],
    "first score": ["-m", "codescore", "score", str(SAMPLES / "renamed.py"), str(SAMPLES / "reference.py")],
}


def seconds(arguments: list[str]) -> tuple[float, float]:
    """Wall and processor time of one run."""
    with tempfile.TemporaryDirectory() as home:
        env = {"PATH": os.environ["PATH"], "HOME": home, "LANG": "C.UTF-8", "PYTHONPATH": str(SERVER)}
        before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        subprocess.run([sys.executable, *arguments], env=env, stdout=subprocess.DEVNULL, check=True)
        wall, after = time.perf_counter() - begun, resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=9)
    rounds = parser.parse_args().rounds
    found = {name: [seconds(arguments) for _ in range(rounds)] for name, arguments in COMMANDS.items()}
    print(
        json.dumps(
            {
                "python": platform.python_version(),
                "processors": os.cpu_count(),
                "load": round(os.getloadavg()[0], 1),
                "rounds": rounds,
                **{
                    name: {
                        "wall": {"least": round(min(w for w, _ in runs), 3),
                                 "median": round(statistics.median(w for w, _ in runs), 3)},
                        "processor": {"least": round(min(p for _, p in runs), 3),
                                      "median": round(statistics.median(p for _, p in runs), 3)},
                    }
                    for name, runs in found.items()
                },
            },
            indent=1,
        )
    )  # fmt: skip


if __name__ == "__main__":
    main()
