"""C++ judged by g++: files, fragments, guessed headers, and hostile texts that must read and cost nothing."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest

from codescore.languages import Checker
from codescore.languages.cpp.check.checker import CppChecker
from codescore.languages.cpp.check.compiler import NO_COMPILER, Compiler

pytestmark = [
    pytest.mark.sandbox,
    pytest.mark.skipif(shutil.which("g++") is None, reason="NO G++: C++ was not compiled"),
]


@pytest.fixture(scope="module")
def gxx() -> Iterator[Checker]:
    made = CppChecker()
    if made.check(b"", fragment=False) is None:
        pytest.skip(f"NO WALL: C++ was not compiled: {made.notices()}")
    yield made
    made.close()


@pytest.mark.parametrize(
    ("source", "compiles", "guessed"),
    [
        ("int f(int a) { return a + 1; }", True, False),
        ("#include <vector>\nstd::vector<int> f() { return {}; }", True, False),
        ("vector<int> f() { return {}; }", True, True),
        ("int f(ListNode* head) { return head ? head->val : 0; }", True, True),
        ("int f(ListNode* head) { return head->value; }", False, False),
        ("int f() { return zz; }", False, False),
        ("template<int N> struct A { static const int v = A<N + 1>::v; }; int x = A<0>::v;", False, False),
    ],
)
def test_files(gxx: Checker, source: str, compiles: bool, guessed: bool) -> None:
    """Headers of the standard library may be missing, and it is said; other names may not."""
    found = gxx.check(source.encode(), fragment=False)
    assert found is not None
    assert found.compiles is compiles
    assert found.checker.endswith((", guessed includes", "and nodes")) is guessed
    assert bool(found.problems) is not compiles


def test_errors_stand_where_the_compiler_sees_them(gxx: Checker) -> None:
    """In bytes of the source."""
    source = 'const char* é = "é"; int f() { int a = 1;\n int a = 2; return a; }'.encode()
    found = gxx.check(source, fragment=False)
    assert found is not None
    (problem,) = found.problems
    assert (problem.message, source[problem.start : problem.end]) == ("redeclaration of `int a`", b"a")
    assert source[: problem.start].count(b"\n") == 1


@pytest.mark.parametrize(
    ("fragment", "compiles"),
    [
        ("int get() const { return 1; }", True),
        ("for (int i = 0; i < 3; i++) { }\nreturn;", True),
        ("int get() const { return field_; }", None),  # its class may have it: the tree judges
        ("} int g() {", False),
    ],
)
def test_fragments_may_lack_what_was_around_them(gxx: Checker, fragment: str, compiles: bool | None) -> None:
    """A member, statements; a name that only the surroundings could declare is not held against it."""
    found = gxx.check(fragment.encode(), fragment=True)
    assert (None if found is None else found.compiles) is compiles


@pytest.mark.parametrize("path", ["/etc/passwd", "/proc/self/environ", "/dev/zero", "/etc/shadow", "mine.h"])
def test_a_file_that_is_none_of_the_systems_cannot_be_read(gxx: Checker, path: str) -> None:
    """It is not there: neither its words nor its length come back, and the tree judges."""
    assert gxx.check(f'#include "{path}"\nint f();'.encode(), fragment=False) is None
    assert gxx.check(f'#if __has_include("{path}")\n#error seen\n#endif'.encode(), fragment=False).compiles  # type: ignore[union-attr]


def test_a_text_that_takes_forever_is_left_to_the_tree_and_the_next_is_judged() -> None:
    """Limits on time and memory end the compiler, not us."""
    doubling = "".join(f"using T{i} = P<T{i - 1}, T{i - 1}>;\n" for i in range(1, 40))
    bomb = "template<class A, class B> struct P { A a; B b; };\nusing T0 = int;\n" + doubling + "T39 x;"
    checker = CppChecker(Compiler(seconds=1))
    found = checker.check(bomb.encode(), fragment=False)
    assert found is None or not found.compiles  # out of time, or too large for the compiler itself
    assert checker.check(b"#include __FILE__\n", fragment=False) is None
    again = checker.check(b"int x;", fragment=False)
    assert again is not None
    assert again.compiles
    checker.close()


def test_without_a_compiler_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once, with the remedy."""
    monkeypatch.setattr("codescore.languages.cpp.check.compiler.shutil.which", lambda *_, **__: None)
    checker = CppChecker(Compiler())
    assert checker.check(b"int x;", fragment=False) is None
    assert checker.check(b"int x;", fragment=False) is None
    assert checker.notices() == (NO_COMPILER,)
