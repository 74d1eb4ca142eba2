"""Lines of standard input changed so that they keep a usual promise."""

from __future__ import annotations

import operator

import pytest

from codescore.evidence.mending import different, in_order, with_sign, without_repeats
from codescore.evidence.read_lines import Line


def line(text: str) -> Line:
    words = tuple(text.split())
    return Line(0, (), words, tuple(int(word) for word in words if word.isdigit()), (), listed=False, repeated=False)


def test_two_numbers_come_in_order() -> None:
    """Exchanged where they fail, and one more than the first where that does not help; others stay."""
    mend = in_order(1, 2, operator.lt)
    mended = [[mend(line(text), place) for place in range(3)] for text in ("9 5 2", "9 2 5", "9 4 4")]
    assert mended == [["9", "2", "5"], ["9", "2", "5"], ["9", "4", "5"]]


@pytest.mark.parametrize(
    ("word", "mended"), [("abcd", "a|b|cd"), ("a|bcd", "a||bcd"), ("|||", "||"), ("a|b|c|d", "a|b|cd")]
)
def test_a_sign_stands_so_many_times(word: str, mended: str) -> None:
    """Where it first does, else among the others."""
    found = with_sign("|", 2)(line(word), 0)
    assert found.count("|") == 2, found
    assert found.replace("|", "") == word.replace("|", "")
    assert found == mended


@pytest.mark.parametrize(("word", "mended"), [
    ("000011101", "023415678"), ("abc", "abc"), ("aab.", "acb."), ("..", "."), ("0" * 12, "0123456789"),
])  # fmt: skip
def test_no_sign_comes_twice(word: str, mended: str) -> None:
    """Signs that were there before become others of their kind, and one that has no kind is left out."""
    changed = without_repeats(Line(0, (), (word,), (), (), listed=True, repeated=False), 0)
    assert len(set(changed)) == len(changed)
    assert changed == mended


def test_words_that_are_there_twice_become_longer() -> None:
    assert different(["a", "b", "a", "aa", "a"]) == ["a", "b", "aaa", "aa", "aaaa"]
