"""The two of a pair, whether it is a list of two or an object with two fields that are called so: `start` and `end`.

Pure.  Neighbours: `evidence.properties` (asks whether they rise, and makes them rise), `languages.wording` (the names).
"""

from __future__ import annotations

from dataclasses import replace

from codescore.languages.two_ends import bounds
from codescore.languages.values import Int, Record, Sequence, Value


def pair(value: Value) -> tuple[Value, ...]:
    """The two of a pair; nothing where it is none."""
    match value:
        case Sequence(_, (one, two)):
            return one, two
        case Record(_, fields):
            held = dict(fields)
            return tuple(held[name] for name in bounds(list(held)))
    return ()


def with_pair(value: Value, two: tuple[Value, ...]) -> Value:
    """The same pair with these two."""
    match value:
        case Sequence():
            return replace(value, items=two)
        case Record(_, fields):
            held = dict(zip(bounds([name for name, _ in fields]), two, strict=False))
            return replace(value, fields=tuple((name, held.get(name, one)) for name, one in fields))
    return value


def apart(two: tuple[Value, ...], least: int) -> tuple[Value, ...]:
    """Two numbers in order, so far apart at least; anything else as it is."""
    match two:
        case (Int(one), Int(other)):
            return Int(one), Int(max(other, one + least))
    return two
