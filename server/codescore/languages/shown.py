"""What examples show of a parameter: the shape that values have in common, and how it fills in what a type leaves open.

One reader for all languages.  Neighbours: `languages.shapes`, `languages.values`, each language's survey.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from codescore.languages.execution import Parameter
from codescore.languages.held_patterns import is_held
from codescore.languages.shapes import (
    AnyShape,
    BoolShape,
    BytesShape,
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
from codescore.languages.values import (
    Bool,
    Bytes,
    Float,
    Group,
    Int,
    Mapping,
    Null,
    Sequence,
    Text,
    Value,
)  # fmt: skip

_MANY = 8  # so many numbers that are one of two are always one of the two


def one_of(shapes: Iterable[Shape | None]) -> Shape:
    """The shapes that are known as one."""
    options = (one for shape in shapes for one in (shape.options if isinstance(shape, OneOf) else (shape,)))
    known = tuple(dict.fromkeys(shape for shape in options if shape is not None))
    return known[0] if len(known) == 1 else OneOf(known) if known else AnyShape()


def of_values(values: list[Value]) -> Shape | None:
    """The shape that examples have in common; numbers get no sign and texts no characters that none of them has."""
    shapes = [shape for shape in (_of_kind(values, kind) for kind in dict.fromkeys(type(v) for v in values)) if shape]
    return one_of(shapes) if shapes else None


def _of_kind(values: list[Value], kind: type) -> Shape | None:  # noqa: PLR0911  one form per case
    same = [value for value in values if type(value) is kind]
    if kind is Int:
        return _of_numbers([value.value for value in same if isinstance(value, Int)])
    if kind is Float:
        return FloatShape()
    if kind is Bool:
        return BoolShape()
    if kind is Bytes:
        return BytesShape()
    if kind is Null:
        return NullShape()
    if kind is Text:
        texts = [value.value for value in same if isinstance(value, Text)]
        words = dict.fromkeys(word for text in texts for word in text.split())
        return TextShape("".join(sorted(set("".join(texts)))), tuple(dict.fromkeys([*texts, *words])))
    if kind is Sequence:
        return _of_sequences([value for value in same if isinstance(value, Sequence)])
    if kind is Group:
        inside = of_values([item for value in same if isinstance(value, Group) for item in value.items])
        return GroupShape(inside or IntShape())
    if kind is Mapping:
        pairs = [pair for value in same if isinstance(value, Mapping) for pair in value.items]
        keys, items = of_values([key for key, _ in pairs]), of_values([item for _, item in pairs])
        return MappingShape(keys or TextShape(), items or IntShape())
    return None


def _of_numbers(numbers: list[int]) -> IntShape:
    """Any whole numbers, unless so many are shown and all of them are one of two neighbours, such as 0 and 1."""
    low, high = min(numbers), max(numbers)
    return IntShape(low, high) if len(numbers) >= _MANY and high - low == 1 else IntShape()


def _of_sequences(values: list[Sequence]) -> Shape:
    lengths = {len(value.items) for value in values}
    if all(value.kind == "tuple" for value in values) and len(lengths) == 1 and lengths != {0}:
        places = zip(*(value.items for value in values), strict=True)
        return TupleShape(tuple(of_values(list(place)) or AnyShape() for place in places))
    inside = of_values([item for value in values for item in value.items])
    return SequenceShape(inside or AnyShape(), values[0].kind)


def as_shown(parameter: Parameter, shown: list[Value]) -> Parameter:
    """A parameter with what its type leaves open (which characters, which objects) taken from examples."""
    like = of_values(shown) if shown else None
    return parameter if like is None else replace(parameter, shape=filled(parameter.shape, like))


_SIGN = TextShape(min_size=1, max_size=1)


def _of_signs(declared: SequenceShape | TextShape, more: TextShape) -> Shape:
    """What is declared as a text, a sign or a list of signs, and used as a text."""
    if isinstance(declared, SequenceShape):
        signs = declared.element in (_SIGN, AnyShape())
        return replace(declared, element=_of_signs(_SIGN, more)) if signs else declared
    if declared == _SIGN:
        return replace(_SIGN, samples=tuple(one for one in more.samples if len(one) == 1))
    return more if not declared.alphabet else replace(declared, written=more.written)


def filled(declared: Shape, more: Shape | None) -> Shape:
    """A declared shape with what it leaves open taken from examples or use."""
    if more is None:
        return declared
    if isinstance(declared, AnyShape) or (isinstance(declared, TextShape) and not declared.alphabet and is_held(more)):
        return more
    if isinstance(declared, OneOf) and AnyShape() in declared.options:  # `Optional[Node]`, of which nothing is known
        told = more.options if isinstance(more, OneOf) else (more,)
        known = [told if isinstance(option, AnyShape) else (option,) for option in declared.options]
        return one_of(option for options in known for option in options)
    if isinstance(declared, MappingShape) and isinstance(more, OneOf):
        alike = [option for option in more.options if isinstance(option, MappingShape)]
        return one_of(filled(declared, option) for option in alike) or declared
    if isinstance(declared, IntShape) and isinstance(more, IntShape):
        return more if more.high is not None else declared
    if isinstance(declared, SequenceShape) and isinstance(more, TupleShape):  # what is taken apart has so many items
        return replace(declared, min_size=len(more.items), max_size=len(more.items))
    if isinstance(more, TextShape) and isinstance(declared, (SequenceShape, TextShape)):
        return _of_signs(declared, more)
    for name in ("element", "key", "value"):
        inner, other = getattr(declared, name, None), getattr(more, name, None)
        if type(declared) is type(more) and inner is not None and other is not None:
            fields = {n: getattr(declared, n) for n in declared.__dataclass_fields__}
            declared = type(declared)(**{**fields, name: filled(inner, other)})
    if isinstance(declared, MappingShape) and isinstance(more, MappingShape) and not declared.required:
        declared = replace(declared, required=more.required, each=more.each)
    return declared
