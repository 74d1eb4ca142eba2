"""Tables: lists whose rows are of one length, and lists of texts that are like boards.

Where most places of a board are free, two things on it seldom meet by chance: without such boards hardly one is taken
that has to be without repetition.  Neighbours: `evidence.generate` (draws what is in them).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from codescore.evidence.pool import Pool
from codescore.evidence.texts import LETTERS, SIZES
from codescore.languages.shapes import IntShape, SequenceShape, Shape, TextShape
from codescore.languages.values import Int, Sequence, Text, Value

_BOARDS, _WIDTHS = 0.25, (1, 2, 3, 3, 4, 5)  # share of lists of texts that are like boards; how wide these are
_SPARSE, _FREE = 0.4, 0.85  # share of tables that are nearly free; of their places that are
MOST_ROWS = 5  # unless there have to be more


def draw_table(row: SequenceShape, size: int, pool: Pool, draw: Callable[[Shape], Value]) -> list[Value]:
    """Rows of one length, now and then with one value in most of their places."""
    width = fitting(pool.chance.choice(SIZES[1:9]), row)
    alike = replace(row, min_size=width, max_size=width)
    rows = [draw(alike) for _ in range(size)]
    free = _free(row.element, pool)
    if free is None or pool.chance.random() >= _SPARSE:
        return rows
    return [_freed(one, free, pool) if isinstance(one, Sequence) else one for one in rows]


def _free(cell: Shape, pool: Pool) -> Value | None:
    """What may stand in a place of a board that is free; None where no value does."""
    match cell:
        case IntShape(low, high) if (low or 0) <= 0 and (high is None or high >= 0):
            return Int(0)
        case TextShape(min_size=0 | 1):
            signs = [text for text in pool.texts if cell.min_size <= len(text) <= 1]
            return Text(pool.chance.choice(signs or [" "[: cell.min_size]]))
    return None


def _freed(row: Sequence, free: Value, pool: Pool) -> Sequence:
    return replace(row, items=tuple(free if pool.chance.random() < _FREE else item for item in row.items))


def of_few_signs(element: Shape, pool: Pool) -> Shape:
    """Now and then all texts of a list are of one length and of two or three signs, as the rows of a board are."""
    if (
        not isinstance(element, TextShape)
        or element.alphabet
        or element.written
        or max(map(len, element.samples), default=1) > 1
    ):
        return element
    if pool.chance.random() >= _BOARDS:
        return element
    marks = [text for text in (*pool.texts, *element.samples) if len(text) == 1]
    signs = [pool.chance.choice(marks if marks and pool.chance.random() < 0.5 else LETTERS) for _ in range(3)]
    width = max(element.min_size, pool.chance.choice(_WIDTHS))
    width = width if element.max_size is None else min(width, element.max_size)
    return replace(element, alphabet="".join(dict.fromkeys(signs)), min_size=width, max_size=width)


def fitting(size: int, shape: SequenceShape) -> int:
    """A size within the limits of a shape."""
    size = max(size, shape.min_size)
    return size if shape.max_size is None else min(size, shape.max_size)
