"""Polygons do not touch themselves: which lists of points are one, and who differs only on others."""

from __future__ import annotations

from random import Random

import pytest

from codescore.evidence.outlines import outline
from codescore.evidence.sandbox import probe
from codescore.evidence.session import EvidenceSession
from codescore.languages.customary import customary
from codescore.languages.shapes import IntShape, RecordShape, SequenceShape, TupleShape
from codescore.languages.values import Int, Record, Sequence, Value
from tests.evidence.judging import judged

_ability = probe()
runs = pytest.mark.skipif(not _ability.works, reason=f"NO SANDBOX: {_ability.detail}")

POINT = TupleShape((IntShape(), IntShape()), "tuple")

BY_CROSSINGS = '''def contains(polygon, point):
    """Whether a point is inside of a polygon, not on its outline."""
    x, y = point
    inside = False
    for n in range(len(polygon)):
        (x1, y1), (x2, y2) = polygon[n], polygon[(n + 1) % len(polygon)]
        side = (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1)
        if side == 0 and min(x1, x2) <= x <= max(x1, x2) and min(y1, y2) <= y <= max(y1, y2):
            return False
        if (y1 > y) != (y2 > y) and (side > 0) == (y2 > y1):
            inside = not inside
    return inside
'''
BY_TURNS = """def contains(polygon, point):
    x, y = point
    turns = 0
    for n in range(len(polygon)):
        (x1, y1), (x2, y2) = polygon[n], polygon[(n + 1) % len(polygon)]
        side = (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1)
        if side == 0 and min(x1, x2) <= x <= max(x1, x2) and min(y1, y2) <= y <= max(y1, y2):
            return False
        if y1 <= y < y2 and side > 0:
            turns += 1
        elif y2 <= y < y1 and side < 0:
            turns -= 1
    return turns != 0
"""


def _points(*places: tuple[int, int]) -> Sequence:
    return Sequence("list", tuple(Sequence("tuple", (Int(x), Int(y))) for x, y in places))


SQUARE = _points((0, 0), (4, 0), (4, 4), (0, 4))


@pytest.mark.parametrize(
    "polygon",
    [
        SQUARE,
        Sequence("list", SQUARE.items[::-1]),
        _points((0, 0), (2, 0), (4, 0), (4, 4)),
        _points((0, 0), (4, 0), (1, 1), (0, 4)),
        Sequence("list", ()),
        Sequence("list", (Int(1),)),
    ],
)
def test_a_polygon_that_does_not_touch_itself_stays(polygon: Value) -> None:
    assert outline(polygon) == polygon


@pytest.mark.parametrize(
    "places",
    [
        [(0, 0), (4, 4), (4, 0), (0, 4)],
        [(0, 0), (4, 0), (4, 4), (0, 0), (4, 0), (4, 4)],
        [(0, 0), (4, 0), (2, 0), (2, 4)],
        [(0, 0), (4, 0), (2, 3), (2, 0), (0, 4)],
        [(0, 0), (1, 1)],
        [(0, 0), (1, 1), (2, 2), (3, 3)],
    ],
)
def test_corners_go_around_their_middle(places: list[tuple[int, int]]) -> None:
    crossed = _points(*places)
    made = outline(crossed)
    assert made != crossed
    assert outline(made) == made
    assert isinstance(made, Sequence)
    assert len(made.items) >= 3


def test_any_points_become_a_polygon() -> None:
    chance = Random(3)
    for _ in range(300):
        places = [(chance.randint(-4, 4), chance.randint(-4, 4)) for _ in range(chance.randint(1, 9))]
        made = outline(_points(*places))
        assert outline(made) == made
    corners = tuple(Record("Point", (("x", Int(n)), ("y", Int(n)))) for n in range(4))
    made = outline(Sequence("list", corners))
    assert isinstance(made, Sequence)
    assert {one.type for one in made.items if isinstance(one, Record)} == {"Point"}


def test_what_is_called_a_polygon_is_one() -> None:
    corners = RecordShape("Point", (("x", IntShape()), ("y", IntShape())))
    for name, element in (("poly", corners), ("polygon", POINT)):
        said = {one.property: one.weight for one in customary({name: SequenceShape(element)}, "", "def area(poly):")}
        assert said == {"outline": 0.5, "size at least": 0.5}
    said_so = customary({"poly": SequenceShape(POINT)}, "", "# All take a simple polygon")
    assert {one.weight for one in said_so} == {0.85}
    assert not [*customary({"points": SequenceShape(POINT)}, "", "")]
    assert not [*customary({"polygon": SequenceShape(IntShape())}, "", "")]


@runs
def test_who_differs_on_polygons_that_cross_themselves_is_not_called_different() -> None:
    with EvidenceSession() as session:
        found = judged(session, "python", BY_TURNS, BY_CROSSINGS)
        wrong = judged(session, "python", BY_TURNS.replace("x1, x2) <= x", "x1, x2) < x"), BY_CROSSINGS)
    assert found.verdict in ("equivalent", "conditional")
    assert wrong.verdict == "differs"
