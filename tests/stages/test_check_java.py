"""javac as a checker: which errors count in files and in fragments, where they are, and that nothing is run."""

from __future__ import annotations

import gzip
import json
import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from codescore.languages import CheckResult, by_id
from codescore.languages.java import daemon
from codescore.languages.java.check.checker import JavaChecker, new_checker
from codescore.languages.java.wraps import whole
from codescore.syntax import parse, units_of

DATA = Path(__file__).resolve().parents[3] / "shared" / "data"

pytestmark = pytest.mark.jdk


@pytest.fixture(scope="module")
def javac() -> Iterator[JavaChecker]:
    checker = new_checker()
    if checker.check(b"", fragment=False) is None:
        pytest.skip(f"no javac to test: {'; '.join(checker.notices())}")
    yield checker
    checker.close()


def check(javac: JavaChecker, source: str | bytes, *, fragment: bool) -> CheckResult:
    data = source.encode() if isinstance(source, str) else source
    result = javac.check(data, fragment=fragment)
    assert result is not None
    assert result.compiles == (not result.problems)
    return result


def bare(marked: str) -> str:
    return marked.replace("»", "").replace("«", "")


def place(marked: str) -> tuple[int, int]:
    """The byte range between the marks, in the source without them."""
    before, inside, _ = re.split("[»«]", marked)
    return len(before.encode()), len((before + inside).encode())


def test_the_verdict_names_its_checker(javac: JavaChecker) -> None:
    """`javac 17`: the name says which release judged."""
    result = check(javac, "class A { int x = y; }", fragment=False)
    assert re.fullmatch(r"javac \d\d", result.checker)
    assert result.problems[0].source == result.checker


GOOD_FILES = {
    "empty": "",
    "byte order mark": "\ufeffclass A {}",
    "another name than the file": "package a.b; public class Whatever {}",
    "imports that are not there": "import org.javatuples.*; import a.B; class A { Pair<B> p; int f() { return p.x; } }",
    "types of other files": "class A extends Base { Helper h; @Override void f() { helper(); super.g(total); } }",
    "static import": "import static org.junit.Assert.*; class T { void f() { assertEquals(1, ONE); } }",
    "generated members": "import lombok.Data; @Data class A { int x; static int f(A a) { return a.getX(); } }",
    "call on an unknown type": "class A { int f(Foo foo) { return Foo.of(foo).bar + foo.baz(); } }",
    "thrown and caught unknown": "class A { void f() {"
    " try { Foo.g(); } catch (java.io.IOException e) { throw new Bar(); } } }",
    "inference from unknown types": "import java.util.*; import java.util.stream.*; class A { String f(List<Foo> l) {"
    " return l.stream().map(x -> x.name()).collect(Collectors.joining()); } }",
    "enum of another file": "class A { int f(Kind k) { switch (k) { case ONE: return 1; default: return 2; } } }",
    "a class of the package": "package p; class A { Scanner s = new Scanner(1, 2, 3); }",
    "module": "module a.b { requires c.d; exports a.b; }",
    "package": "@Deprecated package a.b;",
}


@pytest.mark.parametrize("source", GOOD_FILES.values(), ids=GOOD_FILES)
def test_files_that_only_miss_other_files(javac: JavaChecker, source: str) -> None:
    """What another file could declare is not held against this one."""
    assert check(javac, source, fragment=False).problems == ()


BAD_FILES = [
    ("class A { int x = »;« }", "illegal start of expression"),
    ("class A { String s = \"é𝒳\"; int x = »\"é𝒳\"«; }", "incompatible types: String cannot be converted to int"),
    ("class A { int f() { return »total«; } }", "cannot find symbol: variable total"),
    ("class A { int f() { return »sum«(1); } }", "cannot find symbol: method sum(int)"),
    ("class A { int f() { return »list«.size(); } }", "cannot find symbol: variable list"),
    ("import org.javatuples.*; class A { int f() { return »total«; } }", "cannot find symbol: variable total"),
    ("import java.util.*; class A { int f(List<A> l) { return »l.sizze«(); } }", "cannot find symbol: method sizze()"),
    ("class A { »Scanner« s; }", "cannot find symbol: class Scanner (is `import java.util.Scanner;` missing?)"),
    ("class A { »integer« x; }", "cannot find symbol: class integer"),
    ("import »java.util.Lisst«; class A { }", "cannot find symbol: class Lisst"),
    ("class A { int f(int a) { if (a > 0) return 1; »}« }", "missing return statement"),
    ("class A { void f() { »new java.io.FileReader(\"x\")«; } }",
     "unreported exception FileNotFoundException; must be caught or declared to be thrown"),
    ("class A { void f(int a) { »int a = 1;« } }", "variable a is already defined in method f(int)"),
]  # fmt: skip


