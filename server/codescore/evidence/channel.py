"""Speaks with a harness behind the wall: sends jobs, reads what comes, trusts none of it.

A `Room` is one sandbox and runs the programs of one side only: the reference's room never hears of a candidate and a
candidate's room never hears of the reference.  Messages that make no sense count as the program's crash.  A harness
that died or misbehaves is replaced.  The wire is described in `codescore.languages.execution`; neighbours:
`evidence.sandbox`, `evidence.contract` (`Outcome`).
"""

from __future__ import annotations

import json
import os
import select
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Literal, cast

from codescore.evidence import sandbox
from codescore.evidence.contract import How, Outcome
from codescore.foundation.errors import EnvironmentProblem
from codescore.languages.execution import Entry, Harness, Input
from codescore.languages.values import MalformedValue, Null, Value, decode, encode

_MESSAGE = 16 << 20  # bytes of one message
_HEADER = 64  # bytes of its header at most
_SLACK = 15.0  # seconds that a harness may need besides what its calls may take
_OUTCOMES: tuple[How, ...] = ("return", "raise", "exit", "assumption", "input")


@dataclass(frozen=True, slots=True)
class Job:
    """One program, one entry, some inputs.  `seconds` is the CPU time of a call on the machine where limits were
    set."""

    source: str
    entry: Entry
    inputs: Sequence[Input]
    coverage: bool = True
    assume: str | None = None
    missing: bool = False
    seconds: float = 1.0


@dataclass(frozen=True, slots=True)
class Ran:
    """What came of a job: an outcome for each input that was tried, in order.

    `how` is the harness's last word (`done`, or why it stopped), and then `outcomes` ends with the call that it stopped
    in, if it was in one.  `branches` is how many branches the program has.
    """

    outcomes: tuple[Outcome, ...]
    how: Literal["done", "timeout", "crash", "memory", "output", "load", "module", "entry"]
    detail: str = ""
    branches: int = 0


class _Gone(Exception):
    """The harness ended, or does not speak sense any more."""


@dataclass(slots=True)
class _Pipe:
    """Bytes from a harness, by deadline."""

    descriptor: int
    waiting: bytearray = field(default_factory=bytearray)

    def _more(self, deadline: float) -> None:
        ready, _, _ = select.select([self.descriptor], [], [], max(0.0, deadline - time.monotonic()))
        data = os.read(self.descriptor, 1 << 18) if ready else b""
        if not data:
            raise _Gone
        self.waiting += data

    def message(self, deadline: float, job: int) -> tuple[str, dict[str, Any]]:
        """The next message of a job; raises `_Gone` where none comes in time or it makes no sense."""
        while b"\n" not in self.waiting:
            if len(self.waiting) > _HEADER:
                raise _Gone
            self._more(deadline)
        end = self.waiting.index(b"\n")
        try:
            kind, number, size = bytes(self.waiting[:end]).decode("ascii").split(" ")
            length = int(size) if int(number) == job else -1
        except ValueError as problem:
            raise _Gone from problem
        if not 0 <= length <= _MESSAGE:
            raise _Gone
        while len(self.waiting) < end + 1 + length:
            self._more(deadline)
        body = bytes(self.waiting[end + 1 : end + 1 + length])
        del self.waiting[: end + 1 + length]
        return kind, _object(body)


def _object(body: bytes) -> dict[str, Any]:
    with suppress(ValueError, RecursionError):
        data = json.loads(body)
        if isinstance(data, dict):
            return data
    return {}


