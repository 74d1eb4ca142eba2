"""How well scores agree with outcomes: every measure that DESIGN.md demands, with 95 % intervals over tasks.

Arrays in, numbers out; knows no metric, data set or file.  A measure is computed for many weightings of the tasks at
once: all ones is the value itself, multinomial counts are the bootstrap's resamples of whole tasks.  What cannot be
computed is None with the reason.  Neighbours: `summary` (rows of results).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, reduce

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]

RESAMPLES = 1000
BINS = 10  # of the expected calibration error

#: Measures in the order of a row.
MEASURES = ("auroc", "auroc_within_task", "kendall_tau_b", "mae", "mae_at_threshold", "mcc", "accuracy", "precision",
            "recall", "f1", "false_positive_rate", "ece", "mean_score", "positive_rate")  # fmt: skip
_OF_OUTCOMES = ("mae", "mae_at_threshold", "mcc", "accuracy", "precision", "recall", "f1", "false_positive_rate", "ece")


@dataclass(frozen=True, slots=True, eq=False)
class Draw:
    """Scores of n pairs in [0, 1], their labels (1 or 0; or grades, if `graded`) and tasks as integers from 0.

    A drawn condition (a perturbation by seed) has several draws, whose measures are averaged.
    """

    scores: Floats
    labels: Floats
    tasks: NDArray[np.int64]
    graded: bool = False


@dataclass(frozen=True, slots=True)
class Measured:
    """Values by measure, None with a reason where there is none; `ci95` holds [low, high]."""

    values: Mapping[str, float | None]
    ci95: Mapping[str, tuple[float, float] | None]
    reasons: Mapping[str, str] = field(default_factory=dict)
    resampled: Mapping[str, Floats] = field(default_factory=dict)  # the value first, then each resample's


def measure(
    draws: Sequence[Draw], *, tasks: int, threshold: float = 0.5, seed: int = 0, resamples: int = RESAMPLES
) -> Measured:
    """Every measure of MEASURES for pairs of `tasks` tasks, the mean over the draws, with intervals.

    The interval is the 2.5th to 97.5th percentile over resamples of tasks; equal seeds give equal resamples, so that
    metrics can be compared.  Of a single task there is no interval.
    """
    weights = np.ones((1, tasks))
    if tasks > 1:
        weights = np.concatenate((weights, resample(tasks, resamples, seed)))
    each = [_measures(draw, weights, threshold) for draw in draws if len(draw.scores)]
    values, intervals, reasons, resampled = {}, {}, {}, {}
    for name in MEASURES:
        resampled[name] = found = _mean([one[name] for one in each]) if each else np.full(1, np.nan)
        values[name] = None if np.isnan(found[0]) else float(found[0])
        intervals[name] = _interval(found[1:]) if values[name] is not None else None
        if values[name] is None:
            reasons[name] = _reason(name, draws)
    return Measured(values, intervals, reasons, resampled)


def difference(ours: Floats, theirs: Floats) -> tuple[float, float, float] | None:
    """How far one metric lies above another: the difference with its 95 % interval, over the same resamples of tasks.

    Both as `Measured.resampled` has them; None where one of them is not defined.
    """
    if len(ours) != len(theirs) or np.isnan(ours[0]) or np.isnan(theirs[0]):
        return None
    interval = _interval(ours[1:] - theirs[1:])
    return None if interval is None else (float(ours[0] - theirs[0]), *interval)


@lru_cache(maxsize=8)
def resample(tasks: int, resamples: int, seed: int) -> Floats:
    """How often each task is drawn in each resample: (resamples, tasks), rows sum to `tasks`."""
    random = np.random.default_rng(seed)
    return random.multinomial(tasks, np.full(tasks, 1 / tasks), size=resamples).astype(np.float64)


def auroc(scores: ArrayLike, labels: ArrayLike) -> float:
    """Chance that a positive scores above a negative, ties counting half; nan where one kind is missing."""
    values = np.asarray(scores, dtype=np.float64)
    truth = np.asarray(labels, dtype=bool)
    positives, negatives = int(truth.sum()), int((~truth).sum())
    if not positives or not negatives:
        return float("nan")
    total = float(mid_ranks(values)[truth].sum())
    return (total - positives * (positives + 1) / 2) / (positives * negatives)


def mid_ranks(values: Floats) -> Floats:
    """Ranks from 1; equal values share the mean of their ranks."""
    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    return np.asarray((last - (counts - 1) / 2)[inverse], dtype=np.float64)


def mcc(predicted: NDArray[np.bool_], truth: NDArray[np.bool_]) -> float:
    """Matthews' correlation; nan where all are of one kind, 0 where only the predictions are."""
    table = [(predicted & truth).sum(), (predicted & ~truth).sum(), (~predicted & truth).sum()]
    tp, fp, fn, tn = (np.asarray([float(n)]) for n in (*table, (~predicted & ~truth).sum()))
    return float(_mcc(tp, fp, fn, tn)[0])


