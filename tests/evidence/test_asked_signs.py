"""Who asks for the sign of what is in a list means negative numbers, too; the sign of a result says nothing of them."""

from __future__ import annotations

import pytest

from codescore.evidence.session import EvidenceSession
from tests.evidence.judging import judged

pytestmark = pytest.mark.sandbox
DISTANCE = '''def distance(a, b):
    """Distance between a and b. The output is non-negative."""
    return abs(a - b)
'''
WRONG_DISTANCE = """def distance(a, b):
    if b > a:
        return b - a
    return b - a if a < 0 else a - b
"""
TOTAL = "def total(xs):\n    return sum(x for x in xs if x > 0)\n"
TOTAL_JS = "function total(xs) {\n  return xs.filter((x) => x > 0).reduce((a, b) => a + b, 0);\n}\n"
ALL_JS = "function total(xs) {\n  let sum = 0;\n  for (const x of xs) sum += x;\n  return sum;\n}\n"
TOTAL_JAVA = """class Sums {
    static int total(int[] xs) {
        int sum = 0;
        for (int x : xs) if (x > 0) sum += x;
        return sum;
    }
}
"""
PAIRS = """def pairs(xs, target):
    return sum(xs[i] + xs[j] == target for i in range(len(xs)) for j in range(i))
"""
FEWER = """def pairs(xs, target):
    xs = [x for x in xs if 0 <= x <= target]
    return sum(xs[i] + xs[j] == target for i in range(len(xs)) for j in range(i))
"""


def test_the_sign_of_a_result_is_no_promise_of_what_is_given(session: EvidenceSession) -> None:
    assert judged(session, "python", WRONG_DISTANCE, DISTANCE).verdict == "conditional"  # both below 0


@pytest.mark.parametrize(
    ("language", "candidate", "reference"),
    [
        ("python", "def total(xs):\n    return sum(xs)\n", TOTAL),
        ("javascript", ALL_JS, TOTAL_JS),
        ("java", TOTAL_JAVA.replace("if (x > 0) ", ""), TOTAL_JAVA),
        ("python", FEWER, PAIRS),
    ],
)
def test_who_asks_for_the_sign_of_items_means_negative_ones(
    session: EvidenceSession, language: str, candidate: str, reference: str
) -> None:
    found = judged(session, language, candidate, reference)
    assert found.verdict == "differs", found.reason
