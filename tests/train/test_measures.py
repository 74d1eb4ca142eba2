"""Measures and calibration on numbers that can be checked by hand."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from codescore.score import calibrated
from codescore_train.export.calibrate import best_threshold, decisive_threshold, knots, passing_threshold
from codescore_train.train.audit import Cosines, summary
from codescore_train.train.measure import auroc, mid_ranks
from codescore_train.verify.evaluate import correctness
from codescore_train.verify.measures import Pairs, mcc, measures, sweep


def test_auroc_counts_ties_half() -> None:
    """By definition: the chance that a positive is above a negative."""
    assert auroc([0.9, 0.8, 0.1], [True, False, False]) == 1.0
    assert auroc([0.1, 0.8, 0.9], [True, False, False]) == 0.0
    assert auroc([0.5, 0.5], [True, False]) == 0.5
    assert auroc([0.9, 0.4, 0.4, 0.1], [True, True, False, False]) == 0.875
    assert np.isnan(auroc([0.5], [True]))


def test_auroc_agrees_with_its_definition_on_random_numbers() -> None:
    """Against counting all pairs, with ties."""
    random = np.random.default_rng(5)
    scores, labels = random.integers(0, 8, 80) / 8, random.random(80) < 0.4
    good, bad = scores[labels], scores[~labels]
    pairs = [(g > b) + 0.5 * (g == b) for g in good for b in bad]
    assert auroc(scores, labels) == pytest.approx(float(np.mean(pairs)))


def test_ranks_of_equal_values_are_shared() -> None:
    """1, 2.5, 2.5, 4."""
    assert mid_ranks(np.asarray([1.0, 2.0, 2.0, 3.0])).tolist() == [1.0, 2.5, 2.5, 4.0]


def test_mcc_of_perfect_reversed_and_constant_predictions() -> None:
    """1, -1 and 0."""
    truth = np.asarray([True, True, False])
    assert mcc(truth, truth) == 1.0
    assert mcc(~truth, truth) == -1.0
    assert mcc(np.ones(3, bool), truth) == 0.0
    swept = sweep(np.asarray([0.2, 0.8]), np.ones(2, bool))
    assert swept["0.5"] == [0.5, None], "all passed: there is nothing to correlate with"


def test_measures_of_a_constant() -> None:
    """Always 1: AUROC 0.5, MAE the share of failures, MCC 0; intervals contain the value."""
    passed = np.asarray([True, False, False, True, False, False])
    found = measures(np.ones(6), Pairs(passed, np.asarray([0, 0, 1, 1, 2, 2])), 0.5, 1)
    assert found["auroc"][0] == 0.5
    assert found["mae"][0] == found["mae-at-threshold"][0] == pytest.approx(4 / 6, abs=1e-4)
    assert found["mcc"] == [0.0, 0.0, 0.0]
    value, low, high = found["mae"]
    assert low <= value <= high


def test_within_task_auroc_ignores_differences_between_tasks() -> None:
    """A scorer that only knows the task is at chance within tasks, whatever it is pooled."""
    passed = np.asarray([True, True, False, True, False, False])
    tasks = np.asarray([0, 0, 0, 1, 1, 1])
    scores = np.asarray([0.9, 0.9, 0.9, 0.1, 0.1, 0.1])
    found = measures(scores, Pairs(passed, tasks), 0.5, 1)
    assert found["auroc-within-task"][0] == 0.5
    assert found["auroc"][0] > 0.6


def cosines(rewrite: list[float], mutant: list[float], other: list[float]) -> Cosines:
    """Cosines of one language."""
    zeros = [np.zeros(len(values), np.uint8) for values in (rewrite, mutant)]
    return Cosines(np.asarray(rewrite), zeros[0], np.asarray(mutant), zeros[1], np.asarray(other))


def test_the_threshold_separates_best() -> None:
    """Between the values where they are separable; the best cut where they are not."""
    assert best_threshold(np.asarray([0.9, 0.95]), np.asarray([0.5, 0.7])) == pytest.approx(0.8)
    cut = best_threshold(np.asarray([0.6, 0.9, 0.95]), np.asarray([0.5, 0.55, 0.7]))
    assert cut in [pytest.approx(0.575), pytest.approx(0.8)]


def test_calibration_puts_the_threshold_at_one_half_and_rises() -> None:
    """-1 → 0, t → 0.5, 1 → 1, different functions low, typical rewrites high, also where cosines are degenerate."""
    made = knots(cosines([0.9, 0.95, 0.97], [0.5, 0.7, 0.8], [0.1, 0.2, 0.3]))
    assert calibrated(0.85, made) == pytest.approx(0.5)
    assert calibrated(0.2, made) == pytest.approx(0.1)
    assert calibrated(0.95, made) == pytest.approx(0.95)
    for rewrite, mutant in (([1.0, 1.0], [1.0, 1.0]), ([0.2], [0.9]), ([], [])):
        scale = knots(cosines(rewrite, mutant, [0.99, 0.999]))
        assert all(a[0] < b[0] and a[1] <= b[1] for a, b in pairwise(scale))
        assert scale[0] == (-1.0, 0.0)
        assert scale[-1] == (1.0, 1.0)


def test_the_audit_is_by_language() -> None:
    """Rewrites of one language are not ranked against mutants of another."""
    both = Cosines(
        np.asarray([0.9, 0.2]), np.asarray([0, 1], np.uint8), np.asarray([0.5, 0.8]), np.asarray([0, 1], np.uint8),
        np.asarray([0.0, 0.0]),
    )  # fmt: skip
    assert summary(both, ("a", "b")) == {"a": 1.0, "b": 0.0}


def test_few_mutants_exceed_the_passing_threshold_in_either_language() -> None:
    """The share holds in the language with the higher mutants, and a lower value would let more pass."""
    random = np.random.default_rng(5)
    low, high = random.uniform(0.2, 0.6, 400), random.uniform(0.4, 0.8, 400)
    cosines = Cosines(
        rewrite=np.ones(2),
        rewrite_language=np.asarray([0, 1], np.uint8),
        mutant=np.concatenate((low, high)),
        mutant_language=np.repeat([0, 1], 400).astype(np.uint8),
        other=np.zeros(3),
    )
    cut = passing_threshold(cosines, 0.05)
    assert (low > cut).mean() <= (high > cut).mean() <= 0.05
    assert (high > cut - 0.01).mean() > 0.05
    assert calibrated(cut, knots(cosines, cut)) == pytest.approx(0.5, abs=1e-4)


def test_nothing_with_one_operator_replaced_exceeds_the_decisive_threshold() -> None:
    """Not with a perfect recall, nor with one that is a rounding error above 1."""
    for price in (0.05, 0.27, 0.5):
        cut = decisive_threshold(price)
        assert 1 + 1e-6 - price < cut < 1 - price + 0.01
    cosines = Cosines(np.ones(2), np.zeros(2, np.uint8), np.full(2, 0.5), np.zeros(2, np.uint8), np.zeros(2))
    assert calibrated(1.0 - 0.27, knots(cosines, decisive_threshold(0.27))) < 0.5


def test_the_threshold_for_passing_is_where_outcomes_part() -> None:
    """The mean over data sets decides, so that no single one does."""
    passed = np.asarray([True] * 5 + [False] * 5)
    first = np.where(passed, 0.42, 0.18)
    second = np.where(passed, 0.47, 0.31)
    found = correctness([(first, passed), (second, passed)])
    assert 0.31 <= found["threshold"] < 0.42
    assert found["mean-mcc"] == 1.0
    assert found["mean-mcc-at-0.5"] == 0.0
    assert correctness([(first, passed), (second, passed), (first, np.ones(10, bool))]) == found
