"""Syntax errors from the tree: what is said of them, where, and that nothing overwhelms it."""

from __future__ import annotations

import random
import re
import sys

import pytest
import tree_sitter

from codescore.check import syntax_problems
from codescore.languages import Language, Problem, by_id


def language(name: str) -> Language:
    found = by_id(name)
    assert found is not None
    return found


def problems(name: str, source: bytes, **more: object) -> tuple[Problem, ...]:
    lang = language(name)
    return syntax_problems(lang, source, tree_sitter.Parser(lang.grammar).parse(source), **more)  # type: ignore[arg-type]


def bare(marked: str) -> str:
    return marked.replace("»", "").replace("«", "")


def place(marked: str) -> tuple[int, int]:
    """The byte range between the marks, in the source without them."""
    before, inside, _ = re.split("[»«]", marked)
    return len(before.encode()), len((before + inside).encode())


# Language, source with the place between » and «, message.
CASES = [
    ("python", "x = 3", None),
    ("python", "x = »=« 3", "unexpected `=`"),
    ("python", "def f(»«:\n  pass", "expected `)`"),
    ("python", "x = »(«1, 2\ny = 3\n", "`(` was never closed"),
    ("python", "a = »[«1, 2\nb = 3\ndef g():\n    pass\n", "`[` was never closed"),
    ("python", "x = »'«abc\ny = 1", "string was never closed"),
    ("python", "return »)«", "unexpected `)`"),
    ("python", "foo(a »b«)", "unexpected `b`"),
    ("python", "def f(x)\n    »return« 1\n", "unexpected `return`"),
    ("python", "class A\n  »pass«", "unexpected `pass`"),
    ("python", "import»«", "unexpected end of the code"),
    ("python", "é = 'é𝒳' »€€« 3", "unexpected `€€`"),
    ("python", "»\0«", "unexpected character U+0000"),
    ("java", "class A { int x = »;« }", "unexpected `;`"),
    ("java", "class A { int f() { return 1»« } }", "expected `;`"),
    ("java", "class A { void f() { if (x»« { y(); } } }", "expected `)`"),
    ("java", "class A { void f() { } } »}«", "unexpected `}`"),
    ("java", 'class A { void f() { String s = »"«abc; } }', "string was never closed"),
    ("java", "class A { void f() { for »(«int i = 0; i < 3; i++ { } } }", "`(` was never closed"),
    ("java", "class A { void f() { int »3«x = 1; } }", "unexpected `3`"),
]


@pytest.mark.parametrize(("name", "marked", "message"), CASES)
def test_message_and_place(name: str, marked: str, message: str | None) -> None:
    """The first problem names the token at which parsing got stuck, in the words of a person."""
    found = problems(name, bare(marked).encode())
    if message is None:
        assert found == ()
        return
    start, end = place(marked)
    assert (found[0].start, found[0].end, found[0].message, found[0].source) == (start, end, message, "tree-sitter")


def test_offsets_of_a_wrapped_fragment_are_its_own() -> None:
    """A tree of wrapped code has its prefix subtracted, and problems in the wrap are moved to the code's edge."""
    lang, before, source = language("java"), b"class W {\n", b"int f() { return 1 }"
    tree = tree_sitter.Parser(lang.grammar).parse(before + source + b"\n}")
    (problem,) = syntax_problems(lang, source, tree, len(before))
    assert (problem.start, problem.message) == (source.index(b" }"), "expected `;`")
    open_ended = tree_sitter.Parser(lang.grammar).parse(before + b"int f() {" + b"\n}")
    assert all(p.end <= 9 for p in syntax_problems(lang, b"int f() {", open_ended, len(before)))


def test_only_problems_that_touch_the_range() -> None:
    """`within` leaves out the errors of other functions, `limit` cuts the list."""
    source = b"def f():\n    x = = 1\n\ndef g():\n    y = = 2\n"
    middle = source.index(b"def g")
    assert [p.start for p in problems("python", source)] == [17, 39]
    assert [p.start for p in problems("python", source, within=(middle, len(source)))] == [39]
    assert [p.start for p in problems("python", source, within=(0, middle - 2))] == [17]
    assert [p.start for p in problems("python", source, limit=1)] == [17]


@pytest.mark.parametrize("bracket", ["(", "[", "{"])
@pytest.mark.parametrize("name", ["python", "java"])
@pytest.mark.parametrize("depth", [3_000, 100_000])
def test_deep_nesting_is_answered(name: str, bracket: str, depth: int) -> None:
    """Thousands of open brackets, or of closed ones around an error, meet no recursion limit."""
    assert problems(name, bracket.encode() * depth)
    closed = {"(": ")", "[": "]", "{": "}"}[bracket]
    assert problems(name, f"x = {bracket * depth}1 = = 2{closed * depth}".encode())


def test_every_broken_tree_has_a_problem_inside_the_source() -> None:
    """Random damage: there is a problem exactly where the tree has an error, on character boundaries, in order."""
    draw = random.Random(7)
    seeds = {
        "python": "def f(a, b):\n    é = [1, '𝒳', f'{a!r}']\n    while a < b: a += 1\n    return {'k': (a, b)}\n" * 3,
        "java": 'class A { int f(int a) { for (;;) { String s = "é𝒳"; g(a, x -> x + 1); } } }\n' * 3,
    }
    broken = 0
    for _ in range(400):
        for name, seed in seeds.items():
            text = list(seed)
            for _ in range(draw.randrange(1, 6)):
                at = draw.randrange(len(text))
                text[at : at + draw.randrange(3)] = draw.choice("()[]{}'\"=:;,\\\0 \n$é𝒳")
            source = "".join(text).encode()
            lang = language(name)
            tree = tree_sitter.Parser(lang.grammar).parse(source)
            found = syntax_problems(lang, source, tree)
            assert bool(found) == tree.root_node.has_error, source
            broken += bool(found)
            assert list(found) == sorted(found, key=lambda p: (p.start, p.end))
            for problem in found:
                assert 0 <= problem.start <= problem.end <= len(source)
                source[: problem.start].decode()
                source[: problem.end].decode()
                assert problem.message.isprintable()
    assert broken > 400


@pytest.mark.parametrize("noise", [b"} ) = ; ", b"\xff\xfe", b"\0", "€ ".encode(), b"'\"\\"])
@pytest.mark.parametrize("name", ["python", "java"])
def test_noise_is_answered_within_the_limit(name: str, noise: bytes) -> None:
    """What is no text at all gives a bounded list of problems."""
    assert 1 <= len(problems(name, noise * 20_000)) <= 50


@pytest.mark.parametrize(
    ("name", "source"),
    [("java", b"class A { int f() { retrun x y; } }"), ("python", b"x = 1\nretu rn x\n"), ("python", b"f = x y\n")],
)
def test_nothing_is_kept_of_broken_code(name: str, source: bytes) -> None:
    """Looking at the same errors again and again leaves no objects behind: an editor does so at every keystroke."""
    lang = language(name)
    tree = tree_sitter.Parser(lang.grammar).parse(source)
    assert syntax_problems(lang, source, tree)
    before = sys.getallocatedblocks()
    for _ in range(300):
        syntax_problems(lang, source, tree)
    assert sys.getallocatedblocks() - before < 200
