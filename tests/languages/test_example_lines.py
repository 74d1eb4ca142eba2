"""Lines that the words of a program show, and those that are made like them."""

from __future__ import annotations

import re

import pytest

from codescore.languages import by_id
from codescore.languages.example_lines import (
    lines_in,
    lines_like,
    shown_lines,
    shown_numbers,
    tables_in,
    templates_in,
)
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


def test_what_could_be_a_line_is_found_wherever_it_stands() -> None:
    """Alone, between two blanks, behind a colon or "e.g.", in quotes, one of several on a line."""
    words = (
        "A row is   North;South;3:1     blank rows are skipped\n"
        "e.g. Meyer;2024-01-31;4\n"
        "  down A, up A      takes a node out\n"
        'one reading per row, such as "2024-05-06 07:08;5"'
    )
    found = lines_in(words)
    for line in ("North;South;3:1", "Meyer;2024-01-31;4", "down A", "up A", "2024-05-06 07:08;5"):
        assert line in found
    assert "e.g. Meyer;2024-01-31;4" not in found


def test_templates_and_tables_are_filled_in() -> None:
    """Pictures of times as these; what is a number or a name is tried both ways; columns as a first line."""
    assert "2024-03-04 09:30;3" in templates_in("One row, 'YYYY-MM-DD HH:MM;kWh' with a comma.")
    assert "a;2024-03-04;3" in templates_in("Each row is\n    guest;first date;nights\n")
    assert templates_in("Nothing here is a template: it is prose, and more of it.") == ()
    tables = dict(tables_in("CSV with the columns name, any number of hw..., and exam from standard\ninput."))
    assert [*tables] == ["name,hw1,hw2,exam"]
    assert ("town,size", "a,3") in tables_in("The columns are town and size.")


def test_lines_like_one_have_other_names_numbers_and_times() -> None:
    """Signs between stay, words are exchanged with those of their kind, a command stays, few names are few."""
    lines = ("link A B 5", "2024-05-01T10:00:00 FAIL 10.0.0.5 root")
    made = lines_like(lines, {"link", "FAIL", "OK"}, 40)
    assert made[:2] == lines
    first, second = ([one for one in made if one.startswith(start)] for start in ("link", "202"))
    assert len(first) + len(second) == len(made)
    assert all(re.fullmatch(r"link [A-Z]+ [A-Z]+ \d+", one) for one in first)
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:00 (FAIL|OK) (\d+\.){3}\d+ \w+", one) for one in second)
    assert {one.split()[1] for one in second} == {"FAIL", "OK"}
    few = lines_like(lines[1:], {"FAIL", "OK"}, 40, 3)
    assert 1 < len({one.split()[2] for one in few}) <= 3 < len({one.split()[2] for one in second})
