"""What words say that a program raises is part of what it does; blanks that it takes off are tried."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from codescore.evidence.sandbox import probe
from codescore.evidence.session import EvidenceSession
from codescore.languages.told_errors import told_errors
from tests.evidence.judging import judged

_ability = probe()
runs = pytest.mark.skipif(not _ability.works, reason=f"NO SANDBOX: {_ability.detail}")

WEIGHT = '''
def grams(text: str) -> int:
    """The weight of '2kg', '1kg 500g' or '20g' in grams.{0}"""
    text = text.strip(" ")
    total, number, before = 0, "", 9999
    for sign in text.replace("kg", "k"):
        if sign.isdigit():
            number += sign
        elif sign in "kg" and number:
            unit = 1000 if sign == "k" else 1
            if unit >= before:
                raise ValueError(text)
            total, number, before = total + int(number) * unit, "", unit
        elif sign != " " or number:
            raise ValueError(text)
    if number or before == 9999:
        raise ValueError(text)
    return total
'''
SAID = " Raises ValueError where it is none, or has a unit twice."
TWICE = WEIGHT.replace("if unit >= before:", "if unit > before:").format("")
UNTRIMMED = WEIGHT.replace('text = text.strip(" ")', "pass").replace(
    'sign != " " or number', "sign != ' ' or number or not total"
)


@pytest.fixture(scope="module")
def session() -> Iterator[EvidenceSession]:
    with EvidenceSession() as found:
        yield found


@pytest.mark.parametrize(
    ("source", "errors"),
    [
        ('"""Starts. Raises KeyError for an unknown name and ValueError for a circle."""', {"KeyError", "ValueError"}),
        ('"""Starts.\n\n    Raises:\n        ValueError: if it is none.\n    """', {"ValueError"}),
        ('""":raises ValueError: if it is none. TypeError is another matter."""', {"ValueError"}),
        ("/** @throws IllegalStateException if it is closed */ int f() {}", {"IllegalStateException"}),
        ("// throws a RangeError below 0\nfunction f(n) {}", {"RangeError"}),
        ("// Throws std::out_of_range there.\nint f(int n);", {"out_of_range"}),
        ("# should raise a StackError\n", {"StackError"}),
        ("# never raises ValueError", set()),
        ("# statistics.mean raises ValueError here, too", set()),
        ("def f(n):\n    raise ValueError(n)\n", set()),
        ("throw new RangeError(n);", set()),
        ("class A { int f() throws IOException; }", set()),
        ('"""Never fails."""', set()),
    ],
)
def test_errors_that_words_speak_of(source: str, errors: set[str]) -> None:
    """In four languages."""
    assert told_errors(source) == errors


@runs
def test_who_answers_where_words_speak_of_an_error_does_something_else(session: EvidenceSession) -> None:
    """Without such words that is left open."""
    assert judged(session, "python", TWICE, WEIGHT.format(SAID)).verdict == "differs"
    assert judged(session, "python", TWICE, WEIGHT.format("")).verdict == "conditional"


@runs
def test_blanks_that_are_taken_off_are_tried(session: EvidenceSession) -> None:
    """Also around a text in a form of its own."""
    assert judged(session, "python", WEIGHT.format(""), WEIGHT.format(SAID)).verdict == "equivalent"
    assert judged(session, "python", UNTRIMMED.format(""), WEIGHT.format(SAID)).verdict in ("differs", "conditional")
