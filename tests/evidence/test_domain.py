"""The model of what a reference accepts: what is assumed, why, how surely, and inputs that fulfil it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from codescore.cli import main
from codescore.evidence.assumptions import conditions
from codescore.evidence.domain import DECIDES, MATTERS, Domain, domain_of
from codescore.evidence.generate import random_input
from codescore.evidence.mutants import mutants, mutants_of
from codescore.evidence.options import Options
from codescore.evidence.pool import pool_of
from codescore.evidence.properties import keeps, mended
from codescore.evidence.sandbox import probe
from codescore.evidence.session import EvidenceSession
from codescore.evidence.spoken import explained
from codescore.foundation.errors import InputError
from codescore.languages import by_id
from codescore.languages.execution import Input
from codescore.languages.python.run.surveying import survey
from codescore.languages.values import Int, Mapping, Sequence, Text, Value

PYTHON = by_id("python")
ABLE = probe()
sandboxed = pytest.mark.skipif(not ABLE.works, reason=f"NO SANDBOX, NOTHING TESTED: {ABLE.detail}; {ABLE.remedy}")
LARGEST = """def f(xs):
    best = xs[0]
    for x in xs:
        if x > best:
            best = x
    return best
"""
LIST = "n = int(input())\na = list(map(int, input().split()))\nprint(sum(a))"
GRID = "h, w = map(int, input().split())\ns = [input() for _ in range(h)]\nprint(s)"
EDGES = """n, m = map(int, input().split())
g = [[] for _ in range(n)]
for _ in range(m):
    u, v = map(int, input().split())
    g[u - 1].append(v - 1)
    g[v - 1].append(u - 1)
