"""How far numbers of a program's input reach, where the text around it says that of what the program calls them.

`The first line is the width (10 to 80)` bounds what is read into `width`.  Pure.  Neighbours: `languages.wording` (the
sentences), each language's survey (asks).
"""

from __future__ import annotations

from dataclasses import replace

from codescore.languages.assumed import Assumption
from codescore.languages.shapes import BlockShape, IntShape, LinesShape, OneOf, RowShape, Shape
from codescore.languages.wording import said


def bounded(shape: Shape, words: str) -> Shape:
    """Lines with numbers as far as `words` say that what is called so reaches; anything else as it is."""
    if isinstance(shape, OneOf):
        return OneOf(tuple(bounded(one, words) for one in shape.options))
    if not isinstance(shape, LinesShape):
        return shape
    told: dict[str, dict[str, int]] = {}
    names = sorted(
        {name for row in _rows(shape) for name, token in row.named() if name and isinstance(token, IntShape)}
    )
    for one in said(words, names) if names else ():
        if _bounds(one):
            told.setdefault(one.parameter, {})[one.property] = one.bound
    return replace(shape, rows=tuple(_row(row, told) for row in shape.rows)) if told else shape


def _bounds(one: Assumption) -> bool:
    return one.certain and not one.part and one.property in ("at least", "at most")


def _rows(shape: LinesShape | BlockShape) -> list[RowShape]:
    return [one for row in shape.rows for one in (_rows(row) if isinstance(row, BlockShape) else [row])]


def _row(row: RowShape | BlockShape, told: dict[str, dict[str, int]]) -> RowShape | BlockShape:
    if isinstance(row, BlockShape):
        return replace(row, rows=tuple(_row(one, told) for one in row.rows))
    return replace(row, tokens=tuple(_token(token, told.get(name, {})) for name, token in row.named()))


def _token(token: Shape, told: dict[str, int]) -> Shape:
    if not told or not isinstance(token, IntShape):
        return token
    return replace(token, low=told.get("at least", token.low), high=told.get("at most", token.high))
