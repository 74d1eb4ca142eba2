"""What tests do to processes. It must not know what runs in them; the tests of the daemon and of the editors use it."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path


def stop(pid: int) -> None:
    """Stop a process and wait until every thread of it stands still: the signal alone leaves them time to answer."""
    os.kill(pid, signal.SIGSTOP)
    while any(_state(thread) not in "TZ" for thread in Path(f"/proc/{pid}/task").iterdir()):
        time.sleep(0.005)


def _state(thread: Path) -> str:
    """The state letter of one thread (proc(5), /proc/PID/stat); Z where it has ended meanwhile."""
    try:
        return (thread / "stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return "Z"
