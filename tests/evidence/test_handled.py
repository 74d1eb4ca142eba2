"""What a program takes care of itself is meant, whatever its examples show: capitals, blanks, numbers below 0."""

from __future__ import annotations

import pytest

from codescore.evidence.asked_of import begins_below_all
from codescore.evidence.session import EvidenceSession
from tests.evidence.judging import judged

WORDS = '''def counted(text: str) -> dict[str, int]:
    """How often each word is there.

    >>> counted("the cat the dog")
    {'the': 2, 'cat': 1, 'dog': 1}
    """
    found: dict[str, int] = {}
    for word in text.lower().split():
        found[word] = found.get(word, 0) + 1
    return found
'''
LARGEST = """public class Largest {
    public static int largest(int[] xs) {
        int best = Integer.MIN_VALUE;
        for (int x : xs) { best = Math.max(best, x); }
        return best;
    }
}
"""
FROM_ZERO = """public class Largest {
    public static int largest(int[] xs) {
        int best = 0;
        for (int x : xs) { if (x > best) { best = x; } }
        return xs.length == 0 ? Integer.MIN_VALUE : best;
    }
}
"""


@pytest.mark.sandbox
@pytest.mark.parametrize(
    ("language", "reference", "candidate", "verdict"),
    [
        ("python", WORDS, WORDS.replace(".lower()", ""), "differs"),
        ("python", WORDS, WORDS.replace(".split()", ".split(' ')"), "conditional"),
        ("python", WORDS, WORDS.replace(".lower()", ".casefold()"), "equivalent"),
        ("java", LARGEST, FROM_ZERO, "differs"),
    ],
)
def test_what_is_handled_is_meant(
    session: EvidenceSession, language: str, reference: str, candidate: str, verdict: str
) -> None:
    """Capital letters decide; of blanks beside each other nobody knows whether the author thought of them."""
    found = judged(session, language, candidate, reference)
    assert found.verdict == verdict, found.reason


@pytest.mark.parametrize(
    ("source", "below"),
    [
        ("best = -math.inf", True), ("best = float('-inf')", True), ("let best = -Infinity;", True),
        ("int best = INT_MIN;", True), ("best = -10**9", True), ("best = -1", False), ("best = xs[0]", False),
        ("best = math.inf", False), ("best = numeric_limits<int>::max()", False),
    ],
)  # fmt: skip
def test_what_lies_below_all_numbers(source: str, *, below: bool) -> None:
    assert begins_below_all(source) == below