@pytest.mark.parametrize(("marked", "message"), BAD_FILES)
def test_files_that_are_wrong(javac: JavaChecker, marked: str, message: str) -> None:
    """Syntax, types, flow, and names that no other file could declare are problems, at their very bytes."""
    problem = check(javac, bare(marked), fragment=False).problems[0]
    assert problem.message == message
    assert problem.start <= place(marked)[0] < max(problem.end, problem.start + 1)
    assert problem.end == place(marked)[1]


GOOD_FRAGMENTS = {
    "nothing": "",
    "comment": "// nothing",
    "method": "int f(int a) { return a + total + helper(a); }",
    "overrides": "@Override public int compareTo(Foo o) { return x - o.x; }",
    "methods": "int f() { return g(); }\n\nstatic int g() { return N; }",
    "fields and methods": "private int x = 1;\nint f() { return x; }",
    "constructor": "Foo(int x) { super(x, 1); this.x = x; }",
    "constructor calling another": "public Foo(int x) { this(x, 0); }",
    "constructor of a lower-case class": "public graph(int n) { size = n; }",
    "statements": "int x = 1;\nx++;\nreturn x;",
    "statements of a void method": "if (done) return;\nrun();",
    "statements of a loop": "x++;\nif (x > 3) break;\ncontinue;",
    "statements that throw": "new FileReader(name).read();",
    "interface method": "default int f() { return size(); }",
    "abstract method": "abstract int f();",
    "enum method": "Kind other() { switch (this) { case A: return B; default: return A; } }",
    "an overload elsewhere": "int f(int a) { return f(a, 0); }",
    "superclass unknown": "public Foo clone() { Foo f = super.clone(); return f; }",
    "usual imports": 'List<Integer> f(String s) { return Arrays.stream(s.split(",")).map(Integer::parseInt)'
    ".collect(Collectors.toList()); }",
    "own imports": "import a.b.List;\n// why\nimport java.io.*;\nList f() { return new List(1, 2, 3); }",
    "own class of a usual name": "Vector f() { return new Vector(1.0, 2.0, 3.0, 4.0); }",
    "whole class": "import java.util.*;\npublic class A { List<Integer> l = helper(); }",
    "class and method": "class Node { int v; }\nint f(Node n) { return n.v; }",
    "ends in a comment": "int f() { return 1; } // done",
    "unicode escapes": r"int f() { // \u000a return 1; \u007d",
}


@pytest.mark.parametrize("source", GOOD_FRAGMENTS.values(), ids=GOOD_FRAGMENTS)
def test_fragments_that_only_miss_their_surroundings(javac: JavaChecker, source: str) -> None:
    """Code cut out of a class or method compiles as it did there."""
    assert check(javac, source, fragment=True).problems == ()


