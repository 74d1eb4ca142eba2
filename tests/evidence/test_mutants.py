"""Mutants: which faults inputs must show before "the same" is said, and which lines they must reach."""

from __future__ import annotations

import ast
import runpy
from collections import Counter
from dataclasses import replace
from importlib.resources import files

import pytest

from codescore.evidence.channel import Ran
from codescore.evidence.mutants import BOUNDARY, Mutant, lines_of, mutants, mutants_of, spread
from codescore.evidence.options import Options
from codescore.evidence.reach import Reach, Span
from codescore.evidence.sandbox import probe
from codescore.evidence.session import EvidenceSession
from codescore.languages import by_id
from codescore.languages.cpp.run.reading import read
from codescore.languages.cpp.run.weaving import woven
from codescore.languages.python.run.surveying import survey
from tests.evidence.answers import answers
from tests.evidence.judging import judged

PYTHON = by_id("python")
ABLE = probe()
sandboxed = pytest.mark.skipif(not ABLE.works, reason=f"NO SANDBOX, NOTHING TESTED: {ABLE.detail}; {ABLE.remedy}")
# By its path: as a module of its package it would hide the function `harness` of the same name.
weave = runpy.run_path(str(files("codescore.languages.python.run").joinpath("harness/branches.py")))["weave"]


@pytest.mark.parametrize(
    ("language", "source", "rule", "changed"),
    [
        ("python", "def f(x):\n    return x.strip()\n", "call", "return x\n"),
        ("python", "def f(x):\n    return sorted(x, key=len)\n", "call", "return x\n"),
        ("python", "def f(x):\n    return sorted(x, key=len)\n", "argument", "sorted(x)"),
        ("python", "def f(x):\n    return x.split('=', 1)\n", "argument", "x.split('=')"),
        ("python", "def f(x):\n    return max(x, 0)\n", "call", "return 0\n"),
        ("python", "def f(x):\n    return [f(y) for y in x]\n", "call", "[y for y in x]"),
        ("python", "def f(x):\n    return [y for y in x if y > 1]\n", "condition", "if True]"),
        ("python", "def f(x):\n    return 1 if x else 2\n", "condition", "1 if False else 2"),
        ("python", "def f(x, y):\n    return x and y\n", "operand", "return y\n"),
        ("python", "def f(x):\n    return not x\n", "negation", "return x\n"),
        ("python", "def f(x):\n    return x[1:-2]\n", "place", "x[1 + 1:-2]"),
        ("python", "def f(x):\n    return x[1:-2]\n", "place", "x[1:(-2) + 1]"),
        ("java", "class A { static int f(int x) { return Math.abs(x); } }", "call", "return x;"),
        ("java", "class A { static String f(String x) { return x.trim(); } }", "call", "return x;"),
        ("java", "class A { static int f(int x) { if (x > 1) return 2; else return 3; } }", "condition", "if (false)"),
        ("java", "class A { static String f(String x) { return x.substring(1, 2); } }", "argument", "x.substring(1)"),
        ("javascript", "function f(x) { return x.sort((a, b) => a - b); }", "argument", "x.sort()"),
        ("javascript", "function f(x) { return x.toLowerCase(); }", "call", "return x;"),
        ("javascript", "function f(x) { return !x; }", "negation", "return x;"),
        ("typescript", "function f(x: number[]) { return x.slice(1); }", "place", "x.slice(1 + 1)"),
        ("cpp", "int f(int x) { return std::max(x, 0); }", "call", "return x;"),
        ("java", "class A { static int f(int x) { return Math.floorMod(x, 7); } }", "call", "return ((x) % (7));"),
        ("java", "class A { static int f(int x) { return (x % 7 + 7) % 7; } }", "call", "return (x % 7);"),
        ("javascript", "function f(x, n) { return ((x % n) + n) % n; }", "call", "return ((x % n));"),
        ("cpp", "int f(int x, int n) { return (n + x % n) % n; }", "call", "return (x % n);"),
    ],
)
def test_a_slip_is_a_mutant(language: str, source: str, rule: str, changed: str) -> None:
    """What people forget is asked for in every language: a call, an argument, a half of a condition, a place."""
    found = [mutant for mutant in mutants(by_id(language), source) if mutant.rule == rule]
    assert any(changed in mutant.source for mutant in found), [mutant.source for mutant in found]


