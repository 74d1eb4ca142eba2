"""What is known while suggestions are recorded, and the queue of what is written.

The editor says that a suggestion was shown, accepted or not; the server follows the accepted text (`following`) and
looks at what is left (`watching`).  All of this lives on the event loop; the store is written in a worker (`recorder`).
"""

from __future__ import annotations

import asyncio
import logging
import time
from itertools import takewhile
from typing import TypeVar

import msgspec

from codescore.experiments.events import Event, Header
from codescore.foundation.errors import CodescoreError
from codescore.lsp.recorder import Draft, Terms
from codescore.lsp.schedule import Priority
from codescore.lsp.state import State
from codescore.lsp.tracked import Capture, Made, Queued

RECORDED = "codescore/recorded"
WINDOWS = "capture: windows"

_MOST_QUEUED = 50_000
_AGAIN_SECONDS = 5.0
_GATHER_SECONDS = 0.05  # what is typed at once is written at once
_CAUSE_SECONDS = 0.5  # how long the cause of a change may still be told

log = logging.getLogger(__name__)

Told = TypeVar("Told", bound=Header)


def running(state: State) -> Capture | None:
    """The capture, where it is turned on and could be opened."""
    return state.capture if state.capture is not None and state.capture.problem is None else None


def record(state: State, queued: Queued) -> None:
    """Write an event soon, in order; what the client sent is confirmed by its id."""
    capture = running(state)
    if capture is not None and len(capture.queue) < _MOST_QUEUED:
        capture.queue.append(queued)
        write(state, capture)


def write(state: State, capture: Capture) -> None:
    """Write what is queued, unless that is being done."""
    if not capture.writing:
        capture.writing = True
        state.schedule.start(lambda: _write(state, capture))


async def _write(state: State, capture: Capture) -> None:
    """Write in batches, as they come; what cannot be written is tried again and said once."""
    run = state.schedule.records.run
    try:
        while capture.queue:
            await asyncio.sleep(_GATHER_SECONDS)
            taken = list(takewhile(lambda one: _settled(capture, one), capture.queue))
            if not taken:
                continue
            del capture.queue[: len(taken)]
            try:
                terms = await _asked(state, capture)
                drafts = [_resolved(capture, one) for one in taken]
                await run(Priority.TYPING, capture.recorder.append, terms, drafts)
            except CodescoreError as problem:
                capture.queue = taken + capture.queue
                complain(state, str(problem))
                await asyncio.sleep(_AGAIN_SECONDS)
                continue
            ids = [one.id for one in taken if one.id is not None]
            if ids:
                state.protocol.tell(RECORDED, {"ids": ids})
    finally:
        capture.writing = False


async def terms_of(state: State, capture: Capture) -> Terms:
    """What is agreed to in the store, however long it takes to open."""
    while True:
        try:
            return await _asked(state, capture)
        except CodescoreError as problem:
            complain(state, str(problem))
            await asyncio.sleep(_AGAIN_SECONDS)


async def _asked(state: State, capture: Capture) -> Terms:
    if capture.terms is None:
        capture.terms = await state.schedule.records.run(Priority.TYPING, capture.recorder.terms)
    return capture.terms


def _settled(capture: Capture, queued: Queued) -> bool:
    """Whether the cause of a change is known, or will not be told any more."""
    told = queued.made is None or queued.made in capture.causes
    return told or time.monotonic() - queued.since >= _CAUSE_SECONDS


def _resolved(capture: Capture, queued: Queued) -> Draft:
    """The draft with the cause that the editor has told meanwhile."""
    cause = capture.causes.get(queued.made) if queued.made is not None else None
    if cause is None:
        return queued.draft
    return lambda terms: msgspec.structs.replace(queued.draft(terms), cause=cause)


def complain(state: State, line: str) -> None:
    """Tell the user why nothing is recorded; once."""
    said = f"experiment: {line}"
    if said not in state.health.notices:
        state.health.notices = (*state.health.notices, said)
        state.protocol.tell("window/showMessage", {"type": 2, "message": f"CodeScore-R: {said}"})


def finish(state: State, capture: Capture) -> None:
    """The last that is written: in the worker, after everything before it."""
    queued, capture.queue = [*capture.queue, *capture.judging.values()], []
    drafts, terms = [_resolved(capture, one) for one in queued], capture.terms

    def last() -> None:
        try:
            if drafts and terms is not None:
                capture.recorder.append(terms, drafts)
        except CodescoreError as problem:
            log.error("what happened last is not recorded: %s", problem)  # noqa: TRY400  it is the machine's fault
        finally:
            capture.recorder.close()

    state.schedule.records.last(last)


def stamped(capture: Capture, event: Told) -> Told:
    """A client's event with the clock that this process measures windows with."""
    now = capture.now()
    return msgspec.structs.replace(event, session=now.session, mono_ms=now.mono_ms, source="capture")


def as_it_is(event: Event) -> Draft:
    """A draft that needs nothing of the store."""
    return lambda _terms: event


def told(capture: Capture, event: Event, made: Made | None) -> Event:
    """An event with the cause that the editor has told meanwhile."""
    cause = capture.causes.get(made) if made is not None else None
    return msgspec.structs.replace(event, cause=cause) if cause is not None else event
