"""Runs one JavaScript or TypeScript program behind the wall, for tests: source and arguments in, outcomes out."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import pytest

from codescore.evidence import sandbox
from codescore.evidence.channel import Job, Ran, Room
from codescore.languages.execution import Entry, Input
from codescore.languages.registry import by_id
from codescore.languages.values import Value

SECONDS = 10.0  # CPU time of a call that is meant to end
WITHIN = 200.0  # by the clock, of a job: never what decides


def _why_not() -> str:
    if shutil.which("node") is None:
        return "NO NODE: JavaScript programs were not run"
    ability = sandbox.probe()
    return "" if ability.works else f"NO SANDBOX: JavaScript programs were not run ({ability.detail}; {ability.remedy})"


_WHY_NOT = _why_not()
#: Marks every test that runs JavaScript behind the wall.
needs_node = [pytest.mark.sandbox, pytest.mark.skipif(bool(_WHY_NOT), reason=_WHY_NOT)]


def entry_of(source: str, name: str = "", language: str = "javascript") -> Entry:
    """The entry with this name, or the first one."""
    survey = by_id(language).runner().survey(source)
    assert not survey.problem, survey.problem
    return next(entry for entry in survey.entries if name in ("", entry.name))


@contextmanager
def room(language: str = "javascript") -> Iterator[Room]:
    """A room for one side's programs."""
    runner = by_id(language).runner()
    it = Room(runner.harness(), runner.prepared)
    try:
        yield it
    finally:
        it.close()


def run(
    source: str, *calls: Sequence[Value], inside: Room, name: str = "", seconds: float = SECONDS,
    stdin: str | None = None, assume: str | None = None, probes: Sequence[Input] = (),
    language: str = "javascript",
) -> Ran:  # fmt: skip
    """What came of calling a program's entry with each of these argument lists (or of running it with this input)."""
    entry = entry_of(source, name, language)
    inputs = [Input(tuple(arguments)) for arguments in calls] if stdin is None else [Input((), stdin)]
    return inside.run(
        Job(
            source, entry, inputs, seconds=seconds, assume=assume, within=WITHIN, probes=tuple(probes),
        )
    )  # fmt: skip