def test_a_mutant_says_the_line_that_it_changes() -> None:
    """In a chain of calls over several lines it is the line of the call that is left out."""
    source = "function f(x) {\n  return x\n    .trim()\n    .toLowerCase();\n}\n"
    lines = [mutant.line for mutant in mutants(by_id("javascript"), source) if mutant.rule == "call"]
    assert sorted(lines) == [3, 4]


def test_mutants_that_are_too_many_are_chosen_over_kinds_and_places() -> None:
    """A kind that is everywhere takes no room from one that is rare, and each is taken from beginning to end."""
    found = [Mutant(f"d{n}", "deletion", n) for n in range(60)] + [Mutant("c", "call", 3), Mutant("p", "place", 9)]
    chosen = spread(found, 24)
    assert Counter(mutant.rule for mutant in chosen) == {"deletion": 22, "call": 1, "place": 1}
    deleted = [mutant.line for mutant in chosen if mutant.rule == "deletion"]
    assert deleted == sorted(deleted)
    assert deleted[0] < 3
    assert deleted[-1] > 56
    assert spread(found[:5], 24) == found[:5]


def test_a_branch_says_the_line_behind_it() -> None:
    """That of the code that it leads to; below zero that of its condition where it leads to none of its own."""
    source = "def f(n):\n    if n > 1:\n        return 1\n    for x in n:\n        pass\n    return 2\n"
    assert weave(ast.parse(source)) == [3, -2, 5, -4, 2]
    source = "def f(a, b):\n    if a and b:\n        return 1\n    if a or b: return 2\n    else: return 3\n"
    assert weave(ast.parse(source)) == [-2, -2, 3, -2, -4, -4, -4, 5, 2]
    text = "int f(int a) {\n  if (a)\n    return 1;\n  while (a) {\n    --a;\n  }\n  return 2; }\n"
    assert woven(read(text))[1] == [2, -2, 3, 5]


def test_what_is_not_compared_is_not_asked_for() -> None:
    """A helper that the function calls must be reached, its neighbours need not be."""
    source = "def a(x):\n    return b(x)\n\ndef b(x):\n    return x\n\ndef c(x):\n    return x\n"
    own = survey(source)
    entry = next(entry for entry in own.entries if entry.name == "a")
    spans = lines_of(PYTHON, source, own, entry)
    reach = Reach(spans=spans, reached={0, 1})
    reach.heard(Ran((), "done", branches=4, lines=(2, 5, -5, 8)))
    assert (reach.missed(), reach.share()) == ([-5], 2 / 3)
    assert reach.missed(frozenset({"b"})) == []
    reach.reached = {0}
    assert reach.missed() == []


def test_what_no_input_of_a_whole_program_enters_has_no_mutants() -> None:
    """Its lines are not asked for either: what would call it is missed itself, or nothing does."""
    source = (
        "def never(n):\n    if n:\n        return 1\n\ndef seldom(n):\n    if n:\n        return 2\n\nseldom(input())\n"
    )
    spans = (Span(1, 9), Span(1, 3, "never"), Span(5, 7, "seldom"))
    reach = Reach(4, (2, -2, 6, -6), spans, {3})
    assert [line for line in range(1, source.count("\n") + 1) if reach.idle(line)] == [1, 2, 3]
    assert not replace(reach, spans=spans[1:]).idle(2)  # a function by itself


CARRIED = """def gcd(a, b):
    while b:
        a, b = b, a % b
    return a

def lcm(a, b):
    if gcd(a, b) > 9:
        return 0
    return a * b // gcd(a, b)

print(int(input()) + 1)
"""


