# ruff: noqa: E501  the programs under test are data, each readable as one piece
"""What a Java text says can be called, and with what: entries, shapes of declared types, examples, constants, texts."""

from __future__ import annotations

import re

import pytest

from codescore.evidence.mutants import lines_of, mutants_of
from codescore.evidence.reach import Reach, Span
from codescore.evidence.session import EvidenceSession
from codescore.foundation.errors import EnvironmentProblem
from codescore.languages import by_id
from codescore.languages.examples_in_words import examples, words_before
from codescore.languages.execution import Entry, Input, Parameter
from codescore.languages.functions import comparing
from codescore.languages.java.run import runner as execution
from codescore.languages.java.run.compile import Compiler, Type
from codescore.languages.java.run.forms import form_in
from codescore.languages.java.run.types import loses_order, shape_of
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
    RecordShape,
    Samples,
    SelfShape,
    SequenceShape,
    Shape,
    StandardShape,
    TextShape,
    TupleShape,
    Written,
)  # fmt: skip
from codescore.languages.standard import DATE, DATETIME, DECIMAL, DURATION, TIME, made
from codescore.languages.values import Bool, Char, Float, Group, Int, Mapping, Null, Record, Sequence, Text, Value
from tests.evidence.java.run import needs_java
from tests.evidence.judging import judged

INT = IntShape(-(2**31), 2**31 - 1)
NODE = Type("Main$Node", "CLASS", (("value", "int"), ("next", "Node")), (), "")
COLOR = Type("Color", "ENUM", (), ("RED", "GREEN"), "")


def seq(*items: Value, kind: str = "list") -> Sequence:
    return Sequence(kind, items)


@pytest.mark.parametrize(
    ("declared", "shape"),
    [
        ("int", INT),
        ("java.lang.Long", IntShape(-(2**63), 2**63 - 1)),
        ("byte", IntShape(-128, 127)),
        ("float", FloatShape(single=True)),
        ("boolean", BoolShape()),
        ("char", CharShape()),
        ("final String", TextShape()),
        ("BigInteger", IntShape()),
        ("java.time.LocalDate", StandardShape(DATE)),
        ("List<Duration>", SequenceShape(StandardShape(DURATION))),
        ("BigDecimal", StandardShape(DECIMAL)),
        ("int[][]", SequenceShape(SequenceShape(INT, "array"), "array")),
        ("String...", SequenceShape(TextShape(), "array")),
        ("List<? extends Number>", SequenceShape(INT)),
        ("java.util.List<java.lang.Integer>[]", SequenceShape(SequenceShape(INT), "array")),
        ("Map<String, List<Integer>>", MappingShape(TextShape(), SequenceShape(INT))),
        ("TreeSet<Character>", GroupShape(CharShape(), "sorted")),
        ("Deque<Integer>", SequenceShape(INT, "deque")),
        ("Optional<String>", SequenceShape(TextShape(), "optional", max_size=1)),
        ("Map.Entry<Integer, String>", TupleShape((INT, TextShape()), "entry")),
        ("List", SequenceShape(AnyShape())),
        ("Object", AnyShape()),
        ("T", INT),
        ("Thread", NullShape()),
        ("Comparator<String>", StandardShape(comparing("text"))),
        ("Color", Samples((Record("Color", (("name", Text("RED")),)), Record("Color", (("name", Text("GREEN")),))))),
        ("Main.Node", RecordShape("Node", (("value", INT), ("next", SelfShape())))),
        ("@NotNull List<@Valid Integer>", SequenceShape(INT)),
        ("???<", AnyShape()),
    ],
)
def test_a_declared_type_is_a_shape(declared: str, shape: Shape) -> None:
    """Primitives, boxed, arrays, collections, wildcards, variables, the program's own classes; anything else is guessed."""
    assert shape_of(declared, {"T": "Comparable<T>"}, (NODE, COLOR)) == shape


def test_order_is_lost_where_the_type_says_so() -> None:
    """A Set or Collection has no order that means anything, a list, an array of sets or a sorted set has."""
    assert [loses_order(t) for t in ("Set<Integer>", "java.util.Collection<X>", "Map<A, B>")] == [True] * 3
    assert [loses_order(t) for t in ("List<Integer>", "Set<Integer>[]", "TreeSet<Integer>", "int")] == [False] * 4


