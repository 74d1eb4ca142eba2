"""Numbers in lists often count something, from 1 on, or are places: whether a 0 is meant, nobody says."""

from __future__ import annotations

import pytest

from codescore.evidence.session import EvidenceSession
from tests.evidence.judging import judged

KINDS = "def kinds(sizes: list[int]) -> int:\n    return len(set(sizes))\n"
SEEN = """def kinds(sizes):
    seen = [False] * (max(sizes, default=0) + 1)
    for size in sizes:
        seen[size] = True
    return sum(seen[1:])
"""
POSITIVE = "def positive(numbers: list[int]) -> int:\n    return sum(1 for n in numbers if n > 0)\n"
LEAST = """def least(scores: list[int]) -> int:
    best = None
    for score in scores:
        if best is None or score < best:
            best = score
    return best
"""
MISSING = """def missing(seats: list[int]) -> list[int]:
    return [seat for seat in range(1, len(seats) + 1) if seat not in seats]
"""
MARKED = """def missing(seats):
    taken = [0] * len(seats)
    for seat in seats:
        taken[seat - 1] = 1
    return [place + 1 for place, here in enumerate(taken) if here == 0]
"""


@pytest.mark.sandbox
@pytest.mark.parametrize(
    ("reference", "candidate", "said"),
    [(KINDS, SEEN, "sizes is at least 1"), (MISSING, MARKED, "seats has no number outside of 1")],
    ids=["from 1 on", "places"],
)
def test_who_differs_on_a_zero_alone_is_neither_right_nor_wrong(
    session: EvidenceSession, reference: str, candidate: str, said: str
) -> None:
    found = judged(session, "python", candidate, reference)
    assert found.verdict == "conditional", found.reason
    assert said in found.reason


@pytest.mark.sandbox
@pytest.mark.parametrize(
    ("reference", "candidate"),
    [
        (KINDS, SEEN.replace("seen[1:]", "seen[2:]")),
        (POSITIVE, "def positive(numbers):\n    return len(numbers)\n"),
        (POSITIVE, POSITIVE.replace("n > 0", "n >= 0")),
        (MISSING, MARKED.replace("seat - 1", "seat - 2")),
        (LEAST, LEAST.replace("best is None", "not best")),
    ],
    ids=["ones", "sign asked", "zero asked", "next place", "a 0 for nothing"],
)
def test_who_differs_elsewhere_or_where_a_zero_is_asked_for_differs(
    session: EvidenceSession, reference: str, candidate: str
) -> None:
    found = judged(session, "python", candidate, reference)
    assert found.verdict == "differs", found.reason
