"""Hostile programs beside a reference: whatever they try, they are not called equivalent, and harm nobody."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from codescore.evidence.sandbox import probe
from codescore.evidence.session import EvidenceSession
from tests.evidence.java.run import needs_java
from tests.security.hostile import Hostile
from tests.security.hostile.run import HONEST, PROGRAMS, honest, in_order, quick, verdict

ABLE = probe()
pytestmark = [
    pytest.mark.sandbox,
    pytest.mark.skipif(not ABLE.works, reason=f"NO SANDBOX, NOTHING TESTED: {ABLE.detail}; {ABLE.remedy}"),
]


@pytest.fixture(scope="module")
def session() -> Iterator[EvidenceSession]:
    with EvidenceSession() as opened:
        yield opened


@pytest.mark.parametrize("program", PROGRAMS["python"], ids=lambda program: program.name)
def test_a_hostile_python_program_gains_nothing(session: EvidenceSession, program: Hostile) -> None:
    """It is caught in one of the ways that are its own, and a right program after it is right."""
    assert verdict(session, "python", program.source, program.against) in program.may
    assert verdict(session, "python", HONEST["python"]["sum"][0], "sum") == "equivalent"


@pytest.mark.jdk
@pytest.mark.skipif(needs_java[1].args[0], reason="NO JDK OR SANDBOX: hostile Java programs were not run")
@pytest.mark.parametrize("program", PROGRAMS["java"], ids=lambda program: program.name)
def test_a_hostile_java_program_gains_nothing(session: EvidenceSession, program: Hostile) -> None:
    """It is caught in one of the ways that are its own; the next program has a process of its own."""
    assert verdict(session, "java", program.source, program.against) in program.may


@pytest.mark.parametrize("language", sorted(HONEST))
def test_the_honest_are_right(session: EvidenceSession, language: str) -> None:
    """The right programs that stand beside the hostile ones are equivalent, or the tests above would show nothing."""
    if language == "java" and needs_java[1].args[0]:
        pytest.skip("NO JDK OR SANDBOX: honest Java programs were not run")
    for against, sources in HONEST[language].items():
        assert {verdict(session, language, source, against) for source in sources} == {"equivalent"}, against


@pytest.mark.parametrize("seed", [1, 2])
def test_no_order_harms_the_honest(seed: int) -> None:
    """Of 20 honest and 20 hostile submissions in any order the honest get what they get without the hostile ones."""
    right, wrong = honest(20), quick(20, seed)
    mixed = [*right, *wrong]
    random.Random(seed).shuffle(mixed)
    together = dict(zip(mixed, in_order(mixed), strict=True))
    assert [together[one] for one in right] == ["equivalent"] * 20
    assert not [one for one in wrong if together[one] == "equivalent"]
