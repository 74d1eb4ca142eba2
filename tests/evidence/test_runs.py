"""Runs as long as a number of the reference says: chance draws none, and programs treat them otherwise."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from codescore.evidence.sandbox import probe
from codescore.evidence.session import EvidenceSession
from tests.evidence.judging import judged

ABLE = probe()
pytestmark = [
    pytest.mark.sandbox,
    pytest.mark.skipif(not ABLE.works, reason=f"NO SANDBOX, NOTHING TESTED: {ABLE.detail}; {ABLE.remedy}"),
]
#: How many there are of each sign in a row, nine at most.
RUNS = """
from itertools import groupby

def coded(row: str) -> str:
    made = ""
    for sign, run in groupby(row):
        full, rest = divmod(len(list(run)), 9)
        made += full * f"9{sign}" + (f"{rest}{sign}" if rest else "")
    return made
"""
OTHER = """
import re

def coded(row: str) -> str:
    return re.sub(r"(?s)(.)\\1{0,8}", lambda run: f"{len(run[0])}{run[1]}", row)
"""
#: Nothing is left of a run of just nine, and that is written down where another sign follows.
WRONG = """
def coded(row: str) -> str:
    made, last, count = "", "", 0
    for sign in row:
        if sign != last and last:
            made += f"{count}{last}"
            count = 0
        last, count = sign, count + 1
        if count == 9:
            made, count = made + f"9{sign}", 0
    return made + (f"{count}{last}" if count else "")
"""


@pytest.fixture(scope="module")
def session() -> Iterator[EvidenceSession]:
    with EvidenceSession() as found:
        yield found


def test_a_run_of_just_as_many_is_tried(session: EvidenceSession) -> None:
    assert judged(session, "python", OTHER, RUNS).verdict == "equivalent"
    assert judged(session, "python", WRONG, RUNS).verdict == "differs"


#: How often there is the same thing so many times in a row.
OFTEN = """
def often(xs: list[int]) -> int:
    n = last = found = 0
    for x in xs:
        n = n + 1 if x == last else 1
        last = x
        found += n == 37
    return found
"""


def test_lists_have_such_runs_too(session: EvidenceSession) -> None:
    found = judged(session, "python", OFTEN.replace("n == 37", "n == 38"), OFTEN)
    assert found.verdict == "differs"
