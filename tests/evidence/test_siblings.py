"""What is assumed of `r1` holds of `r2`, and of no other."""

from __future__ import annotations

import pytest

from codescore.evidence.assumptions import shared
from codescore.evidence.session import EvidenceSession
from codescore.languages.assumed import Assumption
from codescore.languages.execution import Entry, Parameter
from codescore.languages.shapes import IntShape, Shape, TextShape
from tests.evidence.judging import judged


def entry(**shapes: Shape) -> Entry:
    return Entry("f", "function", tuple(Parameter(name, shape) for name, shape in shapes.items()))


def test_a_place_is_one_for_all_of_its_sort() -> None:
    board = entry(r1=IntShape(), c1=IntShape(), r2=IntShape(), c2=IntShape(), board=TextShape(), n=IntShape())
    known = Assumption("r1", "place", "it is looked up", other="board")
    (found,) = shared(board, [known])
    assert (found.parameter, found.property, found.other) == ("r2", "place", "board")
    assert "r1" in found.because
    assert found.weight < known.weight
    assert not found.certain


@pytest.mark.parametrize("known", [
    Assumption("r1", "up to", "it is", other="r2"),  # of the two, and not of each
    Assumption("n", "at least", "it is"),  # there is no other n
    Assumption("r1", "pictured", "it is", part="day"),
])  # fmt: skip
def test_what_is_of_one_alone(known: Assumption) -> None:
    assert list(shared(entry(r1=IntShape(), r2=IntShape(), n=IntShape()), [known])) == []


def test_another_kind_and_what_is_known_stay() -> None:
    known = [Assumption("x1", "at least", "it is"), Assumption("x2", "at least", "it is", bound=3)]
    assert list(shared(entry(x1=IntShape(), x2=IntShape(), x3=TextShape()), known)) == []


STEPS = """
def steps(board, r1, c1, r2, c2):
    if board[r1][c1] == "#":
        return -1
    known = {(r1, c1): 0}
    waiting = [(r1, c1)]
    while waiting:
        row, col = waiting.pop(0)
        if (row, col) == (r2, c2):
            return known[row, col]
        for to in ((row, col + 1), (row + 1, col), (row, col - 1), (row - 1, col)):
            inside = 0 <= to[0] < len(board) and 0 <= to[1] < len(board[0])
            if inside and to not in known and board[to[0]][to[1]] != "#":
                known[to] = known[row, col] + 1
                waiting.append(to)
    return -1
"""
BY_LAYERS = """
def steps(board, r1, c1, r2, c2):
    if board[r1][c1] == "#" or board[r2][c2] == "#":
        return -1
    layer, seen, count = {(r1, c1)}, set(), 0
    while layer:
        if (r2, c2) in layer:
            return count
        seen |= layer
        layer = {
            (r, c)
            for row, col in layer
            for r, c in ((row, col + 1), (row + 1, col), (row, col - 1), (row - 1, col))
            if 0 <= r < len(board) and 0 <= c < len(board[0]) and board[r][c] != "#"
        } - seen
        count += 1
    return -1
"""


@pytest.mark.sandbox
def test_a_cell_that_is_only_compared_is_on_the_board(session: EvidenceSession) -> None:
    assert judged(session, "python", BY_LAYERS, STEPS).verdict == "conditional"


@pytest.mark.sandbox
@pytest.mark.parametrize(
    ("right", "wrong"), [("count += 1", "count += 2"), ("(row - 1, col)", "(row - 1, col + 1)"), ("- seen", "")]
)
def test_another_way_is_another_one_on_the_board(session: EvidenceSession, right: str, wrong: str) -> None:
    assert judged(session, "python", BY_LAYERS.replace(right, wrong), STEPS).verdict in ("differs", "timeout")
