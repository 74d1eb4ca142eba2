"""The tables of significance and mismatch, on models whose winners are known."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from codescore.study.papers.mismatch import CLASSES, ONE_LINERS, Edges, decide, tabulate


def test_a_winner_wins_in_95_percent_of_the_resamples() -> None:
    """19 of 20 resamples suffice, 18 do not; -1 is the second one's victory."""
    up = np.array([1.0] * 19 + [0.0])
    assert decide(np.stack([up, np.full(20, 0.5)])).tolist() == [1]
    assert decide(np.stack([np.full(20, 0.5), up])).tolist() == [-1]
    up[0] = 0.0
    assert decide(np.stack([up, np.full(20, 0.5)])).tolist() == [0]


def test_ties_are_nobodys_unless_asked_for() -> None:
    """Where the second is better in 30 % of resamples and equal in the others; and where it is the first."""
    flat, better = np.zeros(20), np.array([1.0] * 6 + [0.0] * 14)
    assert decide(np.stack([flat, better]), ties="nobody").tolist() == [0]
    assert decide(np.stack([flat, better]), ties="earlier").tolist() == [0]
    assert decide(np.stack([better, flat]), ties="nobody").tolist() == [0]
    assert decide(np.stack([better, flat]), ties="earlier").tolist() == [1]


def test_bins_hold_their_lower_limit() -> None:
    """[0, 2) [2, 5) [5, 10) [10, 100): a difference of 2 is in the second, 100 in the last; signs do not matter."""
    points = np.array([0, 1.999, 2, -4.99, 5, -10, 100.0])
    assert ONE_LINERS.of(points).tolist() == [0, 0, 1, 1, 2, 3, 3]
    assert ONE_LINERS.names == ("[0, 2)", "[2, 5)", "[5, 10)", "[10, 100)")
    assert CLASSES.of(points).tolist() == [0, 1, 2, 3, 3, 3, 3]


def test_kinds_of_mismatch() -> None:
    """One pair of each kind: agreement, type 1, opposite winners, type 2, and agreement that nothing differs."""
    points = np.array([0.0, 1.0, 3.0, 30.0])  # pairs: 01 02 03 12 13 23
    metric = np.array([1, -1, 1, 0, 0, 1], dtype=np.int8)
    people = np.array([1, 0, -1, 1, 0, 1], dtype=np.int8)
    found = tabulate(points, metric, people, ONE_LINERS)
    assert found.significant == (1, 1, 0, 2)
    assert found.not_significant == (0, 1, 0, 1)
    assert [cell.agree for cell in found.cells] == [1, 0, 0, 1]
    assert found.cells[1].type_1 == 1
    assert found.cells[3].opposite == 1
    assert (found.ns.type_2, found.ns.agree) == (1, 1)
    assert found.total == pytest.approx(3 / 6)
    assert found.cells[2].rate is None, "an empty bin has no rate"


signs = st.lists(st.integers(-1, 1), min_size=15, max_size=15).map(lambda v: np.array(v, dtype=np.int8))


@given(st.lists(st.floats(0, 100), min_size=6, max_size=6).map(np.array), signs, signs)
def test_every_pair_is_counted_once(points: np.ndarray, metric: np.ndarray, people: np.ndarray) -> None:
    """Bins and kinds partition the pairs, and a metric that says what people say has no mismatch."""
    found = tabulate(points, metric, people, Edges((0, 1, 7, 100)))
    assert found.pairs == 15
    assert sum(cell.pairs for cell in found.cells) + found.ns.pairs == 15
    assert tuple(cell.pairs for cell in found.cells) == found.significant
    assert tabulate(points, people, people, Edges((0, 100))).total == 0