BAD_FRAGMENTS = [
    ("int f() { int x = »\"é𝒳\"«; return x; }", "incompatible types: String cannot be converted to int"),
    ("/* é𝒳 */ int x = »\"a\"«;", "incompatible types: String cannot be converted to int"),
    ("import java.util.*;\nint é() { return »\"𝒳\"«; }", "incompatible types: String cannot be converted to int"),
    ("int f(int a) »{ if (a > 0) return 1; }«", "missing return statement"),
    ("void f() { return; »int x;« }", "unreachable statement"),
    ("void f() { »new FileReader(\"x\")«; }",
     "unreported exception FileNotFoundException; must be caught or declared to be thrown"),
    ("List<Integer> f() { return »new ArrayList<String>()«; }",
     "incompatible types: ArrayList<String> cannot be converted to List<Integer>"),
    ("int f() { »break;« }", "break outside switch or loop"),
    ("void f() { int a = 1; »int a = 2;« }", "variable a is already defined in method f()"),
    ("int a = 1; »int a = 2;« return a;", "variable a is already defined"),
    ("int f( »{« return 1; }", "illegal start of type"),
    ("foo(»;«", "illegal start of expression"),
    ("int f() { return 1; »«", "reached end of file while parsing"),
    ("class A { } int f() { return »new A(1)«.x; }",
     "constructor A.A cannot be applied to given types: actual and formal argument lists differ in length"),
    ("int f() { »\0«return 1; }", "illegal character: '\\u0000'"),
]  # fmt: skip


@pytest.mark.parametrize(("marked", "message"), BAD_FRAGMENTS)
def test_fragments_that_are_wrong_themselves(javac: JavaChecker, marked: str, message: str) -> None:
    """Leniency about surroundings hides no error inside; the wrap moves no position and shows in no message."""
    problem = check(javac, bare(marked), fragment=True).problems[0]
    start, end = place(marked)
    assert problem.message == message
    assert (problem.start, problem.end) in ((start, end), (start, start + 1))


@pytest.mark.parametrize("marked", ["x = 1; »}« void g() { y = 2;", "int a; »}« class B { int b;"])
def test_a_fragment_cannot_leave_its_wrap(javac: JavaChecker, marked: str) -> None:
    """Braces that only pair up with what is put around the fragment are errors, at the brace."""
    assert place(marked)[0] in [p.start for p in check(javac, bare(marked), fragment=True).problems]


def test_a_method_is_no_file(javac: JavaChecker) -> None:
    """What compiles as a fragment need not be a whole file, whatever the release says of it."""
    method = "int f() { return 1; }"
    assert check(javac, method, fragment=True).compiles
    assert not check(javac, method, fragment=False).compiles


def needs_release(javac: JavaChecker, release: int) -> None:
    found = int(javac.name.split()[1])
    if found < release:
        pytest.skip(f"the code needs Java {release}, the JDK is {found}")


def test_the_compact_constructor_of_a_record(javac: JavaChecker) -> None:
    """Its parameters are those of the record, which is not there."""
    needs_release(javac, 16)
    source = "public Point { if (x < 0) throw new IllegalArgumentException(); y = 0; }"
    assert check(javac, source, fragment=True).problems == ()
    assert not check(javac, source.replace("0)", '"0)'), fragment=True).compiles


def test_invalid_utf8_is_a_problem_at_its_byte(javac: JavaChecker) -> None:
    """Bytes that are no UTF-8, lone surrogates among them, do not compile."""
    surrogate = 'class A { String s = "\ud800"; }'.encode("utf-8", "surrogatepass")
    (problem,) = check(javac, surrogate, fragment=False).problems
    assert (problem.start, problem.message) == (22, "not valid UTF-8")


def test_nothing_is_executed(javac: JavaChecker, tmp_path: Path) -> None:
    """Compiling runs no static initializer and no annotation processor, and writes no class file."""
    target = tmp_path / "ran"
    source = f"""
        import javax.annotation.processing.*; import javax.lang.model.element.*; import java.util.*;
        @SupportedAnnotationTypes("*")
        public class A extends AbstractProcessor {{
            static {{ touch(); }}
            static final Object O = touch();
            static Object touch() {{
                try {{ new java.io.FileWriter("{target}").close(); }} catch (java.io.IOException e) {{ }}
                return null;
            }}
            public boolean process(Set<? extends TypeElement> s, RoundEnvironment e) {{ touch(); return true; }}
        }}
        @Deprecated class B {{ A a = new A(); }}
    """
    assert check(javac, source, fragment=False).compiles
    assert check(javac, source, fragment=True).compiles
    assert list(tmp_path.iterdir()) == []


