"""Lines that a program reads to the end, with the signs that it looks for; and what is low and what is high."""

from __future__ import annotations

import pytest

from codescore.languages.input_rows import lines_of
from codescore.languages.shapes import TO_THE_END, LinesShape, RowShape, Samples, TextShape
from codescore.languages.values import Char, Text

_READS = [["loop", "*", [["line", "line"]]]]


def _row(signs: str, program: str = "") -> RowShape:
    form = lines_of(_READS, map(Char, signs), program)
    assert isinstance(form, LinesShape)
    (row,) = form.rows
    assert isinstance(row, RowShape)
    assert row.until == TO_THE_END
    return row


def test_lines_have_the_signs_that_are_looked_for() -> None:
    (known,) = _row("#[]=").tokens
    assert isinstance(known, Samples)
    assert {Text("a=b"), Text("a=b=c"), Text("[a]"), Text("[a"), Text("#a"), Text("")} <= {*known.values}


def test_signs_that_are_only_written_are_in_no_line() -> None:
    """Those of a table that is printed, where others are looked for."""
    (known,) = _row("#=|", "if (line.startsWith(\"#\")) continue; i = line.indexOf('='); out.append('|');").tokens
    assert isinstance(known, Samples)
    lines = {value.value for value in known.values if isinstance(value, Text)}
    assert "a=b" in lines
    assert not any("|" in line for line in lines)


@pytest.mark.parametrize("program", ['String[] p = line.split(",", -1);', 'rows.add(line.trim().split("\\\\|"));'])
def test_lines_that_are_split_at_a_sign_have_it_between_words(program: str) -> None:
    """Any number of words: cells of a table."""
    row = _row(",|", program)
    assert (row.separator in ",|", row.some, row.separator in program) == (True, True, True)


@pytest.mark.parametrize("signs", ["#.", "=", "#"])
def test_one_sign_or_those_of_a_picture_make_no_lines(signs: str) -> None:
    """A maze of `#` and `.` is a table, and one sign alone says little of a line."""
    (word,) = _row(signs).tokens
    assert isinstance(word, TextShape)


@pytest.mark.parametrize(("names", "ascending"), [(("low", "high"), True), (("width", "height"), False)])
def test_what_is_low_is_below_what_is_high(names: tuple[str, str], ascending: bool) -> None:
    form = lines_of([["int", names[0]], ["int", names[1]]], [], "")
    assert isinstance(form, LinesShape)
    (row,) = form.rows
    assert isinstance(row, RowShape)
    assert row.ascending is ascending
