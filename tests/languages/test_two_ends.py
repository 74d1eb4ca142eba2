"""What a program calls the two of a pair says which is not above the other."""

from __future__ import annotations

import pytest

from codescore.evidence.pairs import set_apart
from codescore.languages.two_ends import by_place
from codescore.languages.values import Int, Sequence, Value


@pytest.mark.parametrize(
    ("program", "said"),
    [
        ("int from = p[0], to = p[1];", {"ordered"}),
        ("from = p[0].first; to = p[0].second;", {"pairs ordered"}),
        ("for (int[] one : p) { int start = one[0]; int end = one[1]; }", {"pairs ordered"}),
        ("for (const one of p) { const curStart = one[0]; const curEnd = one[1]; }", {"pairs ordered"}),
        ("for one in p:\n    low = one[0]\n    high = one[1]\n", {"pairs ordered"}),
        ("for one in p:\n    row = one[0]\n    column = one[1]\n", set()),
        ("from = q[0]; to = q[1]", set()),
        ("from = p[0].length, to = p[1].length", set()),
    ],
)
def test_names_of_what_stands_at_two_places(program: str, said: set[str]) -> None:
    assert {one.property for one in by_place(["p"], program)} == said


def pairs(*numbers: int) -> Value:
    rows = zip(numbers[::2], numbers[1::2], strict=True)
    return Sequence("list", tuple(Sequence("tuple", (Int(one), Int(two))) for one, two in rows))


@pytest.mark.parametrize(
    ("numbers", "apart"),
    [
        ((1, 3, 5, 9), (1, 3, 5, 9)),
        ((5, 9, 1, 3), (5, 9, 1, 3)),
        ((1, 3, 3, 9), (1, 3, 4, 9)),
        ((1, 7, 3, 9), (1, 3, 7, 9)),
        ((3, 9, 1, 7), (7, 9, 1, 3)),
        ((2, 2, 2, 2), (2, 3, 4, 5)),
        ((), ()),
    ],
)
def test_pairs_are_set_apart(numbers: tuple[int, ...], apart: tuple[int, ...]) -> None:
    """In the order that they have; what is apart stays."""
    assert set_apart(pairs(*numbers)) == pairs(*apart)
    assert set_apart(Int(3)) == Int(3)
