"""A function that undoes another one takes what that one gives; what else it is given accuses nobody."""

from __future__ import annotations

import pytest

from codescore.evidence.sandbox import probe
from codescore.evidence.session import EvidenceSession
from codescore.evidence.undone import first_of, handed_on
from codescore.languages.execution import Entry, Parameter
from codescore.languages.shapes import IntShape, TextShape
from tests.evidence.judging import judged

ABLE = probe()
needs_sandbox = pytest.mark.skipif(not ABLE.works, reason=f"NO SANDBOX, NOTHING TESTED: {ABLE.detail}; {ABLE.remedy}")
PACK = '''
def pack(text):
    """Runs are written as number and letter. text has only small letters."""
    found, i = "", 0
    while i < len(text):
        j = i
        while j < len(text) and text[j] == text[i]:
            j += 1
        found += str(j - i) + text[i]
        i = j
    return found
'''
UNPACK = '''

def unpack(code):
    """Undo pack."""
    found, number = "", ""
    for sign in code:
        if sign.isdigit():
            number += sign
        else:
            found += int(number or 1) * sign
            number = ""
    return found
'''
OTHER = """

def unpack(code):
    import re
    return "".join(letter * int(number) for number, letter in re.findall(r"([0-9]+)([a-z])", code))
"""


@pytest.fixture(scope="module")
def session():
    with EvidenceSession() as made:
        yield made


@needs_sandbox
def test_what_nobody_gives_is_a_condition(session: EvidenceSession) -> None:
    """A right program that reads `a` or `0b` in its own way is not accused; one that reads one digit only is."""
    found = judged(session, "python", PACK + OTHER, PACK + UNPACK)
    assert found.verdict == "conditional", found.reason
    assert "another result where code is nothing that pack gives" in found.reason
    wrong = OTHER.replace("[0-9]+", "[0-9]")
    assert judged(session, "python", PACK + wrong, PACK + UNPACK).verdict == "differs"


@needs_sandbox
def test_a_name_is_not_enough(session: EvidenceSession) -> None:
    """Where the one does not give back what the other was given, all input is meant."""
    loses = PACK.replace("found += str(j - i) + text[i]", "found += text[i]")
    assert judged(session, "python", loses + OTHER, loses + UNPACK).verdict == "differs"


@pytest.mark.parametrize(
    ("one", "two", "undoes"),
    [
        ("pack", "unpack", True),
        ("encode", "decode", True),
        ("run_length_encode", "run_length_decode", True),
        ("toRoman", "fromRoman", True),
        ("encrypt", "decode", False),
        ("cover", "uncover", True),
        ("code", "encode", False),
        ("unpack", "pack", False),
    ],
)
def test_names_say_what_undoes_what(one: str, two: str, undoes: bool) -> None:
    """In words of either case."""
    first, second = (Entry(name, "function", (Parameter("text", TextShape()),)) for name in (one, two))
    assert first_of(second, [second, first]) == [first] * undoes


ROMAN = """
TABLE = [(10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")]
DIGITS = {"I": 1, "V": 5, "X": 10}

def to_roman(number):
    found = ""
    for value, digits in TABLE:
        while number >= value:
            found += digits
            number -= value
    return found

def from_roman(roman):
    total = 0
    for place, sign in enumerate(roman):
        value = DIGITS[sign]
        total += -value if place + 1 < len(roman) and value < DIGITS[roman[place + 1]] else value
    return total

def add_roman(a, b):
    # The sum of two Roman numbers.
    return to_roman(from_roman(a) + from_roman(b))
"""
BACKWARDS = ROMAN.replace(
    """    for place, sign in enumerate(roman):
        value = DIGITS[sign]
        total += -value if place + 1 < len(roman) and value < DIGITS[roman[place + 1]] else value
""",
    """    most = 0
    for sign in reversed(roman):
        value = DIGITS[sign]
        total += -value if value < most else value
        most = max(most, value)
""",
)


@needs_sandbox
def test_who_hands_all_it_is_given_to_what_undoes_another_takes_what_that_gives(session: EvidenceSession) -> None:
    """`IIX` is no number: two right programs read it in their own ways, and so do those that call them."""
    found = judged(session, "python", BACKWARDS, ROMAN)
    assert found.verdict in ("conditional", "equivalent"), found.reason
    wrong = ROMAN.replace("from_roman(a) + from_roman(b)", "from_roman(a) + max(1, from_roman(b))")
    told = {unit.reference_unit: unit.verdict for unit in judged(session, "python", wrong, ROMAN).units}
    assert told["add_roman"] in ("differs", "conditional")


def test_only_who_takes_nothing_else_hands_it_on() -> None:
    text = Parameter("text", TextShape())
    pack = Entry("pack", "function", (text,))
    unpack = Entry("unpack", "function", (text,))
    both = Entry("join", "function", (text, Parameter("other", TextShape())), uses=frozenset({"unpack", "pack"}))
    more = Entry("cut", "function", (text, Parameter("n", IntShape())), uses=frozenset({"unpack"}))
    entries = (pack, unpack, both, more)
    assert handed_on(both, entries) == []  # it calls two that take a text
    only = Entry("join", "function", both.parameters, uses=frozenset({"unpack"}))
    assert handed_on(only, entries) == [(unpack, pack)]
    assert handed_on(more, entries) == []
    assert handed_on(unpack, entries) == []
