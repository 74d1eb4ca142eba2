"""Mazes with one start and one end: from how a program keeps their places, and what is made of other grids."""

from __future__ import annotations

from random import Random

import pytest

from codescore.evidence.relations import each_once, with_each_once
from codescore.evidence.session import EvidenceSession
from codescore.languages.marks import marks
from codescore.languages.shapes import CharShape, IntShape, SequenceShape, Shape, TextShape
from codescore.languages.values import Char, Sequence, Text, Value
from tests.evidence.judging import judged

LINES = SequenceShape(TextShape())
CELLS = SequenceShape(SequenceShape(CharShape()))
KEEPS = (
    'for r, row in enumerate(g):\n    if "S" in row: start = (r, row.index("S"))\n    if row[0] == "E": end = (r, 0)\n'
)
MAZE = """from collections import deque

def shortest(maze):
    \"\"\"Fewest steps from S to E in a maze of '.', '#', 'S' and 'E'; -1 if there is no way.\"\"\"
    for r, row in enumerate(maze):
        for c, cell in enumerate(row):
            if cell == "S":
                start = (r, c)
    queue, seen = deque([(start, 0)]), {start}
    while queue:
        (r, c), steps = queue.popleft()
        if maze[r][c] == "E":
            return steps
        for a, b in ((r, c + 1), (r + 1, c), (r, c - 1), (r - 1, c)):
            if 0 <= a < len(maze) and 0 <= b < len(maze[a]) and maze[a][b] != "#" and (a, b) not in seen:
                seen.add((a, b))
                queue.append(((a, b), steps + 1))
    return -1
"""
BORDERS = """def shortest(maze):
    cells = {(r, c): v for r, row in enumerate(maze) for c, v in enumerate(row) if v != "#"}
    places = {v: place for place, v in reversed(cells.items())}
    reached = border = {places["S"]}
    steps = 0
    while border:
        if places.get("E") in border:
            return steps
        near = {(r + a, c + b) for r, c in border for a, b in ((0, 1), (1, 0), (0, -1), (-1, 0))}
        border = near & cells.keys() - reached
        reached = reached | border
        steps += 1
    return -1
"""


@pytest.mark.parametrize(
    ("shape", "words", "text", "signs"),
    [
        (LINES, "", KEEPS, "SE"),
        (CELLS, "", "if (g[r][c] == 'S') { sr = r; sc = c; }", "S"),
        (LINES, "Steps from S to E.", 'while g[r][c] != "E": go("S")', "SE"),
        (LINES, "S is the start, X is a wall.", "if (g[r][c] === 'S' || g[r][c] === 'X') go();", "S"),
        (LINES, "Steps to the nearest exit.", KEEPS, ""),
        (LINES, "", 'count += row[0] == "S"', ""),
        (IntShape(), "", KEEPS, ""),
    ],
)
def test_a_mark_whose_place_is_kept_is_there_once(shape: Shape, words: str, text: str, signs: str) -> None:
    """Or one that words lead from or to; not one that is counted, nor where there may be several."""
    assert [one.other for one in marks({"g": shape}, words, text)] == ([signs] if signs else [])


@pytest.mark.parametrize(
    ("rows", "such"),
    [(["S.", ".E"], True), (["SS", "E."], False), (["S.", ".."], False), ([], True), (["", ""], True)],
)
def test_grids_get_each_mark_once(rows: list[str], *, such: bool) -> None:
    """One of those that are there stays; others become what else there is."""
    for make in (Text, lambda row: Sequence("list", tuple(map(Char, row)))):
        value: Value = Sequence("list", tuple(make(row) for row in rows))
        assert each_once(value, "SE") == such
        made = [with_each_once(value, "SE", Random(n)) for n in range(9)]
        assert all(each_once(one, "SE") for one in made)
        assert not such or set(made) == {value}


def test_a_grid_without_room_stays() -> None:
    assert with_each_once(Sequence("list", (Text("."),)), "SE", Random(1)) == Sequence("list", (Text("."),))


@pytest.mark.parametrize(
    ("candidate", "verdicts"),
    [(BORDERS, {"equivalent", "conditional"}), (BORDERS.replace(", (-1, 0))", ")"), {"differs"})],
)
@pytest.mark.sandbox
def test_two_starts_accuse_nobody(session: EvidenceSession, candidate: str, verdicts: set[str]) -> None:
    """One program takes the first of them, and the other the last; who never goes up is still shown."""
    evidence = judged(session, "python", candidate, MAZE)
    assert evidence.verdict in verdicts, evidence.reason


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("for line in g:\n    at = line.find('@')\n    total += int(line[:at])", False),
        ("size_t at = line.find('@'); parts.push_back(line.substr(0, at));", False),
        ("const at = line.indexOf('@'); names.push(line.slice(0, at));", False),
        ("for r, line in enumerate(g):\n    c = line.find('@')\n    if c >= 0: start = (r, c)", True),
    ],
)
def test_a_sign_at_which_lines_are_cut_is_no_mark_of_a_grid(code: str, found: bool) -> None:
    assert bool([*marks({"g": LINES}, "", code)]) == found


STEPS = """'''Steps through a maze: S is the start, E the exit (one of each).'''
rows, cols = map(int, input().split())
maze = [input() for _ in range(rows)]
at = exit_ = 0
for r in range(rows):
    for c in range(cols):
        if maze[r][c] == "S":
            at = r * cols + c
        if maze[r][c] == "E":
            exit_ = r * cols + c
seen, todo = {at: 0}, [at]
for cell in todo:
    r, c = divmod(cell, cols)
    for y, x in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
        if 0 <= y < rows and 0 <= x < cols and maze[y][x] != "#" and y * cols + x not in seen:
            seen[y * cols + x] = seen[cell] + 1
            todo.append(y * cols + x)
print(seen.get(exit_, "no way"))
"""
PLACES = """
rows, cols = map(int, input().split())
maze = [input() for _ in range(rows)]
free = {(r, c): maze[r][c] for r in range(rows) for c in range(cols) if maze[r][c] != "#"}
front, steps, found = [p for p in free if free[p] == "S"], 0, None
left = {p for p in free if free[p] != "S"}
while front and found is None:
    if any(free[p] == "E" for p in front):
        found = steps
    new = {(r + y, c + x) for r, c in front for y, x in ((0, 1), (1, 0), (0, -1), (-1, 0))} & left
    left -= new
    front, steps = list(new), steps + 1
print("no way" if found is None else found)
"""


@pytest.mark.parametrize(
    ("candidate", "verdicts"),
    [(PLACES, {"equivalent", "conditional"}), (PLACES.replace(", (-1, 0))", ")"), {"differs"})],
)
@pytest.mark.sandbox
def test_a_maze_that_is_read_has_each_mark_once(session: EvidenceSession, candidate: str, verdicts: set[str]) -> None:
    """Without an exit one program keeps the first cell for it; who never goes up is still shown."""
    evidence = judged(session, "python", candidate, STEPS)
    assert evidence.verdict in verdicts, evidence.reason
