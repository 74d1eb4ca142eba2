"""What an earlier session followed and did not bring to an end: found again where it is as it was accepted.

The store holds no text, only keyed hashes: what is looked for is the one place whose characters have the hash of what
was accepted.  Pure but for asking whether a process lives.  Neighbour: `capture`.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Sequence
from dataclasses import dataclass

from codescore.experiments.events import Accepted, Edited, Event, Shown
from codescore.experiments.hashing import keyed
from codescore.experiments.windows import Watch, watches
from codescore.lsp.regions import Region

_MOST_BYTES = 1_000_000


@dataclass(slots=True, eq=False)
class Left:
    """A suggestion whose windows are not over; `intact` where nothing was edited in it: it can be recognised."""

    watch: Watch
    document: str | None
    parts: tuple[Accepted, ...]
    intact: bool


def of(events: Sequence[Event]) -> list[Left]:
    """What has to be gone on with, from the events of suggestions without an end; not what another editor follows."""
    found = []
    for watch in watches(events):
        own = [event for event in events if event.suggestion == watch.suggestion]
        if _alive(watch.accepted.session):
            continue
        parts = tuple(event for event in own if isinstance(event, Accepted))
        shown = next((event for event in own if isinstance(event, Shown)), None)
        hashed = all(p.accepted is not None and p.accepted.hash is not None for p in parts)
        intact = hashed and not any(isinstance(event, Edited) for event in own)
        found.append(Left(watch, shown.document if shown is not None else None, parts, intact))
    return found


def find(data: bytes, parts: Sequence[Accepted], key: bytes) -> Region | None:
    """The one place where the parts stand one after the other; None where there is none, or more than one."""
    if len(data) > _MOST_BYTES or not parts:
        return None
    text = data.decode("utf-8", "replace")
    total = sum(part.chars or 0 for part in parts)
    first = parts[0]
    places = [at for at in range(len(text) - total + 1) if _is(text, at, first, key) and _all(text, at, parts, key)]
    if total == 0 or len(places) != 1:
        return None
    start = len(text[: places[0]].encode())
    return Region(start, start + len(text[places[0] : places[0] + total].encode()))


def _all(text: str, at: int, parts: Sequence[Accepted], key: bytes) -> bool:
    for part in parts:
        if not _is(text, at, part, key):
            return False
        at += part.chars or 0
    return True


def _is(text: str, at: int, part: Accepted, key: bytes) -> bool:
    return part.accepted is not None and keyed(text[at : at + (part.chars or 0)], key) == part.accepted.hash


def _alive(session: str | None) -> bool:
    """Whether the process of a session of ours is running; where that cannot be asked, sessions are taken for dead."""
    number = (session or "").partition("-")[0]
    if os.name != "posix" or not number.isdigit() or int(number) == os.getpid():
        return False
    with contextlib.suppress(ProcessLookupError, OverflowError):
        try:
            os.kill(int(number), 0)
        except PermissionError:
            return True
        return True
    return False
