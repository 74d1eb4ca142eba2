"""A candidate that takes long for every input is judged by those that there was time for, and by what these show."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from codescore.evidence import one_pair, trial
from codescore.evidence.channel import Job
from codescore.evidence.contract import FLOOR
from codescore.evidence.sandbox import probe
from codescore.evidence.session import EvidenceSession
from codescore.evidence.trial import run_all
from codescore.languages import by_id
from codescore.languages.execution import Input
from codescore.languages.python.run.surveying import survey
from codescore.languages.values import Int, Text
from tests.evidence.judging import judged

ABLE = probe()
pytestmark = [
    pytest.mark.sandbox,
    pytest.mark.skipif(not ABLE.works, reason=f"NO SANDBOX, NOTHING TESTED: {ABLE.detail}; {ABLE.remedy}"),
]
GRADES = """\
def grade(points):
    if points < 10:
        return "none"
    if points < 50:
        return "low"
    return "high" if points > 90 else "fine"
"""
SLOW = GRADES.replace("    if points < 10", "    list(map(str, range(300_000)))\n    if points < 10")


@pytest.fixture(scope="module")
def session() -> Iterator[EvidenceSession]:
    with EvidenceSession() as running:
        yield running


def patient(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    monkeypatch.setattr(trial, "PATIENCE", seconds)
    monkeypatch.setattr(one_pair, "PATIENCE", seconds)


def test_what_there_was_time_for_decides(session: EvidenceSession, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same on all inputs that were run, if they show enough: the rest is said, and is not called too slow."""
    patient(monkeypatch, 1.5)
    whole = judged(session, "python", GRADES, GRADES)
    found = judged(session, "python", SLOW, GRADES)
    assert (whole.verdict, found.verdict) == ("equivalent", "equivalent")
    assert found.tally.unanswered > 0 == whole.tally.unanswered
    assert f"there was no time for {found.tally.unanswered} more" in found.reason
    assert FLOOR <= found.inputs < whole.inputs
    assert found.mutants.exposed <= whole.mutants.exposed
    assert found.mutants.total == whole.mutants.total


def test_too_little_time_is_too_little_evidence(session: EvidenceSession, monkeypatch: pytest.MonkeyPatch) -> None:
    patient(monkeypatch, 0.01)
    found = judged(session, "python", SLOW, GRADES)
    assert (found.verdict, found.inputs < FLOOR) == ("insufficient", True)


def test_what_differs_is_told_all_the_same(session: EvidenceSession, monkeypatch: pytest.MonkeyPatch) -> None:
    patient(monkeypatch, 0.8)
    found = judged(session, "python", SLOW.replace("> 90", ">= 90").replace("< 10", "<= 10"), GRADES)
    assert found.verdict == "differs"


def test_nothing_more_is_run_once_it_is_enough(session: EvidenceSession) -> None:
    """A mutant that is told on one of the first inputs is not run on the others."""
    entry = survey(GRADES).entries[0]
    job, inputs = Job(GRADES, entry, (), coverage=False), [Input((Int(number),)) for number in range(100)]
    room = session.rooms.room(by_id("python"), "mutants")
    some, _ = run_all(room, job, inputs, enough=lambda outcomes: any(one.value == Text("low") for one in outcomes))
    assert 10 < len(some) < len(run_all(room, job, inputs, enough=lambda outcomes: False)[0]) == len(inputs)
