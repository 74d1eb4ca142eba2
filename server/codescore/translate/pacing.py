"""When the next question may go out: a rate that is kept, back-off after failures, an end at once when all is stopped.

The server's wish to wait holds for every thread.  Knows no provider.
"""

from __future__ import annotations

import hashlib
import threading
import time

_FIRST = 1.0  # seconds before the second try; twice as many before each further one


class Pace:
    """Shared by all threads that ask; `stop` ends every wait."""

    def __init__(self, stop: threading.Event, per_minute: float | None = None) -> None:
        self._stop, self._turn = stop, threading.Lock()
        self._gap = 60.0 / per_minute if per_minute else 0.0
        self._free = 0.0  # when the next question may go out, by the monotonic clock

    @property
    def stopped(self) -> bool:
        """Whether all was stopped."""
        return self._stop.is_set()

    def next(self) -> bool:
        """Wait for one's turn; False once all was stopped."""
        while not self._stop.is_set():
            with self._turn:
                now = time.monotonic()
                left = self._free - now
                if left <= 0:
                    self._free = now + self._gap
                    return True
            self._stop.wait(left)
        return False

    def after(self, wished: float | None, attempt: int, patience: float, salt: str) -> bool:
        """Wait after a failed attempt (from 0); False where the server wants more patience, or all was stopped.

        What the server wishes holds for all; where it says nothing, only this thread waits, for a time that `salt`
        spreads, the same in every run.
        """
        if wished is not None:
            if wished > patience:
                return False
            with self._turn:
                self._free = max(self._free, time.monotonic() + wished)
            return not self._stop.is_set()
        spread = hashlib.sha256(f"{salt} {attempt}".encode()).digest()[0] / 255
        return not self._stop.wait(min(patience, _FIRST * 2**attempt) * (0.5 + spread / 2))
