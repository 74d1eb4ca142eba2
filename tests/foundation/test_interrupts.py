"""Ctrl-C is noted, wherever Python's exception for it ends up."""

from __future__ import annotations

import signal
import sys
import threading
import weakref
from types import FrameType

import pytest

from codescore.foundation import interrupts


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
            with pytest.raises(KeyboardInterrupt):
                interrupts.check()
        interrupts.check()  # what comes after is not interrupted
        with interrupts.noted():
            assert interrupts.waited(0)
    finally:
        signal.signal(signal.SIGINT, before)


def test_a_main_thread_that_waits_for_a_lock_is_woken() -> None:
    """A signal that another thread gets, or that comes just before the wait, does not end a wait for a lock itself."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    held = threading.Lock()
    held.acquire()
    pressed = threading.Timer(0.2, lambda: signal.pthread_kill(threading.get_ident(), signal.SIGINT))
    late = threading.Timer(60, held.release)
    late.daemon = True
    try:
        with interrupts.noted():
            pressed.start()
            late.start()
            with pytest.raises(KeyboardInterrupt):
                held.acquire()
        assert late.is_alive(), "nobody woke the main thread"
    finally:
        late.cancel()
        signal.signal(signal.SIGINT, before)


def test_no_lock_of_python_stays_taken() -> None:
    """Ctrl-C is noted later while Python takes or gives back a lock, which would stay taken; at once where it waits."""
    frames: dict[str, FrameType] = {}
    sys.setprofile(lambda frame, event, _: frames.setdefault(frame.f_code.co_name, frame) if event == "call" else None)
    try:
        condition = threading.Condition()
        with condition:
            condition.wait(0)
    finally:
        sys.setprofile(None)
    found = interrupts.Interrupts()
    found.press(signal.SIGINT, frames["__exit__"])
    assert not found.pressed
    with pytest.raises(KeyboardInterrupt):
        found.press(signal.SIGINT, frames["wait"])