def _measures(draw: Draw, weights: Floats, threshold: float) -> dict[str, Floats]:
    """Each measure under each weighting of the tasks; nan where it is undefined."""
    result = {**_ranking(draw, weights), "auroc_within_task": _within(draw, weights)}
    result.update(_errors(draw, weights, threshold))
    return result


def _ranking(draw: Draw, weights: Floats) -> dict[str, Floats]:
    """AUROC pooled and Kendall's tau-b, in which a task drawn twice is two tasks with equal pairs.

    All of it is sums over pairs of pairs, so each is a form w' M w with one (tasks, tasks) matrix for all resamples.
    """
    grades = np.unique(draw.labels)
    found = _Comparisons(draw, weights.shape[1])
    concordant, half, comparable = (np.zeros(len(weights)) for _ in range(3))
    for grade in grades:
        order, first, counts = found.against_lower(grade)
        concordant += _form(order, weights)
        half += _form(first, weights)
        comparable += (weights @ counts) * _sums(draw, weights, (draw.labels < grade).astype(np.float64))
    n = _sums(draw, weights, np.ones(len(draw.scores)))
    untied = n * (n - 1) / 2 - (_form(found.equal(), weights) - n) / 2
    tau = _ratio(concordant, np.sqrt(np.maximum(untied * comparable, 0)))
    if draw.graded or len(grades) != 2:  # one kind alone tells nothing, grades are no two kinds
        return {"auroc": np.full(len(weights), np.nan), "kendall_tau_b": tau}
    return {"auroc": _ratio(half, comparable), "kendall_tau_b": tau}


class _Comparisons:
    """Counts of how pairs of one task compare with those of another; lives for one call of `_ranking`."""

    def __init__(self, draw: Draw, tasks: int) -> None:
        self.draw = draw
        self.tasks = tasks
        levels, self.level = np.unique(draw.scores, return_inverse=True)
        self.shape = (len(levels), tasks)

    def against_lower(self, grade: float) -> tuple[Floats, Floats, Floats]:
        """For pairs of this grade (by task) against pairs of lower grades (by task).

        How many more of these score lower than score higher; how many score lower, equal ones half; pairs by task.
        """
        lower = self._counts(self.draw.labels < grade)
        upto = np.cumsum(lower, axis=0)
        below = upto - lower
        above = upto[-1:] - upto
        rows = np.flatnonzero(self.draw.labels == grade)
        ours = np.bincount(self.draw.tasks[rows], minlength=self.tasks).astype(np.float64)
        return self._by_task(below - above, rows), self._by_task(below + lower / 2, rows), ours

    def equal(self) -> Floats:
        """How many pairs of one task have the score of a pair of another (or the same), itself included."""
        return self._by_task(self._counts(np.ones(len(self.level), dtype=bool)), np.arange(len(self.level)))

    def _counts(self, mask: NDArray[np.bool_]) -> Floats:
        """(distinct scores, tasks): how many of the masked pairs."""
        at = self.level[mask] * self.tasks + self.draw.tasks[mask]
        return np.bincount(at, minlength=self.shape[0] * self.tasks).reshape(self.shape).astype(np.float64)

    def _by_task(self, table: Floats, rows: NDArray[np.int64]) -> Floats:
        """The table's rows at the scores of some pairs, summed over the pairs of each task: (tasks, tasks)."""
        result = np.zeros((self.tasks, self.tasks))
        order = rows[np.argsort(self.draw.tasks[rows], kind="stable")]
        if len(order):
            own = self.draw.tasks[order]
            starts = np.flatnonzero(np.diff(own, prepend=-1))
            result[own[starts]] = np.add.reduceat(table[self.level[order]], starts, axis=0)
        return result


def _form(matrix: Floats, weights: Floats) -> Floats:
    """w' M w for every row w of the weights."""
    return np.asarray(np.einsum("rt,rt->r", weights @ matrix, weights), dtype=np.float64)


def _within(draw: Draw, weights: Floats) -> Floats:
    """Mean over tasks of the AUROC inside the task, of those that have both outcomes."""
    if draw.graded:
        return np.full(len(weights), np.nan)
    inside = np.full(weights.shape[1], np.nan)
    order = np.argsort(draw.tasks, kind="stable")
    for rows in np.split(order, np.flatnonzero(np.diff(draw.tasks[order])) + 1):
        if len(rows):
            inside[draw.tasks[rows[0]]] = auroc(draw.scores[rows], draw.labels[rows] > 0)
    usable = ~np.isnan(inside)
    return _ratio(weights[:, usable] @ inside[usable], weights[:, usable].sum(axis=1))


