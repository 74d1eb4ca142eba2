"""What reads like a promise and is none: the clause speaks of something else, or the text of what it would exclude."""

from __future__ import annotations

import pytest

from codescore.evidence.session import EvidenceSession
from codescore.languages.wording import may_be_negative, said
from tests.evidence.judging import judged


@pytest.mark.parametrize(("words", "names"), [
    # a clause of which something else is the subject
    ("Provided b is not zero the quotient is given.", ("a", "b")),
    ("Before version 2 the list must not be empty.", ("xs",)),
    ("At least one of a and b is not zero.", ("a", "b")),
    ("Either a or b is positive.", ("a", "b")),
    ("The difference of a and b is never negative.", ("a", "b")),
    ("The product of xs is positive.", ("xs",)),
    ("The maximum of the numbers is between 1 and 100.", ("xs",)),
    ("A perfect number is positive.", ("n",)),
    ("A palindrome is a string of even length.", ("s",)),
    ("A magic square is an n x n matrix.", ("m",)),
    ("Where x appears in xs, or -1.", ("xs", "x")),
    ("The number of times x occurs in xs.", ("xs", "x")),
    ("Every time x occurs in xs it is dropped.", ("xs", "x")),
    ("True: x is in xs. False: it is not.", ("xs", "x")),
    ("Chunks: each list has 3 items, the last one fewer.", ("xs",)),
    # of some only, which are picked out
    ("The longest run with no repeated elements.", ("xs",)),
    ("Number of pairwise distinct values.", ("xs",)),
    ("Sum of the positive integers in xs.", ("xs",)),
    ("Smallest missing positive integer.", ("xs",)),
    ("Count the non-empty words.", ("words",)),
    # asked, or denied
    ("Is m an n x n matrix?", ("m",)),
    ("Is it a permutation of 1 to n?", ("order",)),
    ("We can't assume that the numbers are positive.", ("xs",)),
    ("It is not true that xs is sorted.", ("xs",)),
    ("Neither list is sorted.", ("a", "b")),
    ("Only one of the two lists is sorted.", ("a", "b")),
    ("This does not need xs to be sorted.", ("xs",)),
    ("m is not an n x n matrix.", ("m",)),
    # a case beside others
    ("b must not be zero, otherwise 0.", ("a", "b")),
    ("The list must not be empty, or None is given.", ("xs",)),
    ("The list must not be empty (0 is returned then).", ("xs",)),
    ("The list is never empty, except at the beginning.", ("xs",)),
    ("All numbers are between 1 and 100, others are ignored.", ("xs",)),
    ("sep is a single character or a longer string.", ("s", "sep")),
    ("k is a valid index of xs. Otherwise None is given.", ("xs", "k")),
    ("A list of two numbers is a point.", ("xs",)),
    ("A 3-digit number is doubled, all others are not.", ("n",)),
    ("Of two strings of the same length the first.", ("a", "b")),
    ("True for two lists of the same length.", ("a", "b")),
    # of which the text says what comes of the others
    ("b should not be zero. For b = 0 the result is 0.", ("a", "b")),
    ("a / b (b != 0) or 0 (b == 0)", ("a", "b")),
    ("The list should not be empty; 0 is given for an empty one.", ("xs",)),
    ("Two lists of the same length; what the longer has more is cut.", ("a", "b")),
    ("Both strings have the same length. It is -1 for different lengths.", ("a", "b")),
    ("k is an index into xs; out of range gives None.", ("xs", "k")),
    ("positive numbers are summed, negative ones dropped", ("xs",)),
    ("k is between 1 and 9, any other number gives None", ("k",)),
    ("score between 0 and 100, or None for others", ("score",)),
    ("n >= 0; for n < 0 the result is 1", ("n",)),
    ("width: at least 1, smaller ones are taken as 1", ("width",)),
    ("k is a valid index of xs; -1 for any other k.", ("xs", "k")),
    ("Make all items unique. The items are all distinct.", ("xs",)),
    ("Validate the input. The list must not be empty.", ("xs",)),
    ("Checks a password. It must have at least 8 characters.", ("password",)),
    # done by the program, or made
    ("The list is sorted in place.", ("xs",)),
    ("The characters of both words are sorted and compared.", ("a", "b")),
    ("Merge sort: both halves are sorted.", ("xs",)),
    ("A list is sorted when no item is less than the one before.", ("xs",)),
    ("The text is lowercase first.", ("text",)),
    ("Splits text into words. Words are never empty.", ("text",)),
    ("Converts text to a positive integer.", ("text",)),
    ("Whether n is a positive integer.", ("n",)),
])  # fmt: skip
def test_what_reads_like_a_promise(words: str, names: tuple[str, ...]) -> None:
    assert not {one.words() for one in said(words, names)}


