"""Python's compiler as a checker: verdicts, places, fragments, and independence of the environment."""

from __future__ import annotations

import gzip
import json
import re
import sys
import threading
import warnings
from pathlib import Path

import pytest

from codescore.languages import CheckResult, by_id
from codescore.languages.python.check.checker import NAME, new_checker
from codescore.syntax import parse, units_of

DATA = Path(__file__).resolve().parents[3] / "shared" / "data"


def check(source: str | bytes, *, fragment: bool = False) -> CheckResult:
    data = source.encode() if isinstance(source, str) else source
    result = new_checker().check(data, fragment=fragment)
    assert result is not None
    assert result.checker == NAME
    assert result.compiles == (not result.problems)
    return result


def bare(marked: str) -> str:
    return marked.replace("»", "").replace("«", "")


def place(marked: str) -> tuple[int, int]:
    """The byte range between the marks, in the source without them."""
    before, inside, _ = re.split("[»«]", marked)
    return len(before.encode()), len((before + inside).encode())


FILES = [
    ("", None),
    ("\ufeffx = 1\n", None),
    ("# coding: rot13\nx = 1\n", None),
    ("x = 1\r\ry = 2\r\n\x0c\nz = 3", None),
    ("x = »=« 1", "invalid syntax"),
    ("\ufeffx = »=« 1", "invalid syntax"),
    ("é = '𝒳'; y = »$«", "invalid syntax"),
    ("a\r\rb »c«", "invalid syntax"),
    ("x = »(«1, 2\ny = 3\n", "'(' was never closed"),
    ("»return 1«", "'return' outside function"),
    ("é; »return 1«", "'return' outside function"),
    ("def f():\n    »break«", "'break' outside loop"),
    ("x = 1\n  »y« = 2\n", "unexpected indent"),
    ("def f():\n»return« 1", "expected an indented block after function definition on line 1"),
    ("def f(a, »a«): pass", "duplicate argument 'a' in function definition"),
    ("x = f'é{»a b«}'", "f-string: invalid syntax. Perhaps you forgot a comma?"),
    ("x»\0«y", "source code string cannot contain null bytes"),
    ("x = »‘«a’", "invalid character '‘' (U+2018)"),
]


@pytest.mark.parametrize(("marked", "message"), FILES)
def test_files(marked: str, message: str | None) -> None:
    """A file compiles, or the first fault is reported at its very bytes."""
    result = check(bare(marked))
    if message is None:
        assert result.compiles
        return
    (problem,) = result.problems
    start, end = place(marked)
    assert (problem.message, problem.start, problem.end) == (message, start, end)


GOOD_FRAGMENTS = {
    "indented body": "    x = 1\n    return x\n",
    "tabs": "\tif x:\n\t\treturn 1\n",
    "comment first": "  # why\n\n    x = 1\n    return x",
    "first line lost its indentation": "x += 1\n        y = 2\n    return x\n",
    "method cut at def": "def f(self):\n        return 1\n",
    "decorated method": "@property\n    def f(self):\n        return 1\n",
    "two methods": "def a(self):\n        pass\n\n    def b(self):\n        pass\n",
    "string with other indentation": '    x = """\na\n  b\n"""\n    return x\n',
    "continuation": "    x = 1 + \\\n2\n    return x\n",
    "end of a block": "        x += 1\n    return x\n",
    "yield": "    yield x\n    y = yield\n    return y",
    "await": "    await x\n    async for y in z:\n        yield y\n",
    "loop body": "if x:\n    continue\nbreak",
    "nonlocal": "def g():\n        nonlocal x, y\n        x = y = 1\n",
    "nonlocal statement": "    nonlocal x\n    x += 1\n    return x",
    "async comprehension": "return [x async for x in y]",
    "plain": "x = 1\n",
    "nothing": "",
    "only a comment": "        # nothing\n",
}


@pytest.mark.parametrize("source", GOOD_FRAGMENTS.values(), ids=GOOD_FRAGMENTS)
def test_fragments_that_only_miss_their_surroundings(source: str) -> None:
    """Code cut out of a function, loop or class compiles as it did there."""
    assert check(source, fragment=True).problems == ()


