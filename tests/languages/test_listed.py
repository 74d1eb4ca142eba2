"""What words say of things without a name: the only number, cells of a table, the two of each pair."""

from __future__ import annotations

import pytest

from codescore.languages.listed import listed

_N = {"n is at least 1", "n is at most 3999"}


@pytest.mark.parametrize(
    ("words", "names", "found"),
    [
        ("The Roman numeral of a number from 1 to 3999.", ("n",), _N),
        ("Write an integer between 1 and 3999 in words.", ("n",), _N),
        ("Return a number from 1 to 3999.", ("n",), set()),
        ("A number from 1 to 3999.", ("n", "base"), set()),
        ("The next generation; cells are 0 or 1.", ("board",), {"board is at least 0", "board is at most 1"}),
        ("n steps on the board: each cell is 0, 1 or 2", ("board", "n"), {"board is at least 0", "board is at most 2"}),
        ("Returns a board whose cells are 0 or 1.", ("board",), set()),
        ("cells are 0 or 100 % full", ("board",), set()),
        ("Cells are 0 (free) or 1 (wall).", ("board",), {"board is at least 0", "board is at most 1"}),
        ("The matrix holds 0 and 1.", ("m",), {"m is at least 0", "m is at most 1"}),
        ("* grid[i][j] -> 0 | 1", ("grid", "capacity"), {"grid is at least 0", "grid is at most 1"}),
        ("`grid[i][j]` is 0, 1, or 2.", ("grid",), {"grid is at least 0", "grid is at most 2"}),
        ("Rows of ones in a binary grid.", ("g",), {"g is at least 0", "g is at most 1"}),
        ("A list of zeros and ones.", ("g",), {"g is at least 0", "g is at most 1"}),
        ("The list contains 3 or 4 items.", ("xs",), set()),
        ("Returns a list of zeros and ones.", ("n",), set()),
        ("Nobody weighs more than the limit.", ("weights", "limit"), {"weights has no number above limit"}),
        ("No number is larger than limit.", ("xs", "limit"), {"xs has no number above limit"}),
        ("If no number is larger than limit, -1.", ("xs", "limit"), set()),
        ("Moving average over k values (k odd).", ("values", "k"), {"k is odd"}),
        ("`n` must be even.", ("n",), {"n is even"}),
        ("Whether n is even.", ("n",), set()),
        ("n is odd: the one in the middle.", ("n",), set()),
        ("Return the sum of even n.", ("n",), set()),
    ],
)
def test_numbers_without_a_name(words: str, names: tuple[str, ...], found: set[str]) -> None:
    """Those that a function takes, and neither those that it gives nor those of another parameter."""
    assert {one.words() for one in listed(words, names)} == found


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("busy is a list of (begin, finish) pairs, until end.", {"busy"}),
        ("Merges meetings (start, end).", {"busy", "end"}),
        ("busy is a list of (name, age) pairs.", set()),
        ("Returns a list of (start, end).", set()),
    ],
)
def test_the_two_of_a_pair_are_in_order_where_words_call_them_ends(words: str, meant: set[str]) -> None:
    """Whatever a program calls them where it takes a pair apart."""
    found = [one for one in listed(words, ("busy", "end")) if one.property == "pairs ordered"]
    assert {one.parameter for one in found} == meant
