"""What the words of a line are that a program looks up by their places."""

from __future__ import annotations

import pytest

from codescore.languages.input_rows import lines_of
from codescore.languages.line_parts import in_parts
from codescore.languages.shapes import IntShape, LinesShape, OneOf, RowShape, Samples
from codescore.languages.values import Text

_CLOCK = 'static int minutes(String t) { String[] p = t.split(":"); return parseInt(p[0]) * 60 + parseInt(p[1]); }'
_LINE = [["loop", "*", [["line", "line"]]]]


@pytest.mark.parametrize(
    ("program", "wanted"),
    [
        (
            'String[] f = line.trim().split("\\\\s+"); int d = minutes(f[2]) - minutes(f[1]); put(f[0], d);' + _CLOCK,
            ["split", " ", [["word", ""], ["numbers", ":"], ["numbers", ":"]]],
        ),
        (
            'String[] f = line.split(";"); String name = f[0]; double p = Double.parseDouble(f[1].trim());',
            ["split", ";", [["word", "name"], ["float", ""]]],
        ),
        (
            'String[] f = line.split("\\t"); for (int i = 1; i < n; i++) sum += Integer.parseInt(f[i]); use(f[0]);',
            ["split", "\t", [["word", ""], ["int", ""]], "some"],
        ),
        (
            'String[] f = line.split(", *"); String day = f[1]; String[] d = day.split("-"); f(parseInt(d[0]), d[2]);',
            ["split", ",", [["word", ""], ["numbers", "--"]]],
        ),
        (
            'String[] f = line.split(";"); if (!f[1].endsWith("E")) sum += Integer.parseInt(f[1]); use(f[0]);',
            ["split", ";", [["word", ""], ["marked", "=E"]]],
        ),
        ('String[] f = line.split(", "); use(f[0], f[1]);', ["split", ", ", [["word", ""], ["word", ""]]]),
        ('String[] f = line.split("[;,]"); use(f[0], f[1]);', ["split", ";", [["word", ""], ["word", ""]]]),
    ],
)
def test_words_are_what_is_done_with_them(program: str, wanted: list[object]) -> None:
    assert in_parts(_LINE, program) == [["loop", "*", [wanted]]]


def test_a_row_that_is_looked_up_by_places_is_no_row_of_numbers() -> None:
    program = 'String[] f = in.nextLine().split(","); System.out.println(f[0] + Integer.parseInt(f[1]));'
    assert in_parts([["row", "f"], ["newline"]], program) == [["split", ",", [["word", ""], ["int", ""]]]]
    assert in_parts([["row", "g"], ["newline"]], program) == [["row", "g"], ["newline"]]


def test_a_number_may_have_its_mark() -> None:
    lines = lines_of([["split", " ", [["word", ""], ["marked", "=E"]]]], (), "")
    assert isinstance(lines, LinesShape)
    (row,) = lines.rows
    assert isinstance(row, RowShape)
    assert isinstance(row.tokens[1], OneOf)
    number, marked = row.tokens[1].options
    assert number == IntShape(1, None)
    assert isinstance(marked, Samples)
    assert Text("12E") in marked.values


def test_a_clock_is_drawn_as_one() -> None:
    form = lines_of([["loop", "*", [["split", " ", [["word", "name"], ["numbers", ":"]]]]]], [], "")
    assert isinstance(form, LinesShape)
    (row,) = form.rows
    assert isinstance(row, RowShape)
    assert isinstance(row.tokens[1], Samples)
    assert Text("23:59") in row.tokens[1].values
