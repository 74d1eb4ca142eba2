"""What is usual for numbers, lists and texts in languages with braces, unless a program deals with the rest."""

from __future__ import annotations

import pytest

from codescore.evidence.assumptions import conditions
from codescore.evidence.domain import DECIDES, MATTERS, domain_of
from codescore.languages import by_id
from codescore.languages.execution import Input
from codescore.languages.ordinary import USUAL
from codescore.languages.values import Int, Sequence, Text, Value

ALL = ["n is at least 0", "n is at least 1", "xs is non-empty"]


def usual(language: str, source: str, name: str = "f") -> list[str]:
    """What is taken to be usual of the parameters of a function."""
    found = by_id(language)
    assert found is not None
    entry = next(one for one in found.runner().survey(source).entries if one.name == name)
    because = (USUAL, "nothing is said of an empty one", "it is counted up to it")
    return sorted(one.words() for one in entry.assumptions if one.because in because)


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("return xs[0] * n;", ALL),
        ("if (n < 0) { return 0; } return xs[0] * n;", ALL[2:]),
        ("if (n === 0) { return 0; } return xs[0] * n;", [ALL[0], ALL[2]]),
        ("if (n < 1) return 0; return xs[0] * n;", [ALL[0], ALL[2]]),
        ("if (!n) return 0; return xs[0] * n;", [ALL[0], ALL[2]]),
        ("return xs[0] * (n || 3);", [ALL[0], ALL[2]]),
        ("return xs[0].length === n || xs[1].length > n;", ALL),
        ("return xs[0] * Math.abs(n);", ALL[2:]),
        ("return xs[0] * Math.max(0, n);", ALL[2:]),
        ("while (n > 0) { n -= xs[0]; } return n;", ALL),
        ("if (xs.length === 0) return 0; return xs[0] * n;", ALL[:2]),
        ("return xs.length ? xs[0] * n : 0;", ALL[:2]),
        ("// n < 0 is not meant\n return xs[0] * n;", ALL),
        ("return g(xs, n);", ALL[2:]),
        ("return xs[n + 1];", [ALL[0], ALL[2]]),
        ("let s = 0; for (let i = n; i < xs.length; i++) s += xs[i]; return s;", [ALL[0], ALL[2]]),
        ("let s = 0; for (let i = 0; i < n; i++) s += xs[0]; return s;", [*ALL[:1], "n is a whole number"]),
    ],
)
def test_what_a_program_asks_itself_is_not_usual(body: str, words: list[str]) -> None:
    """A number is positive and a list not empty, unless a condition, a call or a helper speaks of the rest."""
    source = f"function g(a, b) {{ if (b <= 0) return 0; return a[0] * b; }}\nfunction f(xs, n) {{ {body} }}"
    found = usual("javascript", source)
    if "whole" in words[-1]:
        assert words[-1] in found
    else:
        assert found == words


JAVA = "class A {{ static int f(int[] xs, int n) {{ {} }} }}"
CPP = "#include <vector>\nint f(const std::vector<int>& xs, int n) {{ {} }}"


@pytest.mark.parametrize(("language", "source"), [("java", JAVA), ("cpp", CPP)])
@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("return xs{at} * n;", ALL),
        ("return n == 0 ? 0 : xs{at} * n;", [ALL[0], ALL[2]]),
        ("if (n < 0) return 0; return xs{at} * n;", ALL[2:]),
        ("if ({none}) return 0; return xs{at} * n;", ALL[:2]),
        ("for (int i = 0; i < {many}; i++) {{ if (xs[i] == n) return i; }} return -1;", ALL[2:]),
    ],
)
def test_in_java_and_cpp_alike(language: str, source: str, body: str, words: list[str]) -> None:
    """What is only sought among others neither counts nor measures."""
    java = language == "java"
    written = body.format(
        at="[0]", none="xs.length == 0" if java else "xs.empty()", many="xs.length" if java else "xs.size()"
    )
    assert usual(language, source.format(written)) == words


def test_a_class_that_compares_with_less_than_zero_takes_less() -> None:
    """Temperatures; -1 is a sign for what is not there."""
    source = (
        "class A {{ #t = 0; f(n) {{ if (this.#t > {}) this.#t += n; return this.#t; }} }}\nmodule.exports = {{ A }};"
    )
    language = by_id("javascript")
    assert language is not None

    def words(bound: int) -> list[str]:
        survey = language.runner().survey(source.format(bound))
        members = [one for entry in survey.entries for one in (entry, *entry.members) if one.name == "f"]
        return sorted({said.words() for one in members for said in one.assumptions if said.because == USUAL})

    assert words(-1) == ALL[:2]
    assert words(-273) == []


