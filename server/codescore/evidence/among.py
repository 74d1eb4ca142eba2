"""Values that name others: texts that are keys of a mapping, numbers that are places of objects in their own list.

Whether all of them are there, and others in their place that are.  Pure.  Neighbours: `evidence.relations` (asks),
`languages.looking_up` (where it is assumed).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

from codescore.languages.values import Group, Int, Mapping, Record, Sequence, Text, Value, walk

_TOP = 0.3  # of objects, where some have none above them


def named_in(value: Value, other: Value | None) -> bool:
    """Whether all texts that a value is or holds are keys of a mapping, or in a list or a set."""
    if not isinstance(other, (Mapping, Sequence, Group)):
        return True
    known = {*_names(other)}
    return all(part in known for part in walk(value) if isinstance(part, Text))


def with_names_in(value: Value, other: Value | None, chance: Random) -> Value:
    """The value with names of another one for the texts that are none; without them where that has no names."""
    keys = [key for key in _names(other) if isinstance(key, Text)]
    known = {*keys}
    if not keys and not isinstance(other, Mapping) and isinstance(value, Sequence):
        return replace(value, items=())

    def kept(part: Value) -> Value:
        return part if part in known or not isinstance(part, Text) or not keys else chance.choice(keys)

    match value:
        case Text():
            return kept(value)
        case Sequence(_, items):
            some = (with_names_in(item, other, chance) for item in items if keys or not isinstance(item, Text))
            return replace(value, items=tuple(some))
        case Mapping(_, pairs):
            made = {kept(key): with_names_in(item, other, chance) for key, item in pairs} if keys else {}
            return replace(value, items=tuple(made.items()))
    return value


def _names(value: Value | None) -> list[Value]:
    """The keys of a mapping, what is in a list or a set."""
    if isinstance(value, Mapping):
        return [key for key, _ in value.items]
    return list(value.items) if isinstance(value, (Sequence, Group)) else []


def own_places(value: Value, field: str, least: int) -> bool:
    """Whether a field of all objects in a list is a place in it, or -1 if that is the `least`, and none in a circle.

    Without a field the items are such places themselves.
    """
    above = _above(value, field)
    if not all(least <= one < len(above) for one in above):
        return False
    for start in range(len(above)):
        seen, at = {start}, above[start]
        while at >= 0:
            if at in seen:
                return False
            seen.add(at)
            at = above[at]
    return True


def with_own_places(value: Value, field: str, least: int, chance: Random) -> Value:
    """The list with other places in the field of its objects: each leads to one that was drawn before it."""
    size = len(_above(value, field))
    order = chance.sample(range(size), size)
    found = {order[0]: least} if order else {}
    for number, place in enumerate(order[1:], 1):
        top = least < 0 and chance.random() < _TOP
        found[place] = least if top else chance.choice(order[:number])
    numbers = iter([found[place] for place in range(size)])
    return _with(value, field, lambda: Int(next(numbers)))


def _above(value: Value, field: str) -> list[int]:
    items = value.items if isinstance(value, Sequence) else ()
    held = (dict(item.fields).get(field) if isinstance(item, Record) else item for item in items)
    return [one.value for one in held if isinstance(one, Int)]


def _with(value: Value, field: str, make: Callable[[], Value]) -> Value:
    if not isinstance(value, Sequence):
        return value
    items: list[Value] = []
    for item in value.items:
        if isinstance(item, Record):
            named = ((n, make() if n == field and isinstance(one, Int) else one) for n, one in item.fields)
            items.append(replace(item, fields=tuple(named)))
        else:
            items.append(make() if isinstance(item, Int) and not field else item)
    return replace(value, items=tuple(items))
