"""Paired bootstrap and approximate randomisation: what any right implementation must do, on simulated systems."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from codescore.study.significance import (
    Interval,
    Resampling,
    bootstrap,
    compare,
    draws,
    interval,
    mean,
    randomisation,
    statistics_of,
)

Floats = NDArray[np.float64]
FEW = Resampling(resamples=200, rounds=400)

values = st.lists(st.floats(0, 1, width=32), min_size=1, max_size=40).map(lambda v: np.array(v, dtype=np.float64))
pairs = st.lists(st.tuples(st.floats(0, 1, width=32), st.floats(0, 1, width=32)), min_size=1, max_size=40)


def ratio(sums: Floats) -> Floats:
    """A corpus measure that is no mean of its units, as BLEU's precision: sum over sum."""
    return np.asarray(sums[..., 0] / sums[..., 1])


@given(values, st.integers(0, 99))
def test_a_system_does_not_differ_from_itself(scores: Floats, seed: int) -> None:
    """Identical systems: no winner, p 1 by both tests, an interval of nothing."""
    one = statistics_of(scores)
    found = compare(one, one.copy(), how=Resampling(100, 100, 0.95, seed))
    assert (found.first_wins, found.second_wins) == (0, 0)
    assert (found.p_bootstrap, found.p_randomisation) == (1, 1)
    assert not found.significant
    assert (found.difference.low, found.difference.value, found.difference.high) == (0, 0, 0)


@given(pairs, st.integers(0, 99))
@settings(max_examples=50)
def test_exchanging_the_systems_mirrors_everything(scores: list[tuple[float, float]], seed: int) -> None:
    """Who is called first changes signs and sides, no p and no interval."""
    first, second = (statistics_of(np.array(side)) for side in zip(*scores, strict=True))
    how = Resampling(100, 100, 0.95, seed)
    one, other = compare(first, second, how=how), compare(second, first, how=how)
    assert (one.first_wins, one.second_wins) == (other.second_wins, other.first_wins)
    assert (one.p_bootstrap, one.p_randomisation) == (other.p_bootstrap, other.p_randomisation)
    assert one.difference.low == pytest.approx(-other.difference.high, abs=1e-12)
    assert one.significant == other.significant


@given(pairs, st.floats(-0.5, 0.5))
@settings(max_examples=50)
def test_a_shift_of_both_systems_changes_no_difference(scores: list[tuple[float, float]], shift: float) -> None:
    """Means: adding a constant to every value of both moves scores, not their difference."""
    first, second = (np.array(side) for side in zip(*scores, strict=True))
    here = compare(statistics_of(first), statistics_of(second), how=FEW)
    there = compare(statistics_of(first + shift), statistics_of(second + shift), how=FEW)
    assert there.first.value == pytest.approx(here.first.value + shift, abs=1e-9)
    for name in ("low", "value", "high"):
        assert getattr(there.difference, name) == pytest.approx(getattr(here.difference, name), abs=1e-9)
    assert there.p_randomisation == pytest.approx(here.p_randomisation, abs=1e-12)


@given(st.integers(1, 60), st.integers(1, 50), st.integers(0, 9))
def test_every_draw_has_as_many_units_as_the_data(units: int, resamples: int, seed: int) -> None:
    """Rows of counts sum to the number of units; a seed gives the same rows again."""
    drawn = np.concatenate(list(draws(units, resamples, seed)))
    assert drawn.shape == (resamples, units)
    assert (drawn.sum(axis=1) == units).all()
    assert (drawn == np.concatenate(list(draws(units, resamples, seed)))).all()


def test_the_product_with_counts_is_drawing_units() -> None:
    """Resampling statistics by a matrix product gives what drawing the units one by one gives."""
    rng = np.random.default_rng(3)
    statistics = rng.random((2, 30, 2)) + 0.1
    fast = bootstrap(statistics, ratio, resamples=50, seed=8)
    counts = np.concatenate(list(draws(30, 50, 8))).astype(int)
    for row, count in enumerate(counts):
        drawn = np.repeat(np.arange(30), count)
        slow = [statistics[system][drawn, 0].sum() / statistics[system][drawn, 1].sum() for system in range(2)]
        assert fast[:, row] == pytest.approx(slow)


