"""Functions that Java programs are given: which interface wants what, what each does, and how it is written."""

# ruff: noqa: E501  the programs under test are data, each readable as one piece
from __future__ import annotations

from collections.abc import Iterator

import pytest

from codescore.evidence.channel import Room
from codescore.evidence.contract import Evidence
from codescore.evidence.options import Options
from codescore.evidence.session import EvidenceSession
from codescore.languages import by_id
from codescore.languages.functions import NAMES, comparing, in_words, taking
from codescore.languages.java.run.given import written
from codescore.languages.java.run.types import shape_of
from codescore.languages.shapes import NullShape, SequenceShape, StandardShape
from codescore.languages.standard import is_written, made, text
from codescore.languages.values import Bool, Int, Text
from tests.evidence.answers import answers
from tests.evidence.java.run import needs_java, room, run


@pytest.mark.parametrize(
    ("declared", "type_"),
    [
        ("Function<T, R>", taking(("number",), "whole")),
        ("java.util.function.Function<? super String, ? extends Integer>", taking(("text",), "whole")),
        ("BiFunction<Integer, List<Integer>, Long>", taking(("number", "list"), "long")),
        ("Predicate<Object>", taking(("number",), "bool")),
        ("ToDoubleFunction<int[]>", taking(("other",), "real")),
        ("IntBinaryOperator", taking(("number", "number"), "whole")),
        ("UnaryOperator<List<Double>>", taking(("list",), "same")),
        ("Function<Integer, List<Integer>>", taking(("number",), "list")),
        ("Function<String, Optional<T>>", taking(("text",), "optional")),
        ("Supplier<? extends T>", taking((), "whole")),
        ("Runnable", taking((), "nothing")),
        ("Consumer<String>", taking(("text",), "nothing")),
        ("Comparator<? super T>", comparing("number")),
    ],
)
def test_an_interface_of_functions_is_read(declared: str, type_: str) -> None:
    """What it takes and gives, with type arguments, variables and wildcards."""
    assert type_ in NAMES
    assert shape_of(declared, {"T": "Object", "R": "Object"}, ()) == StandardShape(type_)


def test_what_no_function_can_give_is_not_made() -> None:
    """A function that has to give a thread is none that we have; lists of functions are made of those that we have."""
    assert shape_of("Supplier<Thread>", {}, ()) == NullShape()
    assert shape_of("List<Runnable>", {}, ()) == SequenceShape(StandardShape(taking((), "nothing")))


def test_every_function_is_written_and_said() -> None:
    """What can be drawn has a text in Java; every type has words."""
    for type_, (pure, unsteady) in NAMES.items():
        for name in (*pure, *unsteady):
            shown = written(made(type_, name, 3))
            assert "{" not in shown
            assert (
                ("numberOf" in shown or name == "fails first") or is_written(made(type_, name, 3)) or "other" in type_
            )
    assert in_words(taking(("text", "number"), "bool")) == "function of a text and a number that gives true or false"
    assert in_words(comparing("text")) == "comparison"


@pytest.fixture(scope="module")
def it() -> Iterator[Room]:
    with room() as opened:
        yield opened


