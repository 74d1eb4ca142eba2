"""Data that a program goes down into again and again, of a limited depth: lists of lists, mappings of mappings, trees
of pairs.

Neighbours: `languages.guessing` knows from the use of a parameter that it is one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from codescore.languages.kinds import Guess
from codescore.languages.shapes import (
    IntShape,
    MappingShape,
    NullShape,
    OneOf,
    SequenceShape,
    Shape,
    TextShape,
    TupleShape,
)
from codescore.languages.shown import one_of
from codescore.languages.values import Text

_NESTED, _FEW = 2, 3  # so often one inside of another, and how many beside each other


def lists(kind: str) -> Shape:
    """Lists of numbers and of lists, as of what a program goes down into."""
    inner: Shape = IntShape()
    for _ in range(_NESTED):
        inner = OneOf((IntShape(), SequenceShape(inner, kind)))
    return SequenceShape(inner, kind)


def branches(kind: Guess, name: str, shape_of: Callable[[Guess], Shape | None]) -> Shape:
    """Numbers, and what is taken apart into others like itself: `left, right = tree`."""
    inner: Shape = IntShape()
    for _ in range(_NESTED + 1):
        parts = (inner if item.root() is kind else shape_of(item) or IntShape() for item in kind.items or ())
        inner = OneOf((IntShape(), TupleShape(tuple(parts), name)))
    return inner


def nested(shape: MappingShape, *, listed: bool, empty: bool) -> Shape:
    """Mappings of numbers and of mappings, as of what a program goes down into; of lists, and of nothing (`empty`),
    where it asks for them."""
    leaves: tuple[Shape, ...] = (IntShape(), NullShape()) if empty else (IntShape(),)
    if isinstance(shape.key, TextShape):  # hardly anything in data that goes deep is called ""
        words = tuple(key for key in shape.required if isinstance(key, Text) and key.value.isidentifier())
        shape = replace(shape, key=replace(shape.key, min_size=max(1, shape.key.min_size)), required=words)

    def around(inner: Shape) -> tuple[Shape, ...]:
        return (replace(shape, value=inner), *([SequenceShape(inner)] if listed else ()))

    inner = one_of(leaves)
    for _ in range(_NESTED):
        inner = OneOf((*leaves, *around(inner)))
    return one_of(around(inner)) or shape


def nodes(shape: MappingShape, again: dict[str, str]) -> MappingShape:
    """Mappings that have others like them under these keys, as nodes have children, so many deep, or none."""

    def below(inner: MappingShape | None) -> MappingShape:
        one: Shape = NullShape() if inner is None else OneOf((NullShape(), inner))
        several = SequenceShape(IntShape() if inner is None else inner, max_size=0 if inner is None else _FEW)
        under = tuple((name, one if how == "one" else several) for name, how in again.items())
        return replace(shape, each=(*shape.each, *under))

    found = below(None)
    for _ in range(_NESTED):
        found = below(found)
    return found
