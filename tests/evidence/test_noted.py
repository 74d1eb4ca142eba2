"""What a program does besides answering: it remembers calls, leaves out the rest of a list, takes rows apart."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from codescore.evidence.options import Options
from codescore.evidence.sandbox import probe
from codescore.evidence.session import EvidenceSession
from codescore.languages import by_id
from tests.evidence.answers import answers

ABLE = probe()
PLAIN = "def once(x):\n    return [x]\n"
DEFAULT = "def once(x, found=[]):\n    found.append(x)\n    return list(found)\n"
MODULE = "found = []\ndef once(x):\n    found.append(x)\n    return list(found)\n"
KEPT = "known = {}\ndef once(x):\n    if x not in known:\n        known[x] = [x]\n    return list(known[x])\n"
NUMBERED = "last = 0\ndef number(x):\n    global last\n    last += 1\n    return x, last\n"
UNSEEN = "import itertools\nnumbers = itertools.count(1)\ndef number(x):\n    return x, next(numbers)\n"
SHARED = "class Numbers:\n    last = 0\ndef number(x):\n    Numbers.last += 1\n    return x, Numbers.last\n"
DECLARED_LIST = MODULE.replace("found = []", "found: list[int] = []")
UNPACKED_LIST = MODULE.replace("found = []", "found, rest = [], 1")
LONG_TO_LOAD = UNSEEN.replace("def number", "sum(range(300_000))\ndef number")  # some five milliseconds
FIRST = "def number(x):\n    return x, 1\n"


@pytest.fixture(scope="module")
def session() -> Iterator[EvidenceSession]:
    if not ABLE.works:
        pytest.skip(f"NO SANDBOX, NOTHING TESTED: {ABLE.detail}; {ABLE.remedy}")
    with EvidenceSession() as made:
        yield made


@pytest.mark.sandbox
@pytest.mark.parametrize(
    ("reference", "candidate", "verdict"),
    [
        (PLAIN, DEFAULT, "differs"),
        (PLAIN, MODULE, "differs"),
        (PLAIN, DECLARED_LIST, "differs"),
        (PLAIN, UNPACKED_LIST, "differs"),
        (PLAIN, KEPT, "equivalent"),
        (NUMBERED, UNSEEN, "equivalent"),
        (UNSEEN, SHARED, "equivalent"),
        (UNSEEN, LONG_TO_LOAD, "equivalent"),
        (FIRST, SHARED, "differs"),
    ],
)
def test_a_second_call_shows_what_is_remembered(
    reference: str, candidate: str, verdict: str, session: EvidenceSession
) -> None:
    """A default or a list of the module that grows is shown; a cache, and what the reference remembers too, is not."""
    pairs = answers("python", candidate, reference)
    found = session.judge(candidate, reference, by_id("python"), Options(budget=0.5, pairs=pairs))
    assert found.verdict == verdict, found.reason
    if verdict == "differs":
        assert found.counterexample is not None
        assert "when called again" in found.counterexample.got
        assert not found.counterexample.test


DOT = "def dot(rows, v):\n    return [sum(a * b for a, b in zip(row, v)) for row in rows]\n"
RISING = "def rising(v):\n    return all(a <= b for a, b in zip(v, v[1:]))\n"


@pytest.mark.sandbox
@pytest.mark.parametrize(
    ("reference", "candidate", "verdict"),
    [
        (
            DOT,
            "def dot(rows, v):\n    return [sum(row[i] * v[i] for i in range(len(v))) for row in rows]\n",
            "conditional",
        ),
        (DOT, "def dot(rows, v):\n    return [sum(a + b for a, b in zip(row, v)) for row in rows]\n", "differs"),
        (RISING, "def rising(v):\n    return all(v[i] <= v[i + 1] for i in range(len(v)))\n", "differs"),
    ],
)
def test_what_zip_leaves_out_is_noted(reference: str, candidate: str, verdict: str, session: EvidenceSession) -> None:
    """Who reads past the end of the shorter list is excused, but not where the reference itself cuts one of them."""
    pairs = answers("python", candidate, reference)
    found = session.judge(candidate, reference, by_id("python"), Options(budget=0.5, pairs=pairs))
    assert found.verdict == verdict, found.reason


FIRSTS = "def firsts(rows):\n    return [row[0] for row in rows]\n"
OF_PAIRS = "def firsts(rows):\n    return [name for name, mark in rows]\n"
SECONDS = "def firsts(rows):\n    return [mark for name, mark in rows]\n"
DECLARED = "def firsts(rows: list[list[int]]):\n    return [row[0] for row in rows]\n"


@pytest.mark.sandbox
@pytest.mark.parametrize(
    ("reference", "candidate", "verdict"),
    [
        (FIRSTS, OF_PAIRS, "conditional"),
        (FIRSTS, SECONDS, "differs"),
        (DECLARED, OF_PAIRS, "differs"),
        (FIRSTS.replace("row[0]", "row[0] + 0 * row[1]"), OF_PAIRS, "equivalent"),
    ],
)
def test_rows_may_be_as_long_as_a_candidate_unpacks(
    session: EvidenceSession, reference: str, candidate: str, verdict: str
) -> None:
    """Of rows that are only looked into nobody knows how long they are; where a type or a place tells, that counts."""
    options = Options(pairs=answers("python", candidate, reference))
    found = session.judge(candidate, reference, by_id("python"), options)
    assert found.verdict == verdict, found.reason
    assert verdict != "conditional" or "more or fewer items" in found.reason


HALF = "def half(x):\n    return x // 2\n"


@pytest.mark.sandbox
@pytest.mark.parametrize(
    ("after", "verdict"),
    [
        ("LIMIT = haalf(3)\n", "crash"),
        ("raise RuntimeError('not on this machine')\n", "crash"),
        ("assert half(3) == 2\n", "equivalent"),
        ("print(half('a'))\nseen = half('a')\n", "equivalent"),
        ("number = int(input())\n", "equivalent"),
        ("table = open('table.csv').read()\n", "equivalent"),
        ("import sys\nsys.exit(half(4))\n", "equivalent"),
    ],
)
def test_a_file_that_cannot_be_imported_is_not_the_same(session: EvidenceSession, after: str, verdict: str) -> None:
    """Code behind the functions breaks off by its own fault; trying out, reading and ending is nobody's fault."""
    candidate = HALF + after
    found = session.judge(candidate, HALF, by_id("python"), Options(pairs=answers("python", candidate, HALF)))
    assert found.verdict == verdict, found.reason
    if verdict == "crash":  # a reference is taken as it is
        kept = session.judge(HALF, candidate, by_id("python"), Options(pairs=answers("python", HALF, candidate)))
        assert kept.verdict == "equivalent", kept.reason
