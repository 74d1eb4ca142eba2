"""Parameters of a class's methods that have one name: `remove(sku)` takes what `add(sku, price)` takes.

A method that only hands its argument on tells nothing of it; drawn as a number where the others take a text, it never
finds what they put in.  Pure.  Neighbours: each language's classes (ask, before what is left becomes a number).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from codescore.languages.execution import Entry
from codescore.languages.shapes import AnyShape, BoolShape, FloatShape, IntShape, Shape, TextShape, TupleShape

_PLAIN = (BoolShape, FloatShape, IntShape, TextShape, TupleShape)  # what things are called, counted and placed by


def like_namesakes(members: Iterable[Entry]) -> tuple[Entry, ...]:
    """The members, where a parameter of which nothing is known is as others of its name are, if these are all alike."""
    members = tuple(members)
    known: dict[str, list[Shape]] = {}
    for one in (one for member in members for one in member.parameters):
        if not isinstance(one.shape, AnyShape):
            known.setdefault(one.name, []).append(one.shape)
    alike = {
        name: shapes[0]
        for name, shapes in known.items()
        if isinstance(shapes[0], _PLAIN) and len({*map(type, shapes)}) == 1
    }
    return tuple(
        replace(
            member,
            parameters=tuple(
                replace(one, shape=alike.get(one.name, one.shape)) if isinstance(one.shape, AnyShape) else one
                for one in member.parameters
            ),
        )
        for member in members
    )
