"""Lines that a program reads to the end, with the signs that it looks for; and what is low and what is high."""

from __future__ import annotations

import pytest

from codescore.languages.input_rows import lines_of
from codescore.languages.shapes import TO_THE_END, LinesShape, RowShape, Samples, TextShape
from codescore.languages.values import Char, Text

_READS = [["loop", "*", [["line", "line"]]]]


def _row(signs: str) -> RowShape:
    form = lines_of(_READS, map(Char, signs), "")
    assert isinstance(form, LinesShape)
    (row,) = form.rows
    assert isinstance(row, RowShape)
    assert row.until == TO_THE_END
    return row


def test_lines_have_the_signs_that_are_looked_for() -> None:
    (known,) = _row("#[]=").tokens
    assert isinstance(known, Samples)
    assert {Text("a=b"), Text("a=b=c"), Text("[a]"), Text("[a"), Text("#a"), Text("")} <= {*known.values}


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
