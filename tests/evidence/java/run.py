"""Runs one Java program behind the wall, for tests: source and arguments in, outcomes out."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import pytest

from codescore.evidence import sandbox
from codescore.evidence.channel import Job, Ran, Room
from codescore.languages.execution import Entry, Input
from codescore.languages.java.run import runner as execution
from codescore.languages.values import Value

SECONDS = 10.0  # CPU time of a call that is meant to end
WITHIN = 200.0  # by the clock, of a job: never what decides


def _why_not() -> str:
    if shutil.which("javac") is None:
        return "NO JDK: Java programs were not run"
    ability = sandbox.probe()
    return "" if ability.works else f"NO SANDBOX: Java programs were not run ({ability.detail}; {ability.remedy})"


_WHY_NOT = _why_not()
#: Marks every test that runs Java behind the wall.
needs_java = [pytest.mark.jdk, pytest.mark.skipif(bool(_WHY_NOT), reason=_WHY_NOT)]


def entry_of(source: str, name: str = "") -> Entry:
    """The entry with this name, or the only one."""
    survey = execution.survey(source)
    assert not survey.problem, survey.problem
    return next(entry for entry in survey.entries if name in ("", entry.name))


@contextmanager
def room() -> Iterator[Room]:
    """A room for one side's programs."""
    it = Room(execution.harness(), execution.prepared)
    try:
        yield it
    finally:
        it.close()


def run(
    source: str, *calls: Sequence[Value], name: str = "", seconds: float = SECONDS, stdin: str | None = None,
    inside: Room | None = None, assume: str | None = None,
) -> Ran:  # fmt: skip
    """What came of calling a program's entry with each of these argument lists (or of running it with this input)."""
    entry = entry_of(source, name)
    inputs = [Input(tuple(arguments)) for arguments in calls] if stdin is None else [Input((), stdin)]
    job = Job(source, entry, inputs, seconds=seconds, assume=assume, within=WITHIN)
    if inside is not None:
        return inside.run(job)
    with room() as it:
        return it.run(job)
