"""Texts such as those that a program's words show: in no other form is it sure that one is meant."""

from __future__ import annotations

import re

import pytest

from codescore.evidence.session import EvidenceSession
from codescore.languages import by_id
from codescore.languages.quoting import such
from tests.evidence.judging import judged

BOARD = '''def colour(square):
    """Whether a square of a chess board, such as "a1" or "h8", is dark."""
    return (ord(square[0]) + ord(square[-1])) % 2 == 1
'''


@pytest.fixture
def session():
    with EvidenceSession() as opened:
        yield opened


@pytest.mark.parametrize(
    ("words", "like", "unlike"),
    [
        ('two squares such as "a1" and "h8"', ("c5", "h1"), ("a", "a9", "i1", "a1 ")),
        ('a hand of cards such as "2H 3D 5S 9C KD"', ("2C 2D 9H KS 3S",), ("Ab", "2H 3D", "2H 3D 5S 9C KX")),
        ('a seat like "12A"', ("07C", "99Z"), ("1A", "AA", "123")),
    ],
)
def test_what_is_shown_says_how_texts_are_written(words: str, like: tuple[str, ...], unlike: tuple[str, ...]) -> None:
    """Digits reach as far as those that are shown, of one alone nobody knows how far."""
    pattern = such(f"# {words}\n")
    assert all(re.fullmatch(pattern, one) for one in like)
    assert not any(re.fullmatch(pattern, one) for one in unlike)


@pytest.mark.parametrize(
    "words",
    [
        'a text such as "Hello there"', 'a name like "Ann"', 'returns a size such as "12K"', 'a sum like "3 + 4 * 2"',
        'a version such as "1.2.0" or "2.0.0-beta"', 'words such as "a" and "abc1"',
    ],
)  # fmt: skip
def test_prose_and_results_say_nothing(words: str) -> None:
    assert such(f"# {words}\n") == ""


@pytest.mark.sandbox
def test_other_texts_decide_nothing(session: EvidenceSession) -> None:
    """Who fails on what is no square is not different; who is wrong on a square is."""
    python = by_id("python")
    assert python is not None
    strict = BOARD.replace("square[-1]", "square[1]")
    assert judged(session, "python", strict, BOARD).verdict != "differs"
    assert judged(session, "python", BOARD.replace("== 1", "== 0"), BOARD).verdict == "differs"


@pytest.mark.parametrize(
    ("words", "limits"),
    [
        ("Mirrors the game on a torus. 1 lives, 0 does not.", {("at least", 0), ("at most", 1)}),
        ("0 is free and 1 is a wall.", {("at least", 0), ("at most", 1)}),
        ("1 means yes; 0 means no", {("at least", 0), ("at most", 1)}),
        ("Each row is a well, and each 1 in a row represents a unit of water.", {("at least", 0), ("at most", 1)}),
        ("At most 1 row and 0 columns.", set()),
        ("Adds 2 for each 1 in a row.", set()),
        ("Lines are counted from 0.", set()),
    ],
)
def test_what_0_and_1_stand_for_is_all_there_is(words: str, limits: set[tuple[str, int]]) -> None:
    """Of the only table of numbers; a count beside another says nothing."""
    python = by_id("python")
    assert python is not None
    source = f'def f(board: list[list[int]], n: int) -> int:\n    """{words}"""\n    return board[n][0] + n\n'
    (entry,) = python.runner().survey(source).entries
    found = [one for one in entry.assumptions if one.parameter == "board" and one.property in ("at least", "at most")]
    assert {(one.property, one.bound) for one in found if "text says" in one.because} == limits
