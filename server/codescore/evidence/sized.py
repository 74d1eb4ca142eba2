"""Lists of a size that their shape says, and single signs: whether values are so, and values made so.

Neighbours: `evidence.domain` (asks), `languages.shapes`.
"""

from __future__ import annotations

from itertools import repeat

from codescore.evidence.generate import draw
from codescore.evidence.pool import Pool, fresh
from codescore.languages.shapes import SequenceShape, Shape, TextShape, TupleShape
from codescore.languages.values import Sequence, Text, Value


def sized(shape: Shape, value: Value, pool: Pool) -> Value:
    """The value, with as many items in its lists as their shape has where that is one number, and one sign where that
    is meant."""
    match shape, value:
        case TextShape(min_size=1, max_size=1), Text(text) if len(text) != 1:
            return Text(text[:1]) if text else draw(shape, fresh(pool))
        case SequenceShape(element, _, least, most), Sequence(kind, items):
            if least == most and len(items) != least:
                items = (*items, *(draw(element, fresh(pool)) for _ in range(least)))[:least]
            return Sequence(kind, tuple(sized(element, item, pool) for item in items))
        case TupleShape(elements), Sequence(kind, items):
            more = (draw(element, fresh(pool)) for element in elements[len(items) :])
            return Sequence(kind, tuple(map(sized, elements, (*items[: len(elements)], *more), repeat(pool))))
    return value


def fits(shape: Shape, value: Value) -> bool:
    """Whether lists have as many items as their shape has where that is one number, and what is one sign is one."""
    match shape, value:
        case TextShape(min_size=1, max_size=1), Text(text):
            return len(text) == 1
        case SequenceShape(element, _, least, most), Sequence(_, items):
            return (least != most or len(items) == least) and all(fits(element, item) for item in items)
        case TupleShape(elements), Sequence(_, items):
            return len(items) == len(elements) and all(map(fits, elements, items))
    return True
