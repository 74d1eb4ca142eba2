"""Objects that come twice in an input, as a person reads them.  Pure.

A `Ref` says "the object from before".  Neighbours: each language's `run/` writes calls.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import count

from codescore.languages.standard import is_function
from codescore.languages.values import Call, Group, Mapping, Null, Record, Ref, Sequence, Value, walk


def anchored(values: tuple[Value, ...]) -> tuple[Value, ...]:
    """The values with anchors only where something refers to them."""
    return tuple(_written(value, {}, _referred(values)) for value in values)


def spelled_out(values: tuple[Value, ...]) -> tuple[Value, ...]:
    """The same with plain objects written again where they come again, for languages that copy them anyway.

    Plain is what holds no null and no other object: what might be behind a pointer is left as it is.
    """
    records = [part for value in values for part in walk(value) if isinstance(part, Record) and part.anchor]
    inside = {one.anchor: [part for _, item in one.fields for part in walk(item)] for one in records}
    plain = {one.anchor: one for one in records if not any(map(_linking, inside[one.anchor]))}
    return tuple(_written(value, plain, _referred(values) - plain.keys()) for value in values)


def named(values: tuple[Value, ...]) -> tuple[list[tuple[str, Value]], tuple[Value, ...]]:
    """Objects and functions that come again, by the names that they get, and the values with these names for them;
    those that lead back to themselves stay."""
    wanted, known = _referred(values), dict[int, tuple[str, Value]]()
    for part in (part for value in values for part in walk(value)):
        if isinstance(part, (Call, Record)) and part.anchor in wanted - known.keys() - _referred((part,)):
            name = "f" if is_function(part) else (part.name if isinstance(part, Call) else part.type).lower()
            taken = {each for each, _ in known.values()}
            number = next(n for n in count(1) if (name if n == 1 else f"{name}{n}") not in taken)
            known[part.anchor] = (name if number == 1 else f"{name}{number}", replace(part, anchor=0))
    made = [(name, _called(value, known)) for name, value in known.values()]
    return made, tuple(_called(value, known) for value in values) if known else values


def _called(value: Value, known: dict[int, tuple[str, Value]]) -> Value:
    match value:
        case Ref(anchor) | Call(_, _, anchor) | Record(_, _, anchor) if anchor in known:
            return Ref(anchor, known[anchor][0])
        case Sequence(_, items) | Group(_, items):
            return replace(value, items=tuple(_called(item, known) for item in items))
        case Mapping(_, pairs):
            return replace(value, items=tuple((key, _called(item, known)) for key, item in pairs))
        case Record(_, fields):
            return replace(value, fields=tuple((field, _called(item, known)) for field, item in fields))
        case Call(_, arguments):
            return replace(value, arguments=tuple(_called(item, known) for item in arguments))
    return value


def refers_back(values: tuple[Value, ...]) -> bool:
    """Whether each `Ref` comes after or inside of the object that it is: changed inputs may have lost it."""
    seen: set[int] = set()
    for part in (part for value in values for part in walk(value)):
        if isinstance(part, Ref) and part.anchor not in seen:
            return False
        if isinstance(part, (Record, Call)):
            seen.add(part.anchor)
    return True


def _referred(values: tuple[Value, ...]) -> set[int]:
    return {part.anchor for value in values for part in walk(value) if isinstance(part, Ref)}


def _linking(value: Value) -> bool:
    return isinstance(value, (Null, Record, Ref))


def _written(value: Value, plain: dict[int, Record], wanted: set[int]) -> Value:
    match value:
        case Ref(anchor) if anchor in plain:
            return replace(plain[anchor], anchor=0)
        case Record(_, fields, anchor):
            parts = tuple((name, _written(item, plain, wanted)) for name, item in fields)
            return replace(value, fields=parts, anchor=anchor if anchor in wanted else 0)
        case Sequence(_, items) | Group(_, items):
            return replace(value, items=tuple(_written(item, plain, wanted) for item in items))
        case Mapping(_, pairs):
            return replace(value, items=tuple((key, _written(item, plain, wanted)) for key, item in pairs))
        case Call(_, arguments, anchor):
            inside = tuple(_written(item, plain, wanted) for item in arguments)
            return replace(value, arguments=inside, anchor=anchor if anchor in wanted else 0)
    return value
