"""No record that a program sends ends the one who reads it."""

from __future__ import annotations

import pytest

from codescore.evidence.sandbox import probe
from tests.security.wire import fuzz

ABLE = probe()
pytestmark = [
    pytest.mark.sandbox,
    pytest.mark.skipif(not ABLE.works, reason=f"NO SANDBOX, NOTHING TESTED: {ABLE.detail}; {ABLE.remedy}"),
]


def test_no_record_raises() -> None:
    """Damaged messages come out as outcomes or as a crash, and everything done with them afterwards works."""
    counts = fuzz(5_000, seed=1)
    assert counts["outcome crash"] > 100, "nothing was damaged"
    assert counts["outcome return"] > 100, "everything was damaged"
    assert counts["job done"] > 0