def test_what_a_whole_program_never_calls_is_not_asked_for() -> None:
    """Neither its branches nor its mutants."""
    own = survey(CARRIED)
    entry = next(entry for entry in own.entries if entry.kind == "script")
    reach = Reach(spans=lines_of(PYTHON, CARRIED, own, entry), reached={3})
    reach.heard(Ran((), "done", branches=4, lines=(2, 6, -6, 11)))
    assert (reach.missed(), reach.share()) == ([], 1.0)
    assert {mutant.line for mutant in mutants_of(PYTHON, CARRIED, own, entry)} == {11}


HELPED = """def grade(points):
    if points < 0:
        return "none"
    return "good" if points > 50 else "fair"

def best(marks):
    return grade(max(abs(mark) for mark in marks))
"""


@sandboxed
@pytest.mark.sandbox
def test_a_helper_is_shown_by_itself() -> None:
    """`best` gives `grade` nothing below zero; that is seen where `grade` is compared, not where it is written out."""
    own = HELPED.replace("max(abs(mark) for mark in marks)", "max(map(abs, marks))")
    inside = own.replace("return grade(", "points = (").rstrip() + "\n    return 'good' if points > 50 else 'fair'\n"
    told = {}
    for name, candidate in (("called", own), ("written out", inside)):
        with EvidenceSession() as session:
            found = session.judge(candidate, HELPED, PYTHON, Options(pairs=(("grade", "grade"), ("best", "best"))))
        told[name] = {one.pair[1]: one.verdict for one in found.units}
    assert told["called"] == {"grade": "equivalent", "best": "equivalent"}
    assert told["written out"] == {"grade": "equivalent", "best": "insufficient"}


def test_what_stands_between_the_functions_of_a_class_is_mutated() -> None:
    """A table of functions is a part of the program that looks into it; that of another class is none."""
    table = "class {}:\n  TABLE = [lambda a, b: a {} b]\n  def {}(self, x):\n    return self.TABLE[0](x, 1)\n"
    source = table.format("A", "-", "f") + table.format("B", "*", "g")
    own = survey(source)
    entry = next(entry for entry in own.entries if entry.name == "f")
    changed = [mutant.source for mutant in mutants_of(PYTHON, source, own, entry)]
    assert any("a + b" in text for text in changed)
    assert all("a * b" in text for text in changed)


SQUARE = "def f(n):\n    return abs(n * n) + 1\n"
SLUG = """def slug(title):
    words = title.strip().lower().split()
    return "-".join(words)
"""
TYPED = """def f(n):
    if isinstance(n, set) and len(n) > 90:
        return 1
    return n * 3 + 1
"""


@sandboxed
@pytest.mark.sandbox
@pytest.mark.parametrize(
    ("candidate", "reference", "verdict", "said"),
    [
        (TYPED.replace("return 1", "return 2"), TYPED, "insufficient", "hardly any of them shows what line 3 does"),
        (TYPED, TYPED, "insufficient", "but none reaches line 3"),
        (SQUARE.replace("abs", ""), SQUARE, "insufficient", "abs in line 2 alters anything"),
        (SQUARE.replace(" + 1", " - -1"), SQUARE, "equivalent", "the same on all"),
        (SLUG.replace(".strip()", ""), SLUG, "equivalent", "the same on all"),
    ],
)
def test_what_no_input_shows_is_not_called_the_same(candidate: str, reference: str, verdict: str, said: str) -> None:
    """Nor is the right program, for nobody knows; a call that does alter something, and still matters to no result,
    may be left out.
    """
    with EvidenceSession() as session:
        found = session.judge(candidate, reference, PYTHON, Options())
    assert (found.verdict, said in found.reason) == (verdict, True), found.reason


