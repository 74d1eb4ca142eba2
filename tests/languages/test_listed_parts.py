"""What stands where documentation lists a parameter is of that one alone: Google, Sphinx, NumPy, Javadoc, JSDoc."""

from __future__ import annotations

import pytest

from codescore.languages.wording import said

STYLES = (
    """Add.

Args:
    a: a positive integer
    b: the place

Returns:
    int: a non-negative number
""",
    """Add.

Args:
    a (int): The count. Must be a positive integer.
    b (int): Any.

Returns:
    list: a non-empty one
""",
    """Add.

:param a: a positive integer
:param int b: the place
:return: a non-negative number
""",
    """Add.

Parameters
----------
a : int
    A positive integer.
b : int
    The place.

Returns
-------
int
    A non-negative number.
""",
    """Add a and b.

@param a a positive integer
@param b any number
@return a non-negative number
""",
    """Add.

@param {number} a - a positive integer
@param {number} b - the place
@returns {number} a non-negative number
""",
)
GIVEN_BACK = (
    "Distance between a and b. The output is non-negative.",
    "Returns a non-negative integer.",
    "Returns the distance, a non-negative number.",
    "It returns a positive number for any a and b.",
    "The answer must be a positive integer.",
    "The difference is non-negative.",
    "Computes a non-negative remainder of a and b.",
    "Returns: non-negative int",
    "Output: a positive integer",
    "The return value is greater than 0.",
    "Return a non-empty list.",
)
GIVEN = (
    "Given a non-negative integer a, return its digits.",
    "Return the factorial of a non-negative integer a.",
    "a is a non-negative integer.",
    "Return the number of primes less than a non-negative integer a.",
)


def _said(words: str) -> set[tuple[str, str]]:
    return {(one.parameter, one.property) for one in said(words, ["a", "b"])}


@pytest.mark.parametrize("words", STYLES)
def test_what_is_said_where_a_parameter_is_listed_is_of_that_one(words: str) -> None:
    assert {(name, what) for name, what in _said(words) if what in ("positive", "non-negative", "non-empty")} == {
        ("a", "positive")
    }


@pytest.mark.parametrize("words", GIVEN_BACK)
def test_what_is_said_of_what_a_function_gives_is_of_no_parameter(words: str) -> None:
    assert not _said(words)


@pytest.mark.parametrize("words", GIVEN)
def test_what_is_said_of_what_is_given_still_counts(words: str) -> None:
    assert ("a", "non-negative") in _said(words)


def test_what_is_listed_for_one_may_name_another() -> None:
    assert ("b", "non-negative") in _said("Args:\n    a: an index of b\n    b: must be non-negative")
    assert ("b", "positive") in _said("Args:\n    a: where b is cut; b must be a positive integer\n    b: a number")


@pytest.mark.parametrize(
    ("words", "names"),
    [
        ("The second list is sorted in ascending order.", {"b"}),
        ("The first list is always sorted in ascending order.", {"a"}),
        ("The other list is sorted in ascending order.", set()),
        ("May be any list, for example a list sorted in ascending order.", set()),
        ("Lists in any order, for instance in ascending order.", set()),
        ("Two lists sorted in ascending order.", {"a", "b"}),
        ("Find the last position of an element in a sorted array.", {"a", "b"}),
    ],
)
def test_one_of_two_that_is_told_by_its_number_is_that_one_and_an_example_promises_nothing(
    words: str, names: set[str]
) -> None:
    assert {name for name, what in _said(words) if what == "ordered"} == names