def test_the_interval_covers_the_truth_about_as_often_as_it_says() -> None:
    """95 % intervals of a mean hold the true one in 95 % of simulated samples, within the error of 400 of them."""
    rng = np.random.default_rng(11)
    held = 0
    for trial in range(400):
        sample = rng.beta(2, 3, size=120)
        found = interval(bootstrap(statistics_of(sample)[None], resamples=300, seed=trial)[0], float(sample.mean()))
        held += found.low <= 0.4 <= found.high
    assert 0.91 <= held / 400 <= 0.98


def test_p_of_randomisation_is_uniform_where_nothing_differs() -> None:
    """Under the null p is below a level about as often as the level says: 300 simulated pairs of equal systems."""
    rng = np.random.default_rng(5)
    found = []
    for trial in range(300):
        quality = rng.random(60)
        one, other = (np.clip(quality + rng.normal(0, 0.2, 60), 0, 1) for _ in range(2))
        found.append(randomisation(statistics_of(one), statistics_of(other), rounds=199, seed=trial))
    shares = [(np.array(found) <= level).mean() for level in (0.05, 0.25, 0.5, 0.75)]
    for level, share in zip((0.05, 0.25, 0.5, 0.75), shares, strict=True):
        assert abs(share - level) <= 4 * math.sqrt(level * (1 - level) / 300), (level, share)


def test_randomisation_is_exact_on_small_samples() -> None:
    """Of three units that all favour one system, two of the eight exchanges reach the observed difference."""
    p = randomisation(statistics_of(np.ones(3)), statistics_of(np.zeros(3)), rounds=20_000, seed=1)
    assert p == pytest.approx(2 / 8, abs=0.012)


def test_a_real_difference_is_found_by_both_tests() -> None:
    """A system that is better on most of 200 units is better in nearly all resamples, significantly."""
    rng = np.random.default_rng(2)
    base = rng.random(200) * 0.8
    better = np.clip(base + rng.normal(0.05, 0.1, 200), 0, 1)
    found = compare(statistics_of(better), statistics_of(base))
    assert found.significant
    assert found.first_wins > 0.99
    assert found.p_bootstrap < 0.01
    assert found.p_randomisation < 0.01


def test_units_without_a_value_are_left_out_not_counted_as_0() -> None:
    """A mean is over the values there are; of none there is none, and no test says anything."""
    some = statistics_of(np.array([0.5, np.nan, 0.7]))
    assert float(mean(some.sum(axis=0))) == pytest.approx(0.6)
    none = statistics_of(np.full(3, np.nan))
    found = compare(none, some, how=FEW)
    assert math.isnan(found.difference.value)
    assert math.isnan(found.p_randomisation)
    assert math.isnan(found.p_bootstrap)
    assert not found.significant


def test_corpus_measures_are_resampled_from_their_sums() -> None:
    """A ratio of sums differs from a mean of ratios; it is the ratio that is compared."""
    first = np.array([[9.0, 10.0], [0.0, 1.0]])
    second = np.array([[1.0, 10.0], [1.0, 1.0]])
    found = compare(first, second, ratio, FEW)
    assert found.first.value == pytest.approx(9 / 11)
    assert found.second.value == pytest.approx(2 / 11)


def test_the_form_of_an_interval() -> None:
    """The value, then the interval, in which no sign can be read as another."""
    assert str(Interval(30.20, 33.14, 36.05)) == "33.14 (30.2…36.0)"
    assert str(Interval(0.3020, 0.3314, 0.3605).scaled(100)) == "33.14 (30.2…36.0)"


def test_unpaired_statistics_are_refused() -> None:
    """Systems with different numbers of units are no pair."""
    with pytest.raises(ValueError, match="paired statistics"):
        compare(np.ones((3, 2)), np.ones((4, 2)))
