"""What the words of a documentation say, and of which parameter."""

from __future__ import annotations

import pytest

from codescore.evidence.pool import pool_of
from codescore.evidence.properties import keeps, mended
from codescore.languages.assumed import Assumption
from codescore.languages.named_after import named
from codescore.languages.values import Int, Sequence
from codescore.languages.wording import keeps_arguments, may_be_negative, said, speaks_of_empty


@pytest.mark.parametrize(
    ("words", "names", "meant"),
    [
        ("First place in sorted values whose value is not below wanted.", ("values", "wanted"), ["values"]),
        ("Given a non-empty array of integers arr and an integer k, count them.", ("arr", "k"), ["arr"]),
        ("Given a grid with N rows and a positive integer k, walk it.", ("grid", "k"), ["k"]),
        ("The numbers low, high are given.\n\nlow and high are positive integers.", ("low", "high"), ["low", "high"]),
        ("For positive integers a and b.", ("a", "b"), ["a", "b"]),
        ("Find the place of a given number in a sorted array.", ("a", "x"), ["a", "x"]),
        ("All are non-negative.", ("first", "second"), ["first", "second"]),
    ],
)
def test_a_property_is_said_of_the_parameter_named_nearest(
    words: str, names: tuple[str, ...], meant: list[str]
) -> None:
    """And of those listed with it; of all where the sentence names none."""
    assert [one.parameter for one in said(words, names)] == meant


@pytest.mark.parametrize(
    ("words", "names", "meant"),
    [
        ("Constraints: 1 <= n <= 10^4", ("n",), [("n", "at least", 1), ("n", "at most", 10_000)]),
        ("k > 0.", ("xs", "k"), [("k", "at least", 1)]),
        ("1 ≤ nums.length ≤ 9, -5 <= nums[i] < 5", ("nums",),
         [("nums", "size at least", 1), ("nums", "size at most", 9), ("nums", "at least", -5), ("nums", "at most", 4)]),
        ("len(xs) >= 2", ("xs",), [("xs", "size at least", 2)]),
        ("low <= high", ("low", "high"), [("low", "up to", 0)]),
        ("Merge [start, end] intervals, start <= end.", ("spans",),
         [("spans", "pairs ordered", 0), ("spans", "pairs ordered", 0), ("spans", "pairs ordered", 1),
          ("spans", "row size", 2)]),
        ("Roman numeral of 1..3999.", ("n",), [("n", "at least", 1), ("n", "at most", 3999)]),
        ("Return the digits of n in the given base (2 to 16).", ("n", "base"),
         [("base", "at least", 2), ("base", "at most", 16)]),
        ("`k` is between 1 and 9", ("k",), [("k", "at least", 1), ("k", "at most", 9)]),
        ("An error where k is between 1 and 9", ("k",), []),
        ("Raises ValueError if n < 0.", ("n",), []),
        ("n < 0: an error.", ("n",), []),
        ("Pairs such that i < j.", ("xs",), []),
        ("Returns a number r with 1 <= n.", ("n",), []),
        (">>> f(1) < 3", ("f",), []),
        ("Whether x is in 1..9", ("x",), []),
        ("n choose k for 0 <= n <= 60 and k >= 0; 0 if k > n.", ("n", "k"),
         [("n", "at least", 0), ("n", "at most", 60), ("k", "at least", 0)]),
        ("0 for n < 1", ("n",), []),
        ("for 0 <= n <= 5: the small case", ("n",), []),
        ("-1 if n < 0 and k > 3", ("n", "k"), []),
        ("Calendar helpers (months 1..12).", ("year",), []),
        ("Calendar helpers (months 1..12).", ("month",), [("month", "at least", 1), ("month", "at most", 12)]),
    ],
)  # fmt: skip
def test_a_comparison_in_words_bounds_its_parameter(
    words: str, names: tuple[str, ...], meant: list[tuple[str, str, int]]
) -> None:
    """Of a number, of elements, of a length, of a pair; not the case of a branch and not what is said of the result."""
    assert [(one.parameter, one.property, one.bound) for one in said(words, names)] == meant