def test_without_a_jdk_the_remedy_is_named() -> None:
    """No java at all: nothing can be compiled for running, and the message says what to install."""
    with pytest.raises(EnvironmentProblem, match=r"no JDK found .*Java cannot be run; install a JDK"):
        Compiler(lambda: ()).program("class S { }")


LIST, NUMBER, WORD = (Parameter("lst", SequenceShape(IntShape()), "List<Integer>"), Parameter("k", IntShape(), "int"),
                      Parameter("s", TextShape(), "String"))  # fmt: skip


@pytest.mark.parametrize(
    ("words", "parameters", "found"),
    [
        (">>> f(Arrays.asList(1, -2), 3)\n[1]", (LIST, NUMBER), [(seq(Int(1), Int(-2)), Int(3))]),
        ("f([1, 2,], 0x) is no call, f([], 5) == 1 is", (LIST, NUMBER), [(seq(), Int(5))]),
        ("f(new ArrayList<>(List.of(1)), 2); f(new int[]{4, 5}, 6)", (LIST, NUMBER), [(seq(Int(1)), Int(2)), (seq(Int(4), Int(5)), Int(6))]),
        ("For lst = [1, 2] and k = 7 the output should be 3", (LIST, NUMBER), [(seq(Int(1), Int(2)), Int(7))]),
        ("grid_lst : {1, 2}\n bucket_k : 3", (LIST, NUMBER), [(seq(Int(1), Int(2)), Int(3))]),
        ("Input: 3\nOutput: 4\nInput: many words", (NUMBER,), [(Int(3),)]),
        (r'f("a\"b\n") f(' + "'x') f(abc)", (WORD,), [(Text('a"b\n'),), (Text("x"),), (Text("abc"),)]),
        ("f(None) f(null)", (WORD,), [(Null(),)]),
        ("F(1_000L)", (NUMBER,), [(Int(1000),)]),
        ("f(2)", (Parameter("x", FloatShape(), "double"),), [(Float(2.0),)]),
        ("f({1, 1, 2})", (Parameter("x", GroupShape(IntShape()), "Set<Integer>"),), [(Group("set", (Int(1), Int(2))),)]),
        ('f({"a": 1, "b": true})', (Parameter("x", MappingShape(TextShape(), AnyShape()), "Map"),),
         [(Mapping("dict", ((Text("a"), Int(1)), (Text("b"), Bool(value=True)))),)]),
        ("f(Optional.of(3)) f(Optional.empty())", (Parameter("x", SequenceShape(IntShape(), "optional")),),
         [(seq(Int(3), kind="optional"),), (seq(kind="optional"),)]),
        ("f(1) f(1, 2, 3) f(", (LIST, NUMBER), []),
        ("nothing to see", (NUMBER,), []),
    ],
)  # fmt: skip
def test_inputs_are_read_from_words(
    words: str, parameters: tuple[Parameter, ...], found: list[tuple[Value, ...]]
) -> None:
    """Calls in Java's notation or another language's, values given to parameters by name, labelled inputs; prose is none."""
    assert examples(words, "f", parameters) == tuple(Input(values) for values in found)