class Room:
    """A sandbox that is kept warm for the programs of one side; starts when it is first needed.

    `prepared` is the runner's: a compiled language compiles there what is sent.
    """

    def __init__(self, harness: Harness, prepared: Callable[[dict[str, Any]], dict[str, Any]] = dict) -> None:
        self._harness = harness
        self._prepared = prepared
        self._source: str | None = None
        self._inmate: sandbox.Inmate | None = None
        self._pipe = _Pipe(-1)
        self._jobs = 0
        self.pace = 1.0  # how much slower this machine is than the one where limits were set
        self.speaker = ""

    def _start(self) -> sandbox.Inmate:
        inmate = sandbox.start(self._harness)
        self._inmate, self._pipe = inmate, _Pipe(inmate.come)
        try:
            kind, hello = self._pipe.message(time.monotonic() + self._harness.start_seconds, 0)
            pace = float(hello["pace"])
        except (_Gone, OSError, KeyError, ValueError, TypeError) as problem:
            self.close(wait=True)
            words = self._words
            raise EnvironmentProblem(
                f"the sandbox did not start: {words or 'it ended without a word'}; ask `codescore doctor`"
            ) from problem
        self.speaker = str(hello.get("harness", kind))[:80]
        self.pace = min(20.0, max(1.0, pace / self._harness.pace_seconds))
        return inmate

    _words = ""

    def close(self, *, wait: bool = False) -> None:
        """End the sandbox; the next job starts another."""
        inmate, self._inmate = self._inmate, None
        if inmate is not None:
            if wait:
                with suppress(Exception):
                    inmate.process.wait(timeout=0.5)
            self._words = inmate.last_words()
            inmate.end()

    def run(self, job: Job) -> Ran:
        """Run one job.  Raises EnvironmentProblem where no sandbox can be started; programs raise nothing."""
        if self._harness.one_program and self._source != job.source:
            self.close()
        self._source = job.source
        inmate = self._inmate or self._start()
        self._jobs += 1
        seconds = job.seconds * self.pace
        body = json.dumps(self._prepared(_body(job, seconds))).encode("ascii")
        deadline = time.monotonic() + _SLACK + 12 * seconds * (len(job.inputs) + 1)
        outcomes: list[Outcome] = []
        branches = 0
        try:
            _write(inmate.to, f"run {self._jobs} {len(body)}\n".encode() + body, deadline)
            while True:
                kind, data = self._pipe.message(deadline, self._jobs)
                if kind == "loaded":
                    branches = _number(data.get("branches"))
                elif kind == "result":
                    outcomes.append(_next(data, len(job.inputs) - len(outcomes)))
                elif kind == "end":
                    if data.get("fresh") is not True:
                        self.close()
                    return _ended(data, outcomes, branches, len(job.inputs))
        except (_Gone, OSError):
            self.close()
            return Ran((*outcomes, Outcome("crash"))[: len(job.inputs)], "crash", "the harness ended", branches)


def _write(descriptor: int, data: bytes, deadline: float) -> None:
    rest = memoryview(data)
    while rest:
        _, ready, _ = select.select([], [descriptor], [], max(0.0, deadline - time.monotonic()))
        if not ready:
            raise _Gone
        rest = rest[os.write(descriptor, rest[: 1 << 12]) :]


def _body(job: Job, seconds: float) -> dict[str, Any]:
    entry = job.entry
    return {
        "source": job.source,
        "entry": {"name": entry.name, "kind": entry.kind, "owner": entry.owner},
        "calls": [{"args": [encode(a) for a in given.arguments], "stdin": given.stdin} for given in job.inputs],
        "coverage": job.coverage,
        "assume": job.assume,
        "missing": job.missing,
        "seconds": round(seconds, 4),
        "parameters": [parameter.name for parameter in entry.parameters],
        "types": [parameter.declared for parameter in entry.parameters],
    }


def _number(data: object) -> int:
    return data if isinstance(data, int) and 0 <= data < 1 << 20 else 0


def _text(data: object) -> str:
    return data if isinstance(data, str) else ""


def _value(data: object) -> Value:
    return decode(data) if data is not None else Null()


def _next(data: dict[str, Any], left: int) -> Outcome:
    """One more result; a harness that tells of more calls than there are makes no sense."""
    if left <= 0:
        raise _Gone
    return _outcome(data)


def _outcome(data: dict[str, Any]) -> Outcome:
    """One result as data; what is malformed is a crash of the program that sent it."""
    how = data.get("outcome")
    if how not in _OUTCOMES:
        return Outcome("crash", message="malformed result")
    try:
        value = _value(data.get("value"))
        arguments = tuple(decode(item) for item in data.get("arguments") or ())
        covered = frozenset(_number(item) for item in data.get("covered") or ())
        seconds = float(data.get("seconds") or 0.0)
    except (MalformedValue, RecursionError, TypeError, ValueError):
        return Outcome("crash", message="malformed result")
    error, message = _text(data.get("error"))[:200], _text(data.get("message"))[:500]
    stdout, doubt = _text(data.get("stdout")), _text(data.get("doubt"))[:40]
    return Outcome(how, value, error, message, arguments, stdout, seconds, covered, doubt)


def _ended(data: dict[str, Any], outcomes: list[Outcome], branches: int, wanted: int) -> Ran:
    how, detail = _text(data.get("how")), _text(data.get("detail"))[:500]
    if how in ("timeout", "crash", "memory", "output"):
        stopped = Outcome(cast("How", how), message=detail)
        loading = how == "timeout" and detail == "loading"
        made = outcomes if loading else [*outcomes, stopped][:wanted]
        return Ran(tuple(made), cast("Literal['timeout']", how), detail, branches)
    if how in ("load", "module", "entry"):
        return Ran(tuple(outcomes), cast("Literal['load']", how), detail, branches)
    if len(outcomes) < wanted:  # it says that it is done, and is not
        return Ran((*outcomes, Outcome("crash")), "crash", "calls are missing", branches)
    return Ran(tuple(outcomes), "done", "", branches)
