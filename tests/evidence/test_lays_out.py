"""White space that is printed counts where it is all that shows a part of what the reference does, and only there."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from codescore.evidence.contract import Outcome
from codescore.evidence.options import Options
from codescore.evidence.sandbox import probe
from codescore.evidence.session import EvidenceSession
from codescore.evidence.unable import cut
from codescore.languages import by_id

ABLE = probe()
pytestmark = [
    pytest.mark.sandbox,
    pytest.mark.skipif(not ABLE.works, reason=f"NO SANDBOX, NOTHING TESTED: {ABLE.detail}; {ABLE.remedy}"),
]

WRAP = """
import sys

width = int(sys.stdin.readline())
words = []
for line in sys.stdin:
    words.extend(line.split())
lines = [[]]
for word in words:
    if lines[-1] and len(" ".join(lines[-1])) + 1 + len(word) > width:
        lines.append([])
    lines[-1].append(word)
if len(lines) > 1 and len(lines[-1]) == 1 and len(lines[-2]) > 2:
    lines[-1].insert(0, lines[-2].pop())
for line in lines:
    print(" ".join(line))
"""
ROWS = """
n = int(input())
for i in range(n):
    for j in range(n):
        print(i * j, end=" ")
    print()
"""
TABLE = """
n = int(input())
for i in range(n):
    print(str(i).rjust(4), str(i * i).rjust(6))
"""


@pytest.fixture(scope="module")
def session() -> Iterator[EvidenceSession]:
    with EvidenceSession() as one:
        yield one


@pytest.mark.parametrize(
    ("candidate", "reference", "verdict"),
    [
        (WRAP.replace("> 2", "> 1"), WRAP, "differs"),
        (WRAP.replace("lines[-1] and len", "len(lines[-1]) > 0 and len"), WRAP, "equivalent"),
        (ROWS.replace('i * j, end=" ")\n    print()', "i * j)"), ROWS, "equivalent"),
        (TABLE.replace("rjust(4)", "rjust(9)"), TABLE, "equivalent"),
    ],
)
def test_where_a_line_breaks(candidate: str, reference: str, verdict: str, session: EvidenceSession) -> None:
    """What fills lines is for that; how wide a column is, and whether numbers stand on one line, is everybody's own."""
    assert session.judge(candidate, reference, by_id("python"), Options()).verdict == verdict


def test_what_is_cut_off_is_not_compared() -> None:
    """Of what a program prints a megabyte is kept: where that is not all, nobody knows how it goes on."""
    assert not cut(Outcome("return", stdout="a\n" * 1000))
    assert not cut(Outcome("return", stdout="1 " * 500_000))
    assert cut(Outcome("return", stdout="1 " * (1 << 19)))
    assert cut(Outcome("return", stdout="é" * (1 << 19)))


def test_a_person_may_say_that_it_does_not_count(session: EvidenceSession) -> None:
    options = Options(count=("no-layout",))
    assert session.judge(WRAP.replace("> 2", "> 1"), WRAP, by_id("python"), options).verdict == "equivalent"
