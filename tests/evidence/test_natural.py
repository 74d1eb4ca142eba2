"""What inputs are often limited to, and nobody says: two programs part only on others."""

from __future__ import annotations

import pytest

from codescore.evidence.session import EvidenceSession
from tests.evidence.judging import judged

pytestmark = pytest.mark.sandbox

BUSES = """
def fits(rides: list[list[int]], seats: int) -> bool:
    longest = 0
    for ride in rides:
        longest = max(longest, ride[2])
    change = [0] * (longest + 2)
    for people, start, end in rides:
        change[start] += people
        change[end] -= people
    inside = 0
    for one in change:
        inside += one
        if inside > seats:
            return False
    return True
"""
BY_STOP = """
def fits(rides: list[list[int]], seats: int) -> bool:
    stops = sorted({ride[1] for ride in rides})
    for stop in stops:
        inside = 0
        for people, start, end in rides:
            if start <= stop < end:
                inside += people
        if inside > seats:
            return False
    return True
"""

FARTHEST = """
def farthest(rows: list[list[int]]) -> int:
    best = 0
    low, high = rows[0][0], rows[0][-1]
    for row in rows[1:]:
        best = max(best, row[-1] - low, high - row[0])
        low = min(low, row[0])
        high = max(high, row[-1])
    return best
"""
ALL_PAIRS = """
def farthest(rows: list[list[int]]) -> int:
    best = 0
    for n, one in enumerate(rows):
        for other in rows[n + 1 :]:
            best = max(best, max(one) - min(other), max(other) - min(one))
    return best
"""


def test_two_ends_that_nobody_says_are_in_order(session: EvidenceSession) -> None:
    found = judged(session, "python", BY_STOP, BUSES)
    assert found.verdict == "conditional", found.reason
    assert "[1]" in found.reason
    assert "[2]" in found.reason


@pytest.mark.parametrize(("right", "wrong"), [
    ("start <= stop < end", "start < stop < end"),
    ("start <= stop < end", "start <= stop <= end"),
    ("inside > seats", "inside >= seats"),
])  # fmt: skip
def test_a_bound_that_is_wrong_shows_on_all_rides(session: EvidenceSession, right: str, wrong: str) -> None:
    assert right in BY_STOP
    found = judged(session, "python", BY_STOP.replace(right, wrong), BUSES)
    assert found.verdict == "differs", found.reason


def test_rows_that_nobody_says_are_in_order(session: EvidenceSession) -> None:
    found = judged(session, "python", ALL_PAIRS, FARTHEST)
    assert found.verdict == "conditional", found.reason
    assert "has rows in ascending order" in found.reason


@pytest.mark.parametrize("wrong", ["max(one) - max(other)", "min(one) - min(other)", "max(one) + min(other)"])
def test_another_distance_is_another_one_in_rows_in_order(session: EvidenceSession, wrong: str) -> None:
    found = judged(session, "python", ALL_PAIRS.replace("max(one) - min(other)", wrong), FARTHEST)
    assert found.verdict == "differs", found.reason
