"""When what is left of a suggestion is looked at, and when it is too late to say: pure functions on two clocks.

Within one session the clock that only runs forward decides, so that a wall clock that jumps changes nothing.  Across
sessions only the wall clock is left: a window that passed while the editor was closed is censored, the others resume.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from codescore.experiments.events import WINDOWS, Accepted, Event, Final, Snapshot

#: Why a window has no measurement.
FILE_DELETED = "file-deleted"
FILE_CLOSED = "file-closed"
EDITOR_CLOSED = "editor-closed"
BRANCH_SWITCHED = "branch-switched"
CLOCK_JUMP = "clock-jump"
LATE = "late"

_SHARE, _LEAST_MS = 0.2, 2_000  # a window may be looked at so much later than due, of its length and at least


@dataclass(frozen=True, slots=True)
class Moment:
    """A point in time: wall clock, and the clock of a session that only runs forward."""

    at_ms: int
    mono_ms: int | None = None
    session: str | None = None


@dataclass(frozen=True, slots=True)
class Due:
    """A window whose time has come: to be measured now, or censored for a reason."""

    window_s: int
    late_ms: int
    censored: str | None = None


@dataclass(frozen=True, slots=True)
class Watch:
    """An accepted suggestion whose windows are not all over."""

    suggestion: str
    accepted: Moment
    done: frozenset[int] = frozenset()

    @property
    def over(self) -> bool:
        """Whether every window was measured or censored."""
        return self.done >= set(WINDOWS)


def elapsed_ms(since: Moment, now: Moment) -> int | None:
    """Milliseconds from one moment to another; None where the clocks do not say: the wall clock ran backwards."""
    if since.session is not None and since.session == now.session and None not in (since.mono_ms, now.mono_ms):
        assert since.mono_ms is not None
        assert now.mono_ms is not None
        return max(0, now.mono_ms - since.mono_ms)
    passed = now.at_ms - since.at_ms
    return passed if passed >= 0 else None


def due(watch: Watch, now: Moment, windows: Sequence[int] = WINDOWS) -> list[Due]:
    """The windows to settle now, shortest first."""
    passed = elapsed_ms(watch.accepted, now)
    left = [window for window in windows if window not in watch.done]
    if passed is None:
        return [Due(window, 0, CLOCK_JUMP) for window in left]
    resumed = watch.accepted.session != now.session
    found = []
    for window in left:
        late = passed - window * 1000
        if late < 0:
            break
        missed = late > max(_LEAST_MS, _SHARE * window * 1000)
        found.append(Due(window, late, (EDITOR_CLOSED if resumed else LATE) if missed else None))
    return found


def next_ms(watch: Watch, now: Moment, windows: Sequence[int] = WINDOWS) -> int | None:
    """Milliseconds until the next window is due: 0 where one is already, None where none is left."""
    left = [window for window in windows if window not in watch.done]
    passed = elapsed_ms(watch.accepted, now)
    if not left:
        return None
    return 0 if passed is None else max(0, left[0] * 1000 - passed)


def with_done(watch: Watch, windows: Collection[int]) -> Watch:
    """The same watch with these windows over."""
    return Watch(watch.suggestion, watch.accepted, watch.done | set(windows))


def watches(events: Iterable[Event]) -> list[Watch]:
    """What has to be watched on, from the events of a store: after a restart a capture goes on with these."""
    open_: dict[str, Watch] = {}
    over: set[str] = set()
    for event in events:
        name = event.suggestion
        match event:
            case Accepted() if name not in open_ and name not in over:
                open_[name] = Watch(name, Moment(event.at_ms, event.mono_ms, event.session))
            case Snapshot(window_s=window) if name in open_:
                open_[name] = with_done(open_[name], [window])
            case Final():
                over.add(name)
                open_.pop(name, None)
    return [watch for watch in open_.values() if not watch.over]
