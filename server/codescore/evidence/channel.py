"""Speaks with a harness behind the wall: sends jobs, reads what comes, trusts none of it.

A `Room` is one sandbox and runs the programs of one side only: the reference's room never hears of a candidate and a
candidate's room never hears of the reference.  Messages that make no sense count as the program's crash, and nothing
that comes makes this module raise.  Who ends in any way but the usual one leaves a room that is not used again; before
a program is called dead a new room shows that it runs an honest one, and then runs the program once more.  The wire is
described in `codescore.languages.execution`; neighbours: `evidence.sandbox`, `evidence.contract` (`Outcome`).
"""

from __future__ import annotations

import json
import os
import select
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeAlias, cast

from codescore.evidence import sandbox
from codescore.evidence.calls import steps_of
from codescore.evidence.contract import How, Outcome
from codescore.evidence.heard import lines_of, number, text, whole
from codescore.foundation.errors import EnvironmentProblem
from codescore.languages.execution import Entry, Harness, Input, Proof
from codescore.languages.values import encode

_MESSAGE = 16 << 20  # bytes of one message
_OF_ONE_JOB = ("calls", "seconds", "within")  # what is not of the program and how it runs
_HEADER = 64  # bytes of its header at most
#: Seconds by the clock: that a job may take, that loading may take at least, that a harness may need besides.
WITHIN, _LOADING, _SLACK = 30.0, 2.0, 2.0


@dataclass(frozen=True, slots=True)
class Job:
    """One program, one entry, some inputs.

    `probes` is what functions that it gives are called with; `seconds` is the CPU time of a call and `within` the time
    by the clock of the whole job, both on the machine where limits were set.  `shaken`: objects get other identities;
    `turned`: sets are gone through the other way round.
    `checked`: undefined behaviour ends the call, if seen.  `foreign`: it stands beside a program in another language.
    `whole`: it has to load to its end.  `before`: calls that come first, each time; `again`: and so does the
    call itself, whose caller then empties what it gave where that is `emptied`.
    """

    source: str
    entry: Entry
    inputs: Sequence[Input]
    coverage: bool = True
    assume: str | None = None
    missing: bool = False
    seconds: float = 1.0
    within: float = WITHIN
    probes: tuple[Input, ...] = ()
    shaken: bool = False
    turned: bool = False
    checked: bool = True
    foreign: bool = False
    whole: bool = False
    before: tuple[Input, ...] = ()
    again: bool = False
    emptied: bool = False


#: How a job ended.
Ending: TypeAlias = Literal["done", "timeout", "deadline", "crash", "memory", "output", "load", "module", "entry"]


@dataclass(frozen=True, slots=True)
class Ran:
    """What came of a job: an outcome for each input that was tried, in order.

    `how` is the harness's last word (`done`, or why it stopped), and then `outcomes` ends with the call that it stopped
    in, if it was in one and had no `deadline`.  `branches` is how many branches the program has, `lines` is of each of
    them the line of the code behind it, below zero that of its condition where none is behind it (empty: not known).
    `seconds` is the job's time by the clock.
    """

    outcomes: tuple[Outcome, ...]
    how: Ending
    detail: str = ""
    branches: int = 0
    seconds: float = 0.0
    lines: tuple[int, ...] = ()


class _Gone(Exception):
    """The harness ended, or does not speak sense any more."""


class _Silent(_Gone):
    """The harness says nothing in time."""


