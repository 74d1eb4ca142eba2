"""What is served of a class: its page, packed details by number, and what its reader decides.

Neighbour: `foundation.loopback` serves it, and lets no other page decide.
"""

from __future__ import annotations

import json
import queue
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from codescore.foundation.loopback import HTML, NOTHING

_MOST_SAID = 8000  # bytes of a decision
_MOST_WAITING = 8
_PATIENCE = 600.0  # seconds until what was decided must be done


@dataclass(frozen=True, slots=True)
class Content:
    """What is served: the page, its packed details by number, the key that changes with it, and what a browser may do.

    `policy` is the page's content security policy, sent as a header as well: only there it can forbid framing.
    """

    html: bytes
    blocks: tuple[bytes, ...]
    key: str
    policy: str = NOTHING

    def at(self, path: str) -> tuple[str, bytes] | None:
        """Type and bytes of what is below the secret."""
        if path == "":
            return HTML, self.html
        if path == "state":
            return "application/json", json.dumps({"key": self.key}).encode()
        if path.startswith("details/"):
            block = self._block(path.removeprefix("details/"))
            return ("application/octet-stream", block) if block is not None else None
        return None

    def _block(self, number: str) -> bytes | None:
        """The details of that number, written as the page writes it; None for any other."""
        known = len(number) <= 9 and number.isascii() and number.isdigit() and int(number) < len(self.blocks)
        return self.blocks[int(number)] if known else None


@dataclass(slots=True, eq=False)
class _Said:
    """A decision on its way, and what became of it: an empty `problem` where it was taken in."""

    data: bytes
    problem: str = ""
    done: threading.Event = field(default_factory=threading.Event)


class Decisions:
    """What readers of the page decided: put in by the threads that serve it, taken in by the thread that grades."""

    def __init__(self) -> None:
        self._waiting: queue.Queue[_Said] = queue.Queue(maxsize=_MOST_WAITING)

    def serve(self, seconds: float, take: Callable[[bytes], str]) -> None:
        """Hand decisions to `take` for so many seconds; it says why one cannot be taken in, or nothing."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            try:
                said = self._waiting.get(timeout=left)
            except queue.Empty:
                return
            try:
                said.problem = take(said.data)
            finally:
                said.done.set()

    def put(self, data: bytes) -> tuple[int, str]:
        """Status and words once a decision was taken in, or was not."""
        said = _Said(data)
        try:
            self._waiting.put_nowait(said)
        except queue.Full:
            return 503, "busy with other decisions; try again"
        if not said.done.wait(_PATIENCE):
            return 503, "this takes too long"
        return (400, said.problem) if said.problem else (200, "")


@dataclass(frozen=True, slots=True)
class Deciding(Content):
    """A page whose reader decides what counts, at `decide`."""

    decisions: Decisions = field(default_factory=Decisions)

    def take(self, path: str, body: bytes) -> tuple[int, bytes] | None:
        """Status and JSON in answer to a decision: its `problem`, "" where it was taken in."""
        if path != "decide":
            return None
        status, problem = self.decisions.put(body) if len(body) <= _MOST_SAID else (413, "this is too long")
        return status, json.dumps({"problem": problem}).encode()
