"""Values cross the wall: what is written is read back, and nothing else is taken for a value."""

from __future__ import annotations

import json
import math

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from codescore.evidence.compare import differs, same
from codescore.evidence.contract import Outcome
from codescore.languages.values import (
    MAX_DEPTH,
    Bool,
    Bytes,
    Called,
    Char,
    Float,
    Group,
    Int,
    MalformedValue,
    Mapping,
    Null,
    Opaque,
    Record,
    Ref,
    Sequence,
    Text,
    decode,
    encode,
    size,
    walk,
)  # fmt: skip

leaves = st.one_of(
    st.just(Null()), st.booleans().map(Bool), st.integers().map(Int), st.floats().map(Float),
    st.text(st.characters(), max_size=8).map(Text), st.text(min_size=1, max_size=1).map(Char),
    st.binary(max_size=8).map(Bytes), st.integers(1, 9).map(Ref), st.just(Opaque("function")),
)  # fmt: skip
values = st.recursive(
    leaves,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4).map(lambda v: Sequence("list", tuple(v))),
        st.lists(inner, max_size=4).map(lambda v: Group("set", tuple(v))),
        st.lists(st.one_of(st.none(), inner), max_size=4).map(lambda v: Called(tuple(v))),
        st.lists(st.tuples(inner, inner), max_size=3).map(lambda v: Mapping("dict", tuple(v))),
        st.lists(st.tuples(st.text(max_size=3), inner), max_size=3).map(lambda v: Record("Node", tuple(v), 1)),
    ),
    max_leaves=12,
)


@given(values)
def test_a_value_survives_the_way_as_json(value) -> None:
    """What is encoded, written as ASCII, read and decoded is the value."""
    back = decode(json.loads(json.dumps(encode(value)).encode("ascii")))
    assert encode(back) == encode(value)
    assert size(value) >= 1


@given(values)
@example(Mapping("dict", ((Ref(1), Opaque("function")), (Ref(2), Null()))))
def test_a_value_equals_itself(value) -> None:
    """No value is seen to differ from itself; all but what cannot be looked into is seen to be equal, NaN included."""
    outcome = Outcome("return", value)
    assert not differs(outcome, outcome)
    assert same(value, value) or any(isinstance(node, (Called, Opaque)) for node in walk(value))


@pytest.mark.parametrize("number", [0, -1, 10**4999, -(10**5000), 2**63], ids=["0", "-1", "large", "small", "64"])
def test_whole_numbers_of_any_size_cross(number: int) -> None:
    """No limit on digits stops a large number, in either form."""
    assert decode(encode(Int(number))) == Int(number)


@pytest.mark.parametrize(
    "data",
    [
        None, 1, "int", [], ["int"], ["int", 1], ["int", "1", 2], ["int", "one"], ["bool", 1], ["float", 1.5], ["what"],
        ["seq", "list"], ["seq", 1, []], ["seq", "list", [1]], ["map", "dict", [[["null"]]]],
        ["record", "A", [["x", 1]], 0],
        ["bytes", "0"], ["float", "x"], [["null"]], {"a": 1}, ["null", ["null"]], ["ref", "1"], ["char", 1],
    ],
)  # fmt: skip
def test_nonsense_is_refused(data) -> None:
    """Whatever is not exactly a value is refused as malformed, and nothing else is raised."""
    with pytest.raises(MalformedValue):
        decode(data)


def test_depth_is_bounded() -> None:
    """A tree deeper than any harness sends is refused."""
    data = ["null"]
    for _ in range(MAX_DEPTH + 5):
        data = ["seq", "list", [data]]
    with pytest.raises(MalformedValue):
        decode(data)


def test_special_floats_cross() -> None:
    """NaN and the infinities have names."""
    assert math.isnan(decode(["float", "nan"]).value)
    assert decode(["float", "-inf"]) == Float(-math.inf)
