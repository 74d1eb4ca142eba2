"""What a program looks up in a table of its own without asking is there; and what a class says of its own."""

from __future__ import annotations

import pytest

from codescore.languages import by_id
from codescore.languages.assumed import Assumption
from codescore.languages.execution import Entry
from codescore.languages.shapes import MappingShape, OneOf, SequenceShape, TextShape

_LOANS = '''from datetime import date

RATES = {"book": 15, "dvd": 50, "magazine": 5}


def owed(loans, today):
    """What is owed."""
    total = 0
    for loan in loans:
        end = date.fromisoformat(loan["returned"] or today)
        late = (end - date.fromisoformat(loan["due"])).days
        total += RATES[loan["kind"]] * late
    return total
'''
_LOCKERS = """class Lockers:
    SIZES = "SML"

    def __init__(self, counts):
        self.free = [f"{size}{n}" for size in self.SIZES for n in range(counts.get(size, 0))]
        self.parcels = {}

    def deposit(self, parcel, size, hour):
        for locker in self.free:
            if locker[0] in self.SIZES[self.SIZES.index(size):]:
                self.parcels[parcel] = (locker, hour)
                return locker
        return None

    def collect(self, parcel, hour):
        return -(-(hour - self.parcels.pop(parcel)[1]) // 24) * 150
"""


def entries(source: str) -> list[Entry]:
    runner = by_id("python").runner()
    assert runner is not None
    found = runner.survey(source).entries
    return [*found, *(member for one in found for member in one.members)]


def assumed(source: str, name: str) -> list[Assumption]:
    return [one for entry in entries(source) if entry.name == name for one in entry.assumptions]


def test_keys_of_a_table() -> None:
    """Of a part of what a function is given."""
    (among,) = (one for one in assumed(_LOANS, "owed") if one.property == "one of")
    assert (among.parameter, among.part, among.other.split("\n")) == ("loans", "kind", ["book", "dvd", "magazine"])


def test_signs_of_a_text_that_are_looked_up() -> None:
    """The text is made of them, and is none of them."""
    source = 'VALUES = {"I": 1, "V": 5}\n\ndef value(roman):\n    return sum(VALUES[sign] for sign in roman)\n'
    (made,) = (one for one in assumed(source, "value") if one.property in ("one of", "made of"))
    assert (made.parameter, made.property, made.other) == ("roman", "made of", "IV")


@pytest.mark.parametrize(
    "asked",
    [
        'RATES.get(loan["kind"], 0) * late',
        '(RATES[loan["kind"]] if loan["kind"] in RATES else 1) * late',
    ],
)
def test_who_asks_does_not_know(asked: str) -> None:
    source = _LOANS.replace('RATES[loan["kind"]] * late', asked)
    assert not [one for one in assumed(source, "owed") if one.property == "one of"]


def test_what_is_there_or_something_else_is_like_that() -> None:
    """`loan["returned"] or today`: a date, or nothing."""
    (entry,) = entries(_LOANS)
    loans = entry.parameters[0].shape
    assert isinstance(loans, SequenceShape)
    assert isinstance(loans.element, MappingShape)
    returned = dict(loans.element.each)["returned"] if loans.element.each else loans.element.value
    assert isinstance(returned, (OneOf, TextShape))
    pictured = {one.part for one in assumed(_LOANS, "owed") if one.property == "pictured"}
    assert {"returned", "due"} <= pictured


def test_signs_of_a_text_of_a_class() -> None:
    (among,) = (one for one in assumed(_LOCKERS, "deposit") if one.property == "one of")
    assert (among.parameter, among.other.split("\n")) == ("size", ["S", "M", "L"])
    (maker,) = (one for one in entries(_LOCKERS) if one.parameters and one.parameters[0].name == "counts")
    counts = maker.parameters[0].shape
    assert isinstance(counts, MappingShape)
    assert {value.value for value in counts.required} | {*getattr(counts.key, "samples", ())} >= {"S", "M", "L"}


@pytest.mark.parametrize(("reckoned", "most"), [("// 24", False), ("* 2", True), ("> 72", False), ("> 12", True)])
def test_hours_that_are_counted_on(reckoned: str, most: bool) -> None:
    """Also where another method of the class takes days from them, or asks whether there are more than a day has."""
    source = _LOCKERS.replace("// 24) * 150", f"{reckoned}) * 150")
    bounds = {one.bound for one in assumed(source, "deposit") if one.parameter == "hour" and one.property == "at most"}
    assert bounds == ({23} if most else set())
