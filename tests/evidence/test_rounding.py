"""Numbers that are rounded near the middle of two: who adds in another order is told of it, and not called wrong."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest

from codescore.evidence.sandbox import probe
from codescore.evidence.session import EvidenceSession, Options
from codescore.languages import by_id
from tests.evidence.answers import answers
from tests.evidence.harness import module

ABLE = probe()

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


@pytest.fixture(scope="module")
def session() -> Iterator[EvidenceSession]:
    if not ABLE.works:
        pytest.skip(f"NO SANDBOX, NOTHING TESTED: {ABLE.detail}; {ABLE.remedy}")
    with EvidenceSession() as made:
        yield made


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
    language = by_id("python")
    for change, verdicts in ((APART, ("equivalent", "conditional")), (f"{TOGETHER} + 0.01", ("differs",))):
        candidate = reference.replace(TOGETHER, change)
        options = Options(budget=2.0, pairs=answers("python", candidate, reference))
        assert session.judge(candidate, reference, language, options).verdict in verdicts


@pytest.mark.sandbox
@pytest.mark.skipif(shutil.which("node") is None, reason="NOT TESTED: node is not here")
def test_who_computes_in_another_order_is_not_called_wrong_in_javascript(session: EvidenceSession) -> None:
    """`toFixed` and `Math.round` alike."""
    for reference in (JAVASCRIPT, JAVASCRIPT.replace("(price * (1 - share)).toFixed(2)",
                                                     "Math.round(price * (1 - share) * 100) / 100")):  # fmt: skip
        for change, verdicts in ((APART, ("equivalent", "conditional")), (f"{TOGETHER} + 0.01", ("differs",))):
            candidate = reference.replace(TOGETHER, f"({change})")
            options = Options(budget=2.0, pairs=answers("javascript", candidate, reference))
            found = session.judge(candidate, reference, by_id("javascript"), options)
            assert found.verdict in verdicts, found.reason
