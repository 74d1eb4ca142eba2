"""Lines that the words of a program show, and those that are made like them."""

from __future__ import annotations

import re

import pytest

from codescore.languages import by_id
from codescore.languages.example_lines import shown_lines, shown_numbers
from codescore.languages.shapes import LinesShape, OneOf, RowShape, Samples
from codescore.languages.values import Text

_TARIFF = '''"""Electricity bill.

    rate 24.6                  pence per kWh outside the bands
    band 23:30-05:30 9.0       start included, end not
    off 2024-03-01
    name ann                   nothing in it says that it is an example
"""
import sys
from decimal import Decimal

rate, bands = Decimal(0), []
for line in sys.stdin:
    words = line.split()
    if words[0] == "rate":
        rate = Decimal(words[1])
    elif words[0] == "band":
        start, end = words[1].split("-")
        bands.append((start, end, Decimal(words[2])))
    elif words[0] == "off":
        print(words[1], rate, sorted(bands))
'''


def test_commands_are_written_as_they_are_shown() -> None:
    runner = by_id("python").runner()
    assert runner is not None
    shape = runner.survey(_TARIFF).entries[-1].parameters[0].shape
    assert isinstance(shape, OneOf)
    first = shape.options[0]
    assert isinstance(first, LinesShape)
    assert isinstance(first.rows[0], RowShape)
    known = first.rows[0].tokens[0]
    assert isinstance(known, Samples)
    lines = [value.value for value in known.values if isinstance(value, Text)]
    assert any(re.fullmatch(r"rate \d+\.\d", line) for line in lines)
    assert any(re.fullmatch(r"band \d\d:\d\d-\d\d:\d\d \d+\.\d", line) for line in lines)
    assert any(re.fullmatch(r"off \d{4}-\d\d-\d\d", line) for line in lines)
    assert not any(re.fullmatch(r"band [abc] .*", line) for line in lines)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("It reads:\n    add a 12\n", {"add"}),
        ("It reads:\n    add NAME AMOUNT\n", set()),  # no example
        ("add a 12 to it\n", set()),  # a sentence
        ("It reads:\n    (add a 12)\n    take a 12      what is not there is refused\n", set()),
    ],
)
def test_what_is_an_example(words: str, expected: set[str]) -> None:
    assert shown_lines(words, ["add"], ["1", "2"], ["a"]).keys() == expected


def test_numbers_of_lines() -> None:
    """Not those of sentences, nor what is said of a line behind it."""
    assert shown_numbers("From 1 to 9:\n    Mia: 1 5 2      300\n    1 2 3 4 5 6\n") == ("1", "5", "2", "3", "4", "6")
