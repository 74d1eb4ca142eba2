"""A class knows its task: where most programs that agree with the reference agree against it, it is not the task."""

from __future__ import annotations

import pytest

from codescore.evidence.sandbox import probe
from codescore.evidence.session import EvidenceSession, Options
from codescore.languages import by_id

ABLE = probe()
pytestmark = [
    pytest.mark.sandbox,
    pytest.mark.skipif(not ABLE.works, reason=f"NO SANDBOX, NOTHING TESTED: {ABLE.detail}; {ABLE.remedy}"),
]
REFERENCE = "def f(n: int):\n    return n * 2 if n >= 0 else -1\n"
CLASS = [f"def f(n):\n    return n + n  # {number}\n" for number in range(6)]
WRONG = "def f(n):\n    return n + n if n < 30 else 0\n"


def test_a_class_moves_inputs_outside() -> None:
    """Six programs double negative numbers, the reference alone does not: these lie outside, and are told as such."""
    language = by_id("python")
    with EvidenceSession() as session:
        assert session.judge(CLASS[0], REFERENCE, language, Options()).verdict == "differs"
        [(_, said)] = session.consensus(REFERENCE, [(one, None) for one in (*CLASS, WRONG)], language)
        assert said.heard >= 6
        assert said.outside
        assert said.lacking is not None
        assert said.lacking.property == "non-negative"
        found = session.judge(CLASS[0], REFERENCE, language, Options())
        assert found.verdict == "equivalent"
        assert found.outside is not None
        assert session.judge(WRONG, REFERENCE, language, Options()).verdict == "differs"


def test_a_few_programs_are_no_class() -> None:
    """Three programs that agree against the reference change nothing."""
    language = by_id("python")
    with EvidenceSession() as session:
        [(_, said)] = session.consensus(REFERENCE, [(one, None) for one in CLASS[:3]], language)
        assert (said.outside, said.lacking) == ((), None)
        assert session.judge(CLASS[0], REFERENCE, language, Options()).verdict == "differs"
