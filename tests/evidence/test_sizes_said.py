"""Sentences about sizes, as people describe what a function is given."""

from __future__ import annotations

import pytest

from codescore.evidence.session import EvidenceSession
from codescore.languages.ordinary import unread
from codescore.languages.shapes import IntShape, SequenceShape
from codescore.languages.wording import said
from tests.evidence.judging import judged


@pytest.mark.parametrize(
    ("words", "names", "known"),
    [
        ("Takes a list of lists, where each sublist has two elements, and returns sums.", ("rows",), {
            "rows has rows of 2 items"}),
        ("each row of grid has n elements", ("grid", "n"), {"grid has rows of n items"}),
        ("The median of two sorted lists of same size.", ("xs1", "xs2", "n"), {
            "xs1 is as long as xs2", "xs1 is ordered", "xs2 is ordered", "n is ordered"}),
        ("keys and values have the same number of items", ("size", "keys", "values"), {"keys is as long as values"}),
        ("Given an n x n matrix, turn it.", ("m",), {"m is square"}),
        ("an m x n grid", ("grid",), {"grid has rows of one length"}),
        ("board: six strings of seven characters, made of 'R', 'Y' and '.'", ("board",), {
            "board has at least 6 items", "board has at most 6 items", "board has rows of 7 items",
            "board is made of 'RY.'"}),
        ("a list of four numbers", ("xs",), {"xs has at least 4 items", "xs has at most 4 items"}),
        ("an array of size n", ("xs", "n"), {"xs has n items"}),
        ("a list with at least two elements", ("xs",), {"xs has at least 2 items"}),
        ("From a supplied list of numbers (of length at least two) take the closest.", ("xs",), {
            "xs has at least 2 items"}),
        ("a string of length 4", ("s",), {"s has at least 4 items", "s has at most 4 items"}),
        ("a list of even length", ("xs",), {"xs has an even number of items"}),
        ("a list of odd length", ("xs",), {"xs has an odd number of items"}),
        ("The list has an odd number of elements.", ("xs",), {"xs has an odd number of items"}),
        ("k is less than the length of the list.", ("xs", "k"), {"k is a place in xs"}),
        ("Turns xs by k which is at most the size of the list", ("xs", "k"), set()),
        ("a permutation of the numbers from 0 to n - 1", ("order", "n"), {
            "order is distinct", "order has no number outside of 0 … len(order) - 1"}),
        ("Search an array of distinct integers.", ("xs",), {"xs is distinct"}),
        ("Reverse a 3-digit number.", ("n",), {"n is at least 100", "n is at most 999"}),
        ("Count the ones of a binary string.", ("s",), {"s is made of '01'"}),
        ("k is at most the length of xs", ("xs", "k"), {"k is from 0 to len(xs)"}),
        ("k is between 1 and the number of elements in xs", ("xs", "k"), {
            "k is at least 1", "k is from 0 to len(xs)", "xs has at least 1 items"}),
        ("start must be less than or equal to end", ("start", "end"), {"start is no more than end"}),
        ("Books from start to before end; False if it overlaps.", ("start", "end"), {"start is no more than end"}),
        ("Books from start to before end; False if it overlaps.", ("end", "start"), {"start is no more than end"}),
    ],
)  # fmt: skip
def test_sizes(words: str, names: tuple[str, ...], known: set[str]) -> None:
    assert {one.words() for one in said(words, names)} == known


@pytest.mark.parametrize(
    ("words", "names"),
    [
        ("Return a list of three integers", ("xs",)),
        ("Split the list into two lists of the same length.", ("a", "b")),
        ("Check whether two strings have the same length", ("a", "b")),
        ("Pads two lists to the same length.", ("a", "b")),
        ("Two strings, not necessarily of the same length.", ("a", "b")),
        ("The two lists may not have the same length", ("a", "b")),
        ("names and ages have the same length", ("a", "b")),
        ("Raises ValueError if k is greater than n", ("k", "n")),
        ("Once n is less than 2, stop.", ("n",)),
        ("If n is at least 3, add n; otherwise n is less than 3", ("n",)),
        ("Each row of the result has three numbers", ("xs",)),
        ("Groups the numbers so that each row has two elements.", ("xs",)),
        ("a list of two numbers or more", ("xs",)),
        ("Convert n to a binary string", ("n",)),
        ("Create a list of length n", ("n", "x")),
        ("Count the words of even length", ("s",)),
        ("Generate a permutation of 1 to n", ("n", "k")),
        ("Find all strings with an even number of characters", ("xs",)),
    ],
)
def test_what_is_said_of_others_is_no_promise(words: str, names: tuple[str, ...]) -> None:
    """Of the result, of what is counted or looked for, of a case."""
    assert not {one.words() for one in said(words, names)}