BAD_FRAGMENTS = [
    ("    return 1 +»*« 2", "invalid syntax"),
    ("    x = 'é'\n    return x »x«", "invalid syntax"),
    ("@property\n    def f(self):\n        return 1 »1«", "invalid syntax"),
    ("def f(x):\n    a = 1\n      »b« = 2\n", "unexpected indent"),
    ("def f(x):\n    if x:\n        return 1\n  »return« 2", "unindent does not match any outer indentation level"),
    ("def f():\n    »break«", "'break' outside loop"),
    ("class A:\n    »return 1«", "'return' outside function"),
    ("return 1\ndef f(a, »a«): pass", "duplicate argument 'a' in function definition"),
    ("await x\n»yield from y«", "'yield from' inside async function"),
    ("def f(self):\n»return« 1", "expected an indented block after function definition on line 1"),
    ("if x:\n\ty\n        »z«", "inconsistent use of tabs and spaces in indentation"),
]


@pytest.mark.parametrize(("marked", "message"), BAD_FRAGMENTS)
def test_fragments_that_are_wrong_themselves(marked: str, message: str) -> None:
    """Leniency about surroundings hides no fault inside, and what is put around moves no position."""
    (problem,) = check(bare(marked), fragment=True).problems
    assert (problem.message, problem.start) == (message, place(marked)[0])


def test_the_same_code_as_a_file_is_held_to_account() -> None:
    """Only fragments are excused for what they lack."""
    assert not check("return 1").compiles
    assert not check("    x = 1\n").compiles
    assert not check("def g():\n    nonlocal x\n").compiles


def test_invalid_utf8_is_a_problem_at_its_byte() -> None:
    """Bytes that are no UTF-8, lone surrogates among them, do not compile."""
    assert [(p.start, p.end, p.message) for p in check(b"x = '\xff'").problems] == [(5, 6, "not valid UTF-8")]
    assert not check("x = '\ud800'".encode("utf-8", "surrogatepass"), fragment=True).compiles


def test_warnings_never_leak_nor_decide() -> None:
    """Doubtful code compiles without a word, also where warnings are errors, from several threads at once."""
    seen: list[CheckResult | None] = []
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("error")
        checker = new_checker()
        sources = [b"assert (1, 2)", b"x is 1", b"'\\d'", b"1if 2else 3"] * 5
        work = [threading.Thread(target=lambda s=s: seen.append(checker.check(s, fragment=False))) for s in sources]
        for thread in work:
            thread.start()
        for thread in work:
            thread.join()
    assert caught == []
    assert all(result is not None and result.compiles for result in seen)
    assert len(seen) == 20


def test_nothing_is_executed(tmp_path: Path) -> None:
    """Compiling runs no statement, decorator or default value of the code."""
    target = tmp_path / "ran"
    write = f"open({str(target)!r}, 'w')"
    source = f"{write}\n@{write}.write\ndef f(x={write}): pass\n"
    assert check(source).compiles
    assert check(source + "# " + "x" * 40_000).compiles
    assert not target.exists()


def test_the_code_of_this_interpreter_compiles_function_by_function() -> None:
    """Every function of some large modules of the standard library, cut out of its file, compiles as a fragment."""
    language = by_id("python")
    assert language is not None
    library = Path(sys.modules["os"].__file__ or "").parent
    checker, count = new_checker(), 0
    for module in ("asyncio.base_events", "argparse", "dataclasses", "typing", "contextlib", "unittest.mock"):
        source = library.joinpath(*module.split(".")).with_suffix(".py").read_bytes()
        for unit in units_of(parse(language, source)):
            result = checker.check(source[unit.start : unit.end], fragment=True)
            assert result is not None
            assert result.compiles, (module, unit.qualified, result.problems)
            count += 1
    assert count > 700


@pytest.mark.data
@pytest.mark.parametrize("name", ["humaneval-python", "condefects-python", "quixbugs-python", "refactory"])
def test_programs_that_passed_their_tests_compile(name: str) -> None:
    """No program that ran successfully is said not to compile."""
    path = DATA / f"{name}.dev.jsonl.gz"
    if not path.is_file():
        pytest.skip(f"no evaluation data: {path} is missing")
    checker, count = new_checker(), 0
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            if row["passed"]:
                result = checker.check(row["candidate"].encode(), fragment=False)
                assert result is not None
                assert result.compiles, (row["id"], result.problems)
                count += 1
    assert count > 30
