"""Inputs: drawn from shapes, repeatable, near an example, inside what examples have in common, smaller step by step."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from codescore.evidence.assumptions import Conditions, conditions, shaped
from codescore.evidence.case import Case
from codescore.evidence.contract import Outcome
from codescore.evidence.declared import listed
from codescore.evidence.generate import boundary, draw, edges, random_input
from codescore.evidence.lines import draw_lines
from codescore.evidence.mutate import change, near, smaller
from codescore.evidence.pool import fresh, has_several, learn_parts, pool_of
from codescore.evidence.profile import profile_of
from codescore.evidence.properties import has, keeps
from codescore.evidence.shrink import shrink, weight
from codescore.evidence.texts import draw_text
from codescore.languages.assumed import Assumption
from codescore.languages.execution import Entry, Input, Parameter
from codescore.languages.shapes import (
    AnyShape,
    BoolShape,
    BytesShape,
    CallShape,
    CallsShape,
    CharShape,
    FloatShape,
    GroupShape,
    IntShape,
    LinesShape,
    MappingShape,
    NullShape,
    OneOf,
    RecordShape,
    RowShape,
    Samples,
    SelfShape,
    SequenceShape,
    TextShape,
    TupleShape,
    Written,
)  # fmt: skip
from codescore.languages.values import (
    Bool,
    Bytes,
    Char,
    Float,
    Group,
    Int,
    Mapping,
    Null,
    Record,
    Ref,
    Sequence,
    Text,
    Value,
    size,
    walk,
)  # fmt: skip

SHAPES = {
    AnyShape(): (Int, Sequence, Text),
    NullShape(): (Null,),
    BoolShape(): (Bool,),
    IntShape(3, 9): (Int,),
    FloatShape(0.0, 5.0): (Float,),
    TextShape("ab"): (Text,),
    CharShape(): (Char,),
    BytesShape(): (Bytes,),
    SequenceShape(IntShape()): (Sequence,),
    TupleShape((IntShape(), TextShape())): (Sequence,),
    GroupShape(IntShape()): (Group,),
    MappingShape(TextShape(), IntShape()): (Mapping,),
    RecordShape("Node", (("next", SelfShape()), ("value", IntShape())), linked=True): (Record, Ref),
    OneOf((IntShape(), NullShape())): (Int, Null),
    Samples((Int(1), Int(2))): (Int,),
}


def entry(*shapes: object) -> Entry:
    names = ("x", "seq", "z")
    return Entry("f", "function", tuple(Parameter(n, s) for n, s in zip(names, shapes, strict=False)))


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: type(shape).__name__)
def test_a_drawn_value_has_its_shape(shape) -> None:
    """Two hundred draws and all boundary values are of the kinds that a shape allows."""
    pool = pool_of((Int(42), Text("word"), Float(2.5)), 1)
    for value in [*(draw(shape, fresh(pool)) for _ in range(200)), *boundary(shape, pool)]:
        assert isinstance(value, SHAPES[shape])
        if shape == IntShape(3, 9):
            assert 3 <= value.value <= 9
        if shape == FloatShape(0.0, 5.0):
            assert 0.0 <= value.value <= 5.0


def test_inputs_are_repeatable() -> None:
    """The same seed gives the same inputs."""
    made = entry(IntShape(), SequenceShape(IntShape()))
    one, two = ([random_input(made, pool) for _ in range(20)] for pool in (pool_of((), 7), pool_of((), 7)))
    assert one == two
    assert len(set(one)) > 15


def test_constants_and_their_neighbours_are_tried() -> None:
    """A number that stands in a program is tried, and so are the ones beside it."""
    tried = {given.arguments[0] for given in edges(entry(IntShape()), pool_of((Int(4711),), 1), 40)}
    assert {Int(4710), Int(4711), Int(4712)} <= tried


def test_shapes_say_properties() -> None:
    """Ordered, distinct and non-empty sequences are drawn as such."""
    shape = SequenceShape(IntShape(), ordered=True, distinct=True, min_size=1)
    pool = pool_of((), 1)
    for _ in range(100):
        value = draw(shape, fresh(pool))
        assert has(value, "ordered")
        assert has(value, "distinct")
        assert has(value, "non-empty")


def test_references_between_objects_are_sound() -> None:
    """A reference always names an object of the same input."""
    node = RecordShape("Node", (("successors", SequenceShape(SelfShape())),), linked=True)
    pool = pool_of((), 3)
    for _ in range(100):
        given = random_input(entry(node, node), pool)
        anchors = {v.anchor for a in given.arguments for v in walk(a) if isinstance(v, Record)}
        assert {v.anchor for a in given.arguments for v in walk(a) if isinstance(v, Ref)} <= anchors


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("seq is sorted", [("seq", "ordered")]),
        ("seq must be sorted ascending", [("seq", "ordered")]),
        ("sorted(seq) == seq", [("seq", "ordered")]),
        ("seq == sorted(seq)", [("seq", "ordered")]),
        ("len(seq) > 0", [("seq", "non-empty")]),
        ("x >= 0", [("x", "non-negative")]),
        ("x > 0 and seq is sorted", [("x", "positive"), ("seq", "ordered")]),
        ("list(seq) == sorted(set(seq))", [("seq", "ordered"), ("seq", "distinct")]),
        ("len(set(seq)) == len(seq)", [("seq", "distinct")]),
    ],
)
def test_a_line_is_read_as_properties(line: str, expected: list[tuple[str, str]]) -> None:
    """What a teacher writes shapes the inputs, where it says a property."""
    found = conditions(entry(IntShape(), SequenceShape(IntShape())), line)
    assert [(a.parameter, a.property) for a in found.certain] == expected
    assert found.expression is None


@pytest.mark.parametrize("line", ["x in seq or x > 0", "x < len(seq)", "all(e > 0 for e in seq and [1])"])
def test_other_lines_are_conditions(line: str) -> None:
    """Anything else is left to the reference's sandbox, as it stands."""
    assert conditions(entry(IntShape(), SequenceShape(IntShape())), line).expression == line