REFERENCE = '''
def products(xs, ys):
    """Multiply two lists of the same length item by item."""
    found = []
    for k in range(len(xs)):
        found.append(xs[k] * ys[k] if k < len(ys) else 0)
    return found
'''


@pytest.mark.sandbox
def test_lists_of_one_length_are_given(session: EvidenceSession) -> None:
    """Right programs are not accused of what they do with others; wrong ones are still told."""
    right = "def products(xs, ys):\n    return [x * y for x, y in zip(xs, ys)]\n"
    promised = REFERENCE.replace(
        " of the same length item by item.", ". You may assume that the two lists have the same length."
    )
    assert judged(session, "python", right, promised).verdict == "equivalent"
    described = judged(session, "python", right, REFERENCE)  # as it may be misread, what differs elsewhere is told
    assert (described.verdict, "unless xs is as long as ys" in described.reason) == ("conditional", True)
    assert judged(session, "python", right.replace("x * y", "x + y"), REFERENCE).verdict == "differs"
    silent = REFERENCE.replace(" of the same length", "")
    assert judged(session, "python", right, silent).verdict != "equivalent"


@pytest.mark.sandbox
def test_lists_of_odd_length_are_given(session: EvidenceSession) -> None:
    reference = '''
def middle(xs):
    """The median of a list of odd length."""
    return sorted(xs)[(len(xs) - 1) // 2]
'''
    right = "def middle(xs):\n    return sorted(xs)[len(xs) // 2]\n"
    promised = reference.replace("list of odd length", "list of odd length, which is guaranteed")
    assert judged(session, "python", right, promised).verdict == "equivalent"
    assert judged(session, "python", right, reference).verdict == "conditional"
    assert judged(session, "python", right.replace("sorted(xs)", "xs"), reference).verdict == "differs"
    spoken = reference.replace("odd length.", "odd length; of an even length the lower one.")
    assert judged(session, "python", right, spoken).verdict == "differs"


@pytest.mark.sandbox
def test_a_date_is_as_it_is_before_it_is_changed(session: EvidenceSession) -> None:
    """Of two pictures in a sentence the one before `to` is that of what is given."""
    reference = '''
import re
def turned(text):
    """Convert a date of yyyy-mm-dd format to dd-mm-yyyy format."""
    return re.sub(r"(\\d{4})-(\\d{1,2})-(\\d{1,2})", r"\\3-\\2-\\1", text)
'''
    right = 'def turned(text):\n    return "-".join(reversed(text.split("-")))\n'
    assert judged(session, "python", right, reference).verdict == "equivalent"
    wrong = 'def turned(text):\n    year, month, day = text.split("-")\n    return f"{month}-{day}-{year}"\n'
    assert judged(session, "python", wrong, reference).verdict == "differs"


@pytest.mark.parametrize(("first", "sized"), [
    ("for n in xs:", True), ("n = len(xs)", True), ("pass", True),
    ("for n in range(n):", False), ("n = n + 1", False), ("if xs:\n    n = 2", False), ("n -= 1", False),
])  # fmt: skip
def test_a_number_that_is_made_anew_is_not_read(first: str, sized: bool) -> None:
    """What stood there before can be no more than the number of items, as its name says."""
    found = unread({"xs": SequenceShape(IntShape()), "n": IntShape()}, f"{first}\n    total = 0")
    assert [one.words() for one in found] == ["xs has n items"] * sized
