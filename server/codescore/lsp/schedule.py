"""Work off the event loop: threads of our own with a queue by priority, and one task at a time for each key.

The loop starts a coroutine that awaits steps in workers.  Starting anew for the same key cancels what ran: steps that
wait in the queue are dropped, one that runs is left to finish and its result goes nowhere.  So a result for an
outdated state is never used (invariant 8), and long work is made of steps that others can come between.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
import queue
import threading
from collections.abc import Callable, Coroutine, Hashable
from enum import IntEnum
from typing import Any, TypeVar

T = TypeVar("T")

log = logging.getLogger(__name__)


class Priority(IntEnum):
    """Who goes first."""

    ASKED = 0  # someone waits for an answer
    TYPING = 1  # a document that was just edited
    BACKGROUND = 2  # everything else


_Step = tuple[int, int, Callable[[], None] | None]


class Worker:
    """One daemon thread that takes steps by priority, then by age."""

    def __init__(self, name: str) -> None:
        self._queue: queue.PriorityQueue[_Step] = queue.PriorityQueue()
        self._count = itertools.count()
        self._thread = threading.Thread(target=self._work, name=name, daemon=True)
        self._started = False

    def run(self, priority: Priority, step: Callable[..., T], *args: Any) -> asyncio.Future[T]:  # noqa: ANN401  what the step takes
        """What will be the result of `step(*args)`, computed in the thread, or its exception."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()

        def settle(result: T | None, error: BaseException | None) -> None:
            if future.cancelled():
                return
            if error is not None:
                future.set_exception(error)
            else:
                future.set_result(result)  # type: ignore[arg-type]

        def perform() -> None:
            if future.cancelled():
                return
            result, error = None, None
            try:
                result = step(*args)
            except BaseException as raised:  # noqa: BLE001  it is raised again where it is awaited
                error = raised
            with contextlib.suppress(RuntimeError):  # the loop may be closed already
                loop.call_soon_threadsafe(settle, result, error)

        if not self._started:
            self._started = True
            self._thread.start()
        self._queue.put((priority, next(self._count), perform))
        return future

    def stop(self) -> None:
        """No more steps; one that runs finishes in its own time."""
        self._queue.put((-1, -1, None))

    def last(self, step: Callable[[], None]) -> None:
        """Do this before stopping, if anything was ever done here."""
        if self._started:
            self._queue.put((-1, -2, step))

    def ended(self, seconds: float) -> bool:
        """Whether the thread has ended, after waiting for it a little."""
        if self._started:
            self._thread.join(seconds)
        return not self._thread.is_alive()

    def _work(self) -> None:
        while (step := self._queue.get()[2]) is not None:
            step()


class Schedule:
    """The workers of a server and the tasks on its loop."""

    def __init__(self) -> None:
        self.checks = Worker("check")
        self.scores = Worker("score")
        self.runs = Worker("run")  # sandboxes live in it
        self.records = Worker("record")  # a store of events lives in it
        self._tasks: dict[Hashable, asyncio.Task[None]] = {}
        self._loose: set[asyncio.Task[None]] = set()
        self._closed = False

    def restart(self, key: Hashable, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Run the coroutine, in place of what still runs for this key."""
        self.cancel(key)
        if self._closed:
            return
        task = asyncio.get_running_loop().create_task(_guarded(work))
        self._tasks[key] = task
        task.add_done_callback(lambda done: self._tasks.pop(key) if self._tasks.get(key) is done else None)

    def start(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Run the coroutine beside everything else."""
        if self._closed:
            return
        task = asyncio.get_running_loop().create_task(_guarded(work))
        self._loose.add(task)
        task.add_done_callback(self._loose.discard)

    def cancel(self, key: Hashable) -> None:
        """Stop what runs for a key."""
        task = self._tasks.pop(key, None)
        if task is not None:
            task.cancel()

    def busy(self) -> bool:
        """Whether anything runs for any key."""
        return bool(self._tasks)

    def close(self) -> None:
        """Stop everything, wait for nothing."""
        self._closed = True
        for task in (*self._tasks.values(), *self._loose):
            task.cancel()
        self.checks.stop()
        self.scores.stop()
        self.runs.stop()
        self.records.stop()

    def ended(self, seconds: float) -> bool:
        """Whether all workers have ended, after waiting for each a little."""
        return all(worker.ended(seconds) for worker in (self.checks, self.scores, self.runs, self.records))


async def _guarded(work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """The guard of everything that runs beside the handlers: log, and let the server live."""
    try:
        await work()
    except asyncio.CancelledError:
        raise
    except Exception:
        log.exception("background work failed")