BILL = """function money(cents) {
  const size = Math.abs(cents);
  return (cents < 0 ? '-' : '') + '$' + Math.floor(size / 100) + '.' + String(size % 100).padStart(2, '0');
}
/** Amounts are at least 0. */
function bill(amounts) {
  return amounts.map((amount) => money(amount)).join(' ');
}
module.exports = { money, bill };
"""
WITHOUT_ABS = BILL.replace("Math.abs(cents)", "cents < 0 ? -cents : cents")


@sandboxed
@pytest.mark.sandbox
def test_a_call_in_a_function_that_is_compared_by_itself_is_asked_there() -> None:
    """A bill has no negative amount: that `abs` alters nothing there says nothing of `money`, compared by itself."""
    with EvidenceSession() as session:
        found = judged(session, "javascript", WITHOUT_ABS, BILL)
    assert found.verdict == "equivalent", found.reason


JAVA_FLOOR = """import java.util.*;
public class Main {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int n = in.nextInt();
        int left = Math.max(0, n - 3);
        System.out.println(n < 3 ? "none" : "left " + left);
    }
}
"""
CPP_FLOOR = """#include <algorithm>
#include <string>
std::string left(int n) {
    int left = std::max(0, n - 3);
    return n < 3 ? "none" : "left " + std::to_string(left);
}
"""


@sandboxed
@pytest.mark.sandbox
@pytest.mark.parametrize(
    ("language", "reference", "call"),
    [("java", JAVA_FLOOR, "Math.max(0, n - 3)"), ("cpp", CPP_FLOOR, "std::max(0, n - 3)")],
)
def test_a_call_whose_effect_is_never_seen_may_be_left_out(language: str, reference: str, call: str) -> None:
    """In languages with braces, too: it alters numbers below 3, and then they are not shown."""
    candidate = reference.replace(call, "n - 3")
    with EvidenceSession() as session:
        found = session.judge(
            candidate, reference, by_id(language), Options(pairs=answers(language, candidate, reference))
        )
    assert found.verdict == "equivalent", found.reason


GUARDED = """class Stack:
    def __init__(self):
        self._items = []
    def push(self, x):
        self._items.append(x)
    def pop(self):
        if not self._items:
            raise RuntimeError("empty")
        return self._items.pop()
    def top(self):
        if not self._items:
            raise RuntimeError("empty")
        return self._items[-1]
"""


@sandboxed
@pytest.mark.sandbox
def test_another_error_in_place_of_a_refusal_is_not_asked_for() -> None:
    """What both refuse is no difference, so inputs cannot show which error it is: such mutants count for nothing."""
    with EvidenceSession() as session:
        found = session.judge(GUARDED, GUARDED, PYTHON, Options())
    assert found.verdict == "equivalent", found.reason
    assert found.mutants.exposed == found.mutants.total > 2


def test_a_bound_that_is_in_or_out_is_a_kind_of_its_own() -> None:
    """Many comparisons are turned round at once by hardly any input; who writes `>` for `>=` differs on one."""
    made = mutants(PYTHON, "def f(a, b):\n    return a <= b and a != 3\n")
    changed = {one.source.splitlines()[1].strip(): one.rule for one in made if one.rule in (BOUNDARY, "relational")}
    assert changed["return a < b and a != 3"] == BOUNDARY
    assert changed["return a > b and a != 3"] == "relational"
    assert changed["return a <= b and a == 3"] == "relational"


@pytest.mark.parametrize(
    ("language", "source"),
    [
        ("cpp", "int f(int n) {\n    int sum = 0;\n    sum += n;\n    return sum;\n}\n"),
        (
            "java",
            "class A { static int f(int n) {\n    int sum = 0;\n    sum += n;\n    return sum;\n} }\n",
        ),
    ],
)
def test_declarations_stay_where_a_compiler_asks_for_them(language: str, source: str) -> None:
    """Without one nothing compiles, and nothing is shown."""
    lines = source.splitlines()
    left_out = {lines[one.line - 1].strip() for one in mutants(by_id(language), source) if one.rule == "deletion"}
    assert left_out == {"sum += n;", "return sum;"}
