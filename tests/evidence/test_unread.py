"""A promise that was not read leaves open what differs; a sentence that tells the task, or was read, does not."""

from __future__ import annotations

import pytest

from codescore.evidence.session import EvidenceSession
from codescore.languages.left_open import left_open
from tests.evidence.judging import judged

ODD = '''
def odd_one(numbers):
    """{}"""
    found = 0
    for number in numbers:
        found ^= number
    return found
'''
PROMISE = "Every number stands there exactly twice, but for one; that one is returned."
BY_COUNTING = "def odd_one(numbers):\n    return next((n for n in numbers if numbers.count(n) == 1), None)\n"
NOTHING = "def odd_one(numbers):\n    return None if numbers else 0\n"


@pytest.mark.parametrize(
    ("words", "promised"),
    [
        ("The coins, each different and above 0.", "The coins, each different and above 0"),
        ("A ladder of words; all have the same length.", "all have the same length"),
        ("Tells whether all are different.", ""),
        ("The best rate. No circle of exchanges wins money.", "No circle of exchanges wins money"),
        ("No exception is raised.", ""),
        ("None where there is no way. No one is asked.", ""),
        (PROMISE, "Every number stands there exactly twice, but for one"),
        ("Places of two numbers.\n\nExactly one such pair exists.", "Exactly one such pair exists"),
        ("The most frequent vote. There always is one.", "There always is one"),
        ("A pair is (low, high), low < high.", "A pair is (low, high), low < high"),
        ("Returns the number that occurs exactly once.", ""),
        ("Tells whether exactly one of them is set.", ""),
        ("The result has each of them exactly once.", ""),
        ("Adds two numbers.", ""),
        ("codescore: assume = low < high", ""),
        ("class Node { vector<Node*> children; }", ""),
    ],
)
def test_what_is_promised_of_what_is_given(words: str, promised: str) -> None:
    assert left_open(words)[3] == promised


@pytest.mark.parametrize(
    ("words", "candidate", "verdict"),
    [
        (PROMISE, BY_COUNTING, "conditional"),
        (PROMISE, NOTHING, "differs"),  # hardly ever the same
        ("All numbers taken together, bit by bit.", BY_COUNTING, "differs"),
    ],
)
@pytest.mark.sandbox
def test_what_differs_where_a_promise_was_not_read_is_left_open(
    session: EvidenceSession, words: str, candidate: str, verdict: str
) -> None:
    found = judged(session, "python", candidate, ODD.format(words))
    assert found.verdict == verdict, found.reason
    assert ("it is not known whether" in found.reason) == (verdict == "conditional")
