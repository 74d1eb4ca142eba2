"""The fork server: waits for jobs on standard input, starts a locked-in process for each, passes on what it says.

What a process says goes through a pipe of its own, so one program cannot speak for another; time, memory and output are
watched from here.  The program's text is read by the process that runs it, so this one never holds it: what goes to one
that waits is passed on and wiped.  Only a program that loaded once, answered every call, then ended by itself or waits
for more, and left no file lets the next job run here; after any other end the caller starts a new server.  The wire is
described in `codescore.languages.execution`.
"""

from __future__ import annotations

import builtins
import ctypes
import gc
import json
import os
import platform
import resource
import select
import signal
import sys
import time
from typing import Any, NoReturn

_PR_SET_DUMPABLE, _PR_SET_SECCOMP, _PR_SET_NO_NEW_PRIVS, _MODE_FILTER = 4, 22, 38, 2
_IN, _OUT = 0, 1
_PIPE, _STDIN_COPY, _STDOUT_COPY, _JOBS = 3, 4, 5, 6  # descriptors in a process that runs a program
_AWAY = 40  # where descriptors are out of the way of these
_PASSED = 1 << 16  # bytes that are passed on at once
_LINE = 8 << 20  # bytes that one call's record may have
_TOTAL = 64 << 20  # bytes that one job may say
_MEMORY = 768 << 20  # bytes of address space of a program
_SIGNS = 3  # lines of a job besides its calls: before it is loaded, loaded, ended
_POLL = 0.02  # seconds between looks at the clock
_LOADING = 2.0  # seconds that loading may take at least
_CPU = 2000  # seconds of CPU that a process may use in all its jobs, should nobody watch it
_LEAVING = 0.25  # seconds that a process may take to end after it closed its pipe
_WARM = (
    "abc", "bisect", "collections.abc", "copy", "dataclasses", "datetime", "decimal",
    "enum", "fractions", "functools", "heapq", "itertools", "math", "operator",
    "pathlib", "queue", "random", "re", "statistics", "string", "textwrap", "typing", "uuid",
)  # fmt: skip
#: Where what a program may import lies, besides Python's own library; and the package that it is part of itself.
_LIBRARIES = [place for place in os.environ.pop("CODESCORE_LIBRARIES", "").split(":") if place]
_PACKAGE = os.environ.pop("CODESCORE_PACKAGE", "")


class _Filter(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("steps", ctypes.c_char_p))


def _exactly(size: int) -> bytes:
    parts = []
    while size > 0:
        part = os.read(_IN, min(size, 1 << 16))
        if not part:
            os._exit(0)
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


def _header() -> tuple[int, int, list[float]]:
    """The number of a job, its size, and its limits where a process that waits is to have it."""
    line = b""
    while not line.endswith(b"\n"):
        line += _exactly(1)
    _, job, size, *limits = line.split()
    return int(job), int(size), [float(limit) for limit in limits]


def _send(kind: str, job: int, body: bytes) -> None:
    rest = f"{kind} {job} {len(body)}\n".encode() + body
    while rest:
        rest = rest[os.write(_OUT, rest) :]


