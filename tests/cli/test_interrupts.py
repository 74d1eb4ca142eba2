"""Ctrl-C is noted, wherever Python's exception for it ends up."""

from __future__ import annotations

import signal
import weakref

import pytest

from codescore.cli import interrupts


class Thing:
    """Something that can be waited to vanish."""


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_lost_ctrl_c_still_ends_the_waiting() -> None:
    """The exception is lost in a callback, where Python only prints it; who waits is told all the same."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a background shell may have it ignored
    try:
        with interrupts.noted() as found:
            assert interrupts.waited(0)
            thing = Thing()
            seen = weakref.ref(thing, lambda _: signal.raise_signal(signal.SIGINT))
            del thing
            assert seen() is None
            assert found.pressed
            assert not interrupts.waited(3600)
        with interrupts.noted():
            assert interrupts.waited(0)
    finally:
        signal.signal(signal.SIGINT, before)
