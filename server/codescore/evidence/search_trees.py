"""Trees: the nearest one to objects that refer to one again, the nearest search tree to a tree, with the same nodes.

Pure.  Neighbours: `languages.customary` (where one is meant), `evidence.properties` (asks).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import accumulate

from codescore.languages.values import Float, Int, Null, Record, Ref, Sequence, Text, Value, walk

_LEFT, _RIGHT = "left", "right"


def search_tree(value: Value) -> Value:
    """With what its nodes hold in ascending order from left to right, nothing twice; a node in two places is left."""
    nodes = [*_in_order(value)]
    each = [[one for _, one in node.fields if isinstance(one, (Int, Float, Text))] for node in nodes]
    whole = all({_LEFT, _RIGHT} <= dict(node.fields).keys() for node in nodes)
    if not whole or any(len(one) != 1 for one in each) or any(isinstance(part, Ref) for part in walk(value)):
        return value
    held = [one[0] for one in each]
    if len({isinstance(one, Text) for one in held}) > 1:
        return value
    ascending = sorted(held, key=lambda one: one.value)
    apart = [*accumulate(ascending, _above)]
    return _filled(value, iter(apart))


def untied(value: Value) -> Value:
    """Objects without what refers to one again."""
    match value:
        case Ref():
            return Null()
        case Record(_, fields):
            return replace(value, fields=tuple((name, untied(inner)) for name, inner in fields))
        case Sequence(_, items):
            return replace(value, items=tuple(untied(item) for item in items if not isinstance(item, Ref)))
    return value


def _in_order(value: Value) -> Iterator[Record]:
    if isinstance(value, Record):
        held = dict(value.fields)
        if _LEFT in held:
            yield from _in_order(held[_LEFT])
        yield value
        if _RIGHT in held:
            yield from _in_order(held[_RIGHT])


def _above(below: Value, one: Value) -> Value:
    """The value, or where it is not above the one before the next that is."""
    match below, one:
        case ((Int(low) | Float(low)), (Int(number) | Float(number))) if number <= low:
            return Int(int(low) + 1) if isinstance(one, Int) else Float(low + 1.0)
        case Text(low), Text(text) if text <= low:
            return Text(low + "a")
    return one


def _filled(value: Value, held: Iterator[Value]) -> Value:
    """The tree with other values in its nodes, in this order."""
    if not isinstance(value, Record):
        return value
    fields = dict(value.fields)
    fields[_LEFT] = _filled(fields[_LEFT], held)
    own = next(name for name, one in value.fields if isinstance(one, (Int, Float, Text)))
    fields[own] = next(held)
    fields[_RIGHT] = _filled(fields[_RIGHT], held)
    return replace(value, fields=tuple((name, fields[name]) for name, _ in value.fields))
