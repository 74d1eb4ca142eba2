"""Code outside of functions: what of it is a unit of its own, what is only named, and how its verdict counts."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from codescore.engine import FileVerdict, ScoreOptions, Session, Source, compare, make_source
from codescore.engine.outside import difference_outside_units, module_sketch, module_unit
from codescore.languages import by_id
from tests.stages.bundles import shipped_bundle

pytestmark = pytest.mark.bundle

SOLVE = "def solve(n):\n    return n % MOD\n"
LOOP = "for i in range(n):\n    if i < 3:\n        print(double(i))\n"
SCRIPT = f"def double(x):\n    return 2 * x\n\nn = int(input())\n{LOOP}"
RENAMED = (
    "def twice(y):\n    return 2 * y\n\nm = int(input())\nfor k in range(m):\n    if k < 3:\n        print(twice(k))\n"
)
OTHER = SCRIPT.replace("<", ">=")


@pytest.fixture(scope="module")
def session() -> Iterator[Session]:
    made = Session(bundle=shipped_bundle().path, disk_cache=False)
    yield made
    made.close()


def source(text: str, label: str = "x.py", language: str = "python") -> Source:
    found = by_id(language)
    assert found is not None
    return make_source(found, text.encode(), label)


@pytest.mark.parametrize(
    ("text", "sketch"),
    [
        ("MOD = 7\nOTHER = 8\n" + SOLVE, "var_0 = 7"),
        ("BASE = 7\nMOD = BASE + 1\n" + SOLVE, "var_0 = 7\nvar_1 = var_0 + 1"),
        ("MOD = []\nfor i in range(3):\n    MOD.append(i)\n" + SOLVE, None),
        ("import sys\n'about'\n" + SOLVE + "print(solve(3))\nassert solve(1) == 1\n", ""),
        (SOLVE + "if __name__ == '__main__':\n    MOD = 3\n    print(solve(int(input())))\n", ""),
        (
            SCRIPT,
            (
                "var_0 = int ( input ( ) )\nfor var_1 in range ( var_0 ) :\n    if var_1 < 3 :\n"
                "        print ( f ( var_1 ) )"
            ),
        ),
        ("n = int(input())\nprint(n)\n", ""),  # no function: the source is one unit, the snippet
    ],
)
def test_what_counts_outside_of_functions(text: str, sketch: str | None) -> None:
    """Constants that functions use, directly or not; all of a script that reads its input; nothing that only shows."""
    made = source(text)
    unit = module_unit(made)
    if sketch == "":
        assert unit is None
        return
    assert unit is not None
    assert unit.kind == "module"
    if sketch is None:
        assert module_sketch(made).text.count("\n") == 2  # the table and the loop that fills it
    else:
        assert module_sketch(made).text == sketch


def judged(session: Session, candidate: str, reference: str) -> FileVerdict:
    return compare(session, source(candidate), [source(reference, "r.py")], ScoreOptions())


def test_a_script_is_its_module_level(session: Session) -> None:
    """Renamed functions and variables change nothing; another condition below the same functions does."""
    same = judged(session, RENAMED, SCRIPT)
    assert same.score == 1
    assert [unit.unit.kind for unit in same.units] == ["function", "module"]
    found = judged(session, OTHER, SCRIPT)
    by_kind = {unit.unit.kind: unit for unit in found.units}
    assert (by_kind["function"].score, by_kind["module"].score, found.score) == (1, 0, 0)
    assert [note.split(":")[0] for note in found.notes] == ["it reads input"]


def test_a_changed_constant_that_a_function_uses_is_told_with_its_line(session: Session) -> None:
    """The function's own text is the same; where the two differ is line 3 of the file."""
    found = judged(session, "import sys\n\nMOD = 8\n" + SOLVE, "MOD = 7\n" + SOLVE)
    module = next(unit for unit in found.units if unit.unit.kind == "module")
    assert module.first_difference == ("var_0 = 8", "var_0 = 7")
    assert module.difference_places is not None
    assert found.candidate.syntax.source[module.difference_places[0] :].startswith(b"MOD = 8")
    assert module.unit in found.counted