def test_the_comments_above_a_declaration_are_its_words() -> None:
    """Javadoc, block comments and line comments that end where it starts, without stars and slashes; not what is further up."""
    unit = "int x; // of x\nint y;\n/** one\n * two\n */\n// three\nint f() {}"
    assert words_before(unit, unit.index("int f")).split() == ["one", "two", "three"]
    assert words_before("int f() {}", 0) == ""


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Int(5), "5"), (Int(-(2**31)), "-2147483648"), (Int(-(2**63)), "-9223372036854775808L"),
        (Sequence("array", (Int(2**31 - 1), Int(-(2**31)))), "new int[]{2147483647, -2147483648}"),
        (Int(2**40), "1099511627776L"), (Int(2**70), 'new BigInteger("1180591620717411303424")'),
        (Float(float("nan")), "Double.NaN"), (Float(1.5), "1.5"), (Text('a"\n\u2028'), '"a\\"\\n\\u2028"'), (Char("'"), "'\\''"),
        (seq(Int(1), Int(2), kind="array"), "new int[]{1, 2}"), (seq(seq(Int(1), kind="array"), kind="array"), "new int[][]{{1}}"),
        (seq(Text("a")), 'List.of("a")'), (seq(Null()), "Arrays.asList(null)"), (seq(kind="optional"), "Optional.empty()"),
        (Mapping("dict", ((Text("a"), Int(1)),)), 'Map.of("a", 1)'), (Record("P", (("x", Int(1)),)), "new P(1)"),
        (Record("Color", (("name", Text("RED")),)), "Color.RED"), (made(DATE, 2024, 2, 29), "LocalDate.of(2024, 2, 29)"),
        (made(TIME, 9), "LocalTime.of(9, 0)"), (made(DATETIME, 2024, 2, 29, 1, 2, 3), "LocalDateTime.of(2024, 2, 29, 1, 2, 3)"),
        (made(DURATION, 7200), "Duration.ofHours(2)"), (made(DURATION, -1, 5), "Duration.ofSeconds(-1, 5)"),
        (made(DURATION, -90), "Duration.ofSeconds(-90)"), (made(DECIMAL, "1.50"), 'new BigDecimal("1.50")'),
    ],
)  # fmt: skip
def test_values_are_written_as_java_writes_them(value: Value, text: str) -> None:
    """A literal that could be pasted into a test."""
    assert execution.literal(value) == text


def test_a_test_can_be_pasted() -> None:
    """The counterexample as a JUnit test: arguments of the declared types, the reference's value or exception."""
    entry = Entry(
        "f",
        "method",
        (Parameter("a", SequenceShape(INT), "List<Integer>"), Parameter("n", INT, "long")),
        owner="Main.S",
    )
    given = Input((seq(Int(1)), Int(2)))
    assert execution.test_text(entry, given, seq(Int(3)), "") == (
        "@Test\nvoid fBehaves() {\n    assertEquals(List.of(3), new Main.S().f(new ArrayList<>(List.of(1)), 2L));\n}\n"
    )
    assert "assertThrows(IllegalArgumentException.class, () -> new" in execution.test_text(
        entry, given, None, "IllegalArgumentException"
    )


def test_a_test_imports_what_standard_values_need() -> None:
    """Dates are imported; decimals are compared by value, as two that are equal may have other digits."""
    entry = Entry("f", "function", (Parameter("day", StandardShape(DATE), "LocalDate"),), owner="S")
    given = Input((made(DATE, 2024, 2, 29),))
    assert execution.test_text(entry, given, made(DECIMAL, "1.50"), "") == (
        "import java.math.BigDecimal;\nimport java.time.LocalDate;\n\n@Test\nvoid fBehaves() {\n"
        '    assertEquals(0, new BigDecimal("1.50").compareTo(S.f(LocalDate.of(2024, 2, 29))));\n}\n'
    )