def _errors(draw: Draw, weights: Floats, threshold: float) -> dict[str, Floats]:
    """The measures that are sums over pairs, or ratios of such sums."""
    scores, truth, predicted = draw.scores, draw.labels > 0, draw.scores > threshold
    n = _sums(draw, weights, np.ones(len(scores)))
    above = predicted.astype(np.float64)
    mean = {
        "mean_score": _ratio(_sums(draw, weights, scores), n),
        "positive_rate": _ratio(_sums(draw, weights, above), n),
    }
    if draw.graded:
        return mean | {name: np.full(len(weights), np.nan) for name in _OF_OUTCOMES}
    tp, fp, fn, tn = (
        _sums(draw, weights, mask.astype(np.float64))
        for mask in (predicted & truth, predicted & ~truth, ~predicted & truth, ~predicted & ~truth)
    )
    return mean | {
        "mae": _ratio(_sums(draw, weights, np.abs(scores - draw.labels)), n),
        "mae_at_threshold": _ratio(fp + fn, n),
        "mcc": _mcc(tp, fp, fn, tn),
        "accuracy": _ratio(tp + tn, n),
        "precision": _ratio(tp, tp + fp),
        "recall": _ratio(tp, tp + fn),
        "f1": _ratio(2 * tp, 2 * tp + fp + fn),
        "false_positive_rate": _ratio(fp, fp + tn),
        "ece": _ece(draw, weights, n),
    }


def _ece(draw: Draw, weights: Floats, n: Floats) -> Floats:
    """Expected calibration error: |mean score - share passed| over equal bins, weighted by how many are in them."""
    place = bins_of(draw.scores)
    gaps = [
        np.abs(_sums(draw, weights, np.where(place == k, draw.scores - draw.labels, 0.0)))
        for k in np.unique(place).tolist()
    ]
    return _ratio(reduce(np.add, gaps, np.zeros(len(weights))), n)


def bins_of(scores: Floats, bins: int = BINS) -> NDArray[np.int64]:
    """The equal bin of [0, 1] that each score falls into; 1 itself belongs to the last."""
    return np.clip((scores * bins).astype(np.int64), 0, bins - 1)


def _sums(draw: Draw, weights: Floats, values: Floats) -> Floats:
    """Sum of a value per pair under each weighting of the tasks."""
    return np.asarray(weights @ np.bincount(draw.tasks, values, minlength=weights.shape[1]), dtype=np.float64)


def _mcc(tp: Floats, fp: Floats, fn: Floats, tn: Floats) -> Floats:
    below = np.sqrt((tp + fp) * (tp + fn) * (tn + fp) * (tn + fn))
    both = (tp + fn > 0) & (tn + fp > 0)  # who always says the same tells nothing apart; of one kind nobody can
    return np.where(both, (tp * tn - fp * fn) / np.where(below > 0, below, 1), np.nan)


def _ratio(above: Floats, below: Floats) -> Floats:
    """Quotients; nan where the divisor is 0."""
    return np.where(below > 0, above / np.where(below > 0, below, 1), np.nan)


def _mean(draws: Sequence[Floats]) -> Floats:
    """Mean over the draws, nan where any of them is."""
    return np.asarray(np.mean(np.stack(draws), axis=0), dtype=np.float64)


def _interval(resampled: Floats) -> tuple[float, float] | None:
    """The middle 95 % of the resamples in which the measure is defined; None where these are too few."""
    known = resampled[~np.isnan(resampled)]
    if not len(known) or len(known) * 2 < len(resampled):
        return None
    low, high = np.percentile(known, [2.5, 97.5])
    return float(low), float(high)


def _reason(name: str, draws: Sequence[Draw]) -> str:
    """Why a measure has no value."""
    if not any(len(draw.scores) for draw in draws):
        return "no pair has a score and an outcome"
    graded = any(draw.graded for draw in draws)
    if graded and name != "kendall_tau_b":
        return "the pairs have grades, not outcomes"
    kinds = {float(label) for draw in draws for label in np.unique(draw.labels)}
    if len(kinds) == 1 and name in ("auroc", "auroc_within_task", "kendall_tau_b", "mcc"):
        kind = f"has the grade {kinds.pop():g}" if graded else "passed" if 1.0 in kinds else "failed"
        return f"every pair {kind}: there is nothing to tell apart"
    return {
        "auroc_within_task": "no task has a pair that passed and one that failed",
        "kendall_tau_b": "all scores are equal",
        "precision": "no score is above the threshold",
        "recall": "no pair passed",
        "false_positive_rate": "no pair failed",
        "f1": "no pair passed and no score is above the threshold",
    }.get(name, "in one of the draws it is not defined")
