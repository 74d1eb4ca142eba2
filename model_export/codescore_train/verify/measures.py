"""Measures of a metric against outcomes, with 95 % intervals by bootstrap over tasks.  Pure; knows no model.

`scores` are similarities in [0, 1], `passed` the outcomes, `tasks` the task of each pair as an integer.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from codescore_train.train.measure import auroc

_RESAMPLES = 400


@dataclass(frozen=True, slots=True)
class Pairs:
    """Outcomes of a data set."""

    passed: NDArray[np.bool_]
    tasks: NDArray[np.int64]


def measures(scores: NDArray[np.float64], pairs: Pairs, threshold: float, seed: int) -> dict[str, Any]:
    """AUROC pooled and within task, MAE (equation 6) raw and at the threshold, MCC; each [value, low, high]."""
    label = (scores > threshold).astype(np.float64)
    known = {
        "auroc": lambda rows: auroc(scores[rows], pairs.passed[rows]),
        "auroc-within-task": _within(scores, pairs),
        "mae": lambda rows: float(np.abs(scores[rows] - pairs.passed[rows]).mean()),
        "mae-at-threshold": lambda rows: float(np.abs(label[rows] - pairs.passed[rows]).mean()),
        "mcc": lambda rows: mcc(label[rows] > 0, pairs.passed[rows]),
    }
    return {name: _interval(function, pairs.tasks, seed) for name, function in known.items()}


def sweep(scores: NDArray[np.float64], passed: NDArray[np.bool_]) -> dict[str, list[float]]:
    """MAE and MCC of the 0/1 score at thresholds 0.1 to 0.9 (table 15 of the paper)."""
    found = {}
    for tenth in range(1, 10):
        label = scores > tenth / 10
        found[f"0.{tenth}"] = [round(float((label != passed).mean()), 4), round(mcc(label, passed), 4)]
    return found


def mcc(predicted: NDArray[np.bool_], truth: NDArray[np.bool_]) -> float:
    """Matthews' correlation; 0 where one of the four margins is empty."""
    tp, fp = int((predicted & truth).sum()), int((predicted & ~truth).sum())
    fn, tn = int((~predicted & truth).sum()), int((~predicted & ~truth).sum())
    below = float(tp + fp) * (tp + fn) * (tn + fp) * (tn + fn)
    return (tp * tn - fp * fn) / below**0.5 if below else 0.0


def _within(scores: NDArray[np.float64], pairs: Pairs) -> Callable[[NDArray[np.int64]], float]:
    """Mean over tasks of the AUROC inside the task; a task drawn twice counts twice."""
    values = {
        int(task): auroc(scores[pairs.tasks == task], pairs.passed[pairs.tasks == task])
        for task in np.unique(pairs.tasks)
    }
    sizes = {int(task): int((pairs.tasks == task).sum()) for task in np.unique(pairs.tasks)}

    def mean(rows: NDArray[np.int64]) -> float:
        drawn, counts = np.unique(pairs.tasks[rows], return_counts=True)
        weights = np.asarray([c / sizes[int(t)] for t, c in zip(drawn, counts, strict=True)])
        found = np.asarray([values[int(t)] for t in drawn])
        usable = ~np.isnan(found)
        return float(np.average(found[usable], weights=weights[usable])) if usable.any() else float("nan")

    return mean


def _interval(
    function: Callable[[NDArray[np.int64]], float], tasks: NDArray[np.int64], seed: int
) -> list[float | None]:
    """[value, 2.5th, 97.5th percentile] over resamples of whole tasks."""
    random = np.random.default_rng(seed)
    groups = [np.flatnonzero(tasks == task) for task in np.unique(tasks)]
    drawn = []
    for _ in range(_RESAMPLES):
        chosen = random.integers(len(groups), size=len(groups))
        drawn.append(function(np.concatenate([groups[k] for k in chosen])))
    value = function(np.arange(len(tasks)))
    low, high = np.nanpercentile(drawn, [2.5, 97.5]) if not np.isnan(drawn).all() else (np.nan, np.nan)
    return [_rounded(value), _rounded(float(low)), _rounded(float(high))]


def _rounded(value: float) -> float | None:
    return None if np.isnan(value) else round(value, 4)
