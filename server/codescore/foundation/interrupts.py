"""Ctrl-C: once it was pressed, whatever a command ends with is an interruption.

Python raises KeyboardInterrupt wherever the main thread happens to be, also in a callback or a destructor, where it is
printed and lost, or turned into another error on its way up.  So the signal is noted, too.  A main thread that is just
about to wait for a lock does not hear of the signal until the wait is over, so it is woken.  And the exception could
come while Python's own threading code takes or gives back a lock, which then stays taken for ever: there it waits for a
better moment.  Knows no command.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class Interrupts:
    """Whether Ctrl-C was pressed."""

    def __init__(self) -> None:
        self.pressed = False
        self._delays = _DELAYS if _CAN_WAKE else 0

    def press(self, _number: int, frame: FrameType | None) -> None:
        """What the signal does: noted, and raised as Python does, unless that would leave a lock taken."""
        if self._delays and frame is not None and _handles_a_lock(frame):
            self._delays -= 1
            return  # it is sent again
        self.pressed = True
        raise KeyboardInterrupt


_AGAIN, _DELAYS = 0.1, 50  # seconds until the main thread is woken once more, and how often that may be too early
_CAN_WAKE = hasattr(signal, "pthread_kill")
_FUTURES = ("_base", "thread", "process")
_LOCKING = frozenset(("threading", "queue", *(f"concurrent.futures.{name}" for name in _FUTURES)))
_WAITING = frozenset({"wait", "_wait_for_tstate_lock"})  # where these wait, and clean up when they are interrupted
_noted = Interrupts()


def _handles_a_lock(frame: FrameType) -> bool:
    return frame.f_globals.get("__name__") in _LOCKING and frame.f_code.co_name not in _WAITING


def waited(seconds: float) -> bool:
    """Sleep, and say whether to go on: False once Ctrl-C was pressed, even if its exception was lost."""
    if not _noted.pressed:
        time.sleep(seconds)
    return not _noted.pressed


def check() -> None:
    """Raise KeyboardInterrupt once Ctrl-C was pressed: a long loop asks at each turn, for its exception may be lost."""
    if _noted.pressed:
        raise KeyboardInterrupt


@contextmanager
def noted() -> Iterator[Interrupts]:
    """Note Ctrl-C while this runs; not in a thread, nor where whoever started us had it ignored or handles it."""
    global _noted  # noqa: PLW0603  a process has one Ctrl-C
    found = _noted = Interrupts()
    try:
        with _handled(found):
            yield found
    finally:
        _noted = Interrupts()  # what comes after is not interrupted


@contextmanager
def _handled(found: Interrupts) -> Iterator[None]:
    """The signal is noted there, where it can be."""
    ours = threading.current_thread() is threading.main_thread()
    if not ours or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return
    signal.signal(signal.SIGINT, found.press)
    hook = sys.unraisablehook
    sys.unraisablehook = lambda lost: None if isinstance(lost.exc_value, KeyboardInterrupt) else hook(lost)
    try:
        with _woken(found):
            yield
    finally:
        sys.unraisablehook = hook
        signal.signal(signal.SIGINT, signal.default_int_handler)


@contextmanager
def _woken(found: Interrupts) -> Iterator[None]:
    """Wake the main thread until it has seen the signal: Python writes each signal to a pipe at once, whoever waits."""
    if not _CAN_WAKE:
        yield
        return
    heard, told = os.pipe()
    os.set_blocking(told, False)
    before = signal.set_wakeup_fd(told, warn_on_full_buffer=False)
    threading.Thread(target=_wake, args=(heard, found, threading.get_ident()), daemon=True).start()
    try:
        yield
    finally:
        signal.set_wakeup_fd(before)
        os.close(told)  # which ends the thread


def _wake(heard: int, found: Interrupts, main: int) -> None:
    def unseen() -> bool:
        return not found.pressed and signal.getsignal(signal.SIGINT) == found.press  # a server has its own way to end

    while number := os.read(heard, 1):
        while number[0] == signal.SIGINT and unseen():
            time.sleep(_AGAIN)
            if unseen():
                signal.pthread_kill(main, signal.SIGINT)
    os.close(heard)


def no_more() -> None:
    """Nothing is left to be interrupted: the process only ends."""
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.SIG_IGN)
