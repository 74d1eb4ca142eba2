"""Measures of agreement, each against its definition or a library that defines it."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import kendalltau

from codescore.study.measures import MEASURES, Draw, auroc, difference, mcc, measure, mid_ranks, resample
from codescore.study.summary import reliability, roc, sweep

sk = pytest.importorskip("sklearn.metrics", reason="scikit-learn (extra train) defines these measures")


def draw(scores: list[float], labels: list[float], tasks: list[int], *, graded: bool = False) -> Draw:
    return Draw(np.asarray(scores, float), np.asarray(labels, float), np.asarray(tasks, np.int64), graded)


def some(n: int, tasks: int, seed: int, *, levels: int = 1000) -> Draw:
    """Random pairs whose scores know a little of the outcomes; few levels make many ties."""
    random = np.random.default_rng(seed)
    labels = (random.random(n) < 0.4).astype(float)
    scores = np.round((0.7 * random.random(n) + 0.3 * labels) * levels) / levels
    return Draw(scores, labels, random.integers(0, tasks, n))


@pytest.mark.parametrize("levels", [5, 1000])
def test_every_measure_agrees_with_the_library_that_defines_it(levels: int) -> None:
    """scikit-learn for ranking and classification, scipy for tau-b; with many ties and with few."""
    d = some(400, 20, 1, levels=levels)
    found = measure([d], tasks=20, resamples=50).values
    predicted = d.scores > 0.5
    truth = d.labels > 0
    assert found["auroc"] == pytest.approx(sk.roc_auc_score(truth, d.scores))
    assert found["kendall_tau_b"] == pytest.approx(kendalltau(d.scores, d.labels).statistic)
    assert found["mcc"] == pytest.approx(sk.matthews_corrcoef(truth, predicted))
    assert found["accuracy"] == pytest.approx(sk.accuracy_score(truth, predicted))
    assert found["precision"] == pytest.approx(sk.precision_score(truth, predicted))
    assert found["recall"] == pytest.approx(sk.recall_score(truth, predicted))
    assert found["f1"] == pytest.approx(sk.f1_score(truth, predicted))
    assert found["mae"] == pytest.approx(sk.mean_absolute_error(d.labels, d.scores))
    assert found["mae_at_threshold"] == pytest.approx(1 - sk.accuracy_score(truth, predicted))
    assert found["mean_score"] == pytest.approx(d.scores.mean())
    assert found["positive_rate"] == pytest.approx(predicted.mean())
    within = [
        sk.roc_auc_score(truth[d.tasks == t], d.scores[d.tasks == t])
        for t in range(20)
        if 0 < truth[d.tasks == t].mean() < 1
    ]
    assert found["auroc_within_task"] == pytest.approx(np.mean(within))


def test_tau_b_of_grades_agrees_with_scipy() -> None:
    """Grades have more than two kinds: no AUROC, but a correlation."""
    random = np.random.default_rng(3)
    scores, grades = random.integers(0, 30, 300) / 30, random.integers(0, 5, 300).astype(float)
    found = measure([Draw(scores, grades, np.arange(300) % 40, graded=True)], tasks=40, resamples=20)
    assert found.values["kendall_tau_b"] == pytest.approx(kendalltau(scores, grades).statistic)
    assert found.values["auroc"] is None
    assert found.reasons["auroc"] == "the pairs have grades, not outcomes"


def test_intervals_are_those_of_resampled_tasks() -> None:
    """Against drawing whole tasks one resample at a time and computing each measure anew."""
    d = some(150, 12, 5, levels=20)
    found = measure([d], tasks=12, resamples=200, seed=9)
    slow: dict[str, list[float]] = {"auroc": [], "kendall_tau_b": [], "mae": []}
    for weights in resample(12, 200, 9):
        rows = np.concatenate([np.flatnonzero(d.tasks == t) for t in range(12) for _ in range(int(weights[t]))])
        slow["auroc"].append(sk.roc_auc_score(d.labels[rows], d.scores[rows]))
        slow["kendall_tau_b"].append(kendalltau(d.scores[rows], d.labels[rows]).statistic)
        slow["mae"].append(float(np.abs(d.labels[rows] - d.scores[rows]).mean()))
    for name, values in slow.items():
        assert found.ci95[name] == pytest.approx(tuple(np.percentile(values, [2.5, 97.5])))


def test_labels_of_one_kind_give_null_with_the_reason() -> None:
    """Never 0.5, never NaN; errors are still defined."""
    for label, said in ((1.0, "passed"), (0.0, "failed")):
        found = measure([draw([0.2, 0.8], [label, label], [0, 1])], tasks=2)
        assert found.values["auroc"] is None
        assert found.ci95["auroc"] is None
        assert found.values["mcc"] is None
        assert found.reasons["auroc"] == f"every pair {said}: there is nothing to tell apart" == found.reasons["mcc"]
        assert found.values["mae"] == pytest.approx(0.5)


def test_nothing_at_all_is_null_everywhere() -> None:
    """No pair has a score."""
    found = measure([draw([], [], [])], tasks=3)
    assert set(found.values.values()) == {None}
    assert set(found.reasons) == set(MEASURES)


def test_a_constant_has_no_rank_correlation_and_chance_auroc() -> None:
    """All pairs tie: AUROC is a half by definition, tau-b is not defined."""
    found = measure([draw([1, 1, 1, 1], [1, 0, 0, 0], [0, 0, 1, 1])], tasks=2)
    assert found.values["auroc"] == 0.5
    assert found.values["kendall_tau_b"] is None
    assert found.reasons["kendall_tau_b"] == "all scores are equal"
    assert found.values["mae"] == found.values["mae_at_threshold"] == 0.75
    assert found.values["mcc"] == 0.0


def test_draws_are_averaged() -> None:
    """Measures of a drawn condition are means over its draws."""
    a, b = some(60, 6, 1), some(60, 6, 2)
    both = measure([a, b], tasks=6, resamples=20).values
    each = [measure([d], tasks=6, resamples=20).values for d in (a, b)]
    for name in MEASURES:
        assert both[name] == pytest.approx(np.mean([one[name] for one in each]))


def test_within_task_ignores_differences_between_tasks() -> None:
    """A scorer that only knows the task is at chance within tasks."""
    found = measure([draw([0.9] * 3 + [0.1] * 3, [1, 1, 0, 1, 0, 0], [0, 0, 0, 1, 1, 1])], tasks=2)
    assert found.values["auroc_within_task"] == 0.5
    assert (found.values["auroc"] or 0) > 0.6


def test_equal_seeds_give_equal_intervals() -> None:
    """And other seeds other ones."""
    d = some(200, 15, 4)
    one, two, other = (measure([d], tasks=15, seed=seed).ci95 for seed in (1, 1, 2))
    assert one == two
    assert one["auroc"] != other["auroc"]


def test_mcc_of_perfect_reversed_and_constant_predictions() -> None:
    """1, -1 and 0."""
    truth = np.asarray([True, True, False])
    assert mcc(truth, truth) == 1.0
    assert mcc(~truth, truth) == -1.0
    assert mcc(np.ones(3, bool), truth) == 0.0
    assert np.isnan(mcc(truth, np.ones(3, bool)))
    assert {one["mcc"] for one in sweep(np.asarray([0.2, 0.8]), np.zeros(2))} == {None}


def test_ranks_of_equal_values_are_shared() -> None:
    """1, 2.5, 2.5, 4."""
    assert mid_ranks(np.asarray([1.0, 2.0, 2.0, 3.0])).tolist() == [1.0, 2.5, 2.5, 4.0]
    assert np.isnan(auroc([0.5], [True]))


def test_the_calibration_error_is_the_weighted_gap_of_its_bins() -> None:
    """By hand: two bins of two, gaps 0.45 and 0.05."""
    d = draw([0.05, 0.05, 0.95, 0.95], [1, 0, 1, 1], [0, 1, 2, 3])
    assert measure([d], tasks=4).values["ece"] == pytest.approx(0.25)
    assert [(r["n"], r["mean_score"], r["pass_rate"]) for r in reliability(d.scores, d.labels)] == [
        (2, 0.05, 0.5),
        (2, 0.95, 1.0),
    ]


def test_a_roc_curve_goes_through_the_library_s_points() -> None:
    """From (0, 0) to (1, 1), with ties as one step; its area is the AUROC."""
    d = some(80, 5, 8, levels=10)
    points = np.asarray(roc(d.scores, d.labels))
    assert points[0].tolist() == [0, 0]
    assert points[-1].tolist() == [1, 1]
    assert float(np.trapezoid(points[:, 1], points[:, 0])) == pytest.approx(auroc(d.scores, d.labels), abs=1e-3)
    assert roc(d.scores, np.ones(80)) == []


def test_the_sweep_counts_errors_at_each_threshold() -> None:
    """A score equal to the threshold does not exceed it."""
    found = sweep(np.asarray([0.5, 0.6, 0.2]), np.asarray([1.0, 1.0, 0.0]))
    assert [row["threshold"] for row in found] == [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]
    assert found[4]["mae"] == pytest.approx(1 / 3, abs=1e-5)
    assert found[2]["mae"] == 0


def test_a_difference_is_paired_over_the_same_resamples() -> None:
    """Of a metric with itself it is 0 without doubt, though its own interval is wide; of a shifted one, clear."""
    d = some(120, 10, 6)
    better = Draw(np.clip(d.scores * 0.5 + 0.5 * d.labels, 0, 1), d.labels, d.tasks)
    one, two = (measure([x], tasks=10).resampled["auroc"] for x in (d, better))
    assert difference(one, one) == (0.0, 0.0, 0.0)
    value, low, high = difference(two, one) or (0, 0, 0)
    assert 0 < low <= value <= high
    assert difference(one, np.full_like(one, np.nan)) is None


def test_one_task_has_no_interval() -> None:
    """There is nothing to resample; the value itself is there."""
    found = measure([draw([0.9, 0.1], [1, 0], [0, 0])], tasks=1)
    assert found.values["auroc"] == 1.0
    assert found.ci95["auroc"] is None
    assert difference(found.resampled["auroc"], found.resampled["auroc"]) is None
