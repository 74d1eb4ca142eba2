"""C judged by gcc, behind the wall that `test_check_cpp` tries: files, fragments, guessed headers, undeclared calls."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest

from codescore.languages import Checker
from codescore.languages.c.check.checker import NO_COMPILER, CChecker

pytestmark = [
    pytest.mark.sandbox,
    pytest.mark.skipif(shutil.which("gcc") is None, reason="NO GCC: C was not compiled"),
]


@pytest.fixture(scope="module")
def gcc() -> Iterator[Checker]:
    made = CChecker()
    if made.check(b"", fragment=False) is None:
        pytest.skip(f"NO WALL: C was not compiled: {made.notices()}")
    yield made
    made.close()


@pytest.mark.parametrize(
    ("source", "compiles", "guessed"),
    [
        ("int f(int a) { return a + 1; }", True, False),
        ("#include <stdio.h>\nint main(void) { printf(); return 0; }", False, False),
        ("int *copy(int n) { int *a = malloc(n * sizeof *a); return a; }", True, True),
        ("int f(void) { return zz; }", False, False),
        ("int f(int a) { return g(a); }", False, False),
        ("int main(void) { return f(1); } int f(int a) { return a; }", True, False),
        ("class A { };", False, False),
    ],
)
def test_files(gcc: Checker, source: str, compiles: bool, guessed: bool) -> None:
    """A warning is no error, a call of what stands nowhere is; missing headers are guessed, and it is said."""
    found = gcc.check(source.encode(), fragment=False)
    assert found is not None
    assert found.compiles is compiles
    assert found.checker.startswith("gcc ")
    assert found.checker.endswith(", guessed includes") is guessed
    assert bool(found.problems) is not compiles


@pytest.mark.parametrize(
    ("fragment", "compiles"),
    [
        ("for (int i = 0; i < 3; i++) { }\nreturn;", True),
        ("int get(void) { return count; }", None),  # its file may have it: the tree judges
        ("int get(void) { return 1 }", False),
    ],
)
def test_fragments_may_lack_what_was_around_them(gcc: Checker, fragment: str, compiles: bool | None) -> None:
    """Statements; a name that only the surroundings could declare is not held against it."""
    found = gcc.check(fragment.encode(), fragment=True)
    assert (None if found is None else found.compiles) is compiles


def test_a_file_that_is_none_of_the_systems_cannot_be_read(gcc: Checker) -> None:
    """The same wall as that of g++."""
    assert gcc.check(b'#include "/etc/passwd"\nint f(void);', fragment=False) is None


@pytest.mark.parametrize(
    "source",
    [
        "int f(void) { return 1 \0 $$$; }",  # an error that the compiler tells below a warning
        "#error \x01\x1b[31m\nint f(void) { return 1; }",  # a message that is no proper JSON
        "".join(f"int f{i}(void) {{ return x{i}; }}\n" for i in range(50)),  # more errors than it is asked for
    ],
)
def test_no_text_hides_that_it_does_not_compile(gcc: Checker, source: str) -> None:
    """Neither below a warning, nor by what cannot be read, nor by being wrong in many places."""
    found = gcc.check(source.encode(), fragment=False)
    assert found is not None
    assert not found.compiles
    assert 1 <= len(found.problems) <= 20


def test_what_the_compiler_says_is_bounded(gcc: Checker) -> None:
    """Macros that double make gigabytes of warnings out of a small text: no more is kept than anybody reads."""
    doubling = "".join(f"#define A{i} A{i - 1} A{i - 1}\n" for i in range(1, 11))
    bomb = f'#define A0 _Pragma("GCC warning \\"{"w" * 100_000}\\"")\n{doubling}A10\nint x;\n'
    assert isinstance(gcc, CChecker)
    done = gcc._compiler._run(
        ["/usr/bin/gcc", "-fsyntax-only", "-fdiagnostics-format=json", "-x", "c", "-"], bomb.encode()
    )
    assert done is not None
    assert len(done.stderr) < 10_000_000


def test_without_a_compiler_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once, with the remedy."""
    monkeypatch.setattr("codescore.languages.cpp.check.compiler.shutil.which", lambda *_, **__: None)
    checker = CChecker()
    assert checker.check(b"int x;", fragment=False) is None
    assert checker.notices() == (NO_COMPILER,)
