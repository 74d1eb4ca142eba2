"""Windows: which are due, which are too late, and what a restart or a jump of the clock does to them."""

from __future__ import annotations

import pytest

from codescore.experiments.events import WINDOWS, Accepted, Event, Final, Snapshot
from codescore.experiments.windows import Due, Moment, Watch, due, next_ms, watches, with_done

START = Moment(1_000_000, 500, "w1")
WATCH = Watch("s", START)


def later(ms: int, *, jump: int = 0) -> Moment:
    return Moment(START.at_ms + ms + jump, 500 + ms, "w1")


@pytest.mark.parametrize(
    ("now", "expected"),
    [
        (later(4_999), []),
        (later(5_000), [Due(5, 0)]),
        (later(6_900), [Due(5, 1_900)]),
        (later(15_100), [Due(5, 10_100, "late"), Due(15, 100)]),
        (later(5_000, jump=-10_000_000), [Due(5, 0)]),  # the wall clock is set back: the session's clock decides
        (later(4_000, jump=10_000_000), []),
        (Moment(START.at_ms + 5_100, 3, "w2"), [Due(5, 100)]),  # another session: only the wall clock is left
        (Moment(START.at_ms + 40_000, 3, "w2"), [Due(5, 35_000, "editor-closed"), Due(15, 25_000, "editor-closed"),
                                                 Due(30, 10_000, "editor-closed")]),
        (Moment(START.at_ms - 1, 3, "w2"), [Due(window, 0, "clock-jump") for window in WINDOWS]),
    ],
)  # fmt: skip
def test_what_is_due(now: Moment, expected: list[Due]) -> None:
    """A window is measured in time or censored with the reason."""
    assert due(WATCH, now) == expected


def test_a_settled_window_is_not_due_again() -> None:
    """Each window once; the next one is told in milliseconds."""
    watch = with_done(WATCH, [5])
    assert due(watch, later(6_000)) == []
    assert next_ms(watch, later(6_000)) == 9_000
    assert next_ms(watch, later(16_000)) == 0
    assert next_ms(with_done(WATCH, WINDOWS), later(0)) is None
    assert with_done(WATCH, WINDOWS).over


def test_a_capture_goes_on_after_a_restart() -> None:
    """From the stored events follow the suggestions that still have windows, counted from the first acceptance."""
    head = {"at_ms": 7, "session": "w1", "mono_ms": 3}

    def one(kind: type[Event], suggestion: str, **more: object) -> Event:
        return kind(id=f"{suggestion}-{kind.__name__}", suggestion=suggestion, **{**head, **more})

    events = [
        one(Accepted, "a"), one(Snapshot, "a", window_s=5), one(Accepted, "a", at_ms=99),
        one(Accepted, "b"), one(Final, "b"), one(Snapshot, "c", window_s=5),
        one(Accepted, "d"), *(one(Snapshot, "d", window_s=window) for window in WINDOWS),
    ]  # fmt: skip
    assert watches(events) == [Watch("a", Moment(7, 3, "w1"), frozenset({5}))]
