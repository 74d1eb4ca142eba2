"""Properties of inputs: whether a value has one, and the nearest value that does.

One decision for what a property means, in every language: what is checked on an input and what inputs are made to
fulfil is the same.  Pure.  Neighbours: `languages.execution` (`Assumption`), `evidence.assumptions` (reads them),
`evidence.domain` (asks).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

from codescore.evidence.pool import Pool
from codescore.languages.execution import Assumption, Entry, Input, Property
from codescore.languages.values import Bool, Char, Float, Group, Int, Mapping, Null, Sequence, Text, Value

Named = dict[str, Value]


def keeps(assumption: Assumption, named: Named) -> bool:
    """Whether arguments, by name, are as assumed; what does not apply to a value holds."""
    value = named.get(assumption.parameter)
    return value is None or _has(value, assumption, named.get(assumption.other))


def holds(given: Input, entry: Entry, assumptions: tuple[Assumption, ...]) -> bool:
    """Whether an input is all that is assumed."""
    named = dict(zip((p.name for p in entry.parameters), given.arguments, strict=False))
    return all(keeps(assumption, named) for assumption in assumptions)


def has(value: Value, property_: Property) -> bool:
    """Whether a value by itself has a property."""
    return _has(value, Assumption("", property_, ""), None)


def length(value: Value | None) -> int | None:
    """How many items a value has, None where it has none."""
    match value:
        case Text(v):
            return len(v)
        case Sequence(_, items) | Group(_, items) | Mapping(_, items):
            return len(items)
    return None


def _has(value: Value, assumption: Assumption, other: Value | None) -> bool:  # noqa: C901, PLR0911, PLR0912  a property a case
    size, of, bound = length(value), length(other), assumption.bound
    match assumption.property:
        case "non-null":
            return not isinstance(value, Null)
        case "positive":
            return _all_numbers(value, lambda n: n > 0)
        case "non-negative":
            return _all_numbers(value, lambda n: n >= 0)
        case "at least":
            return _all_numbers(value, lambda n: n >= bound)
        case "at most":
            return _all_numbers(value, lambda n: n <= bound)
        case "whole":
            return _all_numbers(value, lambda n: isinstance(n, int) or n.is_integer())
        case "non-empty":
            return size is None or size > 0
        case "size at least":
            return size is None or size >= bound
        case "size at most":
            return size is None or size <= bound
        case "within":
            return of is None or not isinstance(value, (Int, Float)) or min(1, of) <= value.value <= of
        case "place":
            return of is None or not isinstance(value, Int) or 0 <= value.value < of
        case "as long as":
            return of is None or size is None or size == of
        case "held":
            return not isinstance(other, (Sequence, Group)) or value in other.items
        case "up to":
            numbers = (Int, Float)
            return not isinstance(value, numbers) or not isinstance(other, numbers) or value.value <= other.value
        case "distinct":
            return not isinstance(value, Sequence) or len(set(value.items)) == len(value.items)
        case "ordered":
            return not isinstance(value, Sequence) or _ascends(value.items)
        case "no empty item":
            return not isinstance(value, (Sequence, Group)) or all(length(item) != 0 for item in value.items)
        case "rows alike":
            return not isinstance(value, Sequence) or len({length(row) for row in value.items} - {None}) <= 1
        case "square":
            return not isinstance(value, Sequence) or {length(row) for row in value.items} - {None} <= {size}
        case "letters":
            return _all_texts(value, lambda t: all(s.isalpha() or s == " " for s in t))
        case "digits":
            return _all_texts(value, lambda t: t.isdigit())
        case "lower case":
            return _all_texts(value, lambda t: t == t.lower())
        case "upper case":
            return _all_texts(value, lambda t: t == t.upper())


def _all_numbers(value: Value, check: Callable[[float], bool]) -> bool:
    match value:
        case Bool():
            return True
        case Int(v) | Float(v):
            return v == v and (abs(v) == float("inf") or check(v))  # noqa: PLR0124  not a number
        case Sequence(_, items) | Group(_, items):
            return all(_all_numbers(item, check) for item in items)
    return True


def _all_texts(value: Value, check: Callable[[str], bool]) -> bool:
    match value:
        case Text(v) | Char(v):
            return check(v)
        case Sequence(_, items) | Group(_, items):
            return all(_all_texts(item, check) for item in items)
    return True


def _ascends(items: tuple[Value, ...]) -> bool:
    keys = [item.value for item in items if isinstance(item, (Int, Float, Text))]
    if len(keys) < len(items):
        return True
    try:
        return all(a <= b for a, b in pairwise(keys))  # type: ignore[operator]
    except TypeError:
        return True


def ascending(items: list[Value]) -> list[Value]:
    """In ascending order if they have one."""
    if all(isinstance(i, (Int, Float, Text, Char)) for i in items):
        try:
            return sorted(items, key=lambda item: item.value)  # type: ignore[union-attr]
        except TypeError:
            return items
    return items


def mended(assumption: Assumption, named: Named, pool: Pool, make: Callable[[str], Value]) -> None:
    """Change the arguments so that they are as assumed, as far as that can be done; `make` draws a parameter anew."""
    value = named.get(assumption.parameter)
    if value is None or keeps(assumption, named):
        return
    other = named.get(assumption.other)
    if assumption.property == "up to" and other is not None:
        named[assumption.parameter], named[assumption.other] = other, value
        return
    if assumption.property == "as long as" and other is not None:
        least = min(length(value) or 0, length(other) or 0)
        if least == 0:  # one is empty: the longer one twice is better than two empty ones
            longer, shorter = (value, other) if length(value) else (other, value)
            copied = _filled(shorter, longer)
            named[assumption.parameter], named[assumption.other] = (
                (longer, copied) if longer is value else (copied, longer)
            )
        else:
            named[assumption.parameter], named[assumption.other] = _cut(value, least), _cut(other, least)
        return
    for _ in range(3):
        named[assumption.parameter] = _mended(named[assumption.parameter], assumption, other, pool)
        if keeps(assumption, named):
            return
        named[assumption.parameter] = make(assumption.parameter)


def _filled(short: Value, long: Value) -> Value:
    if isinstance(short, Sequence) and isinstance(long, Sequence):
        return replace(short, items=tuple(reversed(long.items)))
    return Text(long.value[::-1]) if isinstance(short, Text) and isinstance(long, Text) else short


def _cut(value: Value, size: int) -> Value:
    match value:
        case Text(v):
            return Text(v[:size])
        case Sequence(kind, items):
            return Sequence(kind, items[:size])
    return value


def _mended(value: Value, assumption: Assumption, other: Value | None, pool: Pool) -> Value:  # noqa: PLR0911
    chance, of, bound = pool.chance, length(other), assumption.bound
    match assumption.property:
        case "positive":
            return _numbers(value, lambda n: abs(n) or 1)
        case "non-negative":
            return _numbers(value, abs)
        case "at least":
            return _numbers(value, lambda n: n if n >= bound else bound + abs(n - bound) % 20)
        case "at most":
            return _numbers(value, lambda n: n if n <= bound else bound - (n - bound) % max(1, min(bound, 20)))
        case "whole":
            return _numbers(value, round)
        case "within" if of is not None:
            return Int(chance.randint(min(1, of), of))
        case "place" if of:
            return Int(chance.randrange(of))
        case "held" if isinstance(other, (Sequence, Group)) and other.items:
            return chance.choice(other.items)
        case "size at most":
            return _cut(value, bound)
        case "letters" | "digits" | "lower case" | "upper case":
            return _texts(value, assumption.property, pool)
    return _sequence(value, assumption.property) if isinstance(value, Sequence) else value


def _sequence(value: Sequence, wanted: str) -> Sequence:
    match wanted:
        case "ordered":
            return replace(value, items=tuple(ascending(list(value.items))))
        case "distinct":
            return replace(value, items=tuple(dict.fromkeys(value.items)))
        case "no empty item":
            return replace(value, items=tuple(item for item in value.items if length(item) != 0))
        case "rows alike":
            width = min((length(row) or 0 for row in value.items), default=0)
            rows = [row for row in value.items if length(row)] if width == 0 else list(value.items)
            width = min((length(row) or 0 for row in rows), default=0)
            return replace(value, items=tuple(_cut(row, width) for row in rows))
        case "square":
            side = min((length(row) or 0 for row in value.items), default=0)
            side = min(side, len(value.items))
            return replace(value, items=tuple(_cut(row, side) for row in value.items[:side]))
    return value


def _numbers(value: Value, change: Callable[[float], float]) -> Value:
    match value:
        case Bool():
            return value
        case Int(v):
            return Int(int(change(v)))
        case Float(v) if abs(v) != float("inf") and v == v:  # noqa: PLR0124  not a number
            return Float(float(change(v)))
        case Sequence(kind, items):
            return Sequence(kind, tuple(_numbers(item, change) for item in items))
        case Group(kind, items):
            return Group(kind, tuple(dict.fromkeys(_numbers(item, change) for item in items)))
    return value


_SIGNS = {"letters": "abcdexyzABC", "digits": "0123456789"}


def _texts(value: Value, wanted: str, pool: Pool) -> Value:
    match value:
        case Text(v) if wanted in ("lower case", "upper case"):
            return Text(v.lower() if wanted == "lower case" else v.upper())
        case Text(v):
            fitting = str.isalpha if wanted == "letters" else str.isdigit
            return Text(
                "".join(s if fitting(s) else pool.chance.choice(_SIGNS[wanted]) for s in v) or _SIGNS[wanted][1]
            )
        case Sequence(kind, items):
            return Sequence(kind, tuple(_texts(item, wanted, pool) for item in items))
    return value
