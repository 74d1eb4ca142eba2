"""Numbers that are rounded near the middle of two: who adds in another order is told of it, and not called wrong."""

from __future__ import annotations

import shutil

import pytest

from codescore.evidence.session import EvidenceSession
from tests.evidence.harness import module
from tests.evidence.judging import judged

PYTHON = """
def pay(price: float, share: float) -> float:
    \"\"\"What is left of a price after a discount.\"\"\"
    return round(price * (1 - share), 2)
"""
TEXT = PYTHON.replace("-> float", "-> str").replace("return round(price * (1 - share), 2)",
                                                    "return f'{price * (1 - share):.2f} EUR'")  # fmt: skip
APART, TOGETHER = "price - price * share", "price * (1 - share)"
JAVASCRIPT = """
/** @param {number} price @param {number} share */
function pay(price, share) {
  return (price * (1 - share)).toFixed(2);
}
module.exports = { pay };
"""


@pytest.mark.parametrize(
    ("number", "digits", "exact", "noted"),
    [
        (1.005, 2, False, True),
        (1.004, 2, False, False),
        (0.125, 2, False, True),
        (2.5, 0, False, False),
        (2.5, 0, True, True),
        (2.5 + 1e-9, 0, False, True),
        (5, 2, False, False),
    ],
)
def test_what_lies_near_the_middle_is_noted(number: float, digits: int, exact: bool, noted: bool) -> None:
    """The middle of two whole numbers is held exactly: only another language rounds it otherwise."""
    doubts: list[str] = []
    rounding = module("rounding").Rounding(doubts.append, exact=exact)
    assert rounding.rounded(number, digits) == round(number, digits)
    assert rounding.formatted(number, f".{digits}f") == format(number, f".{digits}f")
    assert doubts == ["half rounded"] * 2 * noted


@pytest.mark.sandbox
@pytest.mark.parametrize("reference", [PYTHON, TEXT])
def test_who_computes_in_another_order_is_not_called_wrong(reference: str, session: EvidenceSession) -> None:
    """Half a cent may go either way; a cent may not."""
    for change, verdicts in ((APART, ("equivalent", "conditional")), (f"{TOGETHER} + 0.01", ("differs",))):
        candidate = reference.replace(TOGETHER, change)
        assert judged(session, "python", candidate, reference).verdict in verdicts


@pytest.mark.sandbox
@pytest.mark.skipif(shutil.which("node") is None, reason="NOT TESTED: node is not here")
def test_who_computes_in_another_order_is_not_called_wrong_in_javascript(session: EvidenceSession) -> None:
    """`toFixed` and `Math.round` alike."""
    for reference in (JAVASCRIPT, JAVASCRIPT.replace("(price * (1 - share)).toFixed(2)",
                                                     "Math.round(price * (1 - share) * 100) / 100")):  # fmt: skip
        for change, verdicts in ((APART, ("equivalent", "conditional")), (f"{TOGETHER} + 0.01", ("differs",))):
            candidate = reference.replace(TOGETHER, f"({change})")
            found = judged(session, "javascript", candidate, reference)
            assert found.verdict in verdicts, found.reason