def test_given_preconditions_replace_guesses() -> None:
    """Who says what is assumed is believed: guesses of ours are dropped."""
    guess = Assumption("seq", "ordered", "a guess")
    made = replace(entry(IntShape(), SequenceShape(IntShape())), assumptions=(guess,))
    assert conditions(made, None) == Conditions((), (guess,))
    assert conditions(made, "x > 0").likely == ()


def test_shaped_inputs_hold() -> None:
    """Inputs of an entry shaped by assumptions fulfil them."""
    made = entry(IntShape(), SequenceShape(IntShape()))
    assumptions = conditions(made, "x > 0 and seq is sorted").certain
    pool = pool_of((), 5)
    inputs = [random_input(shaped(made, assumptions), pool) for _ in range(50)]
    for given in inputs:
        named = {parameter.name: value for parameter, value in zip(made.parameters, given.arguments, strict=True)}
        assert all(keeps(assumption, named) for assumption in assumptions)


def ints(*numbers: int) -> Sequence:
    return Sequence("list", tuple(Int(n) for n in numbers))


@pytest.mark.parametrize(
    ("examples", "inside", "outside"),
    [
        ([(ints(1, 2),), (ints(3),)], (ints(7, 1),), (ints(-1),)),
        ([(ints(1, 2),), (ints(3),), (ints(4),)], (ints(7),), (ints(),)),
        ([(ints(1, 2),), (ints(3),)], (ints(),), (ints(-1),)),
        ([(Text("1/2"),), (Text("10/3"),)], (Text("7/11"),), (Text("7-11"),)),
        ([(Text("ab"), Text("cd")), (Text("a"), Text("b"))], (Text("xyz"), Text("abc")), (Text("x"), Text("ab"))),
        ([(Text("(()) ()"),)], (Text("() ()"),), (Text(")("),)),
        ([(Text("a b"),), (Text("c d e"),)], (Text("x y"),), (Text("x  y"),)),
        ([(Text("0101"),), (Text("110"),)], (Text("1"),), (Text("12"),)),
        ([(Int(2), ints(1, 2, 3)), (Int(1), ints(4, 5))], (Int(2), ints(1, 2)), (Int(5), ints(1))),
        (
            [(Sequence("tuple", (Int(1), Int(4))),)],
            (Sequence("tuple", (Int(2), Int(3))),),
            (Sequence("tuple", (Int(3), Int(2))),),
        ),
        ([(Int(3),)], (Int(50),), (Int(10**6),)),
    ],
)
def test_examples_have_something_in_common(examples, inside, outside) -> None:
    """An input like the examples keeps their invariants; one that breaks an invariant is told apart."""
    profile = profile_of(tuple(Input(row) for row in examples), ("a", "b"))
    assert not profile.broken(Input(inside))
    assert profile.broken(Input(outside))
    assert not any(profile.broken(Input(row)) for row in examples)


