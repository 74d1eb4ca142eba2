"""Units and files are judged by their compilers; problems lie where the file has them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from codescore.check import Checkers
from codescore.engine import Session, Source, check_file, check_units, is_fragment, make_source
from codescore.languages import by_id


@pytest.fixture
def session() -> Iterator[Session]:
    made = Session(disk_cache=False)
    yield made
    made.close()


def source(text: str, language: str = "python") -> Source:
    found = by_id(language)
    assert found is not None
    return make_source(found, text.encode(), "a")


def verdicts(session: Session, made: Source) -> dict[str, bool]:
    return {unit.qualified: result.compiles for unit, result in check_units(session, made, made.units).items()}


def test_a_broken_function_does_not_break_its_neighbours(session: Session) -> None:
    """Each unit is compiled by itself, the file as a whole."""
    made = source("def a():\n    return 1\n\ndef b():\n    x = 1 = 2 +\n    return\n\ndef c():\n    return 3\n")
    found = verdicts(session, made)
    assert (found["a"], found["b"], found["c"]) == (True, False, True)
    assert not check_file(session, made).compiles


def test_an_error_that_only_the_compiler_sees_is_found_in_its_unit(session: Session) -> None:
    """The parser accepts `return` with a wrong target; problems are offsets of the file."""
    text = "def fine():\n    return 1\n\n\nclass A:\n    def broken(self):\n        nonlocal x\n        1 = self\n"
    made = source(text)
    broken = next(u for u in made.units if u.name == "broken")
    result = check_units(session, made, [broken])[broken]
    assert not result.compiles
    assert result.checker.startswith("python")
    assert all(broken.start <= p.start <= p.end <= len(text) for p in result.problems)
    assert result.problems
    assert verdicts(session, made)["fine"]


def test_indented_and_decorated_methods_compile(session: Session) -> None:
    """The space before a method on its line goes with it."""
    made = source(
        "class A:\n    @property\n    def x(self):\n        return 1\n\n"
        "    class B:\n        async def y(self):\n            await self.z\n"
        "    def one(self): return 1\n"
    )
    assert verdicts(session, made) == {"A.x": True, "A.B.y": True, "A.one": True}


def test_a_nested_unit_is_judged_with_the_one_around_it(session: Session) -> None:
    """`nonlocal` is an error by itself and none in its place; what is wrong around it counts."""
    made = source("def outer():\n    n = 0\n    def inner():\n        nonlocal n\n        n += 1\n    return inner\n")
    assert verdicts(session, made) == {"outer": True, "outer.inner": True}


def test_a_result_is_kept_and_moves_with_its_unit(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same unit further down costs no compilation; its problems move along; another indentation is another text."""
    asked: list[bytes] = []
    real = Checkers.check

    def counted(checkers: Checkers, language: object, data: bytes, **more: object) -> object:
        asked.append(data)
        return real(checkers, language, data, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(Checkers, "check", counted)
    text = "def f():\n    1 = 2\n"
    first = source(text)
    second = source("x = 1\n\n\n" + text)
    (one,) = check_units(session, first, first.units).values()
    (two,) = check_units(session, second, second.units).values()
    assert len(asked) == 1
    assert [p.start + 8 for p in one.problems] == [p.start for p in two.problems]
    assert one.problems
    indented = source("class A:\n    def f():\n        1 = 2\n")
    check_units(session, indented, indented.units)
    assert len(asked) == 2


@pytest.mark.parametrize(
    ("language", "text", "fragment"),
    [
        ("python", "def f():\n    return 1\n", False),
        ("python", "    def f(self):\n        return 1\n", True),
        ("python", "x = 1\nreturn x\n", True),
        ("java", "class A { int f() { return 1; } }", False),
        ("java", "int f() { return 1; }", True),
        ("java", "A(int x) { this.x = x; }", True),
        ("java", "int x = 1; x++;", True),
        ("java", "class A { void f() { class B { int g() { return 1; } } } }", False),
    ],
)
def test_a_piece_of_a_file_is_known_as_such(language: str, text: str, *, fragment: bool) -> None:
    """By wrapping, indentation, or a method without a class where the language demands one."""
    assert is_fragment(source(text, language)) == fragment


def test_fragments_compile_as_what_they_are(session: Session) -> None:
    """An indented method and loose statements with `return` are sound pieces of a file."""
    assert check_file(session, source("    def f(self):\n        return 1\n")).compiles
    assert check_file(session, source("x = 1\nreturn x\n")).compiles


@pytest.mark.jdk
def test_java_units_are_judged_by_javac(session: Session) -> None:
    """A type error inside one method does not touch the other."""
    made = source('class A { int f() { return 1; } int g() { int x = "a"; return x; } }', "java")
    found = check_units(session, made, made.units)
    checkers = {result.checker for result in found.values()}
    if not all(name.startswith("javac") for name in checkers):
        pytest.skip(f"NO JDK: judged by {checkers}")
    assert verdicts(session, made) == {"A.f": True, "A.g": False}


@pytest.mark.parametrize(
    "text",
    [
        "(" * 3000,
        "(" * 3000 + ")" * 3000,
        "x = '" + "a" * 200_000 + "'",
        "def f(:",
        "\ufeffdef f(): pass",
        "def f():\n\tx\n        y",
    ],
)
def test_any_text_gets_an_answer(session: Session, text: str) -> None:
    """Deep nesting, huge lines and mixed indentation are judged, not raised."""
    made = source(text)
    assert isinstance(check_file(session, made).compiles, bool)
    assert set(check_units(session, made, made.units)) == set(made.units)
