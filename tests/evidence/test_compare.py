"""When two programs did the same: the rules as a table."""

from __future__ import annotations

import pytest

from codescore.evidence.compare import OPAQUE, difference, same
from codescore.evidence.contract import Outcome
from codescore.languages.values import (
    Bool,
    Called,
    Char,
    Float,
    Group,
    Int,
    Mapping,
    Null,
    Opaque,
    Record,
    Ref,
    Sequence,
    Text,
    Value,
)  # fmt: skip


def seq(*items: Value, kind: str = "list") -> Sequence:
    return Sequence(kind, items)


ONE, TWO = Int(1), Int(2)


@pytest.mark.parametrize(
    ("one", "two", "equal"),
    [
        (ONE, Float(1.0), True),
        (ONE, Bool(True), True),
        (Float(0.1 + 0.2), Float(0.3), True),
        (Float(1.0), Float(1.001), False),
        (Float(float("nan")), Float(float("nan")), True),
        (Float(float("inf")), Float(float("-inf")), False),
        (Int(10**400), Float(1.0), False),
        (Int(10**400), Int(10**400), True),
        (ONE, Text("1"), False),
        (Null(), Int(0), False),
        (Char("a"), Text("a"), True),
        (Char("a"), Text("ab"), False),
        (seq(ONE, TWO), seq(ONE, TWO), True),
        (seq(ONE, TWO), seq(TWO, ONE), False),
        (seq(ONE), seq(ONE, kind="tuple"), False),
        (seq(ONE, kind="iterator"), seq(ONE), False),
        (seq(Float(1.0)), seq(ONE), True),
        (seq(ONE, kind="optional"), ONE, True),
        (seq(kind="optional"), Null(), True),
        (seq(kind="optional"), ONE, False),
        (Group("set", (ONE, TWO)), Group("set", (TWO, ONE)), True),
        (Group("set", (ONE,)), Group("frozenset", (ONE,)), True),
        (Group("set", (ONE, TWO)), Group("set", (ONE,)), False),
        (Mapping("dict", ((ONE, TWO), (TWO, ONE))), Mapping("dict", ((TWO, ONE), (ONE, TWO))), True),
        (Mapping("dict", ((ONE, TWO),)), Mapping("dict", ((ONE, ONE),)), False),
        (Record("A", (("x", ONE),)), Record("A", (("x", ONE),)), True),
        (Record("A", (("x", ONE),)), Record("B", (("x", ONE),)), False),
        (Record("Node", (("x", ONE),)), Record("B", (("x", ONE),)), True),  # an input's, of which nobody tells a class
        (Record("Node", (("x", ONE),)), Record("B", (("y", ONE),)), False),
        (Record("A", (("x", ONE),)), Record("A", (("y", ONE),)), False),
        (Record("A", (("next", Ref(1)),), 1), Record("A", (("next", Ref(7)),), 7), True),
        (
            seq(Record("A", (), 1), Record("A", (), 2), Ref(1)),
            seq(Record("A", (), 1), Record("A", (), 2), Ref(2)),
            False,
        ),
        (Opaque("too-large", "seq list aa"), Opaque("too-large", "seq list aa"), True),
        (Opaque("too-large", "seq list aa"), Opaque("too-large", "seq list bb"), False),
        (Opaque("more", "10000 drawn"), Opaque("more", "10000 drawn"), True),
        (Called((ONE,)), Called((ONE, ONE)), False),
    ],
)
def test_values(one: Value, two: Value, equal: bool) -> None:
    """Values are equal by type and content, in both directions."""
    assert same(one, two) is equal
    assert same(two, one) is equal


@pytest.mark.parametrize(
    ("one", "two", "aspect"),
    [
        (Opaque("class"), Opaque("class"), OPAQUE),
        (Opaque("S$$Lambda$14"), Opaque("S$$Lambda$15"), OPAQUE),
        (Opaque("too-deep"), ONE, OPAQUE),
        (Opaque("class"), ONE, "type"),
        (ONE, Opaque("class"), "type"),
        (ONE, Opaque("too-large", "seq list aa"), "type"),
        (Opaque("too-large", "seq list aa"), ONE, "type"),
        (Opaque("too-large", "seq list aa"), Opaque("too-large", "str aa"), "type"),
        (Opaque("too-large", "seq list aa"), Opaque("too-large", ""), OPAQUE),
        (Opaque("too-large", "seq list aa"), Opaque("class", ""), "type"),
        (Opaque("too-large", "seq list aa~"), Opaque("too-large", "seq list bb~"), OPAQUE),
        (Opaque("too-large", "seq list aa?"), Opaque("too-large", "seq list aa?"), OPAQUE),
        (Called((ONE, None)), Called((ONE, TWO)), ""),
        (Called((ONE, TWO)), Called((ONE, None)), "value"),
        (Called((None, None)), Called((ONE, None)), OPAQUE),
        (Called((ONE, Opaque("too-slow"))), Called((ONE, TWO)), ""),
        (Called((ONE, TWO)), Called((ONE, Opaque("too-slow"))), OPAQUE),
        (Called((ONE, TWO)), Called((TWO, Opaque("too-slow"))), "value"),
        (seq(ONE, Opaque("class")), seq(ONE, Opaque("class")), OPAQUE),
        (seq(Opaque("class"), ONE), seq(Opaque("class"), TWO), "value"),
        (Group("set", (ONE, Opaque("class"))), Group("set", (Opaque("class"), ONE)), OPAQUE),
        (Group("set", (ONE, Opaque("class"))), Group("set", (ONE, TWO)), "value"),
    ],
)
def test_what_cannot_be_looked_into_decides_nothing(one: Value, two: Value, aspect: str) -> None:
    """Opaque on the reference's side is neither equal nor different; what is known beside it still decides."""
    assert difference(out(value=one), out(value=two)) == aspect


