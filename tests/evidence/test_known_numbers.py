"""Grids of the numbers that two programs know, and lists with nothing empty in them: another result elsewhere is
conditional, and wrong programs stay different."""

from __future__ import annotations

import pytest

from codescore.evidence.contract import Evidence
from codescore.evidence.sandbox import probe
from codescore.evidence.session import EvidenceSession
from tests.evidence.judging import judged

ABLE = probe()
pytestmark = [
    pytest.mark.sandbox,
    pytest.mark.skipif(not ABLE.works, reason=f"NO SANDBOX, NOTHING TESTED: {ABLE.detail}; {ABLE.remedy}"),
]

WAYS = """def ways(grid):
    rows, columns = len(grid), len(grid[0])
    found = [0] * (columns + 1)
    found[columns - 1] = 1
    for r in range(rows - 1, -1, -1):
        for c in range(columns - 1, -1, -1):
            if grid[r][c]:
                found[c] = 0
            else:
                found[c] += found[c + 1]
    return found[0]
"""
WAYS_DOWN = """def ways(grid):
    rows, columns = len(grid), len(grid[0])
    found = [[0] * columns for _ in range(rows)]
    for r in range(rows):
        for c in range(columns):
            if grid[r][c] == 1:
                continue
            if r == 0 and c == 0:
                found[r][c] = 1
                continue
            found[r][c] = (found[r - 1][c] if r else 0) + (found[r][c - 1] if c else 0)
    return found[-1][-1]
"""
THROUGH_WALLS = WAYS_DOWN.replace("(found[r][c - 1] if c else 0)", "(found[r][c - 1] if c else 1)")
WEALTH = "def most(table):\n    return max(sum(row) for row in table)\n"
ONES = "def most(table):\n    return max(sum(1 for x in row if x == 1) for row in table)\n"
CELLS = """def islands(grid):
    rows, columns = len(grid), len(grid[0])
    seen = set()

    def walk(r, c):
        if r < 0 or c < 0 or r == rows or c == columns or (r, c) in seen or grid[r][c] == "0":
            return
        seen.add((r, c))
        for dr, dc in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            walk(r + dr, c + dc)

    found = 0
    for r in range(rows):
        for c in range(columns):
            if grid[r][c] == "1" and (r, c) not in seen:
                walk(r, c)
                found += 1
    return found
"""
NOT_ZERO = CELLS.replace('grid[r][c] == "0"', 'grid[r][c] != "1"')
NO_LEFT = NOT_ZERO.replace("((1, 0), (-1, 0), (0, 1), (0, -1))", "((1, 0), (-1, 0), (0, 1))")
FIRSTS = "def initials(words):\n    return [word[:1].upper() for word in words]\n"
INDEXED = "def initials(words):\n    return [word[0].upper() for word in words]\n"
GUARDED = "def initials(words):\n    return [word[0].upper() for word in words if word]\n"
LETTERS = """def alike(one: str, other: str) -> bool:
    return sorted(one) == sorted(other)
"""
PLACES = """def alike(one: str, other: str) -> bool:
    counts = [0] * 26
    for sign in one:
        counts[ord(sign) - ord("a")] += 1
    for sign in other:
        counts[ord(sign) - ord("a")] -= 1
    return not any(counts)
"""
ONE_WAY = """def alike(one: str, other: str) -> bool:
    counts = [0] * 26
    for sign in one:
        counts[ord(sign) - ord("a")] += 1
    for sign in other:
        counts[ord(sign) - ord("a")] -= 1
    return min(counts) >= 0
"""
NO_CASE = "def alike(one: str, other: str) -> bool:\n    return sorted(one.lower()) == sorted(other.lower())\n"

GOLD = """def most(grid):
    def walk(r, c):
        if r < 0 or c < 0 or r == len(grid) or c == len(grid[0]) or grid[r][c] == 0:
            return 0
        here, grid[r][c] = grid[r][c], 0
        found = here + max(walk(r + 1, c), walk(r - 1, c), walk(r, c + 1), walk(r, c - 1))
        grid[r][c] = here
        return found

    return max(walk(r, c) for r in range(len(grid)) for c in range(len(grid[0])))
"""
CELLS_OF_IT = GOLD.replace("found = here +", "found = 1 +")
NAMED = 'def names(some: list[str]) -> list[str]:\n    return [one or "unknown" for one in some]\n'
AS_THEY_ARE = "def names(some: list[str]) -> list[str]:\n    return list(some)\n"
WITHOUT = 'def missing(answers: list[str]) -> int:\n    return answers.count("")\n'
NONE_AT_ALL = "def missing(answers: list[str]) -> int:\n    return 0\n"
TURNED = "def turned(angle: int) -> int:\n    return angle % 360\n"
ENDLESS = """def turned(angle: int) -> int:
    if angle >= 360:
        return turned(angle + 360)
    return turned(angle + 360) if angle < 0 else angle
"""
SUMS = """def cross_sums(two_digits: list[int]) -> list[int]:
    return [n // 10 + n % 10 for n in two_digits]
"""
JOINED = """def combine_into_sorted_list(a: list[int], b: list[int]) -> list[int]:
    return sorted(a + b)
"""
MERGED = """def combine_into_sorted_list(a: list[int], b: list[int]) -> list[int]:
    found, i, j = [], 0, 0
    while i < len(a) and j < len(b):
        if a[i] <= b[j]:
            found.append(a[i])
            i += 1
        else:
            found.append(b[j])
            j += 1
    return found + a[i:] + b[j:]
"""


def run(session: EvidenceSession, candidate: str, reference: str) -> Evidence:
    return judged(session, "python", candidate, reference)


@pytest.mark.parametrize(
    ("reference", "candidate", "words"),
    [
        (WAYS, WAYS_DOWN, "unless grid has no number outside of 0 … 1"),
        (WAYS_DOWN, WAYS, "unless grid has no number outside of 0 … 1"),
        (CELLS, NOT_ZERO, "unless grid "),
        (FIRSTS, INDEXED, "unless words has no empty item"),
        (LETTERS, PLACES, "unless one is made of 'a-z' and other is made of 'a-z'"),
    ],
)
def test_what_neither_names_is_left_open(reference: str, candidate: str, words: str) -> None:
    with EvidenceSession() as session:
        found = run(session, candidate, reference)
    assert (found.verdict, words in found.reason) == ("conditional", True), found.reason


@pytest.mark.parametrize(
    ("reference", "candidate"),
    [
        (WAYS, THROUGH_WALLS),  # differs on grids of 0 and 1, too
        (WEALTH, ONES),  # nothing in the reference asks what is in its table
        (CELLS, NO_LEFT),
        (GUARDED, INDEXED),  # the reference means empty ones
        (LETTERS, ONE_WAY),  # a failure on capitals excuses no other difference
        (NO_CASE, PLACES),  # `lower` would be pointless
        (GOLD, CELLS_OF_IT),  # the reference tells 2 from 3, whatever it asks of 0
        (NAMED, AS_THEY_ARE),  # who answers on what is empty, and answers otherwise, did think of it
        (WITHOUT, NONE_AT_ALL),
        (TURNED, ENDLESS),
        (SUMS, SUMS.replace("n // 10 + n % 10", "n")),  # they are numbers, whatever they have
        (JOINED, MERGED),  # it gives what is in order
    ],
)
def test_a_wrong_program_stays_another_one(reference: str, candidate: str) -> None:
    with EvidenceSession() as session:
        found = run(session, candidate, reference)
    assert found.verdict == "differs", found.reason
