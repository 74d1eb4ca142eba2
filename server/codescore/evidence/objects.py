"""Random objects that are their fields: new ones, and ones made before, shared and in circles.

Neighbours: `evidence.generate` (draws everything else, and what a field holds), `evidence.pool` (the objects so far).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from codescore.evidence.pool import CHAIN_ENDS, ENDS, Pool
from codescore.languages.shapes import IntShape, RecordShape, SelfShape, SequenceShape, Shape, TextShape
from codescore.languages.values import Int, Null, Record, Ref, Sequence, Value

#: Draws a value of a shape at a depth.
Draw: TypeAlias = Callable[[Shape, Pool, int], Value]
_DEEPEST, _LONGEST = 4, 15  # links from the first object on; in a chain, in which each object has one
_ABSENT, _AGAIN = 0.4, 0.3  # of objects: lack an optional field; of fields: hold what one of the name holds


def draw_object(shape: RecordShape, pool: Pool, draw: Draw) -> Value:
    """A new object, or one of this input again; objects point to ones made before and to new ones."""
    made = [one for one in _such(shape, pool) if shape.linked or one not in pool.unfinished]
    if made and pool.chance.random() < 0.45:
        return Ref(pool.chance.choice(made))
    if not pool.anchors and (links := _links(shape)):
        pool.ends = pool.chance.choice(ENDS if links > 1 else CHAIN_ENDS)
    return new_object(shape, pool, draw)


def new_object(shape: RecordShape, pool: Pool, draw: Draw, *, depth: int = 0) -> Record:
    """An object that no other place refers to yet."""
    pool.anchors += 1
    anchor = pool.anchors
    there = [one for one in shape.fields if one[0] not in shape.optional or pool.chance.random() >= _ABSENT]
    pool.records.append(Record(shape.type, tuple((name, Null()) for name, _ in there), anchor))
    pool.unfinished.add(anchor)
    fields = tuple((name, _known(name, inner, shape, pool, draw, depth=depth)) for name, inner in there)
    pool.unfinished.discard(anchor)
    return Record(shape.type, fields, anchor)


def _links(shape: RecordShape) -> int:
    """How many fields of an object are objects."""
    return sum(isinstance(inner, (SelfShape, RecordShape)) for _, inner in shape.fields)


def _such(shape: RecordShape, pool: Pool) -> list[int]:
    """The objects of this input that can stand for one of a shape: they have its fields."""
    needed = {name for name, _ in shape.fields} - {*shape.optional}
    return [one.anchor for one in pool.records if one.type == shape.type and needed <= dict(one.fields).keys()]


def _known(name: str, inner: Shape, around: RecordShape, pool: Pool, draw: Draw, *, depth: int) -> Value:
    """What a field holds: sometimes what one of its name holds elsewhere, as what has the `id` of another."""
    if not isinstance(inner, (IntShape, TextShape)):
        return _field(inner, around, pool, draw, depth=depth)
    held = pool.fields.setdefault(name, [])
    alike = [one for one in held if isinstance(one, Int) == isinstance(inner, IntShape)]
    value = pool.chance.choice(alike) if alike and pool.chance.random() < _AGAIN else draw(inner, pool, depth + 1)
    held.append(value)
    return value


def _field(inner: Shape, around: RecordShape, pool: Pool, draw: Draw, *, depth: int) -> Value:
    chance = pool.chance
    if isinstance(inner, (SelfShape, RecordShape)):
        held = inner if isinstance(inner, RecordShape) else around
        deepest = _LONGEST if _links(around) == 1 else _DEEPEST
        if depth >= deepest or chance.random() < pool.ends:
            such = _such(held, pool)
            if around.linked and such and chance.random() < 0.4:
                return Ref(chance.choice(such))
            return Null()
        return new_object(held, pool, draw, depth=depth + 1)
    if isinstance(inner, SequenceShape) and isinstance(inner.element, (SelfShape, RecordShape)):
        count = chance.choice((0, 1, 1, 2, 2, 3)) if depth < 3 else 0
        held = inner.element if isinstance(inner.element, RecordShape) else around
        items: list[Value] = []
        for _ in range(count):
            such = _such(held, pool)
            if around.linked and such and chance.random() < 0.4:
                items.append(Ref(chance.choice(such)))
            else:
                items.append(new_object(held, pool, draw, depth=depth + 1))
        return Sequence(inner.kind, tuple(items))
    return draw(inner, pool, depth + 1)
