"""Sources made to hang, crash or fool a compiler: each is answered, and the next one too."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator

import pytest

from codescore.languages import Checker, CheckResult
from codescore.languages.java.check.checker import JavaChecker
from codescore.languages.java.check.checker import new_checker as java_checker
from codescore.languages.python.check import checker as python

TOO_DEEP = "nested too deeply for the compiler"


@pytest.fixture(scope="module")
def javac() -> Iterator[JavaChecker]:
    checker = java_checker()
    if checker.check(b"", fragment=False) is None:
        pytest.skip(f"no javac to test: {'; '.join(checker.notices())}")
    yield checker
    checker.close()


def in_worker(work: Callable[[], CheckResult | None]) -> CheckResult | None:
    """The result of work on a thread with the stack that worker threads have."""
    results: list[CheckResult | None] = []
    thread = threading.Thread(target=lambda: results.append(work()))
    thread.start()
    thread.join()
    return results[0]


def finally_bomb(levels: int) -> str:
    """Code that doubles with each level: 1 KB of source, 1 GB of instructions."""
    lines = ["def f():"]
    for depth in range(1, levels + 1):
        lines += [" " * depth + "try:", " " * depth + " a", " " * depth + "finally:"]
    return "\n".join([*lines, " " * (levels + 1) + "a"])


PYTHON = {
    "open brackets": ("(" * 3_000, "too many nested parentheses"),
    "nested brackets": ("(" * 3_000 + ")" * 3_000, "too many nested parentheses"),
    "many open brackets": ("[" * 100_000, "too many nested parentheses"),
    "long line": ("a" * 200_000 + " = 1", None),
    "minus": ("-" * 200_000 + "1", TOO_DEEP),
    "minus, small": ("-" * 20_000 + "1", TOO_DEEP),
    "not": ("not " * 100_000 + "a", TOO_DEEP),
    "attributes": ("a" + ".b" * 100_000, TOO_DEEP),
    "attributes, small": ("a" + ".b" * 10_000, TOO_DEEP),
    "sum": ("1" + "+1" * 100_000, TOO_DEEP),
    "calls": ("a" + "()" * 100_000, TOO_DEEP),
    "powers": ("2" + "**2" * 100_000, TOO_DEEP),
    "lambdas": ("lambda:" * 100_000 + "a", TOO_DEEP),
    "elif": ("if a:\n pass\n" + "elif a:\n pass\n" * 50_000, TOO_DEEP),
    "comparison": ("a" + "<a" * 50_000, None),
    "indentation": ("".join(" " * i + "if a:\n" for i in range(200)) + " " * 200 + "pass",
                    "too many levels of indentation"),
    "digits": ("x = " + "9" * 200_000, "Exceeds the limit"),
    "huge constant": ("x = (((1,) * 99999999) * 99999999, 'a' * 9 ** 20, 9 ** 9 ** 9, 1 << 9 ** 20)", None),
    "finally": (finally_bomb(20), TOO_DEEP),
    "many statements": ("x = 1\n" * 200_000, None),
    "strings": ("'a' " * 100_000, None),
    "null bytes": ("\0" * 50_000, "source code string cannot contain null bytes"),
}  # fmt: skip


@pytest.mark.parametrize("fragment", [False, True])
@pytest.mark.parametrize(("source", "message"), PYTHON.values(), ids=PYTHON)
def test_python(source: str, message: str | None, fragment: bool) -> None:
    """The interpreter survives, and says what is wrong or that nothing is."""
    result = in_worker(lambda: python.new_checker().check(source.encode(), fragment=fragment))
    assert result is not None
    assert result.compiles == (message is None), result
    assert message is None or result.problems[0].message.startswith(message)
    assert all(0 <= p.start <= p.end <= len(source.encode()) for p in result.problems)


def test_python_with_another_recursion_limit() -> None:
    """Where somebody raised the recursion limit, on which the compiler's own guard counts, another process compiles."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(1_000_000)
    try:
        result = in_worker(lambda: python.new_checker().check(b"a" + b".b" * 15_000, fragment=False))
    finally:
        sys.setrecursionlimit(before)
    assert result is not None
    assert result.problems[0].message == TOO_DEEP