@pytest.mark.parametrize(("words", "names", "known"), [
    ("b is not zero. If a is 0 the result is 0.", ("a", "b"), {"b is not 0"}),
    ("b is not zero. Raises ValueError if b is 0.", ("a", "b"), {"b is not 0"}),
    ("xs is not empty. Returns an empty string if nothing is shared.", ("xs",), {"xs is non-empty"}),
    ("The two lists have the same length. Return True if they are equal, otherwise False.", ("a", "b"), {
        "a is as long as b"}),
    ("Greatest common divisor of the positive integers a and b.", ("a", "b"), {"a is positive", "b is positive"}),
    ("k is a valid index. Remove the item there.", ("xs", "k"), {"k is a place in xs"}),
    ("1 <= n <= 100. Return 1 if n is even. Otherwise return 0.", ("n",), {"n is at least 1", "n is at most 100"}),
    ("Each row is sorted in ascending order.", ("m",), {"m is ordered"}),
    ("You are given an n x n matrix. Turn it.", ("m",), {"m is square"}),
    ("Precondition: the list is not empty.", ("xs",), {"xs is non-empty"}),
])  # fmt: skip
def test_what_is_one(words: str, names: tuple[str, ...], known: set[str]) -> None:
    assert {one.words() for one in said(words, names)} == known


def test_what_is_said_of_numbers_below_zero() -> None:
    assert may_be_negative("Factorial of n. For n < 0 the result is 1.", ("n",)) == {"n"}
    assert may_be_negative("Factorial of n. It is 1 for negative n.", ("n",)) == {"n"}
    assert not may_be_negative("Factorial of n. Raises ValueError for negative n.", ("n",))


PROGRAMS = (
    ('"""Divide a by b. b must not be zero, otherwise the result is 0."""', "a, b", "return a // b if b else 0",
     "return a // b if b else 1"),
    ('"""Where x appears in xs, or -1."""', "xs, x", "return xs.index(x) if x in xs else -1",
     "return xs.index(x) if x in xs else 0"),
    ('"""Number of pairwise distinct values of xs."""', "xs", "return len(set(xs))", "return len(xs)"),
    ('"""The grade. score between 0 and 100, None for others."""', "score",
     "return score // 10 if 0 <= score <= 100 else None", "return score // 10 if score >= 0 else None"),
    ('"""Factorial of n; for n < 0 the result is 1."""', "n",
     "r = 1\n    for k in range(2, n + 1):\n        r *= k\n    return r",
     "r = int(n >= 0)\n    for k in range(2, n + 1):\n        r *= k\n    return r"),
    ('"""Is n a 3-digit number?"""', "n", "return 100 <= n <= 999", "return n >= 0"),
)  # fmt: skip


@pytest.mark.sandbox
@pytest.mark.parametrize(("words", "given", "right", "wrong"), PROGRAMS)
def test_who_fails_there_is_told(session: EvidenceSession, words: str, given: str, right: str, wrong: str) -> None:
    reference = f"def made({given}):\n    {words}\n    {right}\n"
    assert judged(session, "python", f"def made({given}):\n    {wrong}\n", reference).verdict == "differs"
