"""What is known while suggestions are recorded.  Lives on the event loop; what is done with it is in `capture`,
`following` and `watching`.
"""

from __future__ import annotations

import os
import secrets
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from codescore.experiments.events import Cause, Event
from codescore.experiments.windows import Moment, Watch
from codescore.foundation.text import Edit, Text
from codescore.lsp.left_behind import Left
from codescore.lsp.recorder import Draft, Recorder, Terms
from codescore.lsp.regions import Region

#: A version of a document that a change made.
Made = tuple[str, int | None]


@dataclass(frozen=True, slots=True, eq=False)
class Queued:
    """An event to be written, queued `since` (s); `id` is confirmed to the client, `made` the change it tells of."""

    draft: Draft
    id: str | None = None
    made: Made | None = None
    since: float = field(default_factory=time.monotonic)


@dataclass(slots=True, eq=False)
class Tracked:
    """Accepted text that is followed.  `then` is the document right after the acceptance, and where the text stood."""

    suggestion: str
    uri: str
    path: Path | None
    language: str | None
    region: Region
    accepted: str
    then: tuple[bytes, Region]
    watch: Watch
    events: list[tuple[Event, Made | None]] = field(default_factory=list)
    head: str | None = None  # what was checked out
    closed: bytes | None = None  # the text of the document when it was closed
    lost: str | None = None  # why nothing more can be said
    looking: int = 0  # questions on their way, whether it goes on under another name; its windows wait for the answer


@dataclass(slots=True, eq=False)
class Step:
    """One change of a document, for what is told of it a moment later."""

    version: int | None
    before: Text
    edits: tuple[Edit, ...]


@dataclass(slots=True, eq=False)
class Capture:
    """What is known while suggestions are recorded."""

    path: Path
    recorder: Recorder
    terms: Terms | None = None
    session: str = field(default_factory=lambda: f"{os.getpid()}-{secrets.token_hex(8)}")
    tracked: dict[str, Tracked] = field(default_factory=dict)
    steps: dict[str, deque[Step]] = field(default_factory=dict)
    left: dict[str, Left] = field(default_factory=dict)  # of an earlier session, not found yet
    early: list[tuple[str, int, Callable[[], None]]] = field(default_factory=list)  # (document, version, what then)
    judging: dict[str, Queued] = field(default_factory=dict)  # shown, as recorded if the server ends before the verdict
    queue: list[Queued] = field(default_factory=list)
    causes: OrderedDict[Made, Cause] = field(default_factory=OrderedDict)  # what the editor said of changes
    writing: bool = False
    problem: str | None = None

    def now(self) -> Moment:
        """This moment, on both clocks."""
        return Moment(time.time_ns() // 1_000_000, time.monotonic_ns() // 1_000_000, self.session)
