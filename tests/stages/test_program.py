"""The normal form of programs: what is only another way of writing the same is nothing, what is not is left."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from codescore.languages import Language, by_id
from codescore.program import Program
from codescore.score.decision import numbers
from codescore.score.remainder import Remainder, remainder
from codescore.sketch import program_unit
from codescore.syntax import parse, units_of


def program(source: str, language: Language) -> Program:
    """The program of the first unit of a source."""
    syntax = parse(language, source.encode())
    found = program_unit(syntax, units_of(syntax)[0])
    assert found is not None
    return found


def left(candidate: str, reference: str, language: str = "python") -> Remainder:
    """What is left of two sources' first units."""
    of = by_id(language)
    assert of is not None
    return remainder(program(candidate, of), program(reference, of), of)


def function(body: str, parameters: str = "a, b, xs") -> str:
    """A Python function with a body of lines that are not indented."""
    return f"def f({parameters}):\n" + "".join(f"    {line}\n" for line in body.splitlines())


SAME = {
    "operands of a product": ("return a * b", "return b * a"),
    "numbers that are multiplied": ("return b * (2 * 3) + 24 * 60", "return 6 * b + 1440"),
    "a value that is given twice": (
        "t = frozenset(xs)\nt = frozenset(xs)\nreturn a, t",
        "t = frozenset(xs)\nreturn a, t",
    ),
    "operands of a sum of numbers": ("return 1 + len(xs)", "return len(xs) + 1"),
    "a mirrored comparison": ("return a > b", "return b < a"),
    "a negated comparison": ("return not a == b", "return a != b"),
    "De Morgan": ("return not (a and b)", "return not a or not b"),
    "brackets": ("return (a - (b))", "return a - b"),
    "an operator with assignment": (
        "s = 0\nfor x in xs:\n    s = s + x\nreturn s",
        "s = 0\nfor x in xs:\n    s += x\nreturn s",
    ),
    "a temporary": ("t = a % b\nreturn t", "return a % b"),
    "a comprehension": (
        "r = []\nfor x in xs:\n    if x:\n        r.append(x)\nreturn r",
        "return [x for x in xs if x]",
    ),
    "a list for a generator": ("return sum([x for x in xs])", "return sum(x for x in xs)"),
    "counting by hand": (
        "s = 0\ni = 0\nwhile i < b:\n    s += i\n    i += 1\nreturn s",
        "s = 0\nfor i in range(b):\n    s += i\nreturn s",
    ),
    "an index by hand": (
        "s = 1\nk = 0\nwhile k < len(xs):\n    x = xs[k]\n    k += 1\n    s *= x\nreturn s",
        "s = 1\nfor x in xs:\n    s *= x\nreturn s",
    ),
    "an else behind a way out": ("if a:\n    return b\nelse:\n    return xs", "if a:\n    return b\nreturn xs"),
    "branches exchanged": (
        "if a < b:\n    s = xs\nelse:\n    s = a\nreturn s",
        "if not a < b:\n    s = a\nelse:\n    s = xs\nreturn s",
    ),
    "nested conditions": ("if a:\n    if b:\n        print(xs)", "if a and b:\n    print(xs)"),
    "a guard for a block": (
        "for x in xs:\n    if x:\n        continue\n    print(x)",
        "for x in xs:\n    if not x:\n        print(x)",
    ),
    "independent lines": ("p = a % 2\nq = b % 3\nreturn g(p, q, p)", "q = b % 3\np = a % 2\nreturn g(p, q, p)"),
    "code that is never reached": ("return a\nprint(b)", "return a"),
    "a value that nobody reads": ("unused = a % 2\nreturn b", "return b"),
    "several values at once": ("p, q = a, b\nreturn g(p, q, p, q)", "p = a\nq = b\nreturn g(p, q, p, q)"),
    "a docstring": ('"""Says something."""\nreturn a', "return a"),
    "a message to a log": ("logger.info(a)\nreturn a", "return a"),
    "text with parts": ('return "{} of {}".format(a, b)', 'return f"{a} of {b}"'),
    "the other quotes": ("return 'a'", 'return "a"'),
    "yes or no": ("if a < b:\n    return True\nreturn False", "return a < b"),
    "the larger of two, equal or not": (
        "m = a\nif b >= m:\n    m = b\nreturn m",
        "m = a\nif b > m:\n    m = b\nreturn m",
    ),
    "the larger of two as a choice": ("return a if a >= b else b", "return a if a > b else b"),
    "a search that found something": ("return str(a).find(str(b)) >= 0", "return str(b) in str(a)"),
    "a search that found nothing": ("return str(a).rfind(str(b)) == -1", "return str(b) not in str(a)"),
    "lines of one form": (
        "p = 0\nq = 0\nfor x in xs:\n    p += x\n    q -= p\n    if x:\n        p = 1\n        q = 1\nreturn p, q",
        "p = 0\nq = 0\nfor x in xs:\n    p += x\n    q -= p\n    if x:\n        q = 1\n        p = 1\nreturn p, q",
    ),
    "a temporary further up": ("t = a % 7\np = []\nfor x in range(t):\n    p.append(x)\n    p.append(b)\nreturn p",
        "p = []\nfor x in range(a % 7):\n    p.append(x)\n    p.append(b)\nreturn p"),
    "the largest of a list by a key": ("t = [x for x in xs]\nt = [x for x in xs]\nreturn max(t, key=abs)",
        "t = [x for x in xs]\nreturn max(t, key=abs)"),
    "another name": ("total = a\ntotal += b\nreturn total", "s = a\ns += b\nreturn s"),
}  # fmt: skip


