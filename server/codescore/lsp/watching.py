"""The windows: when what is left of accepted text is looked at, and what is recorded then.

On the event loop; texts are measured in workers, from a picture (`remains`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any

from codescore.experiments.events import Final, Retention, Snapshot
from codescore.experiments.windows import EDITOR_CLOSED, Due, Moment, due, next_ms, with_done
from codescore.lsp import remains
from codescore.lsp.capture import WINDOWS, as_it_is, record, running, terms_of, told
from codescore.lsp.remains import Picture
from codescore.lsp.state import State
from codescore.lsp.tracked import Capture, Queued, Tracked

sleep = asyncio.sleep  # in seconds of the clock that windows are measured with


@dataclass(frozen=True, slots=True)
class Look:
    """One window that is done; `over` where it is the last."""

    suggestion: str
    window: Due
    now: Moment
    over: bool


def begin(state: State) -> None:
    """Wait for the next window anew."""
    state.schedule.restart(WINDOWS, lambda: _windows(state))


async def _windows(state: State) -> None:
    while (capture := running(state)) is not None and (capture.tracked or capture.left):
        now = capture.now()
        _give_up(state, capture, now)
        for one in list(capture.tracked.values()):
            for window in due(one.watch, now) if not one.looking else ():
                one.watch = with_done(one.watch, [window.window_s])
                state.schedule.start(_measuring(state, capture, one, window))
            if one.watch.over:
                del capture.tracked[one.suggestion]
        known = [one.watch for one in capture.tracked.values() if not one.looking]
        watches = [*known, *(left.watch for left in capture.left.values())]
        waits = [wait for watch in watches if (wait := next_ms(watch, capture.now())) is not None]
        if not waits:
            return
        await sleep(min(waits) / 1000)


def _give_up(state: State, capture: Capture, now: Moment) -> None:
    """Censor the windows of what an earlier session followed and nobody has found again."""
    for left in list(capture.left.values()):
        for window in due(left.watch, now):
            left.watch = with_done(left.watch, [window.window_s])
            look = Look(left.watch.suggestion, window, now, left.watch.over)
            _settle(state, look, None, window.censored or EDITOR_CLOSED)
        if left.watch.over:
            del capture.left[left.watch.suggestion]


def _measuring(state: State, capture: Capture, one: Tracked, window: Due) -> Callable[[], Coroutine[Any, Any, None]]:
    """The work for one window, with a picture of what there is now."""
    document = state.documents.get(one.uri)
    data = one.closed if one.closed is not None else document.text.data if document is not None else None
    picture = Picture(
        accepted=one.accepted,
        language=one.language,
        then=one.then,
        now=(data or b"", one.region),
        path=one.path,
        closed=one.closed is not None,
        head=one.head,
        lost=window.censored or one.lost or (remains.OUT_OF_STEP if data is None else None),
        events=tuple(told(capture, *event) for event in one.events),
        root=state.root_of(one.path),
    )
    look = Look(one.suggestion, window, capture.now(), one.watch.over)
    return lambda: _measure(state, capture, picture, look)


async def _measure(state: State, capture: Capture, picture: Picture, look: Look) -> None:
    retention, censored = await remains.measured(state, picture, await terms_of(state, capture))
    _settle(state, look, retention, censored)


def _settle(state: State, look: Look, retention: Retention | None, censored: str | None) -> None:
    """Record a window, and the end after the last one."""
    name, now, window = look.suggestion, look.now, look.window
    snapshot = Snapshot(
        id=f"{name[:80]}.w{window.window_s}",
        suggestion=name,
        at_ms=now.at_ms,
        mono_ms=now.mono_ms,
        session=now.session,
        window_s=window.window_s,
        late_ms=window.late_ms,
        retention=retention,
        censored=censored,
    )
    record(state, Queued(as_it_is(snapshot)))
    if look.over:
        final = Final(
            id=f"{name[:80]}.final",
            suggestion=name,
            at_ms=now.at_ms,
            mono_ms=now.mono_ms,
            session=now.session,
            reason=censored or "windows-over",
            retention=retention,
            censored=censored,
        )
        record(state, Queued(as_it_is(final)))
