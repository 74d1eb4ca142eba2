"""An editor in which suggestions are shown and accepted, with a clock that the test turns."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from codescore.experiments import study
from codescore.experiments.events import Event, Snapshot
from codescore.experiments.store import Store
from codescore.experiments.study import Study
from tests.lsp.client import Client

#: The server with a clock that stands in a file: milliseconds that have passed.
SERVE = """
import asyncio, sys, time
from pathlib import Path
from codescore.experiments.windows import Moment
from codescore.lsp import tracked, watching
from codescore.lsp.recorder import Recorder
from codescore.lsp.server import serve_stdio

clock = Path(sys.argv[1])
busy = clock.with_suffix(".busy")  # while it is there the store cannot be read; it says when the clock was looked at
START = 1_700_000_000_000

def passed():
    return int(clock.read_text() or 0)

looked = 0

def now(self):
    global looked
    looked = passed()
    if busy.exists():
        busy.write_text(str(looked))
    return Moment(START + looked, looked, self.session)

tracked.Capture.now = now

async def sleep(seconds):
    until = looked + seconds * 1000  # from when it was last looked at: the clock may have been turned since
    while passed() < until:
        await asyncio.sleep(0.005)

watching.sleep = sleep

terms = Recorder.terms

def slow(self):
    while busy.exists():
        time.sleep(0.005)
    return terms(self)

Recorder.terms = slow
sys.exit(serve_stdio())
"""

FUNCTION = "def half(count):\n    s = 0\n    for k in range(count):\n        s += k\n    return s / 2\n"


class Person:
    """One who is offered suggestions in an editor."""

    def __init__(self, client: Client, store: Path, clock: Path) -> None:
        self.client, self.store, self.clock = client, store, clock
        self.numbers = itertools.count(1)
        self.offered: set[str] = set()
        self.uri = ""
        self.text = ""

    def open(self, text: str, name: str = "mine.py", language: str = "python") -> str:
        """Open a file, which is on disk too."""
        assert self.client.root is not None
        path = self.client.root / name
        path.write_text(text, newline="")
        self.uri, self.text = self.client.open(path.as_uri(), text, language), text
        return self.uri

    def pass_time(self, milliseconds: int) -> None:
        """Turn the clock, after everything that was told so far."""
        if self.client.process.poll() is None:
            self.client.request("codescore/status", None)
        new = self.clock.with_suffix(".new")
        new.write_text(str(int(self.clock.read_text()) + milliseconds))
        new.replace(self.clock)

    def tell(self, kind: str, suggestion: str, *, told: dict[str, Any] | None = None, **more: Any) -> str:
        """Send codescore/event; the event's id."""
        id_ = f"{suggestion}.{next(self.numbers)}"
        event = {"kind": kind, "id": id_, "suggestion": suggestion, "at_ms": 1_700_000_000_000, **(told or {})}
        answer = self.client.request("codescore/event", {"event": event, **more})
        assert answer == {"recording": True}, answer
        return id_

    def shown(self, suggestion: str, text: str, at: tuple[int, int], **told: Any) -> str:
        """A suggestion becomes visible at a position."""
        id_ = self.tell("shown", suggestion, told=told, text=text, range=span(at), **self.where())
        self.offered.add(id_)
        return id_

    def insert(self, text: str, at: tuple[int, int], to: tuple[int, int] | None = None) -> int:
        """The document changes; its new version."""
        change = {"range": span(at, to), "text": text}
        self.text = applied(self.text, at, to or at, text)
        return self.client.change(self.uri, change)

    def accepted(self, suggestion: str, text: str, at: tuple[int, int], **told: Any) -> str:
        """The editor puts the text in and says so."""
        self.insert(text, at)
        return self.tell("accepted", suggestion, told=told, text=text, range=span(at), **self.where())

    def where(self) -> dict[str, Any]:
        return {"uri": self.uri, "version": self.client.versions[self.uri]}

    def confirmed(self, *ids: str) -> None:
        """Wait until events are on disk."""
        missing = set(ids)
        while missing:
            missing -= set(self.client.take("codescore/recorded")["ids"])

    def events(self, until: Callable[[list[Event]], Any] = bool) -> list[Event]:
        """What is recorded, once it is as wanted and all that was shown is there, whose verdicts may be late."""

        def look() -> list[Event] | None:
            with Store.open(self.store) as store:
                found = [event for _, event in store.read()]
            self.client.request("codescore/status", None)  # fails where the server has ended
            return found if until(found) and self.offered <= {event.id for event in found} else None

        found: list[Event] = self.client.until(look, "events")
        return found


def span(at: tuple[int, int], to: tuple[int, int] | None = None) -> dict[str, Any]:
    to = to or at
    return {"start": {"line": at[0], "character": at[1]}, "end": {"line": to[0], "character": to[1]}}


def applied(text: str, at: tuple[int, int], to: tuple[int, int], new: str) -> str:
    lines = text.split("\n")
    places = [sum(len(line) + 1 for line in lines[:row]) + column for row, column in (at, to)]
    return text[: places[0]] + new + text[places[1] :]


def person(launch: Callable[..., Client], tmp_path: Path, agreed: Study | None = None, **settings: Any) -> Person:
    """A server that records into a new store, ready."""
    store, clock = tmp_path / "events.db", tmp_path / "clock"
    if not store.exists():
        with Store.create(store) as made:
            study.write(made, agreed or Study(name="trial", participant="p1"))
    if not clock.exists():
        clock.write_text("0")
    options = {"experiment": True, "experimentStore": str(store), **settings}
    client = launch(argv=[sys.executable, "-c", SERVE, str(clock)], settings=options)
    client.start()
    one = Person(client, store, clock)
    probe = {"event": {"kind": "edited", "id": "x", "suggestion": "x", "at_ms": 0}, "uri": "file:///x", "version": 1}
    client.until(lambda: client.request("codescore/event", probe)["recording"], "recording")
    return one


def kinds(events: list[Event], suggestion: str | None = None) -> list[str]:
    """The kinds of a suggestion's events, in order; snapshots with their window."""
    own = [event for event in events if suggestion in (None, event.suggestion)]
    own.sort(key=lambda event: event.kind != "shown")  # a verdict may be later than what happened meanwhile
    return [f"{e.kind} {e.window_s}" if e.kind == "snapshot" else e.kind for e in own]  # type: ignore[union-attr]


def window(events: list[Event], seconds: int = 5) -> Snapshot:
    """What was seen when a window was over."""
    return next(e for e in events if isinstance(e, Snapshot) and e.window_s == seconds)