@pytest.mark.jdk
@pytest.mark.usefixtures("java")
class TestSurvey:
    """What the compiler says of whole programs."""

    def test_entries_stand_in_source_order_the_program_last(self) -> None:
        """Methods with a body, static or not, private too; `main` is the program; constructors and abstract methods are none.

        Classes whose objects can be made come between.
        """
        source = """public class Main { Main() {} public static void main(String[] args) {} private int g(int a) { return h(a); }
            static int h(int a) { return a > 41 ? 'x' : -7; } abstract static class A { abstract int z(); } }"""
        survey = execution.survey(source)
        assert [(e.name, e.kind, e.owner) for e in survey.entries] == [
            ("g", "method", "Main"),
            ("h", "function", "Main"),
            ("Main", "class", None),
            ("main", "script", "Main"),
        ]
        assert survey.entries[0].uses == {"h"}
        assert set(survey.constants) >= {Int(41), Int(-7), Char("x")}

    def test_an_owner_is_the_class_as_the_text_names_it(self) -> None:
        """Nested classes by their dotted name, no package; a fragment has no owner."""
        nested = execution.survey("package a.b; class Outer { static class Inner { int f() { return 1; } } }")
        assert [(e.name, e.owner) for e in nested.entries] == [("f", "Outer.Inner"), ("Outer.Inner", None)]
        assert [e.owner for e in execution.survey("static int f() { return 1; }").entries] == [None]

    def test_what_helping_classes_can_do_serves_the_class_that_uses_them(self) -> None:
        """Methods of nodes, pairs and comparators, nested or beside, are helpers of the class that the program is about."""
        source = """class Pair implements Comparable<Pair> { int a; public int compareTo(Pair o) { return a - o.a; } int get() { return a; } }
            class Solution { static class Node { int size() { return 1; } } int solve(int n) { Pair p = new Pair(); return n; } int get(int i) { return i; } }"""
        entries = {(e.owner, e.name): e for e in execution.survey(source).entries}
        assert {"compareTo", "size"} <= entries["Solution", "solve"].uses
        assert "get" not in entries["Solution", "solve"].uses  # it has one of its own
        assert "solve" not in entries["Pair", "get"].uses

    def test_what_is_asked_whether_it_is_null_may_be(self) -> None:
        """A parameter that is compared with null is also tried as null."""
        (entry,) = execution.survey("int f(String s) { if (s == null) return 0; return s.length(); }").entries
        assert entry.parameters[0].shape == OneOf((TextShape(), NullShape()))

    def test_words_give_examples_and_preconditions(self) -> None:
        """Javadoc examples become inputs and fill in what the type leaves open; an `assume` comment is taken as it is."""
        source = """/** The parts. >>> f("( )")
            // codescore: assume = s.length() > 1 */
            String f(String s) { return s; }"""
        (entry,) = execution.survey(source).entries
        assert entry.examples == (Input((Text("( )"),)),)
        assert entry.parameters[0].shape == TextShape(" ()", ("( )", "(", ")"))
        assert entry.assumes == ("s.length() > 1",)

    def test_a_broken_program_still_says_what_it_has(self) -> None:
        """A type error leaves the entries to be matched; where not even a method can be read, the problem is told."""
        wrong_type = execution.survey("class S { int f() { return null + 1; } int g() { return x; } }")
        assert [e.name for e in wrong_type.entries] == ["f", "g", "S"]
        assert execution.survey("class S { class").problem.startswith("does not compile: ")


@pytest.fixture
def java() -> None:
    """Skips where Java cannot be run; loudly, by the marks of the other tests."""
    for mark in needs_java:
        if mark.name == "skipif" and mark.args[0]:
            pytest.skip(mark.kwargs["reason"])


WORD, REAL = TextShape(min_size=1), OneOf((IntShape(), FloatShape()))
BARE = TextShape(min_size=1, written=Written("", (WORD,), (1,), True))
LINE = TextShape(min_size=1, written=Written(":", (WORD, WORD), (2,), True, fixed=True))
SIGNED = OneOf((IntShape(), IntShape(), Samples((Text("+"),))))


@pytest.mark.parametrize(
    ("body", "form"),
    [
        ('String[] p = q.split(":"); return Integer.parseInt(p[0]) * 60 + Integer.parseInt(p[1]);', Written(":", (IntShape(0),), (2, 2, 3))),
        ('String[] p = q.trim().split("\\\\."); return p.length == 4 && Integer.parseInt(p[i]) < 256;', Written(".", (IntShape(0),), (4,), True)),
        ('for (String t : q.split("\\\\s+")) { if (t.equals("+")) a += b; else push(Integer.parseInt(t)); }', Written(" ", (SIGNED,))),
        ('for (String t : q.split("\\\\s*,\\\\s*")) { push(known(t) ? 1 : Long.parseLong(t)); }', Written(",", (SIGNED,))),
        ('return Arrays.stream(q.split(";")).mapToInt(Integer::parseInt).sum();', Written(";", (IntShape(),))),
        ("return Integer.parseInt(q.trim());", Written("", (IntShape(),), (1,), True)),
        ('String[] p = q.split(","); put(p[0].trim(), Double.parseDouble(p[1]));', Written(",", (BARE, REAL), (2,), fixed=True)),
        ('String[] p = q.split(";"); String a = p[0]; int b = Integer.parseInt(p[1].trim());', Written(";", (WORD, IntShape()), (2,), fixed=True)),
        ('int at = q.indexOf(\'=\'); put(q.substring(0, at), q.substring(at + 1));', Written("=", (WORD, WORD), (2,), fixed=True)),
        ('for (String raw : q.split("\\n")) { String s = raw.trim(); int i = s.indexOf(":"); put(s.substring(0, i), s.substring(i + 1)); }', Written("\n", (LINE,))),
        ('return q.split(" ").length;', Written(" ", (TextShape(min_size=1),))),
        ('return q.split("[,;]").length;', None),
        ('return other.split(",").length;', None),
    ],
)  # fmt: skip
def test_a_text_has_the_form_that_it_is_taken_apart_by(body: str, form: Written | None) -> None:
    """Separator, number of parts, what a part is read as or asked for; a class of separators is no form."""
    assert form_in("q", body, frozenset({"known"}), ["+"]) == form


