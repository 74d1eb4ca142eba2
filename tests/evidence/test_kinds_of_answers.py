"""Inputs of the kinds that a reference seldom finds."""

from __future__ import annotations

import pytest

from codescore.evidence.sandbox import probe
from codescore.evidence.session import EvidenceSession
from tests.evidence.judging import judged

_ability = probe()
pytestmark = [
    pytest.mark.sandbox,
    pytest.mark.skipif(not _ability.works, reason=f"NO SANDBOX: {_ability.detail}"),
]

PERFECT = """def is_perfect(n: int) -> bool:
    return n > 0 and sum(d for d in range(1, n) if n % d == 0) == n
"""
BY_PAIRS = """def is_perfect(n: int) -> bool:
    if n < 2:
        return False
    total, d = 1, 2
    while d * d <= n:
        if n % d == 0:
            total += d + (n // d if d * d != n else 0)
        d += 1
    return total == n
"""
TWICE = """def checks(n):
    return n == 2 * int(str(n)[::-1]) - 1
"""
TURNED = """def checks(n):
    return int(str(n)[::-1]) == 2 * n - 1
"""
PELL = """def closer(a: int, b: int) -> str:
    if a * a == 2 * b * b + 1:
        return "pell"
    return "above" if a * a > 2 * b * b else "below"
"""


@pytest.mark.parametrize(
    ("reference", "candidate", "verdict"),
    [
        (PERFECT, "def is_perfect(n: int) -> bool:\n    return n in (6, 28)\n", "differs"),
        (PERFECT, BY_PAIRS, "equivalent"),
        (TWICE, TURNED, "differs"),  # both answer with yes for 1, and 73 is the next
        (PELL, PELL.replace("== 2 * b * b + 1", "== 2 * b * b + 1 and a < 17"), "differs"),
    ],
    ids=["a table", "another way", "turned around", "one number"],
)
def test_numbers_of_a_kind_to_which_few_belong_are_found(
    session: EvidenceSession, reference: str, candidate: str, verdict: str
) -> None:
    found = judged(session, "python", candidate, reference)
    assert found.verdict == verdict, found.reason
