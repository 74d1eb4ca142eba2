"""Runs the programs of `hostile.python_escapes`, each a function `f()` that says what it reached.

They run behind the wall, and the process that builds the wall runs under outer limits of its own, so that a wall that
does not hold cannot take the machine with it: memory, processor time, file size, number of processes, wall-clock time.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import textwrap
from pathlib import Path

from tests.security.hostile.python_escapes import SYSTEM_CALLS

ROOT = Path(__file__).parents[2]
_SECONDS = 240
HONEST = "def f():\n    import os\n    return ['honest', sorted(os.listdir('/tmp'))]\n"


def function(body: str) -> str:
    return "def f():\n" + textwrap.indent(body, "    ") + "\n"


def system_calls() -> str:
    """A program that makes each call and says which ones did not fail with an error of permission."""
    from codescore.evidence.syscalls import NUMBERS

    column = 1 if __import__("platform").machine() == "aarch64" else 0
    known = {**{name: NUMBERS[name][column] for name in SYSTEM_CALLS if name in NUMBERS}, **_unlisted(column)}
    calls = {name: (known[name], SYSTEM_CALLS[name]) for name in SYSTEM_CALLS if known.get(name) is not None}
    return (
        "import ctypes\nlibc = ctypes.CDLL(None, use_errno=True)\nreached = []\n"
        f"for name, (number, arguments) in {calls!r}.items():\n"
        "    ctypes.set_errno(0)\n    result = libc.syscall(number, *arguments)\n"
        "    if result != -1 or ctypes.get_errno() not in (1, 38):\n"
        "        reached.append((name, result, ctypes.get_errno()))\nreturn reached"
    )


def _unlisted(column: int) -> dict[str, int]:
    """Calls that stand in no table of ours, because nothing allows them."""
    return {
        "kill": (62, 129)[column],
        "tgkill": (234, 131)[column],
        "prctl": (157, 167)[column],
        "seccomp": (317, 277)[column],
    }


def run_all(programs: dict[str, str]) -> dict[str, list[object]]:
    """Each program behind the wall, an honest one after each; what came of both, by name."""
    command = [sys.executable, "-m", "tests.security.attacks"]
    paths = os.pathsep.join(path for path in (str(ROOT / "server"), *sys.path) if path)
    ran = subprocess.run(
        command, input=json.dumps(programs), capture_output=True, text=True, cwd=ROOT, timeout=_SECONDS,
        preexec_fn=_outer_limits, check=False, env={"PYTHONPATH": paths, "PATH": "/usr/bin:/bin"},
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr[-2000:]
    return json.loads(ran.stdout)


def _outer_limits() -> None:
    limits = {
        resource.RLIMIT_AS: 8 << 30,
        resource.RLIMIT_CPU: 120,
        resource.RLIMIT_FSIZE: 64 << 20,
        resource.RLIMIT_NPROC: 3000,
    }
    for what, limit in limits.items():
        hard = resource.getrlimit(what)[1]
        most = limit if hard < 0 else min(limit, hard)
        resource.setrlimit(what, (most, most))


def _main() -> None:
    from codescore.evidence.channel import Job, Room
    from codescore.languages import by_id
    from codescore.languages.execution import Entry, Input
    from codescore.languages.values import encode

    runner = by_id("python").runner()
    room = Room(runner.harness(), runner.prepared)
    found = {}

    def once(source: str) -> list[object]:
        ran = room.run(Job(source, Entry("f", "function"), [Input()], coverage=False, seconds=0.3))
        [outcome] = ran.outcomes or [None]
        if outcome is None:
            return [ran.how, ran.detail, None]
        return [outcome.how, outcome.error, encode(outcome.value) if outcome.value is not None else None]

    for name, source in json.load(sys.stdin).items():
        found[name] = [*once(source), once(HONEST)]
    room.close()
    print(json.dumps(found))


if __name__ == "__main__":
    _main()
