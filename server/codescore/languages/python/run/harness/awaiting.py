"""Runs what is `async` to its end: an event loop whose clock jumps to the next thing to do, without sockets.

Sleeping costs no time, and the same program does the same each time.  A program that starts a loop itself
(`asyncio.run`) gets this one too.  Imported only for programs that mention `async`: the library takes its time to load.
"""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator, Coroutine
from typing import Any

_TICK = 1e-6  # seconds by which the clock moves at least


class Stuck(Exception):
    """Everything waits, and nothing is left that could end it."""


class _Selector:
    """Waits for nothing: it moves the loop's clock."""

    def __init__(self) -> None:
        self.now = 0.0

    def select(self, timeout: float | None) -> list[Any]:
        if timeout is None:
            raise Stuck("it waits for what never happens")
        if timeout > 0:
            self.now += max(timeout, _TICK)
        return []


class _Loop(asyncio.BaseEventLoop):
    def __init__(self) -> None:
        super().__init__()
        self._selector = _Selector()

    def time(self) -> float:
        return self._selector.now

    def _process_events(self, events: list[Any]) -> None:
        """There are none."""

    def _write_to_self(self) -> None:
        """Nobody sleeps who would have to be woken."""


class _Policy(asyncio.DefaultEventLoopPolicy):
    def new_event_loop(self) -> asyncio.AbstractEventLoop:
        return _Loop()


def install() -> None:
    """Let every loop of this process be one of these."""
    asyncio.set_event_loop_policy(_Policy())


def awaited(value: Coroutine[Any, Any, Any]) -> Any:  # noqa: ANN401  whatever it gives
    """What a coroutine gives in the end."""
    return asyncio.run(value)


def drawn(value: AsyncIterator[Any], most: int) -> list[Any]:
    """The items of an asynchronous generator, so many at most."""

    async def draw() -> list[Any]:
        items: list[Any] = []
        for _ in itertools.repeat(None, most):
            try:
                items.append(await anext(value))
            except StopAsyncIteration:
                break
        return items

    return asyncio.run(draw())