def test_python_that_takes_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that does not answer in time is ended, which is said once; the tree decides."""
    monkeypatch.setattr(python, "_SECONDS", 0)
    checker = python.new_checker()
    assert checker.check(b"x = 1\n" * 50_000, fragment=False) is None
    assert checker.check(b"x = 1\n" * 50_000, fragment=False) is None
    (notice,) = checker.notices()
    assert "tree-sitter judged it" in notice
    assert checker.check(b"x = 1\n", fragment=False) is not None


JAVA = {
    "nested brackets": ("int f() { return " + "(" * 3_000 + "1" + ")" * 3_000 + "; }", None),
    "open brackets": ("int f() { return " + "(" * 3_000, ""),
    "nested blocks": ("{" * 3_000 + "}" * 3_000, None),
    "very many brackets": ("int f() { return " + "(" * 100_000 + "1" + ")" * 100_000 + "; }", TOO_DEEP),
    "very many blocks": ("void f() { " + "{" * 100_000 + "}" * 100_000 + " }", TOO_DEEP),
    "minus": ("int x = " + "- " * 200_000 + "1;", TOO_DEEP),
    "long line": ("int a" + "a" * 200_000 + " = 1;", None),
    "escaped line end": (r"int f() { // \u000a return 1; }", None),
    "escaped brace": (r"int f() { return 1; \u007d", None),
    "escaped way out": (r"int f() { return 1; } \u007d class B { int g() { return 1; }", ""),
    "broken escape": (r"int f() { return \uXYZ1; }", "illegal unicode escape"),
    "null bytes": ("\0" * 1_000, "illegal character"),
    "frame header": ("int f() { return 1; } // \x00\x00\x00\x05class", None),
    "looks like a reply": ('String s = "{\\"stage\\":\\"analyze\\"}"; int x = s;', "incompatible types"),
    "inference": ("Object o = " + "Arrays.asList(" * 12 + "1" + ")" * 12 + ";", None),
    "many statements": ("void f() { " + "int x; { }" * 1 + "x = 1;\n" * 50_000 + " }", None),
    "wrapper's name": ("class CodescoreUnit { CodescoreUnit() { } } CodescoreUnit f() { return null; }", ""),
}


@pytest.mark.jdk
@pytest.mark.parametrize(("source", "message"), JAVA.values(), ids=JAVA)
def test_java(javac: JavaChecker, source: str, message: str | None) -> None:
    """The daemon answers, and afterwards still answers others rightly."""
    result = javac.check(source.encode(), fragment=True)
    assert result is not None
    assert result.compiles == (message is None), result
    assert message is None or result.problems[0].message.startswith(message)
    assert all(0 <= p.start <= p.end <= len(source.encode()) for p in result.problems)
    after = javac.check(b'int f() { int x = "a"; return x; }', fragment=True)
    assert after is not None
    assert [(p.start, p.end) for p in after.problems] == [(18, 21)]


@pytest.mark.jdk
def test_java_deep_or_not_by_release(javac: JavaChecker) -> None:
    """A sum of 100,000 terms is too deep for some releases and a constant for others; both are answers."""
    result = javac.check(b"int x = 1" + b"+1" * 100_000 + b";", fragment=True)
    assert result is not None
    assert [p.message for p in result.problems] in ([], [TOO_DEEP])


@pytest.mark.jdk
def test_java_out_of_memory_is_survived(javac: JavaChecker) -> None:
    """A source that eats the whole heap is left to the tree, and a new process takes over."""
    before = javac._daemon.pid
    hungry = b"Object f() { return a" + b".b" * 50_000 + b"; }"
    assert javac.check(hungry, fragment=True) is None
    after = javac.check(b"class A { }", fragment=False)
    assert after is not None
    assert after.compiles
    assert javac._daemon.pid != before


@pytest.mark.jdk
def test_java_too_large(javac: JavaChecker) -> None:
    """A 10 MB source is not sent at all, which is said; one of 0.9 MB is compiled."""
    assert javac.check(b"//\n" * 4_000_000, fragment=False) is None
    assert [n for n in javac.notices() if "over 1 MB" in n]
    method = b"void f%d() { int x = 1; " + b"x++; x = x * 2 + 1; if (x > 100) { x -= 50; } " * 6 + b"}\n"
    large = b"class A {\n" + b"".join(method % i for i in range(3_000)) + b"}"
    assert 900_000 < len(large) < 1_000_000
    result = javac.check(large, fragment=False)
    assert result is not None
    assert result.compiles


@pytest.mark.parametrize("new", [python.new_checker, java_checker])
def test_random_bytes(new: Callable[[], Checker]) -> None:
    """Bytes that are no text are a problem, never an exception."""
    checker = new()
    try:
        if checker.check(b"", fragment=False) is None:
            pytest.skip(f"no javac to test: {'; '.join(checker.notices())}")
        for source in (b"\xff\xfe\x00", bytes(range(256)) * 40, b"\x7fELF\x02\x01\x01" + b"\0" * 500):
            for fragment in (False, True):
                result = checker.check(source, fragment=fragment)
                assert result is not None
                assert not result.compiles
    finally:
        checker.close()
