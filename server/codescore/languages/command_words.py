"""The words that lines of commands begin with, of two programs: one may name what the other leaves to an `else`.

Neighbours: `languages.commands` (makes the lines), evidence (asks, where it has both programs).  Pure.
"""

from __future__ import annotations

from dataclasses import replace

from codescore.languages.commands import of_commands
from codescore.languages.shapes import BlockShape, LinesShape, OneOf, RowShape, Samples, Shape
from codescore.languages.values import Text, Value


def named_together(shape: Shape, other: Shape, source: str, candidate: str) -> Shape:
    """Lines of commands where a word that nobody names is the one that the candidate alone names; not at all where it
    names several, as nobody knows then which the reference means.
    """
    ours, theirs = _words(shape), _words(other)
    unnamed = {word for word in ours if not word.isdigit() and not _quoted(word, source)}
    extra = sorted(word for word in theirs - ours if _quoted(word, candidate))
    if not unnamed or not extra or not isinstance(shape, OneOf):
        return shape
    new = extra[0] if len(extra) == 1 else None
    return replace(shape, options=tuple(_renamed(one, unnamed, new) for one in shape.options))


def _quoted(word: str, source: str) -> bool:
    return f'"{word}"' in source or f"'{word}'" in source


def _words(shape: Shape) -> set[str]:
    options = shape.options if isinstance(shape, OneOf) else ()
    rows = (row for one in options if isinstance(one, LinesShape) and of_commands(one) for row in one.rows)
    values = (value for row in rows if isinstance(row, RowShape) for value in _lines(row))
    return {value.value.partition(" ")[0] for value in values if isinstance(value, Text)}


def _lines(row: RowShape) -> tuple[Value, ...]:
    return row.tokens[0].values if row.separator == "\n" and isinstance(row.tokens[0], Samples) else ()


def _renamed(option: Shape, unnamed: set[str], new: str | None) -> Shape:
    if not isinstance(option, LinesShape):
        return option
    return replace(option, rows=tuple(_row(row, unnamed, new) for row in option.rows))


def _row(row: RowShape | BlockShape, unnamed: set[str], new: str | None) -> RowShape | BlockShape:
    if not isinstance(row, RowShape) or not _lines(row):
        return row
    found: list[Value] = []
    for value in _lines(row):
        word, blank, rest = value.value.partition(" ") if isinstance(value, Text) else ("", "", "")
        if word not in unnamed:
            found.append(value)
        elif new is not None:
            found.append(Text(f"{new}{blank}{rest}"))
    return replace(row, tokens=(Samples(tuple(found)), *row.tokens[1:])) if found else row
