"""What decides nothing by itself: an argument that only one signature lets be left out, a sign that examples have."""

from __future__ import annotations

import pytest

from codescore.evidence.sandbox import probe
from codescore.evidence.session import EvidenceSession
from tests.evidence.judging import judged

ABLE = probe()
pytestmark = [
    pytest.mark.sandbox,
    pytest.mark.skipif(not ABLE.works, reason=f"NO SANDBOX, NOTHING TESTED: {ABLE.detail}; {ABLE.remedy}"),
]

SPLIT = '''
def split(total, weights):
    """Whole cents for each; what is left over goes to the first who take part at all (weight above 0).

    split(1000, [1, 1, 1]) is [334, 333, 333].

    total: cents, a whole number >= 0
    weights: whole numbers >= 0, at least one above 0
    """
    shares = [total * weight // sum(weights) for weight in weights]
    rest = total - sum(shares)
    for place, weight in enumerate(weights):
        if weight > 0 and rest > 0:
            shares[place] += 1
            rest -= 1
    return shares
'''


@pytest.mark.parametrize(
    ("candidate", "reference", "wanted"),
    [
        ("def turned(text):\n    return text[::-1]\n", 'def turned(text=""):\n    return text[::-1]\n', "conditional"),
        ("def turned(text):\n    return text[1:]\n", 'def turned(text=""):\n    return text[::-1]\n', "differs"),
        (SPLIT.replace("if weight > 0 and rest > 0", "if rest > 0"), SPLIT, "differs"),
        (SPLIT.replace("if weight > 0 and rest > 0", "if rest and weight"), SPLIT, "equivalent"),
    ],
)
def test_what_is_left_out_or_only_shown_so(candidate: str, reference: str, wanted: str) -> None:
    """Who calls it without the argument no text says; that a weight may be 0 is said, whatever the example has."""
    with EvidenceSession() as session:
        found = judged(session, "python", candidate, reference)
    assert found.verdict == wanted, found.reason
