"""What holds for every rewrite of any code: determinism, true ranges, sound results, and an answer to broken input."""

from __future__ import annotations

import random
import sysconfig
import warnings
from pathlib import Path

import pytest

from codescore.languages import by_id, by_path
from codescore.rewrite import mutate, rename, transform
from codescore.rewrite.draw import apply, choose, located
from codescore.sketch import sketch_source
from codescore.syntax import parse

STDLIB = Path(sysconfig.get_paths()["stdlib"])
MODULES = [
    "textwrap.py",
    "heapq.py",
    "bisect.py",
    "statistics.py",
    "fractions.py",
    "difflib.py",
    "json/decoder.py",
    "shlex.py",
    "string.py",
    "calendar.py",
    "colorsys.py",
    "copy.py",
    "csv.py",
    "fnmatch.py",
    "glob.py",
    "gettext.py",
    "ipaddress.py",
    "keyword.py",
    "linecache.py",
    "tokenize.py",
    "random.py",
    "queue.py",
    "sched.py",
    "zipfile.py",
    "ast.py",
    "argparse.py",
    "dataclasses.py",
    "functools.py",
    "collections/__init__.py",
    "_pydecimal.py",
]
JAVA = Path(__file__).with_name("RewriteChild.java")
KINDS = {"transform": transform, "mutate": mutate, "rename": rename}


def sources() -> list[tuple[str, bytes]]:
    found = [(name, (STDLIB / name).read_bytes()) for name in MODULES if (STDLIB / name).exists()]
    return [*found, (JAVA.name, JAVA.read_bytes())]


def language_of(name: str):
    language = by_path(name)
    assert language is not None
    return language


@pytest.mark.parametrize(("name", "source"), sources(), ids=lambda value: value if isinstance(value, str) else "")
def test_every_rule_at_once_leaves_sound_code(name, source):
    """With all sites rewritten that go together, real modules still parse, and Python compiles."""
    language = language_of(name)
    syntax = parse(language, source)
    for kind in ("equivalences", "mutations"):
        sites = located(getattr(language.rewriter(), kind)(source, syntax.tree, syntax.root), syntax, None)
        chosen = choose(random.Random(1), sites, len(sites))
        code = apply(source, [r for choice in chosen for r in choice.replacements])
        assert not parse(language, code).root.has_error
        if name.endswith(".py"):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", SyntaxWarning)
                compile(code, name, "exec", dont_inherit=True)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", ["textwrap.py", "RewriteChild.java"])
def test_edits_say_what_was_done(kind, name):
    """`before` is the original text of the range, edits come in order, equal seeds give equal results."""
    source = dict(sources())[name]
    made = [KINDS[kind](language_of(name), source, seed=seed) for seed in range(8)]
    assert len({m.code for m in made}) > 4
    for seed, result in enumerate(made):
        assert result == KINDS[kind](language_of(name), source, seed=seed)
        assert result.seed == seed
        assert result.code != source
        assert result.edits
        assert [(e.start, e.end) for e in result.edits] == sorted((e.start, e.end) for e in result.edits)
        assert all(source[e.start : e.end].decode() == e.before != e.after for e in result.edits)


def test_edits_that_do_not_nest_explain_the_result():
    """Replacing each reported range by its `after` gives the code, where ranges do not nest."""
    source = b"def f(a, b):\n    c = a > b\n    d = 1\n    d += a\n    return True, c, d\n"
    for seed in range(20):
        result = mutate(by_id("python"), source, seed=seed)
        code = source
        for edit in reversed(result.edits):
            code = code[: edit.start] + edit.after.encode() + code[edit.end :]
        assert code == result.code


def test_edits_stay_in_the_wanted_range_and_number():
    """`within` limits where, `max_edits` how many; the code around stays to the byte."""
    source = (STDLIB / "textwrap.py").read_bytes()
    start = source.index(b"    def _wrap_chunks")
    end = source.index(b"\ndef wrap(")
    for seed in range(10):
        for make in (transform, mutate):
            result = make(by_id("python"), source, seed=seed, within=(start, end), max_edits=2)
            assert 1 <= len(result.edits) <= 2
            assert all(start <= e.start and e.end <= end for e in result.edits)
            assert result.code.startswith(source[:start])
            assert result.code.endswith(source[end:])
    assert transform(by_id("python"), source, seed=1, within=(0, 5)) is None


def test_a_parsed_source_is_not_parsed_again():
    """Given the syntax, the result is the same as without."""
    source = JAVA.read_bytes()
    syntax = parse(by_id("java"), source)
    for make in KINDS.values():
        assert make(by_id("java"), source, seed=3, syntax=syntax) == make(by_id("java"), source, seed=3)


def test_results_that_do_not_compile_are_drawn_again():
    """A compiler that refuses some results gets others, one that refuses all none; a broken original is excused."""
    language, source = by_id("python"), b"def f(a, b):\n    return a + b, a < b, a and b\n"
    asked = []

    def no_subtraction(code: bytes) -> bool:
        asked.append(code)
        return b"-" not in code

    results = [mutate(language, source, seed=seed, compiles=no_subtraction) for seed in range(30)]
    assert all(result is not None and b"-" not in result.code for result in results)
    assert any(b"-" in code for code in asked)
    assert mutate(language, source, seed=1, compiles=lambda code: code == source) is None
    assert mutate(language, source, seed=1, compiles=lambda code: False) is not None


