"""Progress of long work on stderr: a bar that moves on a terminal, a line now and then elsewhere."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import TextIO

_LINE_SECONDS = 15.0  # between lines where there is no terminal
_BAR_SECONDS = 0.1
_WIDTH = 30
_TELLING = 0.005  # share done from which the time left can be told


class Progress:
    """`with Progress("pairs", total) as p: p.update(done, note)`."""

    def __init__(self, label: str, total: int, stream: TextIO | None = None) -> None:
        self.label = label
        self.total = max(1, total)
        self.stream = stream if stream is not None else sys.stderr
        self.terminal = self.stream.isatty()
        self.started = time.monotonic()
        self.shown = 0.0
        self.last = ""

    def __enter__(self) -> Progress:
        return self

    def update(self, done: int, note: str = "") -> None:
        """Show that `done` of `total` is done, if it is time to show something."""
        now = time.monotonic()
        self.last = self._text(done, now, note)
        if now - self.shown < (_BAR_SECONDS if self.terminal else _LINE_SECONDS):
            return
        self.shown = now
        self._write(self.last)

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.last:
            self._write(self.last)
        if self.terminal:
            self.stream.write("\n")
        self.stream.flush()

    def _text(self, done: int, now: float, note: str) -> str:
        share = min(1.0, done / self.total)
        left = (now - self.started) * (1 - share) / share if share > _TELLING else 0.0
        remaining = f"{left / 60:.1f} min left" if left and share < 1 else ""
        bar = ""
        if self.terminal:
            filled = int(_WIDTH * share)
            bar = f" [{'#' * filled}{'.' * (_WIDTH - filled)}]"
        return f"{self.label}{bar} {done}/{self.total} {remaining} {note}".rstrip()

    def _write(self, text: str) -> None:
        self.stream.write(f"\r\x1b[K{text}" if self.terminal else f"{text}\n")
        self.stream.flush()