def test_order_means_nothing_where_the_type_says_so() -> None:
    """An unordered result is compared as a collection of its items."""
    assert same(seq(ONE, TWO, ONE), seq(ONE, ONE, TWO), unordered=True)
    assert not same(seq(ONE, TWO, TWO), seq(ONE, ONE, TWO), unordered=True)


def out(how: str = "return", value: Value = ONE, **more) -> Outcome:
    return Outcome(how, value, **more)


@pytest.mark.parametrize(
    ("expected", "got", "aspect"),
    [
        (out(), out(), ""),
        (out(), out(value=TWO), "value"),
        (out(), out(value=Text("1")), "type"),
        (out(), out("raise", Null(), error="ValueError"), "exception"),
        (out("raise", Null(), error="KeyError"), out("raise", Null(), error="KeyError"), ""),
        (out("raise", Null(), error="KeyError"), out("raise", Null(), error="ValueError"), "exception"),
        (out(), out("timeout"), "timeout"),
        (out(), out("crash"), "crash"),
        (out(stdout="a \nb\n\n"), out(stdout="a\nb"), ""),
        (out(stdout="a\n"), out(stdout="b\n"), "stdout"),
        (out(stdout=""), out(stdout="debugging"), ""),
        (out(arguments=(seq(ONE),)), out(arguments=(seq(TWO),)), "arguments"),
        (out(arguments=(seq(ONE),)), out(arguments=()), "arguments"),
        (out(arguments=(seq(ONE),)), out(arguments=(seq(ONE), ONE)), "arguments"),
        (out(arguments=(Opaque("class"),)), out(arguments=(Opaque("class"),)), OPAQUE),
        (out("exit", Null(), error="1"), out("exit", Null(), error="0"), "exit"),
        (out("exit", Null(), error="1"), out("exit", Null(), error="1"), ""),
        (out(), out("input", Null()), "input"),
    ],
)
def test_outcomes(expected: Outcome, got: Outcome, aspect: str) -> None:
    """What differs is named: the value, its type, the exception, what is printed, what is left in the arguments."""
    assert difference(expected, got) == aspect


def test_arguments_count_only_where_the_reference_uses_them() -> None:
    """A candidate may scribble on its arguments where the reference does not speak through them."""
    assert difference(out(arguments=(seq(ONE),)), out(arguments=(seq(TWO),)), effects=False) == ""


def test_what_cannot_be_told_deep_inside_is_asked_once() -> None:
    """Each level of a deep value is looked at once, also where nobody can say what its inside is."""
    one: Value = Opaque("class")
    for _ in range(60):
        one = Mapping("object", ((Text("in"), one), (Text("number"), ONE)))
    assert difference(out(value=one), out(value=one)) == OPAQUE


def test_unordered_collections_are_counted_where_they_can_be(monkeypatch: pytest.MonkeyPatch) -> None:
    """Item by item, three hundred long rows take minutes; whole numbers and texts need not be."""
    rows = [seq(*[Int(row * column % 7) for column in range(40)]) for row in range(60)]
    some = seq(*rows, Text("a"), Bool(True), Null())
    mixed = seq(Char("a"), Int(1), Null(), *reversed(rows))
    assert same(some, mixed, unordered=True)
    assert not same(some, seq(*rows, Text("a"), Bool(True), Text("")), unordered=True)
    assert not same(seq(seq(ONE)), seq(Sequence("tuple", (ONE,))), unordered=True)
    assert same(seq(seq(ONE)), seq(Sequence("array", (ONE,))), unordered=True)
    assert same(seq(Float(0.1 + 0.2), ONE), seq(Float(1.0), Float(0.3)), unordered=True)
    item_by_item = "codescore.evidence.compare._Anchors.tried"
    monkeypatch.setattr(item_by_item, lambda *_: pytest.fail("compared item by item"))
    assert same(some, mixed, unordered=True)
