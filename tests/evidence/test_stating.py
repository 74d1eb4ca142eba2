"""What sentences state in plain words, as people write promises."""

from __future__ import annotations

import pytest

from codescore.evidence.session import EvidenceSession
from codescore.languages.wording import said
from tests.evidence.judging import judged


@pytest.mark.parametrize(
    ("words", "names", "known"),
    [
        ("You may assume that the list is not empty.", ("xs",), {"xs is non-empty"}),
        ("The list will never be empty.", ("xs",), {"xs is non-empty"}),
        ("Neither list is empty.", ("a", "b"), {"a is non-empty", "b is non-empty"}),
        ("You can assume that n is at least 1.", ("n",), {"n is at least 1"}),
        ("It is guaranteed that all the numbers are positive.", ("xs",), {"xs is positive"}),
        ("width and height are positive", ("width", "height"), {"width is positive", "height is positive"}),
        ("b must not be zero.", ("a", "b"), {"b is not 0"}),
        ("b != 0", ("a", "b"), {"b is not 0"}),
        ("No two elements are equal.", ("xs",), {"xs is distinct"}),
        ("The list contains no repeated elements.", ("xs",), {"xs is distinct"}),
        ("target is guaranteed to be in the list.", ("xs", "target"), {"target is in xs"}),
        ("x occurs in xs", ("xs", "x"), {"x is in xs"}),
        ("k is a valid index into xs", ("xs", "k"), {"k is a place in xs"}),
        ("k does not exceed the length of xs", ("xs", "k"), {"k is from 0 to len(xs)"}),
        ("the string contains only digits", ("s",), {"s is made of digits"}),
        ("The string contains only letters and spaces.", ("s",), {"s is made of letters"}),
        ("The string contains English letters only.", ("s",), {"s is made of letters"}),
        ("Takes a lowercase string.", ("s",), {"s is in lower case"}),
        ("all numbers are between 1 and 100", ("xs",), {"xs is at least 1", "xs is at most 100"}),
        ("The numbers are all less than 1000.", ("xs",), {"xs is at most 999"}),
        ("All rows have the same number of columns.", ("m",), {"m has rows of one length"}),
        ("sep is a single character", ("text", "sep"), {"sep has at least 1 items", "sep has at most 1 items"}),
        ("text has at most 100 characters", ("text",), {"text has at most 100 items"}),
        ("Inserts into a sorted list of intervals that are apart from each other.", ("xs",), {
            "xs has no two pairs that overlap or touch"}),
        ("numbers of any length: digits only, no leading zeros (zero is '0')", ("a",), {
            "a is made of digits", "a has no number that begins with 0"}),
        ("Given a list of 3 integers, return the largest.", ("xs",), {
            "xs has at least 3 items", "xs has at most 3 items"}),
    ],
)  # fmt: skip
def test_promises(words: str, names: tuple[str, ...], known: set[str]) -> None:
    assert {one.words() for one in said(words, names)} == known


@pytest.mark.parametrize("words", [
    "Return whether the list is not empty.", "Checks that the list is never empty.",
    "Raises ValueError if the list is empty; otherwise the list is not empty.",
    "Count the numbers that are positive.", "Count how many of the numbers are positive.",
    "Return True if x is in xs.", "Remove x while x is in xs.", "Find the index of x in xs.",
    "The result is never negative.", "The sum is positive.", "Returns the first positive value.",
    "Removes repeated elements", "Returns a list without repeated elements.", "Find a non-zero value.",
    "Keep only words which are lowercase.", "Convert to a lowercase string.", "Is the string in lowercase?",
    "Drop all numbers that are less than 3.", "Return the numbers between 1 and 9.",
    "xs is not necessarily positive.", "x may be zero.", "x can be positive, zero or negative.",
    "x is positive or zero.", "The numbers are positive or negative.", "x is in xs: return its index.",
    "x is not in xs", "the sign is positive when x > 0", "The numbers are sorted in descending order.",
    "the values are between 1 and 10 in most cases", "xs is positive unless stated otherwise",
    "Insert x so that xs is sorted.", "The list is never empty after that.", "Ensures the list has no duplicates.",
    "Mutual information can't be negative.", "The rank correlation is positive.", "The parameter must be positive.",
    "We consider a 2x2 matrix.", "Pairs must not contain duplicate entries.", "It is followed by a lower-case word.",
    "Only positive values of x are considered.", "graph_id != 0", "x * x != 0",
    "Entries have at least 2 items in common.",
    "Adds.\n\nReturns\n-------\nThe list is never empty.", "Adds.\n\nRaises:\n    Nothing, as the list is not empty.",
    "Both must be positive, else raise ValueError.", "You may not assume that xs is sorted.",
])  # fmt: skip
def test_what_is_no_promise(words: str) -> None:
    """Said of the result, of what is looked for or counted or refused, of a case; or not surely so."""
    assert not {one.words() for one in said(words, ("xs", "x"))}


REFERENCE = '''
def share(total, parts):
    """How much each gets. You may assume that parts is not zero."""
    return total // parts if parts else total
'''


def test_a_section_ends_with_the_next_heading() -> None:
    words = "Adds.\n\nReturns:\n    The list is never empty.\n\nArgs:\n    xs: a list of 3 numbers\n"
    assert {one.words() for one in said(words, ("xs",))} == {"xs has at least 3 items", "xs has at most 3 items"}


@pytest.mark.sandbox
def test_a_promise_keeps_an_input_away(session: EvidenceSession) -> None:
    """Not the one that is not promised; and wrong programs are told."""
    right = "def share(total, parts):\n    return total // parts\n"
    assert judged(session, "python", right, REFERENCE).verdict != "differs"
    assert judged(session, "python", right.replace("//", "%"), REFERENCE).verdict == "differs"
    silent = REFERENCE.replace(" You may assume that parts is not zero.", "")
    assert judged(session, "python", right, silent).verdict == "differs"


REFUSING = '''
def digits(n):
    """The sum of the digits of n, a positive integer."""
    if n <= 0:
        raise ValueError("n must be positive")
    return sum(map(int, str(n)))
'''


@pytest.mark.sandbox
def test_what_is_refused_besides_is_tried(session: EvidenceSession) -> None:
    """Who does not refuse it is told, whatever the words promise."""
    same = REFUSING.replace("n <= 0", "n < 1")
    assert judged(session, "python", same, REFUSING).verdict == "equivalent"
    dropped = "def digits(n):\n    return sum(map(int, str(abs(n))))\n"
    found = judged(session, "python", dropped, REFUSING)
    assert (found.verdict, "refuses" in found.reason) == ("conditional", True)