@needs_java[1]
def test_lambdas_have_branches_and_what_a_record_shows_has_none() -> None:
    """Inputs are sought that call a lambda, and none is asked for: nothing may; what the compiler adds is neither."""
    lambdas = "import java.util.function.*;\nclass A {\n  IntUnaryOperator f =\n    x -> x + 1;\n}"
    record = "record P(int x, int y) {\n  int sum() { return x + y; }\n}"
    assert list(execution._compiler().program(lambdas).lines) == [-4]
    assert list(execution._compiler().program(record).lines) == [2]
    either = "class A { static int f(int a) {\n if (a == 1 || a == 99)\n  a = 7;\n if (a > 1 && a < 9)\n  a = 8;\n return a; } }"
    assert list(execution._compiler().program(either).lines) == [2, -2, -2, -2, -2, -4, -4, 5, -4]


NESTED = """class Bank {
    static class Missing extends Exception {
        private final long cents;
        Missing(long cents) { this.cents = cents; }
        long getCents() { return cents; }
    }
    record Line(int count, int cents) {
        int total() { return count * cents; }
    }
    private long held;
    void put(long cents) { held += cents; }
    long all() { return held; }
}"""


@needs_java[0]
def test_a_class_inside_another_is_compared_by_itself() -> None:
    """The lines and mutants of a class are its own: not those of the class around it, nor of one inside."""
    java = by_id("java")
    assert java is not None
    found = execution.survey(NESTED)
    entries = {entry.name: entry for entry in found.entries if entry.members}
    lines = {
        name: [line for line in range(1, 14) if any(line in span for span in lines_of(java, NESTED, found, entry))]
        for name, entry in entries.items()
    }
    assert lines["Bank.Missing"] == [2, 3, 4, 5, 6]
    assert lines["Bank.Line"] == [7, 8, 9]
    assert lines["Bank"] == [1, 5, 8, 10, 11, 12, 13], "what objects inside can do may be called"
    assert {mutant.line for mutant in mutants_of(java, NESTED, found, entries["Bank.Line"])} == {8}


def test_a_piece_of_a_class_is_called_where_another_is() -> None:
    """A method between two inner classes has to be reached, as the rest of the class is."""
    reach = Reach(3, (1, 5, 9), (Span(1, 2, part="Bank"), Span(4, 6, part="Bank"), Span(8, 9)), {0})
    assert reach.missed() == [5]
    assert reach.uncalled(9)
    assert not any(map(reach.uncalled, (1, 5, 7)))


@pytest.mark.jdk
@pytest.mark.usefixtures("java")
def test_texts_are_drawn_from_patterns() -> None:
    """What `Pattern.compile` and `matches` take tells which texts are worth trying."""
    source = """import java.util.regex.*;
class Codes {
    static final Pattern CODE = Pattern.compile("^[A-Z]{2}-\\\\d{3,5}$");
    static boolean known(String text) { return CODE.matcher(text).matches() || text.matches("x+\\\\.y"); }
}
"""
    texts = [one.value for one in execution.survey(source).constants if isinstance(one, Text)]
    assert any(re.fullmatch(r"[A-Z]{2}-\d{3,5}", text) for text in texts)
    assert any(re.fullmatch(r"x+\.y", text) for text in texts)


