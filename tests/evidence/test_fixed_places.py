"""Lists and rows of which a program looks at numbered places have so many items; its grids have the signs it names."""

from __future__ import annotations

import pytest

from codescore.evidence.fixed_places import places_of, places_of_rows
from codescore.evidence.generate import random_input
from codescore.evidence.pool import fresh, pool_of
from codescore.evidence.sandbox import probe
from codescore.evidence.session import EvidenceSession
from codescore.languages import by_id
from codescore.languages.values import Char, walk
from tests.evidence.judging import judged

ABLE = probe()
sandboxed = pytest.mark.skipif(not ABLE.works, reason=f"NO SANDBOX, NOTHING TESTED: {ABLE.detail}; {ABLE.remedy}")

JAVA = """class Trips {
    static int earned(int[][] trips, int[] fare) {
        int sum = 0;
        for (int[] t : trips) {
            sum += (t[1] - t[0]) * fare[1] + fare[0];
        }
        return sum;
    }
}
"""
ALL_OF_THEM = """class Trips {
    static int earned(int[][] trips, int[] fare) {
        int sum = 0;
        for (int[] t : trips) {
            sum += fare[0];
            for (int i = 1; i < t.length; i++) {
                sum += (t[i] - t[i - 1]) * fare[1];
            }
        }
        return sum;
    }
}
"""
NO_FEE = ALL_OF_THEM.replace("sum += fare[0];", "if (t[0] != t[1]) sum += fare[0];")
PYTHON = "def near(p, q):\n    return abs(p[0] - q[0]) + abs(p[1] - q[1])\n"
CPP = """int f(vector<vector<int>>& trips, const vector<int>& at) {
    int s = 0;
    for (auto& t : trips) s += t[1] * at[0] - t[0] * at[1];
    return s;
}"""
SCRIPT = """/** @param {number[][]} trips */
function f(trips, at) {
  let s = 0;
  for (const t of trips) { s += t[0] * t[1]; }
  return s + at[0] - at[1];
}"""
GRID = """class Box {
    static int stones(char[][] grid) {
        int found = 0;
        for (char[] row : grid)
            for (char cell : row)
                if (cell == '#') found++; else if (cell == '*') found += 2;
        return found;
    }
}
"""


@pytest.mark.parametrize(
    ("source", "rows", "flat", "sizes"),
    [
        (JAVA, "trips", "fare", (2, 2)),
        (PYTHON, "p", "q", (0, 2)),
        (CPP, "trips", "at", (2, 2)),
        (SCRIPT, "trips", "at", (2, 2)),
        ("def f(xs, ys):\n    return xs[0] + xs[1] + sum(ys) + ys[0] + ys[1]\n", "xs", "ys", (0, 0)),
        ("def f(xs, ys):\n    for y in ys:\n        print(y)\n    return ys[0] + ys[1]\n", "xs", "ys", (0, 0)),
        ("def f(xs, ys):\n    return ys[2] + ys[0]\n", "xs", "ys", (0, 0)),  # a place is left out
        ("def f(xs, ys):\n    for x in xs:\n        g(x[0], x[1], x)\n    return ys\n", "xs", "ys", (0, 0)),
        ("def f(xs, ys):\n    return [x[0] - x[1] for x in xs if ys(x)]\n", "xs", "ys", (0, 0)),
    ],
)
def test_places_that_are_named_say_how_many_there_are(
    source: str, rows: str, flat: str, sizes: tuple[int, int]
) -> None:
    assert (places_of_rows(rows, source), places_of(flat, source)) == sizes


@sandboxed
@pytest.mark.parametrize(
    ("reference", "candidate"),
    [
        (
            "def titles(rows: list[list[str]]) -> list[str]:\n    return [row[0] + ': ' + row[1] for row in rows]\n",
            "def titles(rows: list[list[str]]) -> list[str]:\n    return [': '.join(row) for row in rows]\n",
        ),
        (
            "def gap(scores: list[int]) -> int:\n    return scores[0] - scores[1]\n",
            "def gap(scores: list[int]) -> int:\n    return scores[0] - scores[-1]\n",
        ),
    ],
)
def test_what_differs_beside_more_items_is_never_the_same(reference: str, candidate: str) -> None:
    with EvidenceSession() as session:
        found = judged(session, "python", candidate, reference)
    assert found.verdict in ("differs", "conditional"), found.reason


@sandboxed
def test_more_items_than_are_looked_at_are_left_open() -> None:
    with EvidenceSession() as session:
        right, wrong = (judged(session, "java", one, JAVA) for one in (ALL_OF_THEM, NO_FEE))
    assert (right.verdict, "trips has rows of 2 items" in right.reason) == ("conditional", True), right.reason
    assert wrong.verdict == "differs", wrong.reason


def test_signs_that_a_program_names_are_in_its_grids() -> None:
    runner = by_id("java").runner()
    assert runner is not None
    known = runner.survey(GRID)
    pool = pool_of(known.constants, 1)
    inputs = [random_input(known.entries[0], fresh(pool)) for _ in range(60)]
    cells = [part.value for one in inputs for value in one.arguments for part in walk(value) if isinstance(part, Char)]
    assert sum(cell in "#*" for cell in cells) > len(cells) / 4
    assert sum(cell not in "#*" for cell in cells) > len(cells) / 8
