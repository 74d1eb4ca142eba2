"""Test cases one after the other (`t`, then `n k` and a list each time): their own numbers say how long things are;
tables, and the moves on them.
"""

from __future__ import annotations

import pytest

from codescore.evidence.following import follows
from codescore.languages import by_id
from codescore.languages.shapes import BlockShape, LinesShape, RowShape, TextShape

IN_A_FUNCTION = """
import sys
input = sys.stdin.readline
def solve():
    n, k = map(int, input().split())
    a = list(map(int, input().split()))
    print("YES" if sum(a) % k == 0 else "NO")
for _ in range(int(input())):
    solve()
"""
A_TEXT = """
for _ in range(int(input())):
    n, k = map(int, input().split())
    s = input()
    print(s[:k] + s[::-1])
"""
TWO_LISTS = """
t = int(input())
for _ in range(t):
    n, m = map(int, input().split())
    a = list(map(int, input().split()))
    b = list(map(int, input().split()))
    r = 0
    for i in range(m):
        r += b[i]
    print(sum(a) * r)
"""
A_GRID = """
t = int(input())
for _ in range(t):
    h, w = map(int, input().split())
    g = [input() for _ in range(h)]
    n = int(input())
    b = list(map(int, input().split()))
    print(sum(row.count("#") for row in g), max(b))
"""
QUERIES = """
q = int(input())
for _ in range(q):
    l, r = map(int, input().split())
    s = input()
    print(s[l - 1 : r])
"""


TURNED = """
n = int(input())
board = [list(map(int, input().split())) for _ in range(n)]
for k in range(n):
    print(*[board[i][k] for i in range(n)])
"""


def lines_read(source: str) -> LinesShape:
    """The form of what a script reads."""
    language = by_id("python")
    assert language is not None
    (entry,) = (entry for entry in language.runner().survey(source).entries if entry.kind == "script")
    shape = entry.parameters[0].shape
    assert isinstance(shape, LinesShape)
    return shape


def test_a_table_is_as_wide_as_loops_over_its_rows_go() -> None:
    shape = lines_read(TURNED)
    row = shape.rows[1]
    assert isinstance(row, RowShape)
    assert (row.times, row.count) == ("n", "n")


ANY = """
def solve(numbers):
    return sum(numbers) // 3
for _ in range(int(input())):
    print(solve(list(map(int, input().split()))))
"""


def test_a_list_of_which_nothing_says_how_long_it_is_has_any_length() -> None:
    shape = lines_read(ANY)
    assert [follows(shape, text) for text in ("1\n5\n", "2\n1 2 3\n4\n", "1\nx\n")] == [True, True, False]


@pytest.mark.parametrize(("source", "sizes"), [
    (IN_A_FUNCTION, [None, "n"]), (A_TEXT, [None, "n"]), (TWO_LISTS, [None, "n", "m"]),
    (A_GRID, [None, "w", None, "n"]), (QUERIES, [None, None]),
], ids=["in a function", "a text", "two lists", "a grid", "queries"])  # fmt: skip
def test_what_is_read_each_time_says_how_long_it_is(source: str, sizes: list[str | None]) -> None:
    shape = lines_read(source)
    block = shape.rows[1]
    assert isinstance(block, BlockShape)
    rows = [row for row in block.rows if isinstance(row, RowShape)]
    assert [row.count if isinstance(row.count, str) else row.wide for row in rows] == sizes


MOVED = """
n = int(input())
at = [0, 0]
moves = input().strip()
for move in moves:
    side = 0 if move in "LR" else 1
    at[side] += 1 if move in "RD" else -1
print(n, *at)
"""


def test_who_asks_for_three_directions_is_given_the_fourth_and_no_other_sign() -> None:
    shape = lines_read(MOVED)
    row = shape.rows[1]
    assert isinstance(row, RowShape)
    assert isinstance(row.tokens[0], TextShape)
    assert row.tokens[0].alphabet == "DLRU"
    assert [follows(shape, text) for text in ("4\nLURD\n", "2\nLr\n")] == [True, False]
