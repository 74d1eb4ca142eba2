"""What holds for all tests of evidence: none depends on how busy the machine is."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from codescore.evidence import trial
from codescore.evidence.sandbox import probe
from codescore.evidence.session import EvidenceSession


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lift the one limit by the clock that honest programs could meet; `tests/security` tests that it holds."""
    monkeypatch.setattr(trial, "PATIENCE", 120.0)


@pytest.fixture(scope="module")
def session() -> Iterator[EvidenceSession]:
    """A session that the tests of a module share."""
    able = probe()
    if not able.works:
        pytest.skip(f"NO SANDBOX, NOTHING TESTED: {able.detail}; {able.remedy}")
    with EvidenceSession() as made:
        yield made
