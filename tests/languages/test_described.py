"""What texts say of the parameters that they describe, and of the texts and tables that there are."""

from __future__ import annotations

import pytest

from codescore.evidence.pool import pool_of
from codescore.evidence.properties import keeps, mended
from codescore.languages.assumed import Assumption
from codescore.languages.described import about, described, unpromised
from codescore.languages.values import Int, Sequence, Text, Value
from codescore.languages.wording import keeps_arguments, said

ORDERS = """Work through the orders of a day.

    stock: dictionary from item to number of pieces (1 or more).
    orders: list of (item, number), number {}; the item need not be
    in stock.

    Returns the pair (left, refused): left has 7 or more items. stock is not changed.
"""
JSDOC = """
/**
 * @param {number[]} marks at least 3 marks, from 1 to 6
 * @param {number} limit 0 or more
 * @returns {number} at least 5
 */
"""


def told(words: str, *names: str) -> set[str]:
    """What is read, in words."""
    return {one.words() for one in described(words, names)}


def test_the_description_of_a_parameter_speaks_of_its_numbers() -> None:
    """Up to the next one, and not what is said of the result."""
    assert told(ORDERS.format("1 or more"), "stock", "orders") == {"stock is at least 1", "orders is at least 1"}
    assert told(ORDERS.format("at most 9"), "stock", "orders") == {"stock is at least 1", "orders is at most 9"}
    assert told(ORDERS.format("at least 2"), "refused", "orders") == {"orders is at least 2"}


def test_jsdoc_describes_parameters() -> None:
    """So many things, and from where to where they go."""
    words = JSDOC.replace("3 marks", "3 numbers")
    numbers = {"marks is at least 1", "marks is at most 6", "limit is at least 0"}
    assert told(words, "marks", "limit") == {"marks has at least 3 items", *numbers}


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("The words of the text are separated by single spaces, with none at the ends.", "has one blank between words"),
        ("grid is a list of rows, all of the same length.", "has rows of one length"),
        ("A grid with at least one row and one column.", "has no empty item"),
        ("The text has only small letters.", "is made of 'a-z'"),
        ("text has only the letters a to z, or is empty.", "is made of 'a-z'"),
    ],
)
def test_a_sentence_speaks_of_texts_and_tables(words: str, found: str) -> None:
    """Unless it speaks of the result."""
    assert any(found in one for one in told(words, "grid")), told(words, "grid")
    assert not told(f"Returns a text: {words[0].lower()}{words[1:]}".replace(".", ""), "other")


@pytest.mark.parametrize("words", ["If n is 3 or more, they are sorted.", "n: 0 if there are 5 or more of them."])
def test_the_case_of_a_branch_is_no_condition(words: str) -> None:
    """Nor what a description says for a case."""
    assert not told(words, "n")


def test_whole_numbers_may_be_negative() -> None:
    """Natural ones are not."""
    assert not [*said("a list of whole numbers", ["xs"])]
    assert [one.property for one in said("a list of natural numbers", ["xs"])] == ["non-negative"]


def test_a_parameter_that_is_not_changed_stays_as_it_is() -> None:
    """It need not be called a list."""
    assert keeps_arguments("The result is new. stock is not changed.", ["stock"])
    assert keeps_arguments("`stock` stays unmodified.", ["stock"])
    assert not keeps_arguments("stock is not changed if it is empty, and left is changed.", ["left"])
    assert not keeps_arguments("stock is changed.", ["stock"])


def test_words_are_put_apart_by_one_blank() -> None:
    """Checked and mended."""
    spaced, named = Assumption("text", "spaced", "said"), {"text": Text("  a \n bc ")}
    assert not keeps(spaced, named)
    mended(spaced, named, pool_of((), 1), lambda _: Text(""))
    assert named == {"text": Text("a bc")}
    assert keeps(spaced, named)


