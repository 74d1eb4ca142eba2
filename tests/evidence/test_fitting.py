"""Which values a declared parameter can hold."""

from __future__ import annotations

import pytest

from codescore.evidence.fitting import fits, takes
from codescore.languages.execution import Entry, Input, Parameter
from codescore.languages.shapes import (
    AnyShape,
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
from codescore.languages.values import Bool, Char, Float, Group, Int, Mapping, Null, Sequence, Text, Value

INTS = SequenceShape(IntShape(-128, 127))


@pytest.mark.parametrize(
    ("value", "shape", "expected"),
    [
        (Int(5), IntShape(-128, 127), True),
        (Int(500), IntShape(-128, 127), False),
        (Float(2.0), IntShape(), True),
        (Float(2.5), IntShape(), False),
        (Int(2), FloatShape(), True),
        (Text("a"), CharShape(), True),
        (Text("ab"), CharShape(), False),
        (Char("a"), TextShape(), True),
        (Bool(value=True), IntShape(), False),
        (Text("a"), IntShape(), False),
        (Sequence("list", (Int(1),)), INTS, True),
        (Sequence("list", (Int(1000),)), INTS, False),
        (Sequence("list", (Text("a"),)), GroupShape(IntShape()), False),
        (Group("set", (Int(1),)), INTS, True),
        (Mapping("dict", ((Int(1), Text("a")),)), MappingShape(TextShape(), TextShape()), False),
        (Mapping("dict", ((Text("k"), Text("a")),)), MappingShape(TextShape(), TextShape()), True),
        (Sequence("tuple", (Int(1), Text("a"))), TupleShape((IntShape(), TextShape())), True),
        (Sequence("tuple", (Int(1),)), TupleShape((IntShape(), TextShape())), False),
        (Text("a"), OneOf((IntShape(), TextShape())), True),
        (Text("a"), AnyShape(), True),
        (Int(1), NullShape(), False),
        (Null(), TextShape(), True),
    ],
)
def test_a_value_fits_a_shape_by_type(value: Value, shape: Shape, expected: bool) -> None:
    """Kinds and ranges decide, in depth; a list may stand for a set, a whole float for an integer."""
    assert fits(value, shape) is expected


def test_only_declared_types_forbid() -> None:
    """What was merely guessed of a parameter without a declared type excludes nothing."""
    given = Input((Text("a"),))
    assert takes(Entry("f", "function", (Parameter("x", IntShape()),)), given)
    assert not takes(Entry("f", "function", (Parameter("x", IntShape(), "int"),)), given)
