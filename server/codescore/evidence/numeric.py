"""Properties of numbers: whether all that a value is or holds have one, and the nearest that do.

Pure.  Neighbours: `evidence.properties` (asks).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from codescore.languages.standard import is_standard, number, of_number
from codescore.languages.values import Bool, Float, Group, Int, Mapping, Record, Sequence, Value, rebuilt

_SMALL = 1_000  # a number that is larger was made large


def _few(number: float) -> float:
    """Of a small number a few, and a large one as it is."""
    return number % 20 if number < _SMALL else number


#: What each property asks of a number beside its bound, and how a number is changed that is not so.
NUMERIC: dict[str, tuple[Callable[[float, int], bool], Callable[[float, int], float]]] = {
    "positive": (lambda n, _: n > 0, lambda n, _: abs(n) or 1),
    "non-negative": (lambda n, _: n >= 0, lambda n, _: abs(n)),
    "at least": (lambda n, least: n >= least, lambda n, least: n if n >= least else least + _few(least - n)),
    "at most": (
        lambda n, most: n <= most,
        lambda n, most: n if n <= most else most - (n - most) % max(1, min(most, 20)),
    ),
    "parity": (lambda n, odd: n % 2 == odd, lambda n, odd: n if n % 2 == odd else n + 1),
    "nonzero": (lambda n, _: n != 0, lambda *_: 1),
    "decimals": (lambda n, most: round(n, most) == n, round),
}


def are_so(value: Value, property_: str, bound: int) -> bool:
    """Whether all numbers that a value is or holds have a property; of a table that is even or odd, its sides are."""
    if property_ == "parity" and _is_table(value):
        return all(side % 2 == bound for side in _sides(value))
    return all_numbers(value, NUMERIC[property_][0], bound)


def made_so(value: Value, property_: str, bound: int) -> Value:
    """The nearest of which that holds."""
    if property_ != "parity" or not _is_table(value) or not isinstance(value, Sequence):
        return with_numbers(value, NUMERIC[property_][1], bound)
    rows, wide = _sides(value)
    wide -= wide % 2 != bound
    cut = (replace(row, items=row.items[:wide]) for row in value.items if isinstance(row, Sequence))
    return replace(value, items=tuple(cut)[: rows - (rows % 2 != bound)])


def _is_table(value: Value) -> bool:
    return isinstance(value, Sequence) and bool(value.items) and all(isinstance(row, Sequence) for row in value.items)


def _sides(value: Value) -> tuple[int, int]:
    """How many rows there are, and how wide the narrowest is."""
    rows = [row for row in value.items if isinstance(row, Sequence)] if isinstance(value, Sequence) else []
    return len(rows), min((len(row.items) for row in rows), default=0)


def all_numbers(value: Value, check: Callable[[float, int], bool], bound: int) -> bool:
    """Whether all numbers that a value is or holds pass a check; keys of mappings are not asked."""
    match value:
        case Bool():
            return True
        case Int(v) | Float(v):
            return v == v and (abs(v) == float("inf") or check(v, bound))  # noqa: PLR0124  not a number
        case Sequence() | Group() | Mapping():
            return all(all_numbers(item, check, bound) for item in held(value))
        case Record(_, fields) if not is_standard(value):
            return all(all_numbers(item, check, bound) for _, item in fields)
    exact = number(value)
    return exact is None or check(float(exact), bound)


def held(value: Value) -> Iterator[Value]:
    """What is in a collection, the values of a mapping and not its keys."""
    match value:
        case Sequence(_, items) | Group(_, items):
            yield from items
        case Mapping(_, pairs):
            yield from (item for _, item in pairs)


def with_numbers(value: Value, change: Callable[[float, int], float], bound: int) -> Value:
    """The value with all numbers changed that it is or holds."""
    match value:
        case Bool():
            return value
        case Int(v):
            return Int(int(change(v, bound)))
        case Float(v) if abs(v) != float("inf") and v == v:  # noqa: PLR0124  not a number
            return Float(float(change(v, bound)))
        case Record() if number(value) is not None:
            return of_number(value.type, change(float(number(value) or 0), bound))
        case Sequence() | Record() if not is_standard(value):
            return rebuilt(value, lambda inner: with_numbers(inner, change, bound))
        case Group(kind, items):
            return Group(kind, tuple(dict.fromkeys(with_numbers(item, change, bound) for item in items)))
        case Mapping(_, pairs):
            return replace(value, items=tuple((key, with_numbers(item, change, bound)) for key, item in pairs))
    return value
