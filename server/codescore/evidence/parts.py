"""The parts of a value that have a name: fields of objects, entries of mappings, items at one place of so many.

Pure.  Neighbours: `languages.quantities` (what their names say), `evidence.properties` (asks).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from codescore.languages.assumed import Assumption
from codescore.languages.values import Group, Mapping, Record, Sequence, Text, Value, rebuilt


def beside(named: dict[str, Value], other: str) -> Value | None:
    """The argument that a property speaks of beside its own, or the list of several, one a line; None without one."""
    names = other.split("\n")
    if len(names) > 1 and named.keys() >= {*names}:
        return Sequence("list", tuple(named[name] for name in names))
    return named.get(other)


def parts(value: Value, assumption: Assumption) -> Iterator[Value]:
    """The parts of which something is assumed, wherever they are in a value."""
    found: list[Value] = []

    def note(part: Value) -> Value:
        found.append(part)
        return part

    with_parts(value, assumption, note)
    yield from found


def with_parts(value: Value, assumption: Assumption, change: Callable[[Value], Value]) -> Value:
    """The value with these parts changed."""
    name = assumption.part

    def deeper(inner: Value) -> Value:
        return with_parts(inner, assumption, change)

    match value:
        case Sequence(_, items) if assumption.place:
            place, of = assumption.place
            if len(items) == of and not isinstance(items[place], (Sequence, Group, Mapping, Record)):
                return replace(value, items=(*items[:place], change(items[place]), *items[place + 1 :]))
        case Mapping(_, pairs) if not assumption.place:
            return replace(value, items=tuple((k, change(v) if k == Text(name) else deeper(v)) for k, v in pairs))
        case Record(_, fields) if not assumption.place:
            return replace(value, fields=tuple((k, change(v) if k == name else deeper(v)) for k, v in fields))
    return rebuilt(value, deeper)