def test_sentences_that_name_a_parameter_are_about_it() -> None:
    words = "Moss on a roof. The grid has 0 (bare), 1 (moss), 2 (chimney); all end.\n\nNothing of grids."
    assert about(words, ["grid", "limit"]) == "The grid has 0 (bare), 1 (moss), 2 (chimney);"


def test_numbers_that_are_each_explained_are_those_there_are() -> None:
    found = list(said("A rectangular grid of 0 (bare), 1 (moss), 2 (chimney).", ["grid", "limit"]))
    bounds = {(one.parameter, one.property): one.bound for one in found if one.property in ("at least", "at most")}
    assert bounds == {("grid", "at least"): 0, ("grid", "at most"): 2}


def test_what_is_so_of_some_is_not_so_of_all() -> None:
    found = list(said("@param weights whole numbers >= 0, at least one above 0", ["totalCents", "weights"]))
    assert {(one.property, one.bound) for one in found if one.parameter == "weights"} == {("at least", 0)}


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("xs: list of numbers, at least two of them.", "has at least 2 items"),
        ("xs is a list of (at, cm) pairs with strictly increasing times.", "is strictly ascending"),
        ("xs is a list of strictly ascending numbers.", "is strictly ascending"),
        ("xs is a list with increasing numbers.", "is ordered"),
    ],
)
def test_how_many_and_in_which_order(words: str, found: str) -> None:
    """What a pair's parts are called is no parameter of that name."""
    assert f"xs {found}" in [one.words() for one in said(words, ["xs", "at"])]
    assert not [one for one in said(words, ["xs", "at"]) if one.parameter == "at"]


def test_strictly_ascending_rows_are_told_by_their_first() -> None:
    rows = Sequence("list", tuple(Sequence("tuple", (Int(at), Int(cm))) for at, cm in ((3, 1), (1, 5), (3, 2))))
    strictly = Assumption("xs", "ordered", "", bound=1)
    named: dict[str, Value] = {"xs": rows}
    assert not keeps(strictly, named)
    mended(strictly, named, pool_of((), 1), lambda _: rows)
    assert keeps(strictly, named)
    assert len(named["xs"].items) == 2  # type: ignore[attr-defined]  it stays a list


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("kind: 0 (single), 1 (return), 2 (day)", {"kind is at least 0", "kind is at most 2"}),
        ("kind: one of 0, 1 and 2", {"kind is at least 0", "kind is at most 2"}),
        ("kind: whole years, 0 to 120", {"kind is at least 0", "kind is at most 120"}),
        ("kind: 1 to 5", {"kind is at least 1", "kind is at most 5"}),
        ("kind: between 1 and 9, or 0 for guests", {"kind is at least 0", "kind is at most 9"}),
        ("kind: an odd number", {"kind is odd"}),
        ("kind: in km/h, usually between 30 and 130", set()),
        ("kind: how many; 10 or more of them get 5 percent off", set()),
        ("kind: made of letters a-z", {"kind is made of 'a-z'"}),
        ("kind: made of lower-case letters and blanks", {"kind is made of 'a-z '"}),
        ("kind: lower-case letters a-z only", {"kind is made of 'a-z'"}),
    ],
)
def test_what_a_description_begins_with(words: str, found: set[str]) -> None:
    """Few numbers, a span; not what is so mostly, nor what happens from so many on."""
    assert {one.words() for one in said(words, ["kind"])} == found


def test_a_name_in_backticks_is_one() -> None:
    assert about("The `floor` is from 0 to 9. Not `floor()` or x.floor.", ["floor"]) == "The `floor` is from 0 to 9."


@pytest.mark.parametrize(("words", "finds_out"), [
    ("Split one well-formed line into fields.", False), ("s: a valid Roman numeral", False),
    ("Each is guaranteed to be valid.", False), ("Whether a text is valid.", True), ("A valid or broken line.", True),
    ("Refuse an invalid line.", True),
])  # fmt: skip
def test_what_words_promise_is_not_found_out(words: str, *, finds_out: bool) -> None:
    assert ("valid" in unpromised(words) or "well-formed" in unpromised(words)) is finds_out
