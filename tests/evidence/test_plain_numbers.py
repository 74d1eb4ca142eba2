"""Numbers in texts do not begin with 0, mostly: who differs on `044` only is left open."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from codescore.evidence.sandbox import probe
from codescore.evidence.session import EvidenceSession
from codescore.evidence.written import rewritten, well_written
from codescore.languages.assumed import Assumption
from tests.evidence.judging import judged

_ability = probe()
runs = pytest.mark.skipif(not _ability.works, reason=f"NO SANDBOX: {_ability.detail}")

PLAIN = Assumption("a", "plain numbers", "")
LATER = """
def later(a: str, b: str) -> bool:
    return int(a.removeprefix("v")) > int(b.removeprefix("v"))
"""
OTHER = """
def later(a: str, b: str) -> bool:
    ours, theirs = a.removeprefix("v"), b.removeprefix("v")
    if int(ours) < 0 or int(theirs) < 0:
        return int(ours) > int(theirs)
    return (len(ours), ours) > (len(theirs), theirs)
"""


@pytest.fixture(scope="module")
def session() -> Iterator[EvidenceSession]:
    with EvidenceSession() as found:
        yield found


@pytest.mark.parametrize(
    ("text", "plain"),
    [("44", "44"), ("044", "44"), ("x007", "x7"), ("0", "0"), ("00", "0"), ("10 020", "10 20"), ("09:05", "09:05"),
     ("2024-01-05", "2024-01-05"), ("0.05", "0.05"), ("1.2.03", "1.2.03"), ("a0", "a0")],
)  # fmt: skip
def test_numbers_that_begin_with_0(text: str, plain: str) -> None:
    """Those of times, dates and fractions may."""
    assert well_written(PLAIN, text) is (text == plain)
    assert rewritten(PLAIN, text, Random(0)) == plain
    assert well_written(PLAIN, plain)


@runs
def test_who_differs_on_zeros_before_numbers_only_is_left_open(session: EvidenceSession) -> None:
    """Where a reference makes numbers of texts; a real fault decides all the same."""
    found = judged(session, "python", OTHER, LATER)
    assert found.verdict == "conditional", found.reason
    assert "begins with 0" in found.reason
    assert judged(session, "python", OTHER.replace("ours) > (len", "ours) >= (len"), LATER).verdict == "differs"