@pytest.mark.parametrize("language", ["javascript", "java", "cpp"])
def test_what_is_unusual_does_not_decide(language: str) -> None:
    """Zero, a negative number and an empty list are told, and no more."""
    sources = {
        "javascript": "function f(xs, n) { return xs[0] * n; }",
        "java": JAVA.format("return xs[0] * n;"),
        "cpp": CPP.format("return xs[0] * n;"),
    }
    found = by_id(language)
    assert found is not None
    entry = next(one for one in found.runner().survey(sources[language]).entries if one.name == "f")
    model = domain_of(entry, conditions(entry, None), ())

    def likely(items: tuple[Value, ...], n: int) -> float:
        return model.likelihood(Input((Sequence("list", items), Int(n))))

    assert likely((Int(1),), 1) >= DECIDES
    assert MATTERS <= likely((Int(1),), 0) < DECIDES
    assert MATTERS <= likely((), 1) < DECIDES
    assert MATTERS <= likely((Int(1),), -1) < likely((Int(1),), 0)


@pytest.mark.parametrize(("parameters", "body", "words"), [
    ("xs, n", "return sum(xs)", {"xs has n items"}),
    ("xs, n", "return sum(xs[:n])", set()),
    ("xs, limit", "return sum(xs)", set()),
    ("xs, n, ys, m", "return sum(xs) + sum(ys)", {"xs has n items", "ys has m items"}),
    ("n, xs", "return sum(xs)", {"xs has n items"}),
    ("xs, ys, n", "return sum(x * y for x, y in zip(xs, ys))", {"ys has n items"}),
    ("n, xs, ys", "return sum(xs) + sum(ys)", set()),
])  # fmt: skip
def test_a_size_that_nobody_reads_is_that_of_the_list_beside_it(parameters: str, body: str, words: set[str]) -> None:
    """Other languages need it, and a port may."""
    found = by_id("python")
    assert found is not None
    (entry,) = found.runner().survey(f"def f({parameters}):\n    {body}\n").entries
    assert {one.words() for one in entry.assumptions if one.property == "sized"} == words


def test_other_languages_do_not_read_it_either() -> None:
    for language, source in (
        ("cpp", "int f(std::vector<int>& xs, int n) { int s = 0; for (int x : xs) s += x; return s; }"),
        ("java", "class A { static int f(int[] xs, int n) { int s = 0; for (int x : xs) s += x; return s; } }"),
        ("javascript", "function f(xs, n) { return xs.reduce((a, b) => a + b, 0); }"),
    ):
        found = by_id(language)
        assert found is not None
        shown = {one.words() for one in found.runner().survey(source).entries[0].assumptions}
        assert "xs has n items" in shown, language


def test_what_stands_behind_two_strokes_in_a_text_is_read() -> None:
    found = by_id("javascript")
    assert found is not None
    source = 'function f(xs, n) { return "http://x.org/" + xs.join(",") + "?n=" + n; }'
    assert not [one for one in found.runner().survey(source).entries[0].assumptions if one.property == "sized"]


@pytest.mark.parametrize(("language", "source", "blank"), [
    ("python", "def f(text):\n    return text.split()[-1]", True),
    ("python", "def f(text):\n    return text.strip().upper()", True),
    ("python", "def f(text):\n    return text.upper() + '!'", False),
    ("python", "def f(text):\n    return text.split()[-1] if text.strip() else ''", None),
    ("javascript", "function f(text) { return text.split(/\\s+/).length + text.length; }", True),
    ("javascript", "function f(text) { return text.trim().toUpperCase(); }", True),
    ("java", 'class A { static int f(String text) { return text.trim().split(" ").length; } }', True),
])  # fmt: skip
def test_a_text_of_blanks_is_as_an_empty_one_to_who_takes_words(language: str, source: str, blank: bool | None) -> None:
    """Of a text that is taken apart at blanks, unless the program deals with it."""
    found = by_id(language)
    assert found is not None
    entry = found.runner().survey(source).entries[0]
    model = domain_of(entry, conditions(entry, None), ())
    known = [one for one in entry.assumptions if one.property == "non-empty"]
    assert [bool(one.bound) for one in known] == ([] if blank is None else [blank])
    assert (model.likelihood(Input((Text("  "),))) < DECIDES) is bool(blank)
