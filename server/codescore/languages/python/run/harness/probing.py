"""Calls what a program gave: each probe is an argument list, each answer plain data, or null where it was refused.

A function that a function gives is called with a few of the probes only.  A probe ends after a little CPU time, and all
of them after a little more: a function may never return.  What a function prints while it is called is part of what the
program prints.
"""

from __future__ import annotations

import signal
import time
from collections.abc import Callable
from types import FunctionType
from typing import Any

_EACH, _ALL = 0.02, 0.1  # seconds of CPU of a probe, of all probes of a call
_FEW = 4  # of the probes one in so many, for functions that functions give
_TOO_SLOW = ["opaque", "too-slow", ""]
#: Calls with a keyword, behind all others; two that differ in nothing else: who keeps answers may keep one for both.
_NAMED: tuple[tuple[list[Any], dict[str, int]], ...] = (([["int", "2"]], {"key": 3}), ([["int", "2"]], {"key": 4}))


class _Enough(BaseException):
    """This probe has taken its time."""


class Probes:
    """The probes of one call; `build` makes an argument of plain data, `failing`: what is done in a `with` fails."""

    def __init__(self, lists: list[list[Any]], build: Callable[[Any], Any], *, failing: bool) -> None:
        self._lists = lists
        self._build = build
        self._left = _ALL
        self.failing = failing

    def __bool__(self) -> bool:
        """Whether there are any."""
        return bool(self._lists)

    def answers(
        self, function: Callable[..., Any], describe: Callable[[Any], list[Any]], *, given: bool = False
    ) -> list[Any]:
        """What a function gives for each probe; `given`: another function gave it."""
        if not given:
            answers = [self._answer(function, arguments, {}, describe) for arguments in self._lists]
            return answers + [self._answer(function, *one, describe) for one in _NAMED if self._lists]
        return [self._answer(function, arguments, {}, describe) for arguments in self._lists[::_FEW]]

    def _answer(
        self,
        function: Callable[..., Any],
        arguments: list[Any],
        named: dict[str, int],
        describe: Callable[[Any], list[Any]],
    ) -> list[Any] | None:
        if self._left <= 0:
            return _TOO_SLOW
        if _kept(function, len(arguments)):
            return None
        begun = time.process_time()
        before = signal.signal(signal.SIGVTALRM, _enough)
        around = signal.setitimer(signal.ITIMER_VIRTUAL, _EACH)[0]
        try:
            return describe(function(*[self._build(argument) for argument in arguments], **named))
        except _Enough:
            return _TOO_SLOW
        except BaseException:  # noqa: BLE001  whatever it refuses with
            return None
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, around)
            signal.signal(signal.SIGVTALRM, before)
            self._left -= time.process_time() - begun


def _kept(function: object, count: int) -> bool:
    """Whether so many arguments would take the place of a value that a lambda keeps: `lambda n, low=low: n >= low`."""
    if type(function) is not FunctionType or function.__name__ != "<lambda>":
        return False
    kept = function.__defaults__ or ()
    return bool(kept) and count > function.__code__.co_argcount - len(kept)


def _enough(*_: object) -> None:
    raise _Enough