@pytest.mark.parametrize(("candidate", "reference"), SAME.values(), ids=SAME)
def test_another_way_of_writing_leaves_nothing(candidate: str, reference: str) -> None:
    """Both directions."""
    assert left(function(candidate), function(reference)).left == ()
    assert left(function(reference), function(candidate)).left == ()


RUN = [name for name in SAME if name not in ("nested conditions", "a guard for a block", "a message to a log")]


@pytest.mark.parametrize("name", [n for n in RUN if "g(" not in SAME[n][0]])
def test_what_leaves_nothing_does_the_same(name: str) -> None:
    """Both sides, run on every small input."""
    made = []
    for body in SAME[name]:
        space: dict[str, Any] = {}
        exec(function(body), space)  # our own functions, above
        made.append(space["f"])
    for a, b, xs in product((0, 1, 2, 13), (1, 2, 3, 21), ([1], [3, -4, 0], [2, 2])):
        assert repr(made[0](a, b, list(xs))) == repr(made[1](a, b, list(xs))), (a, b, xs)


UNLIKE = {
    "a place beside the larger one": (
        "m = a\np = 0\nif b >= m:\n    m = b\n    p = 1\nreturn m, p",
        "m = a\np = 0\nif b > m:\n    m = b\n    p = 1\nreturn m, p",
    ),
    "a search from the second letter": ("return str(a).find(str(b)) > 0", "return str(b) in str(a)"),
    "a value that changes on the way": (
        "t = a % 7\na = b\nreturn g(t, a)", "a = b\nreturn g(a % 7, a)"
    ),
    "the larger of a list and another": ("return max(list(xs), b)", "return max(xs, b)"),
}  # fmt: skip


@pytest.mark.parametrize(("candidate", "reference"), UNLIKE.values(), ids=UNLIKE)
def test_what_looks_alike_is_left(candidate: str, reference: str) -> None:
    """Where a rule does not hold, it does not apply."""
    assert left(function(candidate), function(reference)).left != ()


def test_types_that_only_inform_leave_nothing() -> None:
    """Annotations of Python."""
    assert left(function("return a", "a: int"), function("return a", "a")).left == ()


LOOP = "s = 0\nfor i in range(b):\n    if xs[i] > a:\n        s += xs[i]\nif s > 9:\n    s = 9\nreturn s"
DIFFERENT = {
    "a constant": ("s = 9", "s = 8", "constant"),
    "a bound": ("range(b)", "range(b - 1)", "structure"),
    "a variable": ("> a", "> b", "variable"),
    "an operator": ("> a", ">= a", "operator"),
    "a missing statement": ("    s = 9\n", "    pass\n", "missing_guard"),
    "operands in another order": ("> a", "< a", "order"),
    "what is returned": ("return s", "return a", "variable"),
}


@pytest.mark.parametrize(("written", "instead", "kind"), DIFFERENT.values(), ids=DIFFERENT)
def test_a_slip_is_left_and_has_a_kind(written: str, instead: str, kind: str) -> None:
    """One edit of a function is what is left of it; most of it is the same."""
    found = left(function(LOOP.replace(written, instead, 1)), function(LOOP))
    assert found.left
    assert found.shared > 0.7
    if kind not in ("order", "missing_guard"):
        assert numbers(found)[kind] == 1


