"""Whether values rise, one after the other, and the nearest that do: numbers, texts, dates, rows by their first item.

Pure.  Neighbour: `evidence.properties` (asks).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise

from codescore.evidence.pairs import apart, pair, with_pair
from codescore.languages.standard import is_standard, order
from codescore.languages.values import Char, Float, Int, Record, Sequence, Text, Value

_SHORT = 4  # items of a row that stands for one thing
_DATE = re.compile(r"\d{4}-\d\d\b")
_MOMENT = re.compile(rf"{_DATE.pattern}|\d\d:\d\d\b")
#: A time with hours of one digit.
_EARLY = re.compile(r"\d:\d\d\b")


def _key(value: Int | Float | Text | Char) -> float | str:
    """What a value is put in order by: a time with hours of one digit (`9:30`) as if it had two."""
    early = isinstance(value, Text) and _EARLY.match(value.value) is not None
    return f"0{value.value}" if early else value.value


def rises(items: tuple[Value, ...], apart: int) -> bool:
    """Whether each is above the one before, or, where they need not be `apart`, not below it."""
    firsts = {getattr(one, "value", one) for one in _firsts(items)}  # 1 is 1.0
    return ascends(items) and (not apart or len(firsts) == len(items))


def _firsts(items: Iterable[Value]) -> list[Value]:
    """Of rows, all as short, the first of each, which they are in order by; else the items themselves."""
    rows = [item.items for item in items if isinstance(item, Sequence)]
    alike = rows and len({len(row) for row in rows}) == 1 and 1 < len(rows[0]) <= _SHORT
    return [row[0] for row in rows] if alike and len(rows) == len([*items]) else [*items]


def _strictly(items: tuple[Value, ...]) -> tuple[Value, ...]:
    """Items in order without those that stand where the one before does."""
    firsts = _firsts(items)
    return tuple(item for n, item in enumerate(items) if n == 0 or firsts[n] != firsts[n - 1])


def ascends(items: tuple[Value, ...]) -> bool:
    """Whether none is below the one before; what has no order does."""
    items = tuple(_firsts(items))
    if items and all(map(is_standard, items)):
        return list(items) == ascending(list(items))
    keys = [_key(item) for item in items if isinstance(item, (Int, Float, Text))]
    if len(keys) < len(items):
        return True
    try:
        return all(a <= b for a, b in pairwise(keys))  # type: ignore[operator]
    except TypeError:
        return True


def comparable(times: int, *items: Value) -> bool:
    """Whether they are numbers, values of a library's type, or dates of ISO 8601; or times, which may go over midnight
    for a program that asks which is the later."""
    form = _MOMENT if times else _DATE
    texts = all(isinstance(one, Text) and form.match(one.value) for one in items)
    return texts or all(map(is_standard, items)) or all(isinstance(one, (Int, Float)) for one in items)


def turned(value: Value, least: int, at: tuple[int, ...]) -> Value:
    """A pair with the smaller first, and two numbers so far apart at least."""
    two = apart(tuple(ascending(list(pair(value, at)))), least)
    return with_pair(value, two, at) if two else value


def ascending(items: list[Value]) -> list[Value]:
    """In ascending order if they have one."""
    if (firsts := _firsts(items)) != items:
        keys = [_key(first) for first in firsts if isinstance(first, (Int, Float, Text))]
        alike = len(keys) == len(items) and len({isinstance(key, str) for key in keys}) == 1
        return [items[n] for n in sorted(range(len(items)), key=keys.__getitem__)] if alike else items
    plain = [item for item in items if isinstance(item, (Int, Float, Text, Char))]
    if len(plain) == len(items):
        try:
            return [*sorted(plain, key=_key)]
        except TypeError:
            return items
    standard = [item for item in items if isinstance(item, Record) and is_standard(item)]
    alike = len(standard) == len(items) and len({item.type for item in standard}) == 1
    return sorted(standard, key=order) if alike else items  # type: ignore[arg-type]


def in_order(value: Sequence, bound: int) -> Sequence:
    """A list in ascending order, each item by so much above the one before."""
    items = tuple(ascending(list(value.items)))
    return replace(value, items=_strictly(apart(items, bound)) if bound else items)