@pytest.mark.parametrize(
    ("body", "held"),
    [
        ('return number.matches("[0-9]{3}") ? 1 : 0;', ["[0-9]{3}"]),
        ('String d = number.replace(" ", "").replace("-", ""); return d.matches("\\\\d+") ? 1 : 0;', [r"\d+"]),
        ('String d = number.substring(1); return d.matches("[0-9]+") ? 1 : 0;', []),
    ],
)
def test_a_text_is_held_against_a_pattern(body: str, held: list[str]) -> None:
    """As a whole, or without some of its signs."""
    source = f"class A {{ static int known(String number) {{ {body} }} }}"
    (entry,) = [one for one in by_id("java").runner().survey(source).entries if one.name == "known"]
    shape = entry.parameters[0].shape
    known = [one.pattern for one in shape.options if isinstance(one, Samples)] if isinstance(shape, OneOf) else []
    assert known == held


@needs_java[0]
@needs_java[1]
@pytest.mark.parametrize("package", ["", "package some;\n"])
def test_the_text_of_a_method_is_its_own_where_imports_are_guessed(package: str) -> None:
    """They stand before it when it is compiled, and not in what is read."""
    text = f"{package}class A {{ List<Integer> all(int n) {{ return new ArrayList<>(n); }} }}"
    compiler = Compiler()
    try:
        program = compiler.program(text)
    finally:
        compiler.close()
    (method,) = program.methods
    assert program.unit[method.start : method.end] == "List<Integer> all(int n) { return new ArrayList<>(n); }"


PRICES = """
static Map<String, Double> totals(List<String> lines) {
    Map<String, Double> out = new TreeMap<>();
    for (String line : lines) {
        String[] parts = line.split(",");
        out.merge(parts[0].trim(), Integer.parseInt(parts[1].trim()) * Double.parseDouble(parts[2]), Double::sum);
    }
    return out;
}
"""


@pytest.mark.sandbox
def test_lines_in_a_list_have_the_form_that_each_is_taken_apart_by(session: EvidenceSession, java: None) -> None:
    """Such a method had been given one empty list alone: all other texts have too few parts."""
    del java
    same = PRICES.replace("parts[0].trim()", "parts[0].strip()")
    assert judged(session, "java", same, PRICES).verdict == "equivalent"
    for was, now in ((".trim()) *", ".trim()) +"), ("parts[0].trim()", "parts[0]"), ("Double::sum", "Math::max")):
        assert was in PRICES
        assert judged(session, "java", PRICES.replace(was, now, 1), PRICES).verdict == "differs"


ORDER = """
class Order {
    enum Status { NEW, PAID, PACKED, SHIPPED }
    private Status status = Status.NEW;
    boolean move(String name) {
        Status next;
        try { next = Status.valueOf(name.trim().toUpperCase()); } catch (IllegalArgumentException e) { return false; }
        if (next.ordinal() != status.ordinal() + 1) return false;
        status = next;
        return true;
    }
    boolean done() { return status == Status.SHIPPED; }
}
"""


@pytest.mark.sandbox
def test_a_text_that_names_a_constant_is_mostly_such_a_name(session: EvidenceSession, java: None) -> None:
    """Texts that are none are refused at once, so that nothing behind the first state had been seen."""
    del java
    (move,) = (one for one in execution.survey(ORDER).entries if one.name == "move")
    shape = move.parameters[0].shape
    assert isinstance(shape, OneOf)
    assert [one.values[1] for one in shape.options if isinstance(one, Samples)] == [Text("PAID"), Text("paid")]
    assert judged(session, "java", ORDER.replace("== Status.SHIPPED", "== Status.PACKED"), ORDER).verdict == "differs"
    never = ORDER.replace("status == Status.SHIPPED", "false")
    assert judged(session, "java", never, ORDER).verdict == "differs"
    other = ORDER.replace("next.ordinal() != status.ordinal() + 1", "next.compareTo(status) != 1")
    assert judged(session, "java", other, ORDER).verdict == "equivalent"
