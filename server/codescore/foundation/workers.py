"""Worker processes and threads for long work: started afresh, ended at once on an error or Ctrl-C.

`workers` are made ready once and have a pipe each and no threads here: nothing is under way that could fail once a
process is ended.  `processes` and `threads` are executors for work that is handed in from several places.  Knows
nothing of the work.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import get_context, parent_process, resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, TypeVar, cast

from codescore.foundation.errors import EnvironmentProblem

A = TypeVar("A")
B = TypeVar("B")

_MOST = 8  # processes by default; each holds a model and may hold a compiler
_PATIENCE = 10.0  # seconds for a worker to end by itself once there is nothing left to do


@dataclass(frozen=True, slots=True, eq=False)
class Workers:
    """Where work runs: in processes, each behind its pipe, or right here where there is none."""

    pipes: tuple[Connection, ...] = ()

    def map(self, function: Callable[[A], B], items: Iterable[A]) -> Iterator[tuple[A, B]]:
        """Results as they come, each with its item; a worker has one item at a time.

        What `function` raises is raised here; a worker that died is an EnvironmentProblem.
        """
        left = iter(items)
        if not self.pipes:
            yield from ((item, function(item)) for item in left)
            return
        running: dict[Connection, A] = {}
        for pipe, item in zip(self.pipes, left, strict=False):
            running[pipe] = _given(pipe, function, item)
        while running:
            for pipe in cast("list[Connection]", wait(list(running))):
                item, result = running.pop(pipe), _taken(pipe)
                for new in left:
                    running[pipe] = _given(pipe, function, new)
                    break
                yield item, result


def default_jobs() -> int:
    """As many processes as there are processors for us, within reason."""
    return max(1, min(_MOST, len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1))


@contextmanager
def workers(jobs: int, initializer: Callable[..., None], *arguments: Any) -> Iterator[Workers]:  # noqa: ANN401  (as given)
    """Workers that `initializer` has made ready; with one job everything runs in this process.

    Whatever ends the block, no process outlives it.
    """
    if jobs <= 1:
        initializer(*arguments)
        yield Workers()
        return
    crew: list[tuple[BaseProcess, Connection]] = []
    patience = 0.0
    try:
        for _ in range(jobs):
            _start(crew, initializer, arguments)
        yield Workers(tuple(pipe for _, pipe in crew))
        patience = _PATIENCE
    finally:
        for _, pipe in crew:
            pipe.close()
        for process, _ in crew:
            process.join(patience)
            process.kill()
            process.join()


@contextmanager
def processes(jobs: int) -> Iterator[ProcessPoolExecutor]:
    """An executor of processes; a worker that died is an EnvironmentProblem."""
    pool = ProcessPoolExecutor(max(1, jobs), mp_context=get_context("spawn"), initializer=_leave_interrupts)
    try:
        with _ending(pool):
            yield pool
    except BrokenExecutor:
        raise _died() from None


@contextmanager
def threads(count: int) -> Iterator[ThreadPoolExecutor]:
    """An executor of threads, for work that waits for other programs."""
    pool = ThreadPoolExecutor(count)
    with _ending(pool):
        yield pool


@contextmanager
def _ending(pool: Executor) -> Iterator[None]:
    """On an error or Ctrl-C, what has not begun is dropped."""
    try:
        yield
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        raise
    pool.shutdown()


def _leave_interrupts() -> None:
    """Ctrl-C reaches every process of a terminal; only the main one decides what it means."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def _start(
    crew: list[tuple[BaseProcess, Connection]], initializer: Callable[..., None], arguments: tuple[Any, ...]
) -> None:
    """Add a worker and our end of its pipe."""
    context = get_context("spawn")  # a fork of a process that runs threads can hang on a lock
    ours, theirs = context.Pipe()
    process = context.Process(target=_work, args=(theirs, initializer, arguments), daemon=True)
    with _no_interrupts():  # inherited: it must not end while it starts, with words of its own
        process.start()
        crew.append((process, ours))
        theirs.close()  # so that the end of the worker is the end of the pipe


@contextmanager
def _no_interrupts() -> Iterator[None]:
    """Keep Ctrl-C waiting, where the system can: from what is started here, and from this thread.

    Blocking the signal is what a process started here inherits.  Here another thread would take the signal, and Python
    raise it in the main thread all the same, so that its handler has to wait, too.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # starting it, as the first worker does, would let Ctrl-C through again
    pressed = []
    handler = signal.getsignal(signal.SIGINT)
    ours = callable(handler) and threading.current_thread() is threading.main_thread()
    if ours:
        signal.signal(signal.SIGINT, lambda *_: pressed.append(True))
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        if ours:
            signal.signal(signal.SIGINT, handler)
        if pressed:
            signal.raise_signal(signal.SIGINT)


def _given(pipe: Connection, function: Callable[[A], B], item: A) -> A:
    try:
        pipe.send((function, item))
    except OSError:
        raise _died() from None
    return item


def _taken(pipe: Connection) -> Any:  # noqa: ANN401  (what the function gave)
    try:
        fine, result = pipe.recv()
    except (EOFError, OSError):
        raise _died() from None
    if not fine:
        raise result
    return result


def _died() -> EnvironmentProblem:
    return EnvironmentProblem(
        "a worker process died, memory may be short; run again with fewer --jobs: what was done is kept"
    )


def _work(pipe: Connection, initializer: Callable[..., None], arguments: tuple[Any, ...]) -> None:
    """A worker's life."""
    _leave_interrupts()
    threading.Thread(target=_end_with_parent, daemon=True).start()
    initializer(*arguments)
    try:
        while True:
            function, item = pipe.recv()
            pipe.send(_done(function, item))
    except (EOFError, OSError):
        return  # nobody wants more


def _done(function: Callable[[A], B], item: A) -> tuple[bool, B | Exception]:
    try:
        return True, function(item)
    except Exception as error:  # noqa: BLE001  (raised again by whoever asked)
        return False, error


def _end_with_parent() -> None:
    """End at once when the main process is gone, however it went: nobody would take the results."""
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)
