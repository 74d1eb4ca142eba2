"""What declared types say of inputs: listed values, null only where there may be null, fields that need not be there.

Mutated and shrunk inputs keep to that as drawn ones do.  Pure.  Neighbours: `evidence.cases` (asks for every input),
`languages.shapes`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from codescore.languages.execution import Entry, Input, Parameter
from codescore.languages.shapes import (
    BoolShape,
    FloatShape,
    GroupShape,
    IntShape,
    MappingShape,
    OneOf,
    RecordShape,
    Samples,
    SequenceShape,
    Shape,
    StandardShape,
    TextShape,
)
from codescore.languages.values import Bool, Call, Float, Int, Mapping, Null, Record, Sequence, Text, Value

_HOLDING, _PLAIN = (SequenceShape, GroupShape, MappingShape), (Bool, Float, Int, Text)  # what no list is

_NO_OBJECTS = (BoolShape, IntShape, FloatShape, TextShape)  # what no object is, where it is one of several


def as_declared(entry: Entry, given: Input) -> bool:
    """Whether arguments, also those of the calls of a sequence, are as their declared types say."""
    return all(listed(value, parameter.shape) for parameter, value in _given(entry, given) if parameter.declared)


def without_absent(entry: Entry, given: Input) -> Input:
    """The input without the null that stands in fields which need not be there."""
    if entry.kind != "class":
        return replace(given, arguments=_all_present(entry, given.arguments))
    members = {member.name: member for member in entry.members}
    (steps,) = given.arguments
    items = tuple(
        Call(step.name, _all_present(members[step.name], step.arguments), step.anchor, step.then)
        if isinstance(step, Call) and step.name in members and step.arguments else step
        for step in getattr(steps, "items", ())
    )  # fmt: skip
    return replace(given, arguments=(replace(steps, items=items),)) if isinstance(steps, Sequence) else given


def _all_present(entry: Entry, arguments: tuple[Value, ...]) -> tuple[Value, ...]:
    less = tuple(_present(value, one.shape) for value, one in zip(arguments, entry.parameters, strict=False))
    return (*less, *arguments[len(less) :])


def _given(entry: Entry, given: Input) -> Iterator[tuple[Parameter, Value]]:
    """The arguments with the parameters that they are for."""
    if entry.kind != "class":
        yield from zip(entry.parameters, given.arguments, strict=False)
        return
    members = {member.name: member for member in entry.members}
    for step in getattr(given.arguments[0], "items", ()) if given.arguments else ():
        if isinstance(step, Call) and step.name in members:
            yield from zip(members[step.name].parameters, step.arguments, strict=False)


def listed(value: Value, shape: Shape) -> bool:
    """Whether a value is one of those that its shape lists, and null only where the shape has null, also in fields."""
    match shape, value:
        case OneOf(options), _:
            others = [one for one in options if not (isinstance(value, Record) and isinstance(one, _NO_OBJECTS))]
            return any(listed(value, option) for option in others or options)
        case Samples(values), _:
            return value in values
        case (
            BoolShape() | IntShape() | FloatShape() | TextShape() | SequenceShape() | MappingShape() | GroupShape()
            | StandardShape(),
            Null(),
        ):  # fmt: skip
            return False
        case RecordShape(type_, fields, _, optional), Record():
            known, there = dict(fields), {name for name, _ in value.fields}
            whole = there.issuperset(known.keys() - set(optional))
            return value.type == type_ and whole and all(listed(v, known[n]) for n, v in value.fields if n in known)
        case SequenceShape(element), Sequence():
            return all(listed(item, element) for item in value.items)
        case MappingShape(value=inner, each=each), Mapping(_, pairs):
            own = dict(each)
            held = [(own.get(key.value, inner) if isinstance(key, Text) else inner, one) for key, one in pairs]
            return not any(isinstance(of, _HOLDING) and isinstance(one, _PLAIN) for of, one in held) and all(
                listed(one, of) for of, one in held if isinstance(one, (Mapping, Sequence))
            )
    return True


def _present(value: Value, shape: Shape) -> Value:
    if isinstance(value, _PLAIN):
        return value
    match shape, value:
        case OneOf(options), _:
            return next((less for one in options if (less := _present(value, one)) != value), value)
        case SequenceShape(element), Sequence(kind, items):
            return Sequence(kind, tuple(_present(item, element) for item in items))
        case RecordShape(type_, fields, _, optional), Record(own, held, anchor) if own == type_:
            known = dict(fields)
            kept = ((n, _present(v, known[n]) if n in known else v) for n, v in held)
            there = (one for one in kept if one[0] not in optional or listed(one[1], known[one[0]]))
            return Record(own, tuple(there), anchor)
    return value
