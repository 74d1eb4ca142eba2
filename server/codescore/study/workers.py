"""Worker processes for long work on pairs: started afresh, ended at once on an error or Ctrl-C.

Knows nothing of pairs.  Neighbours: `scoring` and `conditions` are what runs in them.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from multiprocessing import active_children, get_context, parent_process
from multiprocessing.connection import wait as wait_for
from typing import Any, TypeVar

from codescore.errors import EnvironmentProblem

A = TypeVar("A")
B = TypeVar("B")

_MOST = 8  # processes by default; each holds a model and may hold a compiler


@dataclass(frozen=True, slots=True, eq=False)
class Workers:
    """Where work runs: in `count` processes, or right here where there is no pool."""

    count: int
    pool: ProcessPoolExecutor | None

    def map(self, function: Callable[[A], B], items: Iterable[A]) -> Iterator[tuple[A, B]]:
        """Results as they come, each with its item; only a few items are under way at a time."""
        if self.pool is None:
            for item in items:
                yield item, function(item)
            return
        left = iter(items)
        running: dict[Future[B], A] = {self.pool.submit(function, i): i for i in islice(left, 2 * self.count)}
        while running:
            for done in wait(running, return_when=FIRST_COMPLETED).done:
                item = running.pop(done)
                for new in islice(left, 1):
                    running[self.pool.submit(function, new)] = new
                yield item, done.result()


def default_jobs() -> int:
    """As many processes as there are processors for us, within reason."""
    return max(1, min(_MOST, len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1))


@contextmanager
def workers(jobs: int, initializer: Callable[..., None], *arguments: Any) -> Iterator[Workers]:  # noqa: ANN401  (as given)
    """Workers that `initializer` has made ready; with one job everything runs in this process.

    A worker that dies is an EnvironmentProblem.  Whatever ends the block, no process outlives it.
    """
    if jobs <= 1:
        initializer(*arguments)
        yield Workers(1, None)
        return
    before = set(active_children())
    # Spawned: a fork of a process that runs threads can hang on a lock.
    pool = ProcessPoolExecutor(
        jobs, mp_context=get_context("spawn"), initializer=_begin, initargs=(initializer, arguments)
    )
    try:
        yield Workers(jobs, pool)
    except BrokenExecutor:
        raise EnvironmentProblem(
            "a worker process died, memory may be short; run again with fewer --jobs: what was scored is kept"
        ) from None
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        for process in set(active_children()) - before:
            process.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _begin(initializer: Callable[..., None], arguments: tuple[Any, ...]) -> None:
    """Ctrl-C reaches every process of a terminal; only the main one decides what it means, and none outlives it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    initializer(*arguments)


def _end_with_parent() -> None:
    """End at once when the main process is gone, however it went: nobody would take the results."""
    parent = parent_process()
    if parent is not None:
        wait_for([parent.sentinel])
        os._exit(1)
