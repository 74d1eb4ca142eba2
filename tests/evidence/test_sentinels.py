"""An answer that a program only begins with: where two differ there alone, neither is called wrong."""

from __future__ import annotations

import pytest

from codescore.evidence.contract import Outcome
from codescore.evidence.options import Options
from codescore.evidence.sandbox import probe
from codescore.evidence.sentinels import begun_with, sentinel
from codescore.evidence.session import EvidenceSession
from codescore.languages import by_id
from codescore.languages.execution import Input
from codescore.languages.values import Int
from tests.evidence.answers import answers

ABLE = probe()
needs_sandbox = pytest.mark.skipif(not ABLE.works, reason=f"NO SANDBOX, NOTHING TESTED: {ABLE.detail}; {ABLE.remedy}")

#: The smallest sum of two neighbours that is even: there may be none, and the task promises that there is one.
NEIGHBOURS = """
n = int(input())
a = list(map(int, input().split()))
best = 10 ** 18
for x, y in zip(a, a[1:]):
    if (x + y) % 2 == 0:
        best = min(best, x + y)
print(best)
"""
OTHERWISE = """
n = int(input())
a = list(map(int, input().split()))
best = 2 ** 62
for i in range(n - 1):
    if a[i] % 2 == a[i + 1] % 2:
        best = min(best, a[i] + a[i + 1])
print(best)
"""
WRONG = OTHERWISE.replace("min(", "max(").replace("2 ** 62", "-1")


def outcome(stdout: str = "", value: int | None = None) -> Outcome:
    return Outcome("return", None if value is None else Int(value), stdout=stdout)


def test_what_a_program_may_begin_with_is_large_and_never_told() -> None:
    assert 10.0**9 in begun_with("int best = 1000000000;", [Int(10**9)])
    assert begun_with("int best = 100;", [Int(100)]) == frozenset()
    assert 10.0**9 not in begun_with("best = 1000000000\nprint(1000000000)", [Int(10**9)])
    assert {2.0**63, -(2.0**63)} <= begun_with("long best = Long.MAX_VALUE;", [])


@pytest.mark.parametrize(("answer", "given", "told"), [
    (outcome("1000000000\n"), "3\n", True), (outcome("3 1000000000\n"), "3\n", True), (outcome("17\n"), "3\n", False),
    (outcome("1000000000\n"), "3 1000000000\n", False), (outcome(value=10**9), "", True),
    (outcome(value=17), "", False), (Outcome("raise", error="ValueError"), "3\n", False),
])  # fmt: skip
def test_an_answer_is_in_doubt_where_it_was_neither_given_nor_found(answer: Outcome, given: str, told: bool) -> None:
    assert bool(sentinel(frozenset({1e9}), Input((), given), answer)) is told


@needs_sandbox
def test_two_that_begin_with_other_numbers_are_not_called_different() -> None:
    with EvidenceSession() as session:
        found = {}
        for name, code in (("right", OTHERWISE), ("wrong", WRONG)):
            pairs = answers("python", code, NEIGHBOURS)
            found[name] = session.judge(code, NEIGHBOURS, by_id("python"), Options(pairs=pairs))
    assert found["right"].verdict == "conditional", found["right"]
    assert found["wrong"].verdict == "differs", found["wrong"]
    assert "which it only begins with" in found["right"].reason
