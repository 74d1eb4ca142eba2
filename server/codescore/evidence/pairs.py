"""The two of a pair: of a list of two, of an object with two fields that are called so, of a text `09:00-12:30`.

Pure.  Neighbours: `evidence.properties` (asks whether they rise, and makes them rise), `languages.wording` (the names).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import accumulate, pairwise
from typing import Any

from codescore.languages.standard import is_standard, order
from codescore.languages.two_ends import bounds
from codescore.languages.values import Float, Group, Int, Mapping, Record, Ref, Sequence, Text, Value

_MOMENT = r"\d{2,4}(?:[:.-]\d\d)+"
#: From a time or a date to another one.
_SPAN = re.compile(rf"({_MOMENT})( ?[-–/] ?|\.\.)({_MOMENT})")


def pair(value: Value, at: tuple[int, ...] = ()) -> tuple[Value, ...]:
    """The two of a pair, those `at` two places of a longer row; nothing where it is none."""
    match value:
        case Sequence(_, items) if at:
            return tuple(items[place] for place in at) if max(at) < len(items) else ()
        case Sequence(_, (one, two)):
            return one, two
        case Record(_, fields):
            held = dict(fields)
            return tuple(held[name] for name in bounds(list(held)))
        case Text(text) if (found := _SPAN.fullmatch(text)) is not None and _form(found[1]) == _form(found[3]):
            return Text(found[1]), Text(found[3])
    return ()


def items_in(value: Value) -> Iterator[Value]:
    """What is in a list, or in the lists that a mapping holds."""
    match value:
        case Mapping(_, items):
            for _, held in items:
                yield from items_in(held) if not isinstance(held, Mapping) else ()
        case Sequence(_, items) | Group(_, items):
            yield from items


def with_items(value: Value, change: Callable[[Value], Value]) -> Value:
    """The same, with all that is in a list, or in the lists that a mapping holds, changed."""
    match value:
        case Mapping(_, items):
            lists = ((key, one if isinstance(one, Mapping) else with_items(one, change)) for key, one in items)
            return replace(value, items=tuple(lists))
        case Sequence(_, items) | Group(_, items):
            return replace(value, items=tuple(map(change, items)))
    return value


def _form(moment: str) -> str:
    """How a time or a date is written: those of one form are in the order of their texts."""
    return re.sub(r"\d", "9", moment)


def kept_apart(value: Value, fields: str) -> Value:
    """A list without the objects of which two `fields`, each in a line, are the same; where it is one field, without
    those of which an object before them has the same one."""
    if not isinstance(value, Sequence):
        return value
    one, _, two = fields.partition("\n")
    keys = [(_whole(held.get(one)), _whole(held.get(two)) if two else None) for held in map(_held, value.items)]
    if two:
        same = [key[0] is not None and key[0] == key[1] for key in keys]
    else:
        same = [key[0] is not None and keys.index(key) < place for place, key in enumerate(keys)]
    return replace(value, items=tuple(item for item, left in zip(value.items, same, strict=True) if not left))


def in_order_of(value: Value, field: str, place: tuple[int, ...]) -> Value:
    """A list in the order of a `field` of its objects, or of what has this `place` (and of how many) in its rows; as it
    is where one of them has none, or they cannot be compared."""
    if not isinstance(value, Sequence):
        return value
    told = tuple(item for item in value.items if not isinstance(item, Ref))  # what is in two places is in no order
    value = value if len(told) == len(value.items) else replace(value, items=told)
    keys = [_key(item, field, place) for item in value.items]
    if len({kind for kind, _ in keys} - {""}) != 1 or ("", ()) in keys:
        return value
    ranks = sorted(range(len(keys)), key=lambda n: keys[n][1])
    return replace(value, items=tuple(value.items[n] for n in ranks))


def set_apart(value: Value) -> Value:
    """A list of pairs of numbers with none that overlaps or touches another, in the order that it has: the numbers are
    dealt out again, and those above them move up; anything else as it is."""
    twos = [pair(item) for item in value.items] if isinstance(value, Sequence) else []
    ends = sorted(end.value for two in twos for end in two if isinstance(end, Int))
    if not isinstance(value, Sequence) or len(ends) != 2 * len(twos):
        return value
    numbers = [[end.value for end in two if isinstance(end, Int)] for two in twos]
    ranks = sorted(range(len(twos)), key=lambda place: (min(numbers[place]), max(numbers[place])))
    lying = [end for place in ranks for end in sorted(numbers[place])]
    if all(one <= other if place % 2 == 0 else one < other for place, (one, other) in enumerate(pairwise(lying))):
        return value
    moved = [*accumulate(ends, lambda before, end: max(end, before + 1))]
    dealt = {place: moved[2 * rank : 2 * rank + 2] for rank, place in enumerate(ranks)}
    items = (with_pair(item, tuple(map(Int, dealt[place]))) for place, item in enumerate(value.items))
    return replace(value, items=tuple(items))


def _key(item: Value, field: str, place: tuple[int, ...]) -> tuple[str, tuple[Any, ...]]:
    """What an item is sorted by, with what it can be compared with; nothing where it has no such field."""
    match item:
        case Sequence(_, items) if place and len(items) == place[1]:
            found: Value | None = items[place[0]]
        case _:
            found = _held(item).get(field)
    match found:
        case Int(number) | Float(number):
            return "number", (number,)
        case Text(text):
            return "text", (text,)
        case Record(type_) if is_standard(found):
            return type_, order(found)
    return "", ()


def _whole(value: Value | None) -> Value | None:
    """A number without a fraction as a whole one: most languages tell 2.0 from 2 no more than people do."""
    return Int(int(value.value)) if isinstance(value, Float) and float(value.value).is_integer() else value


def _held(item: Value) -> dict[str, Value]:
    """What an object, or a mapping with texts for keys, holds by name."""
    match item:
        case Record(_, fields):
            return dict(fields)
        case Mapping(_, pairs):
            return {key.value: value for key, value in pairs if isinstance(key, Text)}
    return {}


def with_pair(value: Value, two: tuple[Value, ...], at: tuple[int, ...] = ()) -> Value:
    """The same pair with these two."""
    match value:
        case Sequence(_, items):
            known = dict(zip(at or (0, 1), two, strict=False))
            return replace(value, items=tuple(known.get(place, one) for place, one in enumerate(items)))
        case Record(_, fields):
            held = dict(zip(bounds([name for name, _ in fields]), two, strict=False))
            return replace(value, fields=tuple((name, held.get(name, one)) for name, one in fields))
        case Text(text):
            between = _SPAN.fullmatch(text)
            ends = [one.value for one in two if isinstance(one, Text)]
            return Text(f"{ends[0]}{between[2]}{ends[1]}") if between is not None and len(ends) == len(two) else value
    return value


def apart(two: tuple[Value, ...], least: int) -> tuple[Value, ...]:
    """Two numbers in order, so far apart at least; anything else as it is."""
    match two:
        case (Int(one), Int(other)):
            return Int(one), Int(max(other, one + least))
    return two
