"""Threads and processes that end cleanly: on an error or Ctrl-C, what has not begun is dropped.

Knows nothing of corpora.  Neighbours: `build` fetches in threads and extracts in processes, `split` sketches.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context

from codescore.foundation.errors import EnvironmentProblem


@contextmanager
def processes(jobs: int) -> Iterator[ProcessPoolExecutor]:
    """Worker processes, started afresh: a fork of a process that runs threads can hang on a lock."""
    pool = ProcessPoolExecutor(max(1, jobs), mp_context=get_context("spawn"), initializer=_leave_interrupts)
    try:
        with _ending(pool):
            yield pool
    except BrokenExecutor:
        raise EnvironmentProblem("a worker process died, memory may be short; run again with fewer --jobs") from None


@contextmanager
def threads(count: int) -> Iterator[ThreadPoolExecutor]:
    """Worker threads, for work that waits for other programs."""
    pool = ThreadPoolExecutor(count)
    with _ending(pool):
        yield pool


@contextmanager
def _ending(pool: Executor) -> Iterator[None]:
    try:
        yield
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        raise
    pool.shutdown()


def _leave_interrupts() -> None:
    """Ctrl-C reaches every process of a terminal; only the main one decides what it means."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