def test_what_is_not_counted_is_named(session: Session) -> None:
    """A print that differs changes no score, and neither does a side that has no such code at all."""
    shown = judged(session, SOLVE + "print(solve(4))\n", SOLVE + "print(solve(3))\n")
    assert (shown.score, [unit.unit.kind for unit in shown.units]) == (1, ["function"])
    assert "code outside of functions is not compared, and differs: line 3 of r.py" in shown.notes
    alone = judged(session, SOLVE, "MOD = 7\n" + SOLVE)
    assert alone.score == 1
    assert "code outside of functions is not compared, and differs: line 1 of r.py" in alone.notes


def test_a_language_without_such_code_has_no_such_unit() -> None:
    """Fields of a Java class are named, not compared."""
    assert module_unit(source("class A { static int m = 7; int f(int n) { return n % m; } }", "A.java", "java")) is None


BASE = "class Account:\n    def balance(self):\n        return 1\n"
SAVINGS = "class Savings(Account):\n    def rate(self):\n        return 2\n"
BOX = "class A<T> implements Comparable<A<T>> { int f() { return 1; } }"
TWO = "class A { public: int f() { return 1; } };\nclass B : public A { public: int g() { return 2; } };\n"
EXTENDED = "class A { f() { return 1 } }\nexport class B extends A { g() { return 2 } }\n"


@pytest.mark.parametrize(
    ("language", "candidate", "reference", "line"),
    [
        ("python", BASE + SAVINGS.replace("(Account)", ""), BASE + SAVINGS, 4),
        ("python", (BASE + SAVINGS).replace("Account", "Konto"), BASE + SAVINGS, None),
        ("python", BASE, f"@dataclass(frozen=True)\n{BASE}", 1),
        ("java", BOX.replace("implements Comparable<A<T>>", ""), BOX, 1),
        ("java", BOX.replace("T", "E"), BOX, None),
        ("java", "record P(int a) { int f() { return a; } }", "record P(int x) { int f() { return x; } }", None),
        ("cpp", TWO.replace(": public A", ""), TWO, 2),
        ("javascript", EXTENDED.replace("extends A ", ""), EXTENDED, 2),
        ("typescript", EXTENDED.replace("extends A ", ""), EXTENDED, 2),
    ],
)
def test_what_a_class_is_made_from_is_named(language: str, candidate: str, reference: str, line: int | None) -> None:
    """A base, an interface, a decorator that the candidate lacks; names of the file's own classes do not matter."""
    said = difference_outside_units(source(candidate, language=language), source(reference, "r", language))
    assert said == (
        None if line is None else f"code outside of functions is not compared, and differs: line {line} of r"
    )


@pytest.mark.parametrize(
    ("language", "candidate", "reference", "line"),
    [
        ("python", SOLVE.replace("MOD", "7"), "MOD = 7\n" + SOLVE, None),  # the function takes it
        ("python", BASE + SAVINGS.replace("(Account)", ""), BASE + SAVINGS, None),
        ("java", "class A { int f() { return 1; } }", "class A { int m = 7; int f() { return m; } }", None),
        ("python", SOLVE + "print(solve(4))\n", SOLVE + "print(solve(3))\n", 3),
    ],
)
def test_what_is_run_with_functions_is_not_named_beside_a_run(
    language: str, candidate: str, reference: str, line: int | None
) -> None:
    """What they use, fields, what classes are made from; a call that shows something is not run."""
    ours, theirs = source(candidate, language=language), source(reference, "r", language)
    said = difference_outside_units(ours, theirs, run=True)
    assert said == (
        None if line is None else f"code outside of functions is not compared, and differs: line {line} of r"
    )
    assert difference_outside_units(ours, theirs) is not None
