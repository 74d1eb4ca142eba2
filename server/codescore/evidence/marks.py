"""Grids of signs in which some marks stand once: whether one is such, and the nearest that is.

Pure.  Neighbours: `evidence.relations` (asks), `languages.marks` (which grids and marks).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from codescore.languages.values import Char, Sequence, Text, Value

_PLAIN = ".# 0_-"  # what stands where a mark is taken away, the first that the grid has


def each_once(value: Value, marks: str) -> bool:
    """Whether each mark is there once; what is no grid is left alone, and so is one without a cell."""
    signs = "".join(sign for row in _rows(value) for sign in row)
    return not signs or all(signs.count(mark) == 1 for mark in marks)


def with_each_once(value: Value, marks: str, chance: Random) -> Value:
    """The grid with one of each mark, where there are as many cells."""
    rows = [[*row] for row in _rows(value)]
    places = [(r, c) for r, row in enumerate(rows) for c in range(len(row))]
    if not isinstance(value, Sequence) or len(places) < len(marks):
        return value
    known = {sign for row in rows for sign in row}
    plain = next((sign for sign in _PLAIN if sign in known), _PLAIN[0])
    kept = {}
    for mark in marks:
        there = [place for place in places if rows[place[0]][place[1]] == mark]
        if there:
            kept[mark] = chance.choice(there)
    free = [place for place in places if place not in kept.values()]
    for mark in marks:
        if mark not in kept:
            kept[mark] = free.pop(chance.randrange(len(free)))
    for r, c in places:
        rows[r][c] = plain if rows[r][c] in marks else rows[r][c]
    for mark, (r, c) in kept.items():
        rows[r][c] = mark
    return replace(value, items=tuple(_row(old, new) for old, new in zip(value.items, rows, strict=True)))


def _rows(value: Value) -> Iterator[list[str]]:
    for row in value.items if isinstance(value, Sequence) else ():
        match row:
            case Text(v):
                yield [*v]
            case Sequence(_, items):
                yield [one.value if isinstance(one, (Text, Char)) else "" for one in items]
            case _:
                yield []


def _row(old: Value, new: list[str]) -> Value:
    match old:
        case Text():
            return Text("".join(new))
        case Sequence(_, items):
            made = (
                type(one)(sign) if isinstance(one, (Text, Char)) else one for one, sign in zip(items, new, strict=True)
            )
            return replace(old, items=tuple(made))
    return old
