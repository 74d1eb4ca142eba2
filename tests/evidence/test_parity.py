"""Numbers that are even or odd, and tables whose sides are."""

from __future__ import annotations

import pytest

from codescore.evidence.numeric import are_so, made_so
from codescore.languages.values import Int, Sequence, Value


def _table(*rows: int) -> Sequence:
    return Sequence("list", tuple(Sequence("list", tuple(Int(n) for n in range(1, wide + 1))) for wide in rows))


@pytest.mark.parametrize(
    ("value", "bound", "so"),
    [
        (Int(4), 0, True), (Int(3), 0, False), (Sequence("list", (Int(2), Int(4))), 0, True),
        (Sequence("list", (Int(2), Int(3))), 0, False), (_table(2, 2), 0, True), (_table(3, 3), 0, False),
        (_table(2, 2, 2), 0, False), (_table(3, 3, 3), 1, True), (_table(4, 4, 4), 1, False),
    ],
)  # fmt: skip
def test_even_and_odd(value: Value, bound: int, so: bool) -> None:
    """A matrix that has to be even has as many rows and columns; what is in it may be anything."""
    assert are_so(value, "parity", bound) is so
    made = made_so(value, "parity", bound)
    assert are_so(made, "parity", bound)
    assert (made == value) is so