def test_answers_do_not_depend_on_what_was_asked_before(javac: JavaChecker, monkeypatch: pytest.MonkeyPatch) -> None:
    """A warm compiler, which keeps the JDK's classes loaded, answers as one that starts from nothing each time."""
    sources = [bare(s) for s in [*GOOD_FILES.values(), *(m for m, _ in BAD_FILES)]]
    sources += [
        "package a; public class B { public static int zero; }", "import a.B; class C { int x = B.zero; }",
        "import a.*; class C { B b; }", "class String { } class Object { }",
        "class A { String s = \"x\"; Object o = s; }",
        "package java.util; public class List { }", "import java.util.*; class A { List<Integer> l; }",
        "class A<T extends A<T>> { class Inner { } }", "class A { A.Inner i; A<Integer> a; }",
        "class A { void f() { class L { } new Object() { int x; }; } }", "class L { L l = new L(1); }",
    ]  # fmt: skip
    options = tuple(o for o in daemon._OPTIONS if "add-exports" not in o and "javac.api" not in o)
    with monkeypatch.context() as patch:
        patch.setattr(daemon, "_OPTIONS", options)
        cold = new_checker()
        assert cold.check(b"", fragment=False) is not None
    try:
        expected = [cold.check(s.encode(), fragment=False) for s in sources]
    finally:
        cold.close()
    draw = random.Random(3)
    for _ in range(4):
        order = list(range(len(sources)))
        draw.shuffle(order)
        for i in order:
            assert javac.check(sources[i].encode(), fragment=False) == expected[i], sources[i]


def damaged(unit: str, draw: random.Random) -> Iterator[str]:
    """A method with one error each that its own text proves."""
    body = unit.index("{") + 1
    for wrong in ('int q__ = "a";', "int q__ = 1; int q__ = 2;", "int q__; q__++;", "while (true) { } int q__;",
                  "java.util.List<Integer> q__ = new java.util.ArrayList<String>();"):  # fmt: skip
        yield f"{unit[:body]} {wrong} {unit[body:]}"
    at = draw.choice([m.start() for m in re.finditer("[;(){}]", unit)])
    yield unit[:at] + unit[at + 1 :]


@pytest.mark.data
def test_programs_that_passed_their_tests_compile(javac: JavaChecker) -> None:
    """No program that ran successfully is said not to compile, though org.javatuples, which all import, is absent."""
    needs_release(javac, 17)
    path = DATA / "humaneval-java.dev.jsonl.gz"
    if not path.is_file():
        pytest.skip(f"no evaluation data: {path} is missing")
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    wrong = {r["id"] for r in rows if r["passed"] and not check(javac, r["candidate"], fragment=False).compiles}
    assert wrong == set()
    assert sum(not check(javac, r["candidate"], fragment=False).compiles for r in rows if not r["passed"]) > 150


@pytest.mark.data
def test_methods_of_real_programs_as_fragments(javac: JavaChecker) -> None:
    """Methods cut out of programs that compile, compile; damaged, they do not, just as the damaged file does not."""
    needs_release(javac, 17)
    path = DATA / "condefects-java.dev.jsonl.gz"
    if not path.is_file():
        pytest.skip(f"no evaluation data: {path} is missing")
    language = by_id("java")
    assert language is not None
    draw, tried = random.Random(5), 0
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        programs = [row["candidate"] for row in map(json.loads, lines)]
    for program in draw.sample(programs, 60):
        source = program.encode()
        if not check(javac, source, fragment=False).compiles:
            continue
        unit = draw.choice([u for u in units_of(parse(language, source)) if not u.nested])
        method = source[unit.start : unit.end].decode()
        assert check(javac, method, fragment=True).problems == (), method
        for wrong in damaged(method, draw):
            file = source[: unit.start] + wrong.encode() + source[unit.end :]
            reply = javac._daemon.ask(whole(file.decode()).unit)
            assert reply is not None
            assert check(javac, file, fragment=False).compiles == (not reply["problems"])
            if reply["problems"]:
                assert not check(javac, wrong, fragment=True).compiles, wrong
                tried += 1
    assert tried > 200