NUMBERS, TEXTS, LISTS = "0, 5, -3, 7", '"", "ab", "hello", "B"', "List.<Integer>of(), List.of(4), List.of(9, 2, 1)"
#: Interfaces, the calls that ask one, and what is tried.
ASKED = [
    ("Function<Integer, Integer>", taking(("number",), "whole"), "Integer", NUMBERS, "g.apply(a)"),
    ("ToLongFunction<String>", taking(("text",), "long"), "String", TEXTS, "g.applyAsLong(a)"),
    ("Function<List<Integer>, Double>", taking(("list",), "real"), "List<Integer>", LISTS, "g.apply(a)"),
    ("DoublePredicate", taking(("number",), "bool"), "Double", "0.5, 3.0, -2.25", "g.test(a)"),
    ("BiPredicate<String, String>", taking(("text", "text"), "bool"), "String", TEXTS, "g.test(a, b)"),
    (
        "BiFunction<Integer, Integer, Integer>",
        taking(("number", "number"), "whole"),
        "Integer",
        NUMBERS,
        "g.apply(a, b)",
    ),
    ("Function<Integer, String>", taking(("number",), "text"), "Integer", NUMBERS, "g.apply(a)"),
    ("BinaryOperator<String>", taking(("text", "text"), "text"), "String", TEXTS, "g.apply(a, b)"),
    ("BinaryOperator<List<Integer>>", taking(("list", "list"), "same"), "List<Integer>", LISTS, "g.apply(a, b)"),
    ("Function<Integer, List<Integer>>", taking(("number",), "list"), "Integer", NUMBERS, "g.apply(a)"),
    ("Function<String, Optional<Integer>>", taking(("text",), "optional"), "String", TEXTS, "g.apply(a)"),
    ("LongSupplier", taking((), "long"), "Integer", NUMBERS, "g.getAsLong()"),
    ("Supplier<Integer>", taking((), "whole"), "Integer", NUMBERS, "g.get()"),
    ("Comparator<Integer>", comparing("number"), "Integer", NUMBERS, "Integer.signum(g.compare(a, b))"),
    ("Comparator<String>", comparing("text"), "String", TEXTS, "Integer.signum(g.compare(a, b))"),
    ("Comparator<List<Integer>>", comparing("list"), "List<Integer>", LISTS, "Integer.signum(g.compare(a, b))"),
]


@pytest.mark.parametrize(("interface", "type_", "taken", "tried", "ask"), ASKED, ids=[a[0] for a in ASKED])
@pytest.mark.sandbox
@needs_java[0]
@needs_java[1]
def test_a_function_does_what_is_written(
    interface: str, type_: str, taken: str, tried: str, ask: str, it: Room
) -> None:
    """What a program is given answers as the expression that stands for it in a counterexample."""
    pure, unsteady = NAMES[type_]
    drawn = [made(type_, name, k) for name in (*pure, *unsteady) for k in (0, 2)]
    drawn = [one for one in drawn if is_written(one)]
    shown = " ".join(f"case {n}: return {written(one)};" for n, one in enumerate(drawn))
    source = (
        "import java.util.*; import java.util.function.*; import java.util.concurrent.atomic.*; class S {"
        f" static {interface} shown(int n) {{ switch (n) {{ {shown} default: return null; }} }}"
        f" static List<String> asked({interface} g) {{ List<String> out = new ArrayList<>(); List<{taken}> all = List.of({tried});"
        f" for ({taken} a : all) {{ for ({taken} b : all) {{ out.add(String.valueOf({ask})); }} }} return out; }}"
        f" static boolean f(int n, {interface} given) {{ return asked(given).equals(asked(shown(n))); }} }}"
    )
    outcomes = run(source, *((Int(n), one) for n, one in enumerate(drawn)), inside=it, name="f").outcomes
    assert [(text(one), outcome.value) for one, outcome in zip(drawn, outcomes, strict=True)] == [
        (text(one), Bool(True)) for one in drawn
    ], outcomes


@pytest.mark.sandbox
@needs_java[0]
@needs_java[1]
def test_what_an_interface_has_besides_works(it: Room) -> None:
    """Default methods, of the library's interfaces and through generic ones, and the text that a consumer prints."""
    source = """import java.util.*; import java.util.function.*; class S {
        static String f(Predicate<Integer> test, Function<Integer, Integer> g, Comparator<Integer> order, Consumer<String> say) {
            List<Integer> all = new ArrayList<>(List.of(1, 5, 3)); all.sort(order.reversed().thenComparing(Comparator.naturalOrder()));
            say.andThen(say).accept("x"); return test.negate().or(n -> n > 4).test(3) + " " + g.andThen(g).compose(g).apply(1) + all; } }"""
    given = (
        made(taking(("number",), "bool"), "above k", 2), made(taking(("number",), "whole"), "plus k", 2),
        made(comparing("number"), "ascending", 0), made(taking(("text",), "nothing"), "prints", 4),
    )  # fmt: skip
    (outcome,) = run(source, given, inside=it, name="f").outcomes
    assert outcome.value == Text("false 7[5, 3, 1]")
    assert outcome.stdout == "4: x\n4: x\n"