def _lock_in(steps: bytes) -> None:
    """Put the filter on this process; it never comes off."""
    library = ctypes.CDLL(None, use_errno=True)
    library.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    program = _Filter(len(steps) // 8, steps)
    if library.prctl(_PR_SET_SECCOMP, _MODE_FILTER, ctypes.byref(program), 0, 0) != 0:
        os._exit(97)


def _locks(steps: bytes) -> bool:
    """Whether the filter holds: a process that is locked in must not be able to start another."""
    pid = os.fork()
    if pid == 0:
        _lock_in(steps)
        try:
            os.fork()
        except OSError:
            os._exit(0)
        os._exit(98)
    return os.waitpid(pid, 0)[1] == 0


def _become_program(size: int, pipe: int, jobs: int, steps: bytes) -> NoReturn:
    """In the new process: read the job, give up everything else, lock in, run."""
    from . import program  # noqa: PLC0415  loaded before the first job

    job = {**json.loads(_exactly(size)), "package": _PACKAGE}
    for place, descriptor in ((_AWAY, pipe), (_AWAY + 1, jobs), (_PIPE, _AWAY), (_JOBS, _AWAY + 1)):
        os.dup2(descriptor, place)
    os.dup2(os.memfd_create("stdin"), _STDIN_COPY)
    os.dup2(_STDIN_COPY, _IN)
    os.dup2(os.memfd_create("stdout"), _STDOUT_COPY)
    os.dup2(os.open("/dev/null", os.O_WRONLY), 2)
    os.closerange(_JOBS + 1, _AWAY + 2)
    most = resource.getrlimit(resource.RLIMIT_CPU)[1]
    limit = _CPU if most == resource.RLIM_INFINITY else min(most, _CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    os.write(_PIPE, f"S{float(job['seconds'])} {len(job['calls'])} {float(job['within'])}\n".encode())
    _lock_in(steps)
    sys.path[:] = [*_LIBRARIES, *(entry for entry in sys.path if not entry.startswith("/harness"))]
    program.work(job, _PIPE, _JOBS, (_STDIN_COPY, _STDOUT_COPY))
    os._exit(0)


def _used(pid: int) -> float:
    """CPU seconds of a process and its threads (the clock's number is made as <linux/posix-timers.h> makes it)."""
    try:
        return time.clock_gettime((~pid << 3) | 2)
    except OSError:
        return 0.0


class _Watch:
    """Looks after one process: passes its lines on, and ends it when it takes too much.

    Nothing that the process does moves a limit: a call's time runs from the line before it, the job's from the start.
    """

    def __init__(self, job: int, pid: int, pipe: int, limits: list[float]) -> None:
        self._job, self._pid, self._pipe = job, pid, pipe
        self._rest = b""
        self._said = 0
        self._call = -2  # the call that is being made; -1: loading; -2: nothing of the program has run yet
        self._calls = 0
        self._lines = 0
        self._end: dict[str, Any] | None = None
        self._seconds = _LOADING
        self._until = time.monotonic() + 5 * _LOADING
        if limits:
            self._allow(*limits)
        self._mark()

    def _allow(self, seconds: float, calls: float, within: float) -> None:
        """The job's limits, from who is trusted."""
        self._seconds, self._calls = seconds, int(calls)
        self._until = time.monotonic() + within
        self._call = -1

    def _mark(self) -> None:
        self._since, self._cpu = time.monotonic(), _used(self._pid)

    def _late(self) -> str:
        """Which limit was passed, if one was: of the call's CPU time, its patience, or the whole job."""
        allowed = max(self._seconds, _LOADING) if self._call < 0 else self._seconds
        now = time.monotonic()
        if _used(self._pid) - self._cpu > allowed:
            return "timeout"
        if now - self._since > 5 * allowed + 1:
            return "asleep"
        return "deadline" if now > self._until else ""

    def _line(self, line: bytes) -> None:
        sign, body = line[:1], line[1:]
        self._lines += 1
        if sign == b"S" and self._call == -2:  # written before anything hostile ran
            self._allow(*map(float, body.split()))
        elif sign == b"L" and self._call == -1:
            self._call = 0
            _send("loaded", self._job, body)
        elif sign == b"R" and 0 <= self._call < self._calls:
            self._call += 1
            _send("result", self._job, body)
        elif sign == b"E" and self._end is None:
            self._end = json.loads(body)
        self._mark()

    def _take(self) -> bool:
        """Read what there is; whether more can come."""
        data = os.read(self._pipe, 1 << 16)
        self._said += len(data)
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            self._line(line)
        return bool(data)

    def until_end(self) -> dict[str, Any]:
        """How the job ended, `detail` included."""
        while True:
            late = self._late()
            if late:
                return self._ended(late)
            ready, _, _ = select.select([self._pipe], [], [], min(_POLL, self._seconds / 4))
            if ready and not self._take():
                return self._left()
            if self._said > _TOTAL or len(self._rest) > _LINE or self._lines > self._calls + _SIGNS:
                return self._stopped("output", "")
            if self._waits():
                return {**self._stopped("done", "", clean=True), "waits": True}

    def _waits(self) -> bool:
        """Whether it has answered everything and has nothing more to say."""
        said = self._end is not None and self._end.get("how") == "done" and self._end.get("waits") is True
        return said and self._call == self._calls and not self._rest

    def _ended(self, late: str) -> dict[str, Any]:
        if late == "deadline":
            return self._stopped("deadline", "")
        detail = "loading" if self._call < 0 else "" if late == "timeout" else late
        return self._stopped("timeout", detail)

    def _stopped(self, how: str, detail: str, *, clean: bool = False) -> dict[str, Any]:
        return {"how": how, "detail": detail, "call": max(self._call, 0), "fresh": clean}

    def _left(self) -> dict[str, Any]:
        status = self._status()
        if status is None:
            return self._stopped("crash", "it closed its pipe and stayed")
        how = str(self._end.get("how")) if self._end is not None and status == 0 else ""
        # Only who has not loaded may say that it does not load, and only who answered everything that it is done.
        wanted = ("load", "module", "entry") if self._call < 0 else ("done",) if self._call == self._calls else ()
        if self._end is not None and how in wanted:
            return self._stopped(how, str(self._end.get("detail"))[:500], clean=True)
        number = os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0
        how = "memory" if number == signal.SIGKILL else "timeout" if number == signal.SIGXCPU else "crash"
        return self._stopped(how, f"signal {number}" if number else "left early")

    def _status(self) -> int | None:
        """How the process ended, once its pipe is closed; None where it goes on."""
        until = time.monotonic() + _LEAVING
        while True:
            pid, status = os.waitpid(self._pid, os.WNOHANG)
            if pid:
                self._pid = 0
                return status
            if time.monotonic() > until:
                return None
            time.sleep(_LEAVING / 2000)

    @property
    def gone(self) -> bool:
        """Whether the process has ended, and was waited for."""
        return not self._pid


class _Process:
    """A process that runs one program, and the pipes from it and to it; starts with the job that is to be read."""

    def __init__(self, size: int, steps: bytes) -> None:
        self.pipe, writing = os.pipe()
        reading, self._jobs = os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            try:
                _become_program(size, writing, reading, steps)
            finally:
                os._exit(96)
        os.close(writing)
        os.close(reading)

    def hand(self, size: int, until: float) -> None:
        """Pass a job on; raises TimeoutError where the process does not read it."""
        buffer = bytearray(_PASSED)
        os.set_blocking(self._jobs, False)
        waiting = memoryview(f"{size}\n".encode())
        try:
            while waiting or size:
                if not waiting:
                    got = os.readv(_IN, [memoryview(buffer)[: min(size, _PASSED)]])
                    if not got:
                        os._exit(0)
                    size -= got
                    waiting = memoryview(buffer)[:got]
                if not select.select([], [self._jobs], [], max(0.0, until - time.monotonic()))[1]:
                    raise TimeoutError
                waiting = waiting[os.write(self._jobs, waiting) :]
        finally:
            buffer[:] = bytes(_PASSED)

    def end(self, *, gone: bool) -> None:
        """Close the pipes, and end the process where it is not `gone`."""
        if not gone:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        os.close(self.pipe)
        os.close(self._jobs)


def _empty() -> bool:
    """Whether the program left nothing in /tmp, which is private to the sandbox."""
    with os.scandir("/tmp") as entries:  # noqa: S108  private to the sandbox
        return next(entries, None) is None


def _run(
    number: int, size: int, limits: list[float], steps: bytes, waiting: _Process | None
) -> tuple[bool, _Process | None]:
    """Run one job to its end; whether the next one can be run here, and the process where it waits for that.

    With limits, it is one more for the process that waits.
    """
    more = waiting is not None and bool(limits)
    if waiting is not None and not more:
        waiting.end(gone=False)
    process = waiting if waiting is not None and more else _Process(size, steps)
    watch = _Watch(number, process.pid, process.pipe, limits if more else [])
    try:
        if more:
            process.hand(size, time.monotonic() + _LOADING)
        end = watch.until_end()
    except Exception:  # noqa: BLE001  whatever it said
        end = {"how": "crash", "detail": "it said nothing sensible", "call": 0, "fresh": False}
    waits = bool(end.pop("waits", False))
    end["fresh"] = bool(end["fresh"] and _empty())
    if not waits or not end["fresh"]:
        process.end(gone=watch.gone)
    _send("end", number, json.dumps({**end, "waits": waits and end["fresh"]}).encode())
    return end["fresh"], process if waits and end["fresh"] else None


def _pace() -> float:
    """Seconds that a fixed piece of work takes here."""
    begun = time.process_time()
    total = 0
    for number in range(100_000):
        total += number % 7
    return time.process_time() - begun


def main() -> None:
    """Serve until standard input ends."""
    steps = bytes.fromhex(os.environ.pop("CODESCORE_FILTER"))
    ctypes.CDLL(None).prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)
    for name in _WARM:
        __import__(name)
    builtins.exit = builtins.quit = sys.exit  # type: ignore[assignment]  # as the module `site` would give them
    from . import program  # noqa: F401, PLC0415  so that every new process has it

    if not _locks(steps):
        sys.exit("the system call filter does not hold")
    hello = {"harness": f"python {platform.python_version()}", "pace": _pace()}
    _send("hello", 0, json.dumps(hello).encode())
    gc.collect()
    gc.freeze()
    fresh, waiting = True, None
    while fresh:
        number, size, limits = _header()
        fresh, waiting = _run(number, size, limits, steps, waiting)
