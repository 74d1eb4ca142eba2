"""A text for standard input taken apart by the form that a program reads: which row of the form each line is.

Lenient: a text of another form has lines that are none of its rows.  Pure.  Neighbours: `evidence.lines` (draws by the
same form), `evidence.promises` (asks what lines have in common).
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from codescore.languages.execution import Entry
from codescore.languages.shapes import BlockShape, FloatShape, IntShape, LinesShape, RowShape, UpTo

WHOLE = re.compile(r"[+-]?[0-9]{1,30}")
_LINES = 400  # lines of a text that are looked at
_OTHER = 4  # lines of a text without a form that are told apart: the first, the second, …, and all others


@dataclass(frozen=True, slots=True)
class Line:
    """A line: which row of the form it is (`row`; lines of one row are alike), its names and its words.

    `numbers` are its words as whole numbers (empty where one is none); `known` the numbers by name that were read
    before it.
    """

    row: int
    names: tuple[str, ...]
    words: tuple[str, ...]
    numbers: tuple[int, ...]
    known: tuple[tuple[str, int], ...]
    listed: bool  # a list of any length, not a number of named things
    repeated: bool  # the form has several lines of this row
    between: str = " "  # what stands between its words


def taken_apart(entry: Entry, text: str) -> list[Line]:
    """The lines of a text, by the form that an entry reads; by their place where it has none."""
    left = text.removesuffix("\n").split("\n")[:_LINES]
    shape = entry.parameters[0].shape if entry.parameters else None
    found: list[Line] = []
    if isinstance(shape, LinesShape):
        rows: dict[int, int] = {}
        _apart(shape.rows, left, {}, found, rows)
    for place, line in enumerate(left):
        row = -1 - place if not isinstance(shape, LinesShape) else -_OTHER
        found.append(_line(max(row, -_OTHER), None, line, {}))
    return found


def _apart(
    shapes: tuple[RowShape | BlockShape, ...],
    left: list[str],
    known: dict[str, int],
    found: list[Line],
    rows: dict[int, int],
) -> None:
    for shape in shapes:
        times = 1 if shape.times is None else shape.times
        times = known.get(times, 1) if isinstance(times, str) else times
        if shape.until is not None:
            times = left.index(shape.until) if shape.until in left else len(left)
        for _ in range(max(0, min(times + shape.more, len(left)))):
            if isinstance(shape, BlockShape):
                if shape.until is not None and left[:1] in ([shape.until], []):
                    break
                _apart(shape.rows, left, known, found, rows)
            elif left:
                number = rows.setdefault(id(shape), len(rows))
                line = _line(number, shape, left.pop(0), known)
                found.append(line)
                known.update(zip(line.names, line.numbers, strict=False))
        if shape.until is not None:
            del left[:1]


def _line(row: int, shape: RowShape | None, text: str, known: dict[str, int]) -> Line:
    between = shape.separator if shape is not None and shape.separator.strip() else " "
    parts = text.split(None if between == " " else between) if text.strip() else ()
    words = tuple(part.strip() for part in parts)
    numbers = tuple(int(word) for word in words) if all(WHOLE.fullmatch(word) for word in words) else ()
    listed = shape is None or shape.count is not None
    repeated = row == -_OTHER if shape is None else shape.times is not None or shape.until is not None
    whole = (
        all(isinstance(token, (IntShape, FloatShape, UpTo)) for token in shape.tokens) if shape is not None else True
    )
    named = shape.names if shape is not None and shape.count is None else ()
    return Line(row, named, words, numbers if whole else (), tuple(known.items()), listed, repeated, between)