@pytest.fixture(scope="module")
def session() -> Iterator[EvidenceSession]:
    with EvidenceSession() as opened:
        yield opened


def judged(session: EvidenceSession, candidate: str, reference: str) -> Evidence:
    language = by_id("java")
    assert language is not None
    return session.judge(candidate, reference, language, Options(pairs=answers("java", candidate, reference)))


HEAD = "import java.util.*; import java.util.function.*; "
WHILE = (
    HEAD
    + """class Lists { static <T> List<T> takeWhile(List<T> all, Predicate<T> test) { List<T> out = new ArrayList<>();
    for (T one : all) { if (!test.test(one)) { break; } out.add(one); } return out; } }"""
)
STREAMED = (
    HEAD
    + """class Lists { static <T> List<T> takeWhile(List<T> all, Predicate<T> test) { return all.stream().takeWhile(test).toList(); } }"""
)
FILTERED = (
    HEAD
    + """class Lists { static <T> List<T> takeWhile(List<T> all, Predicate<T> test) { return all.stream().filter(test).toList(); } }"""
)
BUS = (
    HEAD
    + """class Bus { private final Map<String, List<Consumer<String>>> known = new HashMap<>();
    void on(String topic, Consumer<String> one) { known.computeIfAbsent(topic, t -> new ArrayList<>()).add(one); }
    void emit(String topic, String said) { for (Consumer<String> one : known.getOrDefault(topic, List.of())) { one.accept(said); } } }"""
)
LISTED = (
    HEAD
    + """class Bus { private final List<String> topics = new ArrayList<>(); private final List<Consumer<String>> all = new ArrayList<>();
    void on(String topic, Consumer<String> one) { topics.add(topic); all.add(one); }
    void emit(String topic, String said) { for (int i = 0; i < all.size(); i++) { if (topics.get(i).equals(topic)) { all.get(i).accept(said); } } } }"""
)
LAST = (
    HEAD
    + """class Bus { private final Map<String, Consumer<String>> known = new HashMap<>();
    void on(String topic, Consumer<String> one) { known.put(topic, one); }
    void emit(String topic, String said) { if (known.containsKey(topic)) { known.get(topic).accept(said); } } }"""
)
FOLD = (
    HEAD
    + """class Lists { static int fold(List<Integer> all, int start, BinaryOperator<Integer> f) { int acc = start;
    for (int one : all) { acc = f.apply(acc, one); } return acc; } }"""
)
BACKWARDS = FOLD.replace("for (int one : all) {", "for (int i = all.size() - 1; i >= 0; i--) { int one = all.get(i);")


@pytest.mark.sandbox
@needs_java[0]
@needs_java[1]
@pytest.mark.parametrize(
    ("candidate", "reference", "verdict"),
    [
        (STREAMED, WHILE, "equivalent"),
        (FILTERED, WHILE, "differs"),
        (LISTED, BUS, "equivalent"),
        (LAST, BUS, "differs"),
        (BACKWARDS, FOLD, "differs"),
    ],
    ids=["another way", "no end", "kept by a class", "only the last is kept", "from the end"],
)
def test_programs_that_are_given_functions_are_judged(
    session: EvidenceSession, candidate: str, reference: str, verdict: str
) -> None:
    """Predicates, consumers that a class keeps and that print what they are told, and functions that are given back."""
    found = judged(session, candidate, reference)
    assert found.verdict == verdict, found.reason
