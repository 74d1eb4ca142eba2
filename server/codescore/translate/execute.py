"""Runs a sample behind the wall: one compile and one process, all cases of its task one after another, one status.

The program never hears what it should give: it says what it got, and that is compared here (`evidence.compare`).  So a
program that forges words of success, floods its output or ends itself gets the status of what it did.  What is wrong
with this machine is `environment_failure`, never the model's.  Neighbours: `program` (what is run), `working` (which
samples), `evidence.channel` (the room that runs them).
"""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from importlib.util import find_spec
from pathlib import Path

from codescore.evidence.channel import Job, Ran, Room
from codescore.evidence.compare import same
from codescore.evidence.contract import Outcome
from codescore.foundation.errors import EnvironmentProblem
from codescore.languages import by_id
from codescore.languages.execution import Entry, Harness, Input, Libraries
from codescore.languages.registry import Language
from codescore.languages.translating import template_of
from codescore.translate import values
from codescore.translate.program import Call, Program, Uncallable, call_of, expected_of, program_of, said, stdin_of
from codescore.translate.records import Case, Execution, Extraction, Status, Task

VERSION = "1"
#: Seconds that a sample may take with all its cases, as the paper has it.
SECONDS = 60.0
_LOG = 2000  # characters kept of what a program wrote
_LINE = re.compile(r"\bline (\d+): ")  # how compilers' complaints are placed
_NO_ANSWER = "the compiler gave no answer"
#: What decides where cases ended differently: the first of these that any of them has.
_PRECEDENCE: tuple[Status, ...] = (
    "environment_failure", "compilation_failed", "timeout_error", "runtime_error", "wrong_answer", "other_error",
    "all_passed",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Prepared:
    """The cases of a task as programs of one language are given them, and what each must give."""

    call: Call
    cases: tuple[Case, ...]
    inputs: tuple[str, ...]
    expected: tuple[values.Plain, ...]


@dataclass(frozen=True, slots=True)
class _Verdict:
    """What came of one case."""

    status: Status
    got: str = ""
    error: str = ""
    line: int | None = None
    log: str = ""


def prepared(task: Task, cases: Sequence[Case], language: str) -> Prepared:
    """The cases of a task for programs of a language.  Raises Uncallable."""
    call = call_of(task, language)
    inputs = tuple(stdin_of(case, call) for case in cases)
    return Prepared(call, tuple(cases), inputs, tuple(expected_of(case, call) for case in cases))


@dataclass(slots=True)  # mutable: owns rooms
class Executor:
    """Runs samples one at a time; keeps a warm room for each language.  For one thread; close it."""

    seconds: float = SECONDS
    _rooms: dict[str, Room] = field(default_factory=dict)

    def execute(self, extraction: Extraction, task: Task, given: Prepared) -> Execution:
        """What became of a sample; total: whatever its program does."""
        begun = time.monotonic()
        total = len(given.cases)
        if extraction.entry is None:
            status: Status = "runtime_error" if given.call.template.missing == "runtime_error" else "compilation_failed"
            why = "there is no function to call" if extraction.code.strip() else "there is no code in the answer"
            return Execution(extraction.key, status, 0, total, error=why)
        program = program_of(extraction.code, extraction.entry, extraction.owner, given.call)
        mark = secrets.token_hex(8)
        try:
            ran = self._ran(program, mark, given)
        except EnvironmentProblem as problem:
            return Execution(extraction.key, "environment_failure", 0, total, error=str(problem))
        found = _concluded(extraction, task, given, ran, (program, mark))
        return replace(found, seconds=round(time.monotonic() - begun, 3))

    def _ran(self, program: Program, mark: str, given: Prepared) -> Ran:
        template = given.call.template
        entry = Entry(template.entry, "script", owner=template.owner, prints=True)
        inputs = tuple(Input(stdin=f"{mark}\n{text}\n") for text in given.inputs)
        job = Job(
            program.source, entry, inputs, coverage=False, checked=False, seconds=self.seconds, within=self.seconds
        )
        return self._room(template.language).run(job)

    def _room(self, language: str) -> Room:
        if language not in self._rooms:
            found = by_id(language)
            runner = found.runner() if found is not None else None
            if found is None or runner is None:
                raise EnvironmentProblem(f"programs of {language} cannot be run here; `codescore languages` lists them")
            self._rooms[language] = Room(_with_packages(runner.harness(), found), runner.prepared)
        return self._rooms[language]

    def close(self) -> None:
        """End the rooms."""
        for room in self._rooms.values():
            room.close()


def _with_packages(harness: Harness, language: Language) -> Harness:
    """The harness, shown the packages that the language's template lets programs import, where they are installed."""
    template, importing = template_of(language), language.importing()
    names = template.packages if template is not None else ()
    places = [place for name in names if (spec := find_spec(name)) for place in spec.submodule_search_locations or ()]
    if importing is None or not places:
        return harness
    return importing.providing(harness, Libraries(modules=tuple(Path(place) for place in places)))


def _concluded(extraction: Extraction, task: Task, given: Prepared, ran: Ran, sent: tuple[Program, str]) -> Execution:
    """What became of a sample, by what its program did; `sent` is that and the mark it was given."""
    program, mark = sent
    total = len(given.cases)
    if ran.how in ("load", "module", "entry"):
        refused: Status = "environment_failure" if _NO_ANSWER in ran.detail else "compilation_failed"
        place = _LINE.search(ran.detail)
        line = _own_line(int(place[1]) if place else None, program, extraction)
        return Execution(extraction.key, refused, 0, total, error=_one_line(_LINE.sub("", ran.detail)), line=line)
    verdicts = [
        _verdict(outcome, expected, given.call, task, mark)
        for outcome, expected in zip(ran.outcomes, given.expected, strict=False)
    ]
    if len(verdicts) < total:
        verdicts.append(_unanswered(ran))
    passed = sum(one.status == "all_passed" for one in verdicts)
    decisive: Status = min((one.status for one in verdicts), key=_PRECEDENCE.index, default="other_error")
    first = next((n for n, one in enumerate(verdicts) if one.status == decisive), None)
    if decisive == "all_passed" or first is None:
        return Execution(extraction.key, decisive, passed, total, log=verdicts[0].log if verdicts else "")
    one = verdicts[first]
    return Execution(
        extraction.key,
        decisive,
        passed,
        total,
        failing=given.cases[first].number,
        expected=values.shown(given.expected[first]),
        got=one.got,
        error=one.error,
        line=_own_line(one.line, program, extraction),
        log=one.log,
    )


def _own_line(line: int | None, program: Program, extraction: Extraction) -> int | None:
    """A line of the program as one of the extracted code; None where it is none of it."""
    own = None if line is None else line - program.offset
    return own if own is not None and 1 <= own <= extraction.code.count("\n") + 1 else None


def _unanswered(ran: Ran) -> _Verdict:
    """Of the case before which the job stopped."""
    if ran.how in ("timeout", "deadline"):
        return _Verdict("timeout_error", error="the time is up")
    return _Verdict("other_error", error=_one_line(f"{ran.how} {ran.detail}"))


def _verdict(outcome: Outcome, expected: values.Plain, call: Call, task: Task, mark: str) -> _Verdict:
    log = outcome.stdout[-_LOG:]
    match outcome.how:
        case "return" | "exit":
            told = said(outcome.stdout, mark)
            if told is not None:
                return _told(told, expected, call, task)
            words = f"code {outcome.error}" if outcome.how == "exit" else "no error"
            return _Verdict("other_error", error=f"it ended with {words} before it answered", log=log)
        case "timeout":
            return _Verdict("timeout_error", error="it slept too long" if outcome.message else "the time is up")
        case "raise":
            return _Verdict("runtime_error", error=_one_line(f"{outcome.error}: {outcome.message}"), log=log)
    words = {"memory": "it wanted too much memory", "output": "it wrote too much"}.get(outcome.how, outcome.message)
    return _Verdict("other_error", error=_one_line(words or outcome.how), log=log)


def _told(told: dict[str, object], expected: values.Plain, call: Call, task: Task) -> _Verdict:
    """Of what a program says it got."""
    log = str(told.get("log") or "")[-_LOG:]
    if "value" in told:
        got = told["value"]
        wanted = values.value(expected, call.result)
        equal = same(wanted, values.value(got, call.result), unordered=task.unordered)
        return _Verdict("all_passed" if equal else "wrong_answer", got=values.shown(got), log=log)
    if "exit" in told:
        return _Verdict("other_error", error=_one_line(f"it ended itself with {told['exit']}"), log=log)
    line = told.get("line")
    words = f"{told.get('error')}: {told.get('message')}" if told.get("message") else f"{told.get('error')}"
    return _Verdict("runtime_error", error=_one_line(words), line=line if isinstance(line, int) else None, log=log)


def _one_line(text: str) -> str:
    return " ".join(text.split())[:500]


__all__ = ["SECONDS", "VERSION", "Executor", "Prepared", "Uncallable", "prepared"]