@dataclass(slots=True)  # mutable: filled as messages come
class _Pipe:
    """Bytes from a harness, by deadline."""

    descriptor: int
    waiting: bytearray = field(default_factory=bytearray)

    def _more(self, deadline: float) -> None:
        left = deadline - time.monotonic()  # also looked at where there always is another byte
        ready, _, _ = select.select([self.descriptor], [], [], left) if left > 0 else ([], [], [])
        if not ready:
            raise _Silent
        data = os.read(self.descriptor, 1 << 18)
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

    `prepared` and `ahead` are the runner's: a compiled language compiles there what is sent, or will be.
    """

    def __init__(
        self,
        harness: Harness,
        prepared: Callable[[dict[str, Any]], dict[str, Any]] = dict,
        ahead: Callable[[list[dict[str, Any]]], None] | None = None,
    ) -> None:
        self._harness = harness
        self._prepared = prepared
        self._ahead = ahead
        self._source: str | None = None
        self.one_program = harness.one_program
        again = replace(harness, environment=(*harness.environment, *harness.second), second=())
        #: Where a program runs for the second time.
        self.second: Room = Room(again, prepared, ahead) if harness.second else self
        self._inmate: sandbox.Inmate | None = None
        self._waiting: dict[str, Any] | None = None  # the program, and how it runs, that waits there for more calls
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
        if self.second is not self:
            self.second.close(wait=wait)
        inmate, self._inmate, self._waiting = self._inmate, None, None
        if inmate is not None:
            if wait:
                with suppress(Exception):
                    inmate.process.wait(timeout=0.5)
            self._words = inmate.last_words()
            inmate.end()

    def ahead(self, jobs: Sequence[Job]) -> None:
        """Say that these jobs will come, in all likelihood."""
        if self._ahead is not None:
            self._ahead([_body(job, job.seconds, job.within) for job in jobs])

    def run(self, job: Job) -> Ran:
        """Run one job.  Raises EnvironmentProblem where no sandbox can be started; programs raise nothing."""
        ran = self._guarded(job)
        died = ran.how in ("crash", "memory") or {outcome.how for outcome in ran.outcomes} == {"crash"}
        if died and self._harness.proof is not None and self._dead != job.source:
            self._prove(self._harness.proof)
            self._dead = job.source
            ran = self._guarded(job)
        return ran

    _dead: str | None = None

    def _prove(self, proof: Proof) -> None:
        """Show in a new room that an honest program runs; the room is then the one that is used."""
        self.close()
        ran = self._guarded(Job(proof.source, proof.entry, (Input(),), coverage=False, seconds=_LOADING))
        if [outcome.value for outcome in ran.outcomes] != [proof.value]:
            self.close()
            raise EnvironmentProblem(
                f"the sandbox does not run an honest program either ({ran.how}: {ran.detail}); ask `codescore doctor`"
            )

    def _guarded(self, job: Job) -> Ran:
        if self._harness.one_program and self._source != job.source:
            self.close()
        self._source = job.source
        try:
            return self._run(job, self._inmate or self._start())
        except BaseException:  # also Ctrl-C: half a conversation is no room for the next program
            self.close()
            raise

    def _run(self, job: Job, inmate: sandbox.Inmate) -> Ran:
        self._jobs += 1
        seconds, within = job.seconds * self.pace, job.within * self.pace
        prepared = dict(self._prepared(_body(job, seconds, within)))
        lines = lines_of(prepared.pop("lines", None))
        body = json.dumps(prepared).encode("ascii")
        program = {name: part for name, part in prepared.items() if name not in _OF_ONE_JOB}
        more, self._waiting = program == self._waiting, None
        limits = f" {seconds:.4f} {len(job.inputs)} {within:.4f}" if more else ""
        heard = _Heard(tuple(len(steps_of(given)) for given in job.inputs), time.monotonic(), lines=lines)
        until = heard.begun + within + _SLACK
        try:
            _write(inmate.to, f"{'more' if more else 'run'} {self._jobs} {len(body)}{limits}\n".encode() + body, until)
            while heard.ran is None:
                patience = 5 * (seconds if heard.loaded else max(seconds, _LOADING)) + 1 + _SLACK
                heard.take(*self._pipe.message(min(until, time.monotonic() + patience), self._jobs))
        except _Silent:
            heard.silent(late=time.monotonic() >= until)
        except Exception as problem:  # noqa: BLE001  one guard around everything that a program can make us read
            heard.stop("crash", "the harness ended" if isinstance(problem, (_Gone, OSError)) else "malformed result")
        if not heard.fresh:
            self.close()
        elif heard.waits:
            self._waiting = program
        assert heard.ran is not None
        return heard.ran


@dataclass(slots=True)  # mutable: filled as messages come
class _Heard:
    """What a job's messages said so far; `ran` once it has ended, `fresh` where its room can be used again, and `waits`
    where its process can.
    """

    steps: tuple[int, ...]  # calls of each input that is a sequence, 0 of the others
    begun: float
    outcomes: list[Outcome] = field(default_factory=list)
    branches: int = 0
    lines: tuple[int, ...] = ()
    loaded: bool = False
    ran: Ran | None = None
    fresh: bool = False
    waits: bool = False

    @property
    def wanted(self) -> int:
        """How many outcomes are to come."""
        return len(self.steps)

    def take(self, kind: str, data: dict[str, Any]) -> None:
        """One message; raises `_Gone` where it makes no sense."""
        if kind == "loaded" and not self.loaded:
            self.loaded, self.branches = True, number(data.get("branches"))
            self.lines = self.lines or lines_of(data.get("lines"))
        elif kind == "result" and self.loaded and len(self.outcomes) < self.wanted:
            self.outcomes.append(whole(data, self.steps[len(self.outcomes)]))
        elif kind == "end":
            self._end(data)
        else:
            raise _Gone

    def _end(self, data: dict[str, Any]) -> None:
        how, detail = text(data.get("how")), text(data.get("detail"))[:500]
        if how in ("load", "module", "entry") and not self.loaded:
            self.fresh = data.get("fresh") is True
            self._close(cast("Ending", how), detail)
        elif how == "done" and self.loaded and len(self.outcomes) == self.wanted:
            self.fresh, self.waits = data.get("fresh") is True, data.get("waits") is True
            self._close("done", "")
        elif how in ("timeout", "deadline") and not self.loaded:
            self._close("timeout", "loading")
        elif how == "deadline":
            self._close("deadline", "")
        elif how in ("timeout", "memory", "output"):
            self.stop(cast("How", how), detail if detail == "asleep" else "")
        else:  # it died, or it says what cannot be so
            self.stop("crash", detail or "calls are missing")

    def stop(self, how: How, detail: str) -> None:
        """It ended in the call that is being made."""
        if len(self.outcomes) < self.wanted:
            self.outcomes.append(Outcome(how, message=detail))
        self._close(cast("Ending", how), detail)

    def silent(self, *, late: bool) -> None:
        """Nothing came in time: of the job (`late`), or of the call."""
        if late and self.outcomes:
            self._close("deadline", "")
        elif self.loaded:
            self.stop("timeout", "asleep")
        else:
            self._close("timeout", "loading")

    def _close(self, how: Ending, detail: str) -> None:
        self.ran = Ran(tuple(self.outcomes), how, detail, self.branches, time.monotonic() - self.begun, self.lines)


def _write(descriptor: int, data: bytes, deadline: float) -> None:
    rest = memoryview(data)
    while rest:
        _, ready, _ = select.select([], [descriptor], [], max(0.0, deadline - time.monotonic()))
        if not ready:
            raise _Silent
        rest = rest[os.write(descriptor, rest[: 1 << 12]) :]


def _body(job: Job, seconds: float, within: float) -> dict[str, Any]:
    entry = job.entry
    return {
        "source": job.source,
        "entry": {name: getattr(entry, name) for name in ("name", "kind", "owner", "maker", "curried")},
        "calls": [{"args": [encode(a) for a in given.arguments], "stdin": given.stdin} for given in job.inputs],
        "before": [[encode(a) for a in given.arguments] for given in job.before],
        "coverage": job.coverage,
        "assume": job.assume,
        "missing": job.missing,
        **{
            name: getattr(job, name) for name in ("shaken", "turned", "checked", "foreign", "whole", "again", "emptied")
        },
        "seconds": round(seconds, 4),
        "within": round(within, 4),
        "probes": [[encode(a) for a in given.arguments] for given in job.probes],
        "parameters": [parameter.name for parameter in entry.parameters],
        "types": [parameter.declared for parameter in entry.parameters],
    }