def test_fragments_are_rewritten_in_their_own_offsets():
    """An indented body, a bare method and a constructor without its class keep what is around the edits."""
    cases = [
        ("python", b"    x = 0\n    for i in range(3):\n        x += i\n    return x > 2\n"),
        ("java", b"int f(int a) { for (int i = 0; i < a; i++) { a += i; } return a > 3 ? 1 : 2; }"),
        ("java", b"Foo(int a) { while (a > 3) { a -= 1; } this.ok = true; }"),
        ("java", b"int a = 3; if (a > 2) { a += 1; } else { a -= 1; }"),
    ]
    for id_, source in cases:
        for seed in range(10):
            for make in (transform, mutate):
                result = make(by_id(id_), source, seed=seed)
                assert result is not None
                assert all(source[e.start : e.end].decode() == e.before for e in result.edits)
                assert b"__codescore__" not in result.code


def test_line_endings_stay():
    """Lines that a rewrite adds end like the others."""
    source = b"def f(n: int):\r\n    for i in range(n):\r\n        g(i)\r\n"
    codes = {transform(by_id("python"), source, seed=seed).code for seed in range(5)}
    assert codes
    assert all(code.count(b"\n") == code.count(b"\r\n") > 3 for code in codes)


def broken(rng: random.Random, source: bytes) -> bytes:
    """A piece cut out of a source, with some damage: half of a file, lost or doubled bytes, foreign bytes."""
    start = rng.randrange(len(source))
    piece = bytearray(source[start : start + rng.randrange(1, 3000)])
    for _ in range(rng.randrange(4)):
        at = rng.randrange(len(piece))
        noise = (b"", b"(", b"}", b"\xff", b"\x00", b"\n\t", "é𝒳".encode(), b"'")
        piece[at : at + rng.randrange(3)] = rng.choice(noise)
        piece += b" "
    return bytes(piece)


@pytest.mark.parametrize("name", ["textwrap.py", "difflib.py", "_pydecimal.py", "RewriteChild.java"])
def test_broken_code_has_an_answer(name):
    """Any bytes give a variant with no more syntax errors than they had, or None; never an exception."""
    source, language = dict(sources())[name], language_of(name)
    rng = random.Random(name)
    answers = 0
    for seed in range(60):
        piece = broken(rng, source)
        for make in KINDS.values():
            result = make(language, piece, seed=seed)
            if result is not None:
                answers += 1
                assert all(piece[e.start : e.end].decode(errors="replace") == e.before for e in result.edits)
    assert answers > 20


@pytest.mark.parametrize("id_", ["python", "java"])
def test_extreme_code_has_an_answer(id_):
    """Nothing, blank, deep and long code neither raise nor hang."""
    deep = b"(" * 3000 + b"1" + b")" * 3000
    long = b" + ".join(b"x%d" % i for i in range(3000))
    for source in (b"", b"\n\n", b"\x00\xff", deep, long, b"a = " + deep, b"x = a > " + long, b"[" * 3000, b"{" * 3000):
        for make in KINDS.values():
            make(by_id(id_), source, seed=0)


@pytest.mark.parametrize("name", ["textwrap.py", "heapq.py", "difflib.py", "RewriteChild.java"])
def test_renaming_is_invisible_in_the_sketch(name):
    """All own names changed, the sketch stays the same, and so do the places of the edits."""
    source, language = dict(sources())[name], language_of(name)
    for seed in range(3):
        result = rename(language, source, seed=seed)
        assert sketch_source(language, result.code).text == sketch_source(language, source).text
        assert {e.rule for e in result.edits} == {"rename"}
        assert all(e.before.isidentifier() and e.after.isidentifier() for e in result.edits)


def test_renaming_spares_what_others_use():
    """Methods, attributes, keyword arguments of unknown calls and names inside texts keep their names."""
    source = b"""
import os
class Shape:
    sides = 4
    def area(self, width, scale=1):
        return self.sides * width * scale + other(depth=2)
def total(depth, names):
    wide = Shape().area(width=3)
    return getattr(names, "names"), wide, depth, f"{wide=}", os.path, __name__
"""
    result = rename(by_id("python"), source, seed=4)
    assert {e.before for e in result.edits} == {"self", "scale", "total"}


def test_renaming_reaches_every_use():
    """Closures, recursion, keyword arguments of known functions, comprehensions and nonlocal names follow."""
    source = b"""
def fact(n, acc=1):
    def step():
        nonlocal acc
        acc *= n
        return [n for n in range(acc)]
    return 1 if n < 2 else fact(n - 1, acc=len(step()))
"""
    result = rename(by_id("python"), source, seed=5)
    space: dict = {}
    exec(result.code, space)
    new = {e.before: e.after for e in result.edits}
    assert set(new) == {"fact", "n", "acc", "step"}
    assert not {"fact", "acc", "step"} & set(result.code.decode().replace("(", " ").replace("=", " ").split())
    assert space[new["fact"]](3) == 1


def test_a_name_that_is_a_key_too_keeps_its_key():
    """`{a}` becomes `{a: b}`, in patterns as in objects; what objects are asked for keeps its name."""
    source = b"function f({ a, b: [c] }) { let d = { a, f() { return c } }; return d.f() + a.length }"
    made = rename(by_id("javascript"), source, seed=1)
    assert made is not None
    new = {edit.before: edit.after.removeprefix(f"{edit.before}: ") for edit in made.edits}
    assert set(new) == {"f", "a", "c", "d"}
    assert made.code.decode() == (
        f"function {new['f']}({{ a: {new['a']}, b: [{new['c']}] }}) "
        f"{{ let {new['d']} = {{ a: {new['a']}, f() {{ return {new['c']} }} }}; "
        f"return {new['d']}.f() + {new['a']}.length }}"
    )
