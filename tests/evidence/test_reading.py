"""How programs read their input: streams as they are, forms as the text says, and forms mended by what is taken."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from codescore.evidence.cases import run_all
from codescore.evidence.channel import Job, Room
from codescore.evidence.following import follows
from codescore.evidence.generate import draw, random_input
from codescore.evidence.pool import pool_of
from codescore.evidence.refine import refined
from codescore.evidence.sandbox import probe
from codescore.evidence.session import EvidenceSession
from codescore.evidence.spoken import in_words
from codescore.languages import by_id
from codescore.languages.execution import Entry, Input
from codescore.languages.shapes import IntShape, LinesShape, RowShape, TextShape, UpTo
from codescore.languages.values import Text
from tests.evidence.test_promises import judged

ABLE = probe()
needs_sandbox = pytest.mark.skipif(not ABLE.works, reason=f"NO SANDBOX, NOTHING TESTED: {ABLE.detail}; {ABLE.remedy}")

#: The buffer that many contest programs put in the place of the standard streams, as short as it can be.
FAST = """
import os, sys
from io import BytesIO, IOBase
class Fast(IOBase):
    def __init__(self, file):
        self._fd, self.buffer = file.fileno(), BytesIO()
        self.out = "r" not in file.mode
        self.write = lambda s: self.buffer.write(s.encode())
    def readline(self):
        if not self.buffer.getvalue():
            self.buffer = BytesIO(os.read(self._fd, max(os.fstat(self._fd).st_size, 8192)))
        return self.buffer.readline().decode()
    def flush(self):
        if self.out:
            os.write(self._fd, self.buffer.getvalue())
            self.buffer = BytesIO()
sys.stdin, sys.stdout = Fast(sys.stdin), Fast(sys.stdout)
n = int(sys.stdin.readline())
print(sum(map(int, sys.stdin.readline().split()[:n])))
"""
STREAMS = {
    "a stream of its own": FAST,
    "descriptor 0, opened": "n, *xs = map(int, open(0).read().split())\nprint(sum(xs[:n]))\n",
    "descriptors": "import os\nn, *xs = map(int, os.read(0, 999).split())\nos.write(1, b'%d\\n' % sum(xs[:n]))\n",
    "a stream that is closed": "import sys\nn, *xs = map(int, sys.stdin.read().split())\nprint(sum(xs[:n]))\n"
    "sys.stdout.close()\n",
}


@pytest.fixture(scope="module")
def room() -> Iterator[Room]:
    python = by_id("python")
    assert python is not None
    runner = python.runner()
    assert runner is not None
    opened = Room(runner.harness(), runner.prepared)
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def session() -> Iterator[EvidenceSession]:
    with EvidenceSession() as opened:
        yield opened


def entry_of(source: str) -> Entry:
    python = by_id("python")
    assert python is not None
    runner = python.runner()
    assert runner is not None
    return runner.survey(source).entries[-1]


@needs_sandbox
@pytest.mark.sandbox
@pytest.mark.parametrize("way", STREAMS)
def test_standard_streams_are_real(room: Room, way: str) -> None:
    """Input and output are also descriptors 0 and 1, afresh for each call, whatever the call before did with them."""
    source = STREAMS[way]
    inputs = [Input((), f"2\n{n} 4\n") for n in range(3)]
    outcomes, ran = run_all(room, Job(source, entry_of(source), ()), inputs)
    assert (ran.how, [one.stdout for one in outcomes]) == ("done", ["4\n", "5\n", "6\n"])


@pytest.mark.parametrize(
    ("source", "form"),
    [
        ("I = input\nR = range\nn = int(I())\nfor i in R(n):\n    a, b = map(int, I().split())\n",
         "a line: n: whole number; n lines: a: whole number b: whole number"),
        (("n = int(input())\nfor i in range(n):\n    if i:\n        a, b = map(int, input().split())\n    else:\n"
          "        c, d = map(int, input().split())\n"),
         "a line: n: whole number; n lines: a: whole number b: whole number"),
        (("n, k = map(int, input().split())\npoints = [list(map(int, input().split())) for _ in range(n)]\n"
          "for x, y in points:\n    print(x + y)\n"),
         "a line: n: whole number k: whole number; n lines: whole number (2 of them)"),
        ("s = input()\nwhile s != 'end':\n    print(int(s))\n    s = input()\n",
         "lines: s: whole number, until 'end'"),
        ("while True:\n    s = input().strip()\n    if not s:\n        break\n    print(int(s))\n",
         "lines: s: whole number, until ''"),
        ("n = int(input())\nprint(n in {int(x) for x in input().split()})\n",
         "a line: n: whole number; a line: whole number (n of them)"),
        ("n, way = input().split()\nprint(way, int(n) + max(int(x) for x in input().split()))\n",
         "a line: n: whole number way: text; a line: whole number whole number (any number of the last)"),
        ("import sys\nfor line in sys.stdin:\n    a, b = (int(x) for x in line.split())\n    print(a * b)\n",
         "any number of lines: a: whole number b: whole number"),
        ("while (s := input()) != '.':\n    name, many = s.split(';')\n    print(name * int(many))\n",
         "lines: name: word many: whole number, until '.'"),
    ],
)  # fmt: skip
def test_a_form_is_read_from_the_text(source: str, form: str) -> None:
    """Other names for what the language brings along, a line read in either branch, rows that are taken apart later,
    numbers that are gone through or put into a set."""
    assert in_words(entry_of(source).parameters[0].shape) == form


EDGES = LinesShape((
    RowShape((IntShape(5, 9), IntShape(2, 4)), ("n", "m")),
    RowShape((UpTo(1, "n"), UpTo(1, "n"), IntShape(1, 9)), ("u", "v", "w"), times="m"),
))  # fmt: skip


def test_edges_are_unlike() -> None:
    """Graphs that are drawn have no loop and no edge twice, as tasks promise; others do not have the form.  What is
    asked about two places may come twice.
    """
    pool = pool_of((), 1)
    for _ in range(60):
        text = draw(EDGES, pool)
        assert isinstance(text, Text)
        ends = [frozenset(line.split()[:2]) for line in text.value.splitlines()[1:]]
        assert len(set(ends)) == len(ends), text
        assert all(len(pair) == 2 for pair in ends), text
    taken = {
        text: follows(EDGES, text) for text in ("5 2\n1 2 1\n1 3 1\n", "5 2\n1 2 1\n2 1 1\n", "5 2\n1 2 1\n3 3 1\n")
    }
    assert list(taken.values()) == [True, False, False]
    first, second = (row for row in EDGES.rows if isinstance(row, RowShape))
    asked = LinesShape((replace(first, names=("n", "q")), replace(second, times="q")))
    assert follows(asked, "5 2\n1 2 1\n2 1 1\n")


def test_a_number_that_says_how_long_texts_are_is_small() -> None:
    """It is a count like another: no text of a thousand million signs is drawn."""
    rows = (RowShape((IntShape(1, None),), ("w",)), RowShape((TextShape("ab", min_size=1),), ("s",), wide="w"))
    pool = replace(pool_of((), 1), near=10**9)
    drawn = [draw(LinesShape(rows), pool) for _ in range(60)]
    assert all(isinstance(text, Text) and len(text.value) < 1100 for text in drawn)


#: `read` hides from the text how wide lines are, and that what they hold are places.
HIDDEN = """
def read(): return list(map(int, input().split()))
n, k = read()
rows = []
for _ in range(n): rows.append(read())
seen = [0] * (n + 1)
for row in rows:
    a, b, c = row
    seen[a] += seen[b] + seen[c] + 1
