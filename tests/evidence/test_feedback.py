"""Programs of which the text does not say what they read: their input is grown from what refuses it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from codescore.evidence.contract import FLOOR, Evidence
from codescore.evidence.options import Options
from codescore.evidence.sandbox import probe
from codescore.evidence.session import EvidenceSession
from codescore.evidence.token_texts import counted
from codescore.languages import by_id
from codescore.languages.execution import Wanted
from tests.evidence.answers import answers

ABLE = probe()
needs_sandbox = pytest.mark.skipif(not ABLE.works, reason=f"NO SANDBOX, NOTHING TESTED: {ABLE.detail}; {ABLE.remedy}")

#: Reads through functions of its own: nothing where it reads says that there are `n` numbers.
LARGEST = """
def number():
    return int(input())

def numbers(kind=int):
    return [kind(word) for word in input().split()]

def solve():
    n = number()
    a = numbers()
    best = a[0]
    for i in range(n):
        best = max(best, a[i])
    print(best)

solve()
"""
DIGITS = """
s = str(input())
least = 10
for i in range(len(s)):
    least = min(least, int(s[i]))
print("low" if least < 5 else "high")
"""
TABLE = """
rows = [list(map(int, input().split())) for _ in range(4)]
print(sum(rows[i][3 - i] for i in range(4)))
"""


@pytest.fixture(scope="module")
def session() -> Iterator[EvidenceSession]:
    with EvidenceSession() as opened:
        yield opened


def judged(session: EvidenceSession, candidate: str, reference: str) -> Evidence:
    python = by_id("python")
    assert python is not None
    return session.judge(candidate, reference, python, Options(pairs=answers("python", candidate, reference)))


@pytest.mark.sandbox
@needs_sandbox
@pytest.mark.parametrize(
    ("reference", "renamed", "because"),
    [
        (LARGEST, "best", "found by trying"),
        (DIGITS, "least", "found by trying"),
        (TABLE, "rows", "how it is used, and what it takes"),
    ],
    ids=["numbers counted before", "digits", "a table of fixed size"],
)
def test_input_is_found_by_trying(session: EvidenceSession, reference: str, renamed: str, because: str) -> None:
    """A program is compared with itself on enough inputs, though nothing but its errors tells what it reads."""
    found = judged(session, reference.replace(renamed, "other"), reference)
    assert found.inputs >= FLOOR
    assert found.verdict in ("equivalent", "insufficient")
    assert [(said.parameter, said.because) for said in found.model] == [("stdin", because)]


@pytest.mark.sandbox
@needs_sandbox
def test_a_difference_on_such_input_accuses_nobody(session: EvidenceSession) -> None:
    """It is shown, and the verdict depends on it: that the reference took an input does not make it one of the task."""
    found = judged(session, LARGEST.replace("max", "min"), LARGEST)
    assert (found.verdict, found.counterexample) == ("conditional", None)
    assert found.outside is not None
    lines = found.outside.given.stdin.split("\n")
    assert len(lines[1].split()) == int(lines[0])
    assert "that the reference was found to take" in found.reason


@pytest.mark.sandbox
@needs_sandbox
def test_failing_where_nothing_is_promised_accuses_nobody(session: EvidenceSession) -> None:
    """A candidate that fails on some numbers may be right: nothing says that they are numbers of the task."""
    reference = "n = int(input())\nprint(chr(64 + n % 90))\n"
    candidate = "n = int(input())\nprint(''.join(chr(64 + k) for k in range(90))[n])\n"
    found = judged(session, candidate, reference)
    assert found.verdict == "conditional"
    assert "refuses" in found.reason


@pytest.mark.sandbox
@needs_sandbox
@pytest.mark.parametrize(("printed", "verdict"), [("x / 3 + 1e-13", "equivalent"), ("x / 3 + 0.01", "differs")])
def test_printed_fractions_are_numbers(session: EvidenceSession, printed: str, verdict: str) -> None:
    """The last digits that a computation leaves in printed text are no difference."""
    program = "x = int(input())\nprint('it is', {})\n"
    assert judged(session, program.format(printed), program.format("x / 3")).verdict == verdict


@pytest.mark.parametrize(
    ("language", "error", "message", "wanted"),
    [
        ("python", "EOFError", "EOF when reading a line", Wanted(more=True)),
        ("python", "ValueError", "invalid literal for int() with base 10: ''", Wanted(more=True)),
        ("python", "ValueError", "invalid literal for int() with base 10: '1 2\\n'", Wanted(instead_of="1 2")),
        ("python", "ValueError", "could not convert string to float: 'ab'", Wanted(instead_of="ab")),
        ("python", "ValueError", "not enough values to unpack (expected 3, got 1)", Wanted(words=3)),
        ("python", "ValueError", "too many values to unpack (expected 2)", Wanted(words=2)),
        ("python", "IndexError", "list index out of range", Wanted()),
        ("java", "NoSuchElementException", "No line found", Wanted(more=True)),
        ("java", "InputMismatchException", 'For input string: "ab"', Wanted(instead_of="ab")),
        ("java", "NumberFormatException", 'For input string: "1 2"', Wanted(instead_of="1 2")),
        ("java", "ArrayIndexOutOfBoundsException", "Index 3 out of bounds for length 3", Wanted()),
    ],
)
def test_errors_say_what_was_wanted(language: str, error: str, message: str, wanted: Wanted) -> None:
    """What a language's own errors tell of the input that was missing or wrong."""
    found = by_id(language)
    assert found is not None
    runner = found.runner()
    assert runner is not None
    assert runner.wanted(error, message) == wanted


@pytest.mark.parametrize(
    ("text", "widths", "expected"),
    [
        ("2\n5 6\n", ((1, 1), (1, 4)), True),
        ("3\n5 6\n", ((1, 1), (1, 4)), False),
        ("2\n5 -6\n", ((1, 1), (1, 4)), False),
        ("7\n1 2 3 4 5\n", ((1, 1), (5, 8)), True),
        ("2 \n5 6\n", ((1, 1), (1, 4)), False),
    ],
)
def test_what_looks_like_an_input(text: str, widths: tuple[tuple[int, int], ...], expected: bool) -> None:
    """Lines are as wide as a number before them says, or as the program needs them; numbers are not negative."""
    assert counted(text, widths) is expected