def test_without_examples_everything_fits() -> None:
    """Nothing is known where nothing is shown."""
    assert not profile_of((), ("a",)).broken(Input((ints(-5),)))


def test_near_inputs_keep_their_types() -> None:
    """A changed example has arguments of the same kinds."""
    pool = pool_of((), 2)
    given = Input((ints(1, 2, 3), Text("7/10"), Float(1.5), Bool(True), Mapping("dict", ((Text("a"), Int(1)),))))
    for _ in range(200):
        changed = near(given, pool)
        assert [type(a) for a in changed.arguments] == [type(a) for a in given.arguments]
    assert len({change(ints(1, 2, 3), pool) for _ in range(100)}) > 20


@pytest.mark.parametrize(
    "value", [Int(100), Int(-7), Float(2.75), Text("hello"), ints(5, 6, 7), Mapping("dict", ((Text("ab"), Int(3)),))]
)
def test_smaller_is_smaller(value) -> None:
    """Every step of the shrinker that changes the size makes it smaller, and there is one."""
    steps = list(smaller(value))
    assert any(size(step) < size(value) for step in steps)


def test_shrinking_finds_the_smallest() -> None:
    """A difference on any list that holds a number above 10 shrinks to a list of one such number."""

    def differs(given: Input) -> bool:
        return any(isinstance(v, Int) and v.value > 10 for v in walk(given.arguments[0]))

    def as_difference(given: Input):
        return Case(given, Outcome("return"), "inside"), Outcome("return"), "value"

    first = as_difference(Input((ints(4, 99, 3, 1, 50),)))
    found = shrink(first, lambda inputs: [as_difference(i) for i in inputs if differs(i)], 100)
    assert len(found[0].given.arguments[0].items) == 1
    assert weight(found[0].given) < weight(first[0].given)


def _cache(given: Input, *, recent: bool) -> list[int]:
    """What a cache gives that drops the oldest key; `recent`: a key that was asked for is the newest."""
    (calls,) = given.arguments
    made, *steps = [(call.name, [one.value for one in call.arguments]) for call in calls.items]
    held, found = {}, []
    for name, (key, *value) in steps:
        if name == "get":
            found.append(held.get(key, -1))
        elif key not in held and len(held) >= made[1][0]:
            held.pop(next(iter(held), None), None)
        if name == "put" or (recent and key in held):
            held[key] = value[0] if value else held.pop(key)
    return found


def test_sequences_fill_what_has_room_for_few() -> None:
    """Enough of them tell a cache that drops what was not asked for longest from one that drops the oldest."""
    number = IntShape(-(2**31), 2**31 - 1)
    get, put = CallShape("get", (number,)), CallShape("put", (number, number))
    shape = CallsShape(CallShape("Cache", (number,)), (get, put), (get,))
    entry = Entry("Cache", "class", (Parameter("calls", shape),))
    pool = pool_of((), 1)
    drawn = [random_input(entry, pool) for _ in range(400)]
    single = [one for one in drawn if sum(call.name in ("Cache", "") for call in one.arguments[0].items) == 1]
    told = sum(_cache(one, recent=True) != _cache(one, recent=False) for one in single)
    assert told >= 8, (told, len(single))


def test_standard_input_is_as_long_as_it_says() -> None:
    """A number of rows that was read is the number of rows that follow, and each has its tokens."""
    shape = LinesShape(
        (
            RowShape((IntShape(),), ("n",)),
            RowShape((IntShape(), TextShape()), times="n"),
            RowShape((IntShape(),), count="n"),
        )
    )
    pool = pool_of((), 1)
    for _ in range(50):
        lines = draw_lines(shape, fresh(pool), draw).splitlines()
        count = int(lines[0])
        assert len(lines) == count + 2
        assert all(len(line.split(" ")) == 2 for line in lines[1:-1])
        assert len(lines[-1].split()) == count