print(max(seen))
"""


@needs_sandbox
@pytest.mark.sandbox
def test_a_form_is_mended_by_what_is_taken(room: Room) -> None:
    """Where a reference fails on most of what is drawn in its form, the form becomes one that it takes."""
    entry = entry_of(HIDDEN)
    job = Job(HIDDEN, entry, ())

    def taken(form: Entry) -> int:
        pool = pool_of((), 3)
        outcomes, _ = run_all(room, job, [random_input(form, pool) for _ in range(20)])
        return sum(one.how == "return" for one in outcomes)

    better = refined(entry, (), lambda inputs: run_all(room, job, inputs)[0])
    assert taken(entry) < 6 < 16 <= taken(better)
    assert refined(better, (), lambda inputs: run_all(room, job, inputs)[0]) == better


COUNTED = """
n, m = map(int, input().split())
a = list(map(int, input().split()))
print(len(set(a)))
"""
CHECKED = """
n, m = map(int, input().split())
a = list(map(int, input().split()))
assert all(1 <= x <= 3 for x in a) and m > 3
print(len(set(a)))
"""
CHECKED_WRONG = CHECKED.replace("len(set(a))", "len(a)")


@needs_sandbox
@pytest.mark.sandbox
@pytest.mark.parametrize(("candidate", "verdict"), [(CHECKED, "conditional"), (CHECKED_WRONG, "differs")])
def test_what_a_program_refuses_is_not_all_that_is_said_of_it(
    session: EvidenceSession, candidate: str, verdict: str
) -> None:
    """A program that fails on most inputs is judged by inputs that both take, and these are sought."""
    found = judged(session, candidate, COUNTED)
    assert found.verdict == verdict
    if verdict == "conditional":
        assert "inputs that both accept; it refuses" in found.reason
    else:
        assert found.counterexample is not None
        assert found.counterexample.aspect == "stdout"


def test_a_name_and_its_marks_stand_on_one_line() -> None:
    """`name, *marks = input().split()`: any number of them, also none."""
    source = """n = int(input())
for _ in range(n):
    name, *marks = input().split()
    print(name, sum(int(m) for m in marks))
"""
    entry = by_id("python").runner().survey(source).entries[-1]
    shape = entry.parameters[0].shape
    pool = pool_of((), 3)
    drawn = [draw(shape, pool).value for _ in range(60)]
    assert all(follows(shape, text) for text in drawn)
    many = {len(line.split()) for text in drawn for line in text.splitlines()[1:]}
    assert many >= {1, 2, 3, 4}
    assert follows(shape, "1\nAnn\n")
    assert not follows(shape, "1\nAnn x\n")