print(g)
"""
HELPERS = """import sys
ni = lambda: int(ns())
ns = lambda: sys.stdin.readline().strip()
n = ni()
print(n)
"""
STREAM = """from sys import stdin
tokens = (word for line in stdin for word in line.split())
def number(): return int(next(tokens))
n = number()
print(sum(number() for _ in range(n)))
"""


def test_the_lowest_bound_that_is_broken_is_said_alone() -> None:
    """Not `unless n is at least 0 and n is at least 1`: the first says it."""
    (entry,) = survey("def parity(n: int) -> str:\n    return 'odd' if n % 2 else 'even'\n").entries
    model = domain_of(entry, conditions(entry, None), ())
    assert [model.broken(Input((Int(n),))) for n in (-1, 0, 1)] == [("n is at least 0",), ("n is at least 1",), ()]


def test_a_sign_is_said_once() -> None:
    """Not `unless n is at least 1 and n is positive`, where the code and the examples say the same."""
    text = 'def parity(n: int) -> str:\n    """>>> parity(3)\n    True\n    """\n    return n % 2 == 1\n'
    (entry,) = survey(text).entries
    assert domain_of(entry, conditions(entry, None), ()).broken(Input((Int(0),))) == ("n is at least 1",)


@pytest.mark.parametrize(
    ("shown", "told"),
    [
        ("f([3, 1]) == 3", ["xs is positive: all its examples are so"]),
        ("f([3, 0]) == 3", ["xs is not negative: all its examples are so"]),
        ("f([3, -1]) == 3", []),
    ],
)
def test_the_sign_that_all_examples_have_is_told(shown: str, told: list[str]) -> None:
    """A fault may show on negative numbers alone: that examples keep these from deciding stands with the verdict.

    Nor do they keep a difference there from making it conditional: most tasks take what none of their examples is.
    """
    call, _, value = shown.partition(" == ")
    source = LARGEST.replace("    best = xs[0]", f'    """>>> {call}\n    {value}\n    """\n    best = xs[0]', 1)
    (entry,) = survey(source).entries
    model = domain_of(entry, conditions(entry, None), ())
    assert [one for one in model.words() if "examples" in one] == told
    likely = model.likelihood(Input((ints(1, -1),)))
    assert MATTERS <= likely < DECIDES if told else likely >= DECIDES


def test_words_say_more_of_signs_than_examples_do() -> None:
    """One example with a small number says neither that others are positive nor that they are places in a text."""
    said = '"""Adds n months (n may be negative).\n\n    >>> f("2024-01-31", 1)\n    """'
    text = f"def f(date, n):\n    {said}\n    return date, n\n"
    for told, likely in ((text, True), (text.replace(" (n may be negative)", ""), False)):
        model = domain(told)
        assert (model.likelihood(Input((Text("2024-01-31"), Int(-3)))) >= DECIDES) == likely, model.words()
        assert (not any(one.startswith("n ") for one in model.words())) == likely


def test_ends_of_pairs_in_a_mapping_are_in_order() -> None:
    """As those in a list: `{"Mon": [(9, 12)]}`, and they are made so."""
    model = domain("def f(days):\n    return [end - start for spans in days.values() for start, end in spans]\n")
    (one,) = [each for each in model.conditions.likely if each.property == "pairs ordered" and not each.bound]

    def days(*pair: int) -> Mapping:
        return Mapping("dict", ((Text("Mon"), Sequence("list", (Sequence("tuple", tuple(map(Int, pair))),))),))

    named: dict[str, Value] = {"days": days(12, 9)}
    assert not keeps(one, named)
    mended(one, named, pool_of((), 1), lambda _: days(1, 2))
    assert named == {"days": days(9, 12)}


def domain(source: str, given: str | None = None) -> Domain:
    entry = survey(source).entries[-1]
    return domain_of(entry, conditions(entry, given), ())


def ints(*numbers: int) -> Sequence:
    return Sequence("list", tuple(Int(n) for n in numbers))


@pytest.mark.parametrize(
    ("source", "usual", "unusual"),
    [
        ("def f(n):\n    return n * (n + 1)", (Int(3),), (Int(-3),)),
        ("def f(n):\n    return n * (n + 1)", (Int(3),), (Int(0),)),
        ("def f(a):\n    return max(a) - min(a)", (ints(2, 1),), (ints(),)),
        ("def f(a, k):\n    return a[:k]", (ints(1, 2), Int(2)), (ints(1, 2), Int(3))),
        ("def f(a, n):\n    return sum(a[i] for i in range(n))", (ints(1, 2), Int(2)), (ints(1), Int(2))),
        ("def f(a, b):\n    return [x + y for x, y in zip(a, b)]", (ints(1), ints(2)), (ints(1), ints(2, 3))),
        ("def f(a, b):\n    return [a[i] + b[i] for i in range(len(a))]", (ints(1), ints(2)), (ints(1), ints(2, 3))),
        ("import bisect\ndef f(a, x):\n    return bisect.bisect(a, x)", (ints(1, 2), Int(-1)), (ints(2, 1), Int(1))),
        ("def f(month):\n    return month in (4, 6, 9, 11)", (Int(12),), (Int(13),)),
        ("def f(low, high):\n    return list(range(low, high))", (Int(2), Int(5)), (Int(5), Int(2))),
        ("def g(b, m):\n    return b[:m]\ndef f(a, k):\n    return g(a, k)", (ints(1, 2), Int(1)), (ints(1), Int(2))),
    ],
)
def test_what_is_unusual_decides_nothing(source: str, usual: tuple[Value, ...], unusual: tuple[Value, ...]) -> None:
    """An input that breaks what the function seems to take for granted is too unlikely to decide."""
    entry = survey(source).entries[-1]
    found = domain_of(entry, conditions(entry, None), ())
    assert found.likelihood(Input(usual)) >= DECIDES > found.likelihood(Input(unusual))


@pytest.mark.parametrize(
    ("source", "given"),
    [
        ("def f(n):\n    if n < 0:\n        return 0\n    return n", (Int(-3),)),
        ("def f(n):\n    return abs(n)", (Int(-3),)),
        ("def f(n):\n    if n == 0:\n        return 1\n    return n * 2", (Int(0),)),
        ("def f(a):\n    if not a:\n        return None\n    return max(a)", (ints(),)),
        ("def f(a):\n    return max(a) if len(a) > 0 else 0", (ints(),)),
        ("def f(a, x):\n    return a.count(x)", (ints(1), Int(-1))),
        ("def f(a, b):\n    if len(a) != len(b):\n        return False\n    return all(x == y for x, y in zip(a, b))",
         (ints(1), ints(1, 2))),
        ('def f(n):\n    """f(0) == 1, f(-2) == 3"""\n    return n', (Int(-1),)),
    ],
)  # fmt: skip
def test_what_is_dealt_with_decides(source: str, given: tuple[Value, ...]) -> None:
    """What the function itself deals with, or an example shows, is an input of the task."""
    assert domain(source).likelihood(Input(given)) >= DECIDES


def test_inputs_are_made_to_fulfil_the_model() -> None:
    """Most inputs that are drawn, and all that are mended, keep relations between parameters."""
    found = domain("def f(a, b, k):\n    return [x + y for x, y in zip(a, b)][:k] + a[:k]")
    pool = pool_of((), 3)
    made = [found.fulfilled(random_input(found.entry, pool), pool) for _ in range(200)]
    assert sum(found.likelihood(given) >= DECIDES for given in made) > 150


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ("def f(words, k):\n    return sorted(words)[:k]", ["words: list of word", "k: whole number from 0"]),
        ("def f(rows):\n    return [a + 1 for _, a in rows]", ["rows: list of pair (whole number, whole number)"]),
        ("def f(tup):\n    return tup.count(1)", ["tup: tuple of whole number"]),
        ("def f(items):\n    return max(items, key=lambda s: s['price'])", ["items: list of dict from "]),
        ('def f(xs):\n    """Sort each sublist of strings."""\n    return [sorted(x) for x in xs]',
         ["xs: list of list of word"]),
        ("def f(xs):\n    return max(len(x) for x in xs)", ["xs: list of word"]),
    ],
)  # fmt: skip
def test_the_model_in_words(source: str, lines: list[str]) -> None:
    """Each parameter is said in words, each assumption with its source and weight."""
    entry = survey(source).entries[0]
    found = explained(domain_of(entry, conditions(entry, None), ()))
    said = [f"{line.parameter}: {line.words}" for line in found if line.parameter]
    assert all(any(one.startswith(line.removesuffix(" from 0")) for one in said) for line in lines)
    assert all(line.because and 0 < line.weight <= 1 for line in found)


DECLARED = (
    "def f(n: int, k: int, t: str, xs: list, ys: list[int]) -> int:\n"
    '    """k is between 0 and 9."""\n'
    "    hours, minutes = t.split(':')\n"
    "    return n // k + int(hours) + int(minutes) + sum(xs) + ys[0]\n"
)


def test_declared_is_only_what_a_declaration_says() -> None:
    """What use or words make of a declared type stands in a line of its own, with where that comes from."""
    entry = survey(DECLARED).entries[0]
    found = explained(domain_of(entry, conditions(entry, None), ()))
    said = [(line.parameter, line.words, line.because) for line in found if line.parameter]
    parts = "text of 2 parts (whole number from 0, whole number from 0) between ':'"
    assert said == [
        ("n", "whole number", "declared as int"),
        ("n", "whole number from 0", "a number that counts or measures"),
        ("k", "whole number", "declared as int"),
        ("k", "0 … 9", "its text says 'k is between 0 and 9'"),
        ("t", "text", "declared as str"),
        ("t", parts, "how it is used"),
        ("xs", "list of any", "declared as list"),
        ("xs", "list of whole number", "how it is used"),
        ("ys", "list of whole number", "declared as list[int]"),
    ]


@pytest.mark.parametrize(
    ("language", "source", "plain"),
    [
        (
            "java",
            'class A { static int f(String s) { String[] p = s.split(":"); return Integer.parseInt(p[0]); } }',
            ("text", "declared as String"),
        ),
        (
            "typescript",
            "export function f(s: string) { const [a, b] = s.split(':'); return parseInt(a) + b.length; }",
            ("text", "declared as string"),
        ),
        (
            "cpp",
            "#include <string>\n/* n is between 0 and 9. */\nint f(int n, std::string s) { return s[n] / n; }",
            ("-2147483648 … 2147483647", "declared as int"),
        ),
    ],
)
def test_declared_in_other_languages(language: str, source: str, plain: tuple[str, str]) -> None:
    """The same with the types of other languages: first the type, then what is narrower."""
    known = by_id(language)
    runner = known.runner() if known is not None else None
    assert runner is not None
    entry = runner.survey(source).entries[0]
    first, second, *_ = explained(domain_of(entry, conditions(entry, None), ()))
    assert (first.words, first.because) == plain
    assert second.parameter == first.parameter
    assert second.words != first.words
    assert "declared" not in second.because


def test_mutants_are_of_one_operator_or_statement() -> None:
    """Each mutant parses and differs at one place; those of functions that an entry does not call are not its own."""
    source = "def f(a):\n    s = 0\n    for x in a:\n        s += x\n    return s\n\n\ndef g(n):\n    return n - 1\n"
    found = mutants(PYTHON, source)
    assert {m.rule for m in found} >= {"deletion", "assignment", "arithmetic"}
    assert len({m.source for m in found}) == len(found)
    own = survey(source)
    assert {m.line for m in mutants_of(PYTHON, source, own, own.entries[1])} == {9}


@sandboxed
@pytest.mark.sandbox
def test_inputs_expose_mutants() -> None:
    """The verdict says how many mutants of the reference its inputs expose; where they expose few it is not enough."""
    with EvidenceSession() as session:
        found = session.judge(LARGEST, LARGEST, PYTHON, Options())
        assert found.verdict == "equivalent"
        assert found.mutants.total >= 4
        assert found.mutants.exposed >= found.mutants.total - 2
        idle = "def f(xs):\n    a = 1\n    b = 2\n    c = a + b\n    d = c * a\n    return len(xs)\n"
        assert session.judge(idle, idle, PYTHON, Options()).verdict == "insufficient"


@sandboxed
@pytest.mark.sandbox
def test_a_difference_on_unusual_inputs_is_a_condition() -> None:
    """A program that differs only where a number is negative is not accused: it does the same under a condition."""
    reference = "def f(n):\n    return n * (n + 1) // 2\n"
    with EvidenceSession() as session:
        found = session.judge("def f(n):\n    return sum(range(n + 1))\n", reference, PYTHON, Options())
        assert found.verdict == "conditional"
        assert found.outside is not None
        assert found.counterexample is None
        assert "n is at least 0" in found.reason


@sandboxed
@pytest.mark.sandbox
def test_given_conditions_make_inputs() -> None:
    """Conditions that drawn inputs hardly fulfil still leave enough inputs: other shapes are tried, and many more."""
    source = "def f(things, k):\n    return sorted(things, key=repr)[:k]\n"
    with EvidenceSession() as session:
        options = Options(assume="all(isinstance(w, str) for w in things) and k >= 0")
        found = session.judge(source, source, PYTHON, options)
        assert found.verdict == "equivalent"
        assert found.inputs >= 30


@sandboxed
@pytest.mark.sandbox
@pytest.mark.parametrize(
    ("line", "column"), [("k > ", 5), ("k >= 0 and len(xs", 12), ("k 3", 3), ("ties of k do not matter", 6)]
)
def test_what_is_no_condition_is_refused(line: str, column: int) -> None:
    """A condition that is none is refused with the place where it stops being one."""
    source = "def f(xs, k):\n    return xs[:k]\n"
    with EvidenceSession() as session, pytest.raises(InputError) as refused:
        session.judge(source, source, PYTHON, Options(assume=line))
    assert "is no condition in Python" in str(refused.value)
    assert abs(int(str(refused.value).rsplit(" ", 1)[-1]) - column) <= 6


@sandboxed
@pytest.mark.sandbox
def test_the_same_under_load(tmp_path: Path) -> None:
    """Two runs say the same, one of them beside busy loops: nothing that is found out hangs on the clock."""
    source = "def f(a, k):\n    return sorted(a)[:k]\n"
    other = "def f(a, k):\n    return sorted(set(a))[:k]\n"

    def document() -> dict[str, object]:
        with EvidenceSession() as session:
            found = session.judge(other, source, PYTHON, Options())
        return {"verdict": found.verdict, "reason": found.reason, "tally": found.tally, "mutants": found.mutants}

    idle = document()
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(4)]
    try:
        assert document() == idle
    finally:
        for process in busy:
            process.kill()
            process.wait()


@sandboxed
@pytest.mark.sandbox
def test_explain(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`--explain` prints the model with the source of each line; `--json` holds it anyway."""
    file = tmp_path / "top.py"
    file.write_text("def top(words, k):\n    return sorted(words)[:k]\n")
    assert main(["evidence", str(file), str(file), "--explain"]) == 0
    shown = capsys.readouterr().out
    assert "words: list of word" in shown
    assert "k is from 0 to len(words)" in shown or "k is at least 0" in shown
    assert main(["evidence", str(file), str(file), "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    unit = document["units"][0] if document.get("units") else document
    assert {"exposed", "total"} <= (document.get("mutants") or unit["mutants"]).keys()


@pytest.mark.parametrize(
    ("source", "text", "follows"),
    [
        (LIST, "3\n1 2 3\n", True),
        (LIST, "3\n1 2\n", False),
        (EDGES, "2 1\n1 2\n", True),
        (EDGES, "2 1\n1 3\n", False),
        (EDGES, "2 1\n1 1\n", False),
        (GRID, "2 3\nabc\ncba\n", True),
        (GRID, "2 3\nabc\ncb\n", False),
        (HELPERS, "4\n", True),
        (STREAM, "2\n5\n6\n", True),
        (HELPERS, "4 4\n", False),
        ("n, *a = map(int, open(0).read().split())\nprint(a)", "2\n5 6\n", True),
        ("l, r = map(int, input().split())\nprint(r - l)", "5 2\n", False),
    ],
)  # fmt: skip
def test_what_a_program_reads(source: str, text: str, follows: bool) -> None:
    """Counts, places, widths and pairs in what a program reads must fit together."""
    found = domain(source)
    assert (found.likelihood(Input((), text)) >= DECIDES) == follows


def test_words_are_words() -> None:
    """A parameter that is called so holds words, where nothing says otherwise."""
    found = domain("def f(words, k):\n    return sorted(words)[:k]")
    pool = pool_of((), 1)
    drawn = [random_input(found.entry, pool).arguments[0] for _ in range(20)]
    assert all(isinstance(w, Text) for value in drawn if isinstance(value, Sequence) for w in value.items)
