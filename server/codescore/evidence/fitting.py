"""Whether a declared parameter can hold a value: asked outside of the sandbox, where no program can answer for itself.

A candidate whose parameter is narrower than the reference's (texts where the reference takes anything, whole numbers
where it takes fractions) cannot be called with every input; such inputs are no difference.  Shapes without a declared
type are guesses and forbid nothing.  Neighbours: `languages.shapes`, `evidence.verdicts`.
"""

from __future__ import annotations

from codescore.languages.execution import Entry, Input
from codescore.languages.shapes import (
    AnyShape,
    BoolShape,
    CharShape,
    FloatShape,
    GroupShape,
    IntShape,
    MappingShape,
    NullShape,
    OneOf,
    SequenceShape,
    Shape,
    TextShape,
    TupleShape,
)  # fmt: skip
from codescore.languages.values import Bool, Char, Float, Group, Int, Mapping, Sequence, Text, Value


def takes(entry: Entry, given: Input) -> bool:
    """Whether the declared parameters can hold these arguments."""
    pairs = zip(entry.parameters, given.arguments, strict=False)
    return all(not parameter.declared or fits(value, parameter.shape) for parameter, value in pairs)


def fits(value: Value, shape: Shape) -> bool:  # noqa: PLR0911  one form per pair of kinds
    """Whether a value is of a shape, as far as types go: properties that a shape merely prefers do not count."""
    match value, shape:
        case _, AnyShape():
            return True
        case _, OneOf(options):
            return any(fits(value, option) for option in options)
        case Int(v), IntShape(low, high):
            return (low is None or v >= low) and (high is None or v <= high)
        case Float(v), IntShape():
            return v.is_integer() and fits(Int(int(v)), shape)
        case ((Sequence(_, items) | Group(_, items)), (SequenceShape(element, _) | GroupShape(element, _))):
            return all(fits(item, element) for item in items)
        case Sequence(_, items), TupleShape(shapes):
            return len(items) == len(shapes) and all(fits(item, one) for item, one in zip(items, shapes, strict=True))
        case Mapping(_, pairs), MappingShape(key, held):
            return all(fits(k, key) and fits(v, held) for k, v in pairs)
        case ((Text(v) | Char(v)), CharShape()):
            return len(v) == 1
    kinds: dict[type[Value], tuple[type[Shape], ...]] = {
        Int: (FloatShape,), Float: (FloatShape,), Bool: (BoolShape,), Text: (TextShape, SequenceShape),
        Char: (TextShape,), Sequence: (), Group: (), Mapping: (),
    }  # fmt: skip
    return isinstance(shape, kinds.get(type(value), (object,))) and not isinstance(shape, NullShape)