def test_a_statement_in_another_place_is_left_where_that_matters() -> None:
    """`s = a` before or behind what reads `s`; two lines that have nothing to do with each other may stand anyhow."""
    before, behind = "s = a\nprint(s)\ns = b\nreturn s", "print(s)\ns = a\ns = b\nreturn s"
    assert left(function(behind), function(before)).left


@pytest.mark.parametrize(
    ("language", "one", "other"),
    [
        ("javascript", "(a) => a.n ? function () { return a; } : a.m", "(a) => a.n ? a.m : function () { return a; }"),
        (
            "java",
            "class A { void f(B b, int n) { b.g(() -> { n(); }, n); } }",
            "class A { void f(B b, int n) { b.g(n, () -> { n(); }); } }",
        ),
    ],
)
def test_a_function_among_operands_keeps_its_place(language: str, one: str, other: str) -> None:
    """What has statements of its own is told apart by where it stands among what has none."""
    assert left(one, other, language).left
    assert not left(one, one, language).left


def test_a_function_declared_behind_a_return_counts() -> None:
    """In JavaScript it can be called all the same; other code behind a return is never reached."""
    text = "function f(a) {{ return g(a); function g(b) {{ return b {} 1; }} {} }}"
    assert left(text.format("===", ""), text.format("!==", ""), "javascript").left
    assert not left(text.format("===", "h();"), text.format("===", ""), "javascript").left


def test_operands_keep_their_order_where_they_may_be_text() -> None:
    """`a + b` is not `b + a` if these can be texts; a difference never is."""
    assert left(function("return a + b"), function("return b + a")).left
    assert left(function("return a - b"), function("return b - a")).left


def test_a_condition_that_guards_stays_before_what_it_guards() -> None:
    """`i < n and xs[i]` may not be turned round."""
    assert left(function("return a < b and xs[a]"), function("return xs[a] and a < b")).left


JAVA = """class A {{
    static {type} f(int[] xs, int n) {{
        {type} s = 0;
        {loop}
        return s;
    }}
}}
"""
FOR = "for (int i = 0; i < n; i++) { if (xs[i] < 0) continue; s += xs[i]; }"


@pytest.mark.parametrize(
    "loop",
    [
        "int i = 0; while (i < n) { if (xs[i] < 0) { i++; continue; } s += xs[i]; i++; }",
        "for (int k = 0; n > k; ++k) { if (!(xs[k] < 0)) { s = s + xs[k]; } }",
    ],
)
def test_a_loop_of_java_is_the_same_in_either_form(loop: str) -> None:
    """`for` and `while`, with a step before each `continue`."""
    reference = JAVA.format(type="int", loop=FOR)
    assert left(JAVA.format(type="int", loop=loop), reference, "java").left == ()


def test_a_type_that_holds_other_values_is_left() -> None:
    """`int` where the reference has `long`."""
    found = left(JAVA.format(type="int", loop=FOR), JAVA.format(type="long", loop=FOR), "java")
    assert numbers(found)["type"] >= 1


def test_code_nested_too_deep_has_no_program() -> None:
    """What cannot be followed is unknown, and no error."""
    deep = "def f(a):\n    return " + "(" * 3000 + "a" + ")" * 3000 + "\n"
    language = by_id("python")
    assert language is not None
    syntax = parse(language, deep.encode())
    assert program_unit(syntax, units_of(syntax)[0]) is None


def test_arguments_in_another_order_are_a_kind_of_their_own() -> None:
    """Not the same as operands, of which nobody knows whether their order matters."""
    assert numbers(left(function("return g(a, b)"), function("return g(b, a)")))["arguments"] == 1
    assert numbers(left(function("return a - b"), function("return b - a")))["order"] == 1


@pytest.mark.parametrize("language", ["python", "java"])
def test_broken_code_has_a_program_all_the_same(language: str) -> None:
    """Whatever was cut out of a function, nothing raises."""
    of = by_id(language)
    assert of is not None
    whole = function(LOOP) if language == "python" else JAVA.format(type="int", loop=FOR)
    reference = program(whole, of)
    for start in range(0, len(whole) - 8, 3):
        syntax = parse(of, (whole[:start] + whole[start + 8 :]).encode())
        for unit in units_of(syntax):
            found = program_unit(syntax, unit)
            assert found is not None
            numbers(remainder(found, reference, of))


def test_a_number_of_thousands_of_digits_is_no_error() -> None:
    """It is compared as it is written."""
    long = "1" * 5000
    assert left(function(f"return a + {long}"), function(f"return a + {long}")).left == ()
    assert left(function(f"return a + {long}"), function(f"return a + {long[1:]}")).left