def test_two_collections_alike_are_now_and_then_the_same_in_another_order() -> None:
    """Who compares two things is asked whether order matters; unlike collections stay as they are."""
    counts, words = MappingShape(TextShape(min_size=1), IntShape()), SequenceShape(TextShape(min_size=1))
    entry = Entry("f", "function", (Parameter("a", counts), Parameter("b", counts)))
    pool = pool_of((), 3)
    drawn = [random_input(entry, pool).arguments for _ in range(300)]
    same = [(a, b) for a, b in drawn if len(a.items) > 1 and set(a.items) == set(b.items)]
    assert any(a == b for a, b in same)
    assert any(a != b for a, b in same)
    unlike = Entry("f", "function", (Parameter("a", words), Parameter("b", SequenceShape(IntShape()))))
    assert not any(a.items and a == b for a, b in (random_input(unlike, pool).arguments for _ in range(300)))


def test_what_a_type_lists_is_all_there_is() -> None:
    """A field that is one of some values, as what tells the cases of a union apart, keeps to them in every input."""
    cases = OneOf((RecordShape("A", (("kind", Samples((Text("a"),))),)), RecordShape("B", (("n", IntShape()),))))
    shape = SequenceShape(cases)

    def kind(value: Value) -> Sequence:
        return Sequence("list", (Record("B", (("n", Int(1)),)), Record("A", (("kind", value),))))

    assert listed(kind(Text("a")), shape)
    assert not listed(kind(Text("b")), shape)
    assert not listed(kind(Null()), shape)


def test_an_object_holds_a_list_of_others() -> None:
    """Orders hold lines, and never other orders in the place of lines."""
    line = RecordShape("Line", (("cents", IntShape()),))
    order = RecordShape("Order", (("id", IntShape()), ("lines", SequenceShape(line))))
    pool = pool_of((), 3)
    held = [
        dict(made.fields)["lines"] for made in (draw(order, fresh(pool)) for _ in range(40)) if isinstance(made, Record)
    ]
    kinds = {
        one.type for items in held if isinstance(items, Sequence) for one in items.items if isinstance(one, Record)
    }
    assert kinds == {"Line"}


_STOPS = (SequenceShape(SequenceShape(TextShape())), GroupShape(TextShape()), TextShape())


def test_all_texts_of_some_inputs_are_names_of_few_things() -> None:
    entry = Entry("stops", "function", tuple(Parameter(name, shape) for name, shape in zip("abc", _STOPS, strict=True)))
    known = dict.fromkeys((False, True), 0)
    for several in known:
        pool = replace(pool_of((), 3), several=several)
        for _ in range(200):
            lines, _, start = random_input(entry, pool).arguments
            known[several] += start in [*walk(lines)]
    assert known[True] > known[False] + 25, "more trips begin on a line"
    assert has_several(_STOPS)
    assert not has_several([TextShape()])
    assert not has_several([TextShape(samples=("red",)), SequenceShape(TextShape(alphabet="ab"))]), "they are no names"


def test_near_an_input_with_several_texts_one_becomes_another_of_it() -> None:
    pool = replace(pool_of((), 3), several=True)
    given = Input((Sequence("list", (Text("north"), Text("south"))), Text("harbour")))
    changed = [near(given, pool).arguments[1] for _ in range(200)]
    assert min(changed.count(Text("north")), changed.count(Text("south"))) > 5


def test_parts_of_texts_are_like_those_that_were_answered() -> None:
    form = Written(",", (TextShape(),))
    pool = pool_of((), 5)
    learn_parts(pool, [TextShape(written=form), TextShape()], [Text("age>30, city=Bern"), Text("a,b")])
    assert pool.parts == ["age>30", "city=Bern"]
    drawn = [draw_text(TextShape(written=form), fresh(pool), draw) for _ in range(200)]
    parts = [part for text in drawn for part in text.split(",")]
    assert sum(re.fullmatch(r"\w+>\d+", part) is not None for part in parts) > 20