@pytest.mark.parametrize(
    ("words", "names", "meant"),
    [
        ("record is a string of P (present), A (absent), L (late).", ("record",), [("record", "PAL")]),
        ("Number of steps in a maze of '.' and '#', or -1.", ("maze", "start"), [("maze", ".#")]),
        ("Strings a and b containing only the characters '0' and '1'.", ("a", "b"), [("a", "01"), ("b", "01")]),
        ("a and b are strings consisting only of 1s and 0s.", ("a", "b"), [("a", "10"), ("b", "10")]),
        ("Count the number of 'a' and 'b' in text.", ("text",), []),
        ("Return a string of 'A' and 'B'.", ("text",), []),
        ("A list of N numbers.", ("xs",), []),
    ],
)
def test_the_signs_of_a_text_are_listed(words: str, names: tuple[str, ...], meant: list[tuple[str, str]]) -> None:
    """Two signs or more, said of texts that are given: not what is counted in them, nor what is returned."""
    assert [(one.parameter, one.other) for one in said(words, names) if one.property == "made of"] == meant


@pytest.mark.parametrize(
    ("words", "names", "meant"),
    [
        ("Adds n months (n may be negative) to a date.", ("date", "n"), {"n"}),
        ("Both a and b can be zero or negative.", ("a", "b"), {"a", "b"}),
        ("Sums of positive and negative numbers.", ("xs",), {"xs"}),
        ("Negative amounts are allowed.", ("amount",), {"amount"}),
        ("Returns a number, which may be negative.", ("n",), set()),
        ("n must not be negative.", ("n",), set()),
    ],
)
def test_a_text_may_say_that_numbers_are_below_0(words: str, names: tuple[str, ...], meant: set[str]) -> None:
    """Of what is given, and not of the result."""
    assert may_be_negative(words, names) == meant


@pytest.mark.parametrize(
    ("words", "kept"),
    [
        ("Neither object is changed.", True),
        ("Sorts without changing the given list.", True),
        ("The original array must not be modified.", True),
        ("Rotate a matrix into a new matrix.", True),
        ("The input is left unchanged.", True),
        ("Returns the list if it is not changed.", False),
        ("Without changing the order of the items.", False),
        ("It is new; items are not changed.", False),
        ("Other characters stay unchanged.", False),
        ("Reverses the list in place.", False),
    ],
)
def test_a_text_may_say_that_arguments_stay_as_they_are(words: str, kept: bool) -> None:
    """What is said of arguments counts, and not what is said of the order or of the result."""
    assert keeps_arguments(words) is kept


@pytest.mark.parametrize(
    ("words", "speaks"),
    [
        ("It may be empty.", True),
        ("The list can be empty", True),
        ("It must not be empty.", False),
        ("It should be empty afterwards.", False),
        ("Returns an empty list.", False),
    ],
)
def test_what_may_be_empty_is_meant(words: str, speaks: bool) -> None:
    """And not what must not be, or is given back."""
    assert speaks_of_empty(words) is speaks


def test_the_parts_of_rows_are_compared_by_name() -> None:
    """`tuples (start, end) with 0 <= start < end <= 24, sorted by start`."""
    words = "shifts is a list of tuples (start, end), whole hours with 0 <= start < end <= 24, sorted by start."
    assert {one.words() for one in said(words, ["shifts"]) if one.part or "order" in one.property} >= {
        "each start of shifts is at least 0",
        "each end of shifts is at most 24",
        "shifts is ordered",
        "shifts has no pair whose first is above its second",
    }
    rows = Sequence("list", tuple(Sequence("tuple", (Int(a), Int(b))) for a, b in ((3, 4), (1, 2), (1, 9))))
    ordered, named = Assumption("shifts", "ordered", "said"), {"shifts": rows}
    assert not keeps(ordered, named)
    mended(ordered, named, pool_of((), 1), lambda _: rows)
    assert keeps(ordered, named)
    assert set(named["shifts"].items) == set(rows.items)


@pytest.mark.parametrize(
    ("names", "found"),
    [
        (("dayStart", "dayEnd"), {("dayStart", "dayEnd")}),
        (("min_value", "max_value"), {("min_value", "max_value")}),
        (("lo2", "hi2", "lo1"), {("lo2", "hi2")}),
        (("startDay", "endMonth"), set()),
        (("start", "ending"), set()),
    ],
)
def test_parameters_that_are_called_ends_are_in_order(names: tuple[str, ...], found: set[tuple[str, str]]) -> None:
    """The same names but for one word, however they are written."""
    assert {(one.parameter, one.other) for one in named(names, "") if one.property == "up to"} == found
