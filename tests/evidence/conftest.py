"""What holds for all tests of evidence: none depends on how busy the machine is."""

from __future__ import annotations

import pytest

from codescore.evidence import trial


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lift the one limit by the clock that honest programs could meet; `tests/security` tests that it holds."""
    monkeypatch.setattr(trial, "PATIENCE", 120.0)
