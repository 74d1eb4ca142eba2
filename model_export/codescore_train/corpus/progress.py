"""Progress of long work on stderr: one living line on a terminal, otherwise a line every 20 seconds."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

Progress = Callable[[int, int, str], None]  # done, total, what
Steps = Callable[[int, int], None]  # done, total
PERIOD = 20.0  # seconds between lines where nobody watches


def silent(done: int, total: int, what: str) -> None:
    """Progress that says nothing."""


def unseen(done: int, total: int) -> None:
    """Steps that nobody watches."""


def to_stderr() -> Progress:
    """Progress for a command line."""
    shown = 0.0

    def show(done: int, total: int, what: str) -> None:
        nonlocal shown
        now, last = time.monotonic(), done >= total
        if sys.stderr.isatty():
            print(f"\r\x1b[2K{done}/{total} {what[:80]}", end="\n" if last else "", file=sys.stderr, flush=True)
        elif last or now - shown >= PERIOD:
            shown = now
            print(f"{done}/{total} {what}", file=sys.stderr, flush=True)

    return show
