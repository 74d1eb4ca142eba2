"""What a candidate declares not to take is tried: the first value outside its narrower type."""

from __future__ import annotations

import pytest

from codescore.evidence.narrower import beyond
from codescore.languages.execution import Entry, Input, Parameter
from codescore.languages.shapes import IntShape, SequenceShape, Shape
from codescore.languages.values import Int, Sequence, Value

INT, LONG = IntShape(-(2**31), 2**31 - 1), IntShape(-(2**63), 2**63 - 1)
BYTE, SHORT = IntShape(-128, 127), IntShape(-(2**15), 2**15 - 1)


def tried(reference: Shape, candidate: Shape, seed: Value) -> list[Value]:
    """The values that are tried for the second of two parameters."""
    ours, theirs = (
        Entry("f", "function", (Parameter("a", INT), Parameter("b", shape))) for shape in (candidate, reference)
    )
    made = beyond(theirs, ours, [Input((Int(1), seed))])
    assert all(given.arguments[0] == Int(1) for given in made)
    return [given.arguments[1] for given in made]


@pytest.mark.parametrize(("narrow", "values"), [(BYTE, [128, -129]), (SHORT, [32768, -32769]), (INT, []), (LONG, [])])
def test_the_first_value_outside_a_narrower_type_is_tried(narrow: Shape, values: list[int]) -> None:
    """Both ends; a type as wide, or one of the machine's widths, has none."""
    assert tried(INT, narrow, Int(3)) == [Int(value) for value in values]


def test_elements_have_types_too() -> None:
    """A sequence of bytes for one of numbers."""
    assert tried(SequenceShape(INT), SequenceShape(BYTE), Sequence("list")) == [
        Sequence("list", (Int(128),)),
        Sequence("list", (Int(-129),)),
    ]
