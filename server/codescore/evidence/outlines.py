"""Polygons that do not touch themselves: whether a list of points is one, and one with the same corners.

Pure.  Neighbours: `evidence.properties` (asks), `languages.customary` (where it is assumed).
"""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from math import atan2
from typing import TypeAlias

from codescore.languages.values import Float, Int, Record, Sequence, Value

Place: TypeAlias = tuple[float, float]
_CORNERS = 3
_SPREAD = ((0, 0), (3, 1), (1, 4))  # corners instead of points that are all on one line


def outline(value: Value) -> Value:
    """The polygon itself where it is one that does not touch itself, else its corners in order around their middle."""
    points = _points(value)
    if points is None or not isinstance(value, Sequence) or not points or _simple(points):
        return value
    corners = dict(zip(points, value.items, strict=True))
    x, y = (sum(axis) / len(corners) for axis in zip(*corners, strict=True))
    around = sorted(corners, key=lambda one: (atan2(one[1] - y, one[0] - x), one))
    if _simple(around):
        return replace(value, items=tuple(corners[one] for one in around))
    first, (x, y) = value.items[0], points[0]
    return replace(value, items=tuple(_moved(first, int(x) + right, int(y) + up) for right, up in _SPREAD))


def _points(value: Value) -> list[Place] | None:
    """The places of a list of points; None where it holds anything else."""
    items = value.items if isinstance(value, Sequence) else ()
    found = [_place(item) for item in items]
    return None if None in found else [one for one in found if one is not None]


def _place(point: Value) -> Place | None:
    parts: tuple[Value, ...] = ()
    if isinstance(point, Record):
        parts = tuple(inner for _, inner in point.fields)
    elif isinstance(point, Sequence):
        parts = point.items
    numbers = [one.value for one in parts if isinstance(one, (Int, Float))]
    return (numbers[0], numbers[1]) if len(numbers) == len(parts) == len(("x", "y")) else None


def _moved(point: Value, x: int, y: int) -> Value:
    """The same point at another place."""
    numbers = iter((x, y))

    def other(one: Value) -> Value:
        return Float(float(next(numbers))) if isinstance(one, Float) else Int(next(numbers))

    if isinstance(point, Record):
        return replace(point, anchor=0, fields=tuple((name, other(one)) for name, one in point.fields))
    return replace(point, items=tuple(map(other, point.items))) if isinstance(point, Sequence) else point


def _simple(points: list[Place]) -> bool:
    """Whether no two sides have a point in common but for the corner between two that follow one another."""
    count = len(points)
    if count < _CORNERS or len({*points}) < count:
        return False
    sides = [(points[n], points[(n + 1) % count]) for n in range(count)]
    return not any(
        _folded(*one, *other) if nearby in (1, count - 1) else _meet(*one, *other)
        for (n, one), (m, other) in combinations(enumerate(sides), 2)
        if (nearby := m - n)
    )


def _turn(a: Place, b: Place, c: Place) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _between(a: Place, b: Place, c: Place) -> bool:
    """Whether a place on a line through two others is between them."""
    return min(a[0], b[0]) <= c[0] <= max(a[0], b[0]) and min(a[1], b[1]) <= c[1] <= max(a[1], b[1])


def _folded(a: Place, b: Place, c: Place, d: Place) -> bool:
    """Whether two sides with one corner in common lie on each other."""
    corner = b if b in (c, d) else a
    one, other = (a if corner == b else b), (d if corner == c else c)
    if _turn(one, corner, other):
        return False
    return (one[0] - corner[0]) * (other[0] - corner[0]) + (one[1] - corner[1]) * (other[1] - corner[1]) > 0


def _meet(a: Place, b: Place, c: Place, d: Place) -> bool:
    first, second, third, fourth = _turn(a, b, c), _turn(a, b, d), _turn(c, d, a), _turn(c, d, b)
    if (first > 0) != (second > 0) and (third > 0) != (fourth > 0) and all((first, second, third, fourth)):
        return True
    on = ((first, a, b, c), (second, a, b, d), (third, c, d, a), (fourth, c, d, b))
    return any(not turn and _between(*line) for turn, *line in on)
