"""A program that takes too long for large inputs is slow; one that never ends does something else."""

from __future__ import annotations

import pytest

from codescore.evidence.session import EvidenceSession
from codescore.evidence.slowly import scaled
from codescore.languages.execution import Input
from codescore.languages.values import Int, Sequence, Text
from tests.evidence.judging import judged

FIB = """\
def fib(n):
    a, b = 0, 1
    for _ in range(n):
        a, b = b, a + b
    return a
"""
FIB_AGAIN = """\
def fib(n):
    if n <= 0:
        return 0
    return n if n < 2 else fib(n - 1) + fib(n - 2)
"""
APART = """\
def best(xs: list[int]) -> int:
    before, now = 0, 0
    for x in xs:
        before, now = now, max(now, before + x)
    return now
"""
APART_ALL = """\
def best(xs: list[int]) -> int:
    if not xs:
        return 0
    return max(best(xs[1:]), best(xs[2:]) + xs[0])
"""
FIB_JS = """\
/** @param {number} n @returns {number} */
function fib(n) {
  let a = 0, b = 1;
  for (let i = 0; i < n; i++) [a, b] = [b, a + b];
  return a;
}
"""
FIB_AGAIN_JS = """\
function fib(n) { return n <= 0 ? 0 : n < 2 ? 1 : fib(n - 1) + fib(n - 2); }
"""


@pytest.mark.sandbox
@pytest.mark.parametrize(
    ("language", "reference", "candidate"),
    [("python", FIB, FIB_AGAIN), ("python", APART, APART_ALL), ("javascript", FIB_JS, FIB_AGAIN_JS)],
)
def test_slow_is_not_another_answer(session: EvidenceSession, language: str, reference: str, candidate: str) -> None:
    found = judged(session, language, candidate, reference)
    assert found.verdict in ("conditional", "insufficient"), found.reason
    assert "too slow" in found.reason
    assert found.counterexample is None


@pytest.mark.sandbox
@pytest.mark.parametrize(
    ("candidate", "reference"),
    [
        (FIB_AGAIN.replace("n if n < 2", "n if n < 2 or n == 6"), FIB),
        (FIB.replace("range(n)", "iter(lambda: n % 2, 0)"), FIB),
        ("def fib(n):\n    while n > 9:\n        pass\n" + FIB.split("\n", 1)[1], FIB),
        ("def best(xs):\n    while len(xs) > 4:\n        xs = xs[:]\n" + APART.split("\n", 1)[1], APART),
        ("def best(xs):\n    while len(xs) % 2:\n        xs = xs[:]\n" + APART_ALL.split("\n", 1)[1], APART),
    ],
)
def test_wrong_or_endless_is(session: EvidenceSession, candidate: str, reference: str) -> None:
    found = judged(session, "python", candidate, reference)
    assert found.verdict in ("differs", "timeout"), found.reason


def test_scaled() -> None:
    given = Input((Int(9), Text("abcd"), Sequence("list", (Int(1), Int(7), Int(2), Int(3)))))
    assert scaled(given, 0.5) == Input((Int(4), Text("ab"), Sequence("list", (Int(1), Int(7)))))
    assert scaled(given, 0.0) == Input((Int(0), Text(""), Sequence("list", ())))


LOGS = """
def logs(rows: int, top: int) -> int:
    if rows <= 0:
        return 0
    return (rows * top + rows * (rows - 1) // 2) % 10007
"""
ROW_BY_ROW = """
def logs(rows: int, top: int) -> int:
    if rows <= 0:
        return 0
    return (top + logs(rows - 1, top + 1)) % 10007
"""


def test_who_calls_itself_for_each_row_is_not_another_program(session: EvidenceSession) -> None:
    found = judged(session, "python", ROW_BY_ROW, LOGS)
    assert found.verdict == "conditional", found.reason
    assert "so large that it calls itself too often" in found.reason


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("rows <= 0", "rows == 0"),  # for ever below 0
        ("top + logs", "top + (logs(rows, top) if rows == 7 else 0) + logs"),  # for ever from 7 on
        ("top + 1", "top"),
    ],
)
def test_who_calls_itself_for_ever_is_another_program(session: EvidenceSession, old: str, new: str) -> None:
    assert judged(session, "python", ROW_BY_ROW.replace(old, new), LOGS).verdict == "differs"
