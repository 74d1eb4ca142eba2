"""What holds for all tests of evidence: none depends on how busy the machine is."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from codescore.evidence import trial
from codescore.evidence.channel import Room
from codescore.evidence.sandbox import probe
from codescore.evidence.session import EvidenceSession
from codescore.languages import by_id


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lift the one limit by the clock that honest programs could meet; `tests/security` tests that it holds."""
    monkeypatch.setattr(trial, "PATIENCE", 120.0)


def _with_sandbox() -> None:
    able = probe()
    if not able.works:
        pytest.skip(f"NO SANDBOX, NOTHING TESTED: {able.detail}; {able.remedy}")


@pytest.fixture(scope="module")
def session() -> Iterator[EvidenceSession]:
    """A session that the tests of a module share."""
    _with_sandbox()
    with EvidenceSession() as made:
        yield made


@pytest.fixture
def room_of() -> Iterator[Callable[[str], Room]]:
    """Rooms of a test's own, by language; without a runner's way to compile ahead."""
    _with_sandbox()
    made: list[Room] = []

    def opened(language: str) -> Room:
        found = by_id(language)
        runner = found.runner() if found is not None else None
        assert runner is not None
        made.append(Room(runner.harness(), runner.prepared))
        return made[-1]

    yield opened
    for room in made:
        room.close()
