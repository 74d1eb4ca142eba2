"""Numbers that add up to a total: whether they do, and others in their place that do.

They are the items of a list, the values of a mapping, or a field of the objects in a list.  Pure.  Neighbours:
`evidence.properties` (asks), `languages.summing` (where it is assumed).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise
from math import isclose
from random import Random

from codescore.languages.values import Float, Int, Mapping, Record, Sequence, Text, Value

_PARTS = 20  # a number with a fraction is so many parts of the total


def adds_up(value: Value, field: str, total: int) -> bool:
    """Whether these numbers add up to so much; what has no such numbers does not."""
    numbers = [one.value for one in _numbers(value, field)]
    return not isinstance(value, (Sequence, Mapping)) or isclose(sum(numbers), total, rel_tol=1e-9)


def made_to_add_up(value: Value, field: str, total: int, chance: Random) -> Value:
    """The same with other numbers, none of them below 0, which add up to so much; as it is where there are none."""
    numbers = _numbers(value, field)
    if not numbers:
        return value
    whole = all(isinstance(one, Int) for one in numbers)
    cuts = sorted(chance.randint(0, total if whole else _PARTS) for _ in numbers[1:])
    parts = [two - one for one, two in pairwise((0, *cuts, total if whole else _PARTS))]
    made = iter([Int(part) if whole else Float(part * total / _PARTS) for part in parts])
    return _with(value, field, made)


def _numbers(value: Value, field: str) -> list[Int | Float]:
    found: list[Value] = []
    match value:
        case Sequence(_, items):
            found = [one for item in items if (one := _held(item, field)) is not None]
        case Mapping(_, pairs) if not field:
            found = [item for _, item in pairs]
    return [one for one in found if isinstance(one, (Int, Float))]


def _held(item: Value, field: str) -> Value | None:
    match item:
        case Record(_, fields) if field:
            return dict(fields).get(field)
        case Mapping(_, pairs) if field:
            return dict(pairs).get(Text(field))
    return None if field else item


def _with(value: Value, field: str, made: Iterator[Int | Float]) -> Value:
    def other(one: Value) -> Value:
        return next(made) if isinstance(one, (Int, Float)) else one

    match value:
        case Mapping(_, pairs) if not field:
            return replace(value, items=tuple((key, other(item)) for key, item in pairs))
        case Sequence(_, items) if not field:
            return replace(value, items=tuple(map(other, items)))
        case Sequence(_, items):
            return replace(value, items=tuple(_filled(item, field, other) for item in items))
    return value


def _filled(item: Value, field: str, other: Callable[[Value], Value]) -> Value:
    match item:
        case Record(_, fields):
            return replace(item, fields=tuple((name, other(one) if name == field else one) for name, one in fields))
        case Mapping(_, pairs):
            named = ((key, other(one) if key == Text(field) else one) for key, one in pairs)
            return replace(item, items=tuple(named))
    return item
