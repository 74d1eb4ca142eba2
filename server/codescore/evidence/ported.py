"""What a program and its port in another language both take: the types of the two sides narrow the inputs together.

What the reference declares stands, within what the port declares; where it declares nothing its shape is a guess from
use, and the port's declaration says what is meant.  Values keep the form that they have in the reference's language.
Within one language nothing is narrowed: what a candidate refuses is its own doing.  Pure.  Neighbours:
`languages.shapes`, `evidence.session` (asks once per pair), `evidence.narrower` (candidates of the same language).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from codescore.languages.execution import Entry, Parameter, sequence_of
from codescore.languages.shapes import (
    UNNAMED,
    AnyShape,
    BoolShape,
    CharShape,
    FloatShape,
    GroupShape,
    IntShape,
    MappingShape,
    NullShape,
    OneOf,
    RecordShape,
    SelfShape,
    SequenceShape,
    Shape,
    TextShape,
    TupleShape,
)

_PLAIN = (BoolShape, IntShape, FloatShape, TextShape, CharShape)


def both_take(reference: Entry, port: Entry) -> Entry:
    """The reference's entry with parameters that take what both sides take."""
    if reference.members:
        pairs = zip(reference.members, port.members, strict=False)
        return sequence_of(reference.name, tuple(both_take(one, other) for one, other in pairs))
    if len(reference.parameters) != len(port.parameters):
        return reference
    pairs_ = zip(reference.parameters, port.parameters, strict=True)
    return replace(reference, parameters=tuple(_parameter(one, other) for one, other in pairs_))


def _parameter(one: Parameter, port: Parameter) -> Parameter:
    if not port.declared:
        return replace(one, shape=_taken_apart(one.shape, port.shape))
    return replace(one, shape=_met(one.shape, port.shape, guessed=not one.declared))


def _taken_apart(one: Shape, port: Shape) -> Shape:
    """A list of lists, of so many items where the port takes each of them apart: that is how it says what they are."""
    match one, port:
        case SequenceShape(SequenceShape() as row), SequenceShape(TupleShape(items)):
            return replace(one, element=replace(row, min_size=len(items), max_size=len(items)))
    return one


def _met(one: Shape, port: Shape, *, guessed: bool) -> Shape:  # noqa: C901, PLR0911  one form per pair of shapes
    """What is of both shapes, in the form of the first; `guessed`: that is no more than a guess."""
    match one, port:
        case _, AnyShape() | NullShape():
            return one
        case AnyShape(), _:
            return _told(port) or one
        case OneOf(options), _:
            bare = NullShape() if isinstance(port, RecordShape) else None
            kept = [_met(option, port, guessed=False) for option in options if _alike(option, port) or option == bare]
            return kept[0] if len(kept) == 1 else OneOf(tuple(kept)) if kept else _other(one, port, guessed=guessed)
        case _, OneOf(options):
            found = next((option for option in options if _alike(one, option)), None)
            met = one if found is None else _met(one, found, guessed=guessed)
            # Null is one of the objects that a port declares, and asks for.
            return OneOf((met, NullShape())) if met != one and _may_be_null(one, options) else met
        case IntShape(low, high), IntShape(least, most):
            both = IntShape(_tighter(low, least, max), _tighter(high, most, min))
            return one if both.low is not None and both.high is not None and both.low > both.high else both
        case (FloatShape(), IntShape()) | (IntShape() | FloatShape(), BoolShape()):
            return port
        case IntShape(), FloatShape() if guessed:
            return port
        case TextShape(), CharShape():
            return replace(one, min_size=1, max_size=1)
        case SequenceShape(), SequenceShape():
            least, most = max(one.min_size, port.min_size), _tighter(one.max_size, port.max_size, min)
            element = _met(one.element, port.element, guessed=guessed)
            return replace(one, element=element, min_size=least, max_size=most)
        case SequenceShape(), TupleShape(items):
            return replace(one, min_size=len(items), max_size=len(items))
        case TupleShape(items), SequenceShape():
            return replace(one, items=tuple(_met(item, port.element, guessed=guessed) for item in items))
        case TupleShape(items), TupleShape(others) if len(items) == len(others):
            both_ = zip(items, others, strict=True)
            return replace(one, items=tuple(_met(item, other, guessed=guessed) for item, other in both_))
        case GroupShape(), GroupShape():
            return replace(one, element=_met(one.element, port.element, guessed=guessed))
        case MappingShape(), MappingShape():
            key, value = _met(one.key, port.key, guessed=guessed), _met(one.value, port.value, guessed=guessed)
            return replace(one, key=key, value=value)
        case RecordShape(), RecordShape() if one.type == UNNAMED:
            return _named(one, port)
    return one if _alike(one, port) else _other(one, port, guessed=guessed)


def _named(one: RecordShape, port: RecordShape) -> RecordShape:
    """Objects of which only their use is known, as the class that the port declares: with its name and all it holds."""
    known = dict(one.fields)
    fields = {name: known.get(name, told) for name, shape in port.fields if (told := _held(shape)) is not None}
    met = ((name, _met(shape, dict(port.fields).get(name, shape), guessed=True)) for name, shape in fields.items())
    return replace(
        one, type=port.type, linked=port.linked, fields=(*met, *(own for own in one.fields if own[0] not in fields))
    )


def _may_be_null(one: Shape, options: tuple[Shape, ...]) -> bool:
    return isinstance(one, RecordShape) and NullShape() in options


def _held(shape: Shape) -> Shape | None:
    return shape if isinstance(shape, SelfShape) else _told(shape)


def _tighter(one: int | None, other: int | None, tightest: Callable[[int, int], int]) -> int | None:
    return other if one is None else one if other is None else tightest(one, other)


def _alike(one: Shape, port: Shape) -> bool:
    """Whether some value is surely of both shapes."""
    numbers, texts, lists = (BoolShape, IntShape, FloatShape), (TextShape, CharShape), (SequenceShape, TupleShape)
    same = any(isinstance(one, kinds) and isinstance(port, kinds) for kinds in (numbers, texts, lists))
    return same or type(one) is type(port) or isinstance(one, AnyShape)


def _other(one: Shape, port: Shape, *, guessed: bool) -> Shape:
    """The reference's shape where it is declared, else the port's as far as it can be said in any language."""
    return (_told(port) if guessed else None) or one


def _told(port: Shape) -> Shape | None:
    """A port's shape with lists as any language has them; None where its values are its own (objects)."""
    match port:
        case SequenceShape():
            element = _told(port.element)
            return None if element is None else replace(port, element=element, kind="list")
        case GroupShape():
            element = _told(port.element)
            return None if element is None else replace(port, element=element)
        case MappingShape():
            key, value = _told(port.key), _told(port.value)
            return None if key is None or value is None else replace(port, key=key, value=value)
        case TupleShape(items):
            told = tuple(item for item in map(_told, items) if item is not None)
            return replace(port, items=told) if len(told) == len(items) else None
        case CharShape(alphabet):
            return TextShape(alphabet, min_size=1, max_size=1)
    return port if isinstance(port, _PLAIN) else None
