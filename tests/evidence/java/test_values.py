"""Values cross the wall in both directions: what is passed arrives as the declared type, what is returned is said exactly."""

# ruff: noqa: E501  the programs under test are data, each readable as one piece
from __future__ import annotations

import math

import pytest

from codescore.languages.standard import DATE, DATETIME, DECIMAL, DURATION, FRACTION, TIME, UUID, made
from codescore.languages.values import (
    Bool,
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
from tests.evidence.java.run import needs_java, room, run

pytestmark = needs_java


def seq(kind: str, *items: Value) -> Sequence:
    return Sequence(kind, items)


def ints(kind: str, *numbers: int) -> Sequence:
    return Sequence(kind, tuple(Int(n) for n in numbers))


NOBODY = "00000000-0000-0000-0000-000000000000"
ECHOED = [
    ("int", Int(-(2**31))), ("long", Int(2**63 - 1)), ("short", Int(-7)), ("byte", Int(127)), ("Integer", Int(5)),
    ("Integer", Null()), ("Long", Int(2**40)), ("double", Float(0.1)), ("double", Float(math.inf)), ("float", Float(1.5)),
    ("Double", Float(-0.0)), ("boolean", Bool(True)), ("Boolean", Null()), ("char", Char("é")), ("Character", Char('"')),
    ("String", Text('a\n"\\\u2028é😀\ud800')), ("String", Null()), ("CharSequence", Text("")), ("StringBuilder", Text("ab")),
    ("java.math.BigInteger", Int(10**40)), ("java.math.BigInteger", Int(-(3**9000))), ("Object", Int(2**33)),
    ("Object", Text("x")), ("Object", seq("list", Text("a"), Int(1))), ("Number", Float(2.5)), ("int[]", ints("array", 1, 2)),
    ("int[][]", seq("array", ints("array", 1), ints("array"))), ("char[]", seq("array", Char("a"))), ("String[]", seq("array", Null())),
    ("double[]", seq("array", Float(1.0))), ("List<Integer>", ints("list", 3, 1)), ("ArrayList<Long>", ints("list", 1)),
    ("LinkedList<String>", seq("list", Text("a"))), ("Collection<Integer>", ints("list", 1)), ("Deque<Integer>", ints("deque", 1, 2)),
    ("PriorityQueue<Integer>", ints("queue", 1, 2, 3)), ("List<List<Integer>>", seq("list", ints("list", 1), ints("list"))),
    ("List<int[]>", seq("list", ints("array", 1))), ("List<Integer>[]", seq("array", ints("list", 1))),
    ("Set<Integer>", Group("set", (Int(1), Int(2)))), ("TreeSet<String>", Group("sorted", (Text("a"), Text("b")))),
    ("Map<String, List<Integer>>", Mapping("dict", ((Text("k"), ints("list", 1)),))),
    ("TreeMap<Integer, Boolean>", Mapping("sorted", ((Int(1), Bool(False)),))), ("Optional<String>", seq("optional", Text("a"))),
    ("Optional<String>", seq("optional")), ("OptionalInt", ints("optional", 4)), ("Map.Entry<Integer, String>", seq("entry", Int(1), Text("a"))),
    ("Iterator<Integer>", ints("iterator", 1, 2)), ("java.time.LocalDate", made(DATE, 2024, 2, 29)),
    ("java.time.LocalTime", made(TIME, 23, 59, 1, 5000)), ("java.time.LocalDateTime", made(DATETIME, 2024, 12, 31, 7, 30)),
    ("java.time.Duration", made(DURATION, -2, 1000)), ("List<java.time.Duration>", seq("list", made(DURATION, 60))),
    ("java.math.BigDecimal", made(DECIMAL, "-1.50")), ("java.math.BigDecimal", made(DECIMAL, "1E+3")), ("UUID", made(UUID, NOBODY)),
    ("Object", made(DATE, 1999, 1, 1)), ("java.time.DayOfWeek", Record("DayOfWeek", (("name", Text("FRIDAY")),))),
]  # fmt: skip


@pytest.fixture(scope="module")
def echoes() -> dict[int, Value]:
    """What each echo gave back; one program for all of them."""
    methods = "\n".join(f"static {type_} echo{n}({type_} v) {{ return v; }}" for n, (type_, _) in enumerate(ECHOED))
    source = f"import java.util.*; class Echo {{ {methods} }}"
    values: dict[int, Value] = {}
    with room() as it:
        for n, (_, value) in enumerate(ECHOED):
            (outcome,) = run(source, [value], name=f"echo{n}", inside=it).outcomes
            assert outcome.how == "return", (ECHOED[n], outcome)
            assert outcome.value is not None
            values[n] = outcome.value
    return values


@pytest.mark.parametrize("n", range(len(ECHOED)), ids=[f"{type_} {value}"[:60] for type_, value in ECHOED])
def test_a_value_comes_back_as_it_was_sent(echoes: dict[int, Value], n: int) -> None:
    """Whatever the declared type, the value that is passed is the value that is returned."""
    assert repr(echoes[n]) == repr(ECHOED[n][1])  # repr: tells -0.0 from 0.0


def test_what_does_not_fit_is_said_to_be_the_input() -> None:
    """An argument that the parameter's type cannot hold is no call and no exception of the program's."""
    source = "class S { static int f(byte b, int[] a) { return b; } }"
    good = ints("array", 1)
    ran = run(
        source,
        [Int(200), good],
        [Text("a"), good],
        [Null(), good],
        [Int(1), Int(1)],
        [Float(1.5), good],
        [Int(1), good],
    )
    assert [outcome.how for outcome in ran.outcomes] == ["input"] * 5 + ["return"]


def test_a_day_that_does_not_exist_is_no_call() -> None:
    """Nor is a value of another standard type, one that Java lacks, a malformed one, or a date for a program's own class."""
    source = "import java.time.*; class S { static int f(LocalDate d) { return d.getYear(); } }"
    wrong = [
        made(DATE, 2023, 2, 29),
        made(TIME, 1, 2),
        made(FRACTION, 1, 2),
        Record(DATE, ()),
        Record("standard.x", ()),
    ]
    ran = run(source, *([value] for value in (*wrong, made(DATE, 2024, 2, 29))))
    assert [outcome.how for outcome in ran.outcomes] == ["input"] * 5 + ["return"]


def test_a_signature_translated_from_another_language_takes_the_same_values() -> None:
    """A whole number fits a double, a list fits an array or a set, a text of one character fits a char."""
    source = "import java.util.*; class S { static String f(double d, int[] a, Set<Integer> s, char c) { return s.toString() + d + a.length + c; } }"
    (outcome,) = run(source, [Int(3), ints("list", 1, 2), ints("list", 5, 5), Text("x")]).outcomes
    assert outcome.value == Text("[5]3.02x")


def test_objects_of_the_program_are_their_fields() -> None:
    """Records, plain objects, enumerations and linked nodes are built from fields and read by fields, private ones too."""
    source = """class S {
        record P(int x, String y) {}
        enum Color { RED, GREEN }
        static class Node { private int value; Node next; Node(int value, Node next) { this.value = value; this.next = next; } }
        static P moved(P p) { return new P(p.x() + 1, p.y()); }
        static Color other(Color c) { return c == Color.RED ? Color.GREEN : Color.RED; }
        static Node reversed(Node n) { Node out = null; for (; n != null; n = n.next) { out = new Node(n.value, out); } return out; }
        static Node ring(int n) { Node one = new Node(n, null); one.next = one; return one; }
    }"""
    (moved,) = run(source, [Record("P", (("x", Int(1)), ("y", Text("a"))))], name="moved").outcomes
    assert isinstance(moved.value, Record)
    assert (moved.value.type, moved.value.fields) == ("P", (("x", Int(2)), ("y", Text("a"))))
    (other,) = run(source, [Record("Color", (("name", Text("RED")),))], name="other").outcomes
    assert other.value == Record("Color", (("name", Text("GREEN")),))
    last = Record("Node", (("value", Int(2)), ("next", Null())))
    (turned,) = run(source, [Record("Node", (("value", Int(1)), ("next", last)))], name="reversed").outcomes
    assert turned.value == Record(
        "Node", (("value", Int(2)), ("next", Record("Node", (("value", Int(1)), ("next", Null())), 2))), 1
    )
    (ring,) = run(source, [Int(7)], name="ring").outcomes
    assert ring.value == Record("Node", (("value", Int(7)), ("next", Ref(1))), 1)


def test_a_list_that_a_program_filled_in_its_own_subclass_is_a_list() -> None:
    """`new ArrayList() {{ add(1); }}` and streams are what they hold; a function or a thread is opaque."""
    source = """import java.util.*; import java.util.stream.*; class S {
        static Object f(int n) { switch (n) {
            case 0: return new ArrayList<Integer>() {{ add(1); }};
            case 1: return Stream.of(1, 2);
            case 2: return (Runnable) () -> {};
            default: return new Thread(); } } }"""
    values = [outcome.value for outcome in run(source, *([Int(n)] for n in range(4))).outcomes]
    assert values[:2] == [ints("list", 1), ints("iterator", 1, 2)]
    assert all(isinstance(value, Opaque) for value in values[2:])


def test_no_method_of_the_program_speaks_for_its_values() -> None:
    """An object whose equals, hashCode, toString and compareTo lie is still its class and its fields."""
    source = """class S { static class Liar implements Comparable<Liar> { int secret = 3;
            public boolean equals(Object o) { return true; } public int hashCode() { return 0; }
            public String toString() { return "4"; } public int compareTo(Liar o) { return 0; } }
        static Object f() { return new Liar(); } }"""
    (outcome,) = run(source, [], name="f").outcomes
    assert outcome.value == Record("Liar", (("secret", Int(3)),), 1)


def test_arguments_are_told_as_they_are_after_the_call() -> None:
    """A list that was sorted in place and an array that was written to are seen to have changed."""
    source = "import java.util.*; class S { void f(List<Integer> a, int[] b, int c) { Collections.sort(a); b[0] = 9; c = 1; } }"
    (outcome,) = run(source, [ints("list", 3, 1), ints("array", 0), Int(5)]).outcomes
    assert outcome.arguments == (ints("list", 1, 3), ints("array", 9), Int(5))
    assert outcome.value == Null()


def test_a_huge_or_endless_result_is_cut_off() -> None:
    """A value of a million items and an endless stream end the call instead of filling memory."""
    source = """import java.util.stream.*; class S {
        static Object f(int n) { return n == 0 ? new int[1000000] : IntStream.iterate(0, i -> i + 1); } }"""
    for n in (0, 1):
        assert run(source, [Int(n)]).how in ("output", "timeout")


def test_a_record_can_be_referred_to_again() -> None:
    """The same object of a record class twice in a list is one object."""
    source = """import java.util.*; record Point(int x, int y) { } class S { static boolean f(List<Point> all) { return all.get(0) == all.get(1); } }"""
    point = Record("Point", (("x", Int(1)), ("y", Int(2))), 1)
    (outcome,) = run(source, [seq("list", point, Ref(1))], name="f").outcomes
    assert outcome.value == Bool(True), outcome
