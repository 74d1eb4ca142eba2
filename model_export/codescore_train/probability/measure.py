"""How good predictions are, with 95 % intervals over tasks: what `codescore.study.measures` has, and of a probability
also the Brier score, calibration over bins of equal mass, and the order of pairs of like length.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from codescore.study.measures import RESAMPLES, Draw, measure, resample
from codescore_train.probability.data import Floats, Table, tasks_in

BINS = 10
_LIKE = 1.25  # times as long, at most
_TAKEN = {"within-task AUROC": "auroc_within_task", "pooled AUROC": "auroc", "ECE": "ece"}


def measures(rows: Table, draws: Sequence[Floats], seed: int = 0) -> dict[str, list[float | None]]:
    """[value, low, high] by name; means over the draws (one per seed of the folds)."""
    names = np.unique(rows.tasks)
    tasks = np.searchsorted(names, rows.tasks)
    labels = rows.passed.astype(np.float64)
    found = measure([Draw(scores, labels, tasks) for scores in draws], tasks=len(names), seed=seed)
    result: dict[str, list[float | None]] = {
        ours: [_rounded(found.values[theirs]), *map(_rounded, found.ci95[theirs] or (None, None))]
        for ours, theirs in _TAKEN.items()
    }
    weights = np.concatenate((np.ones((1, len(names))), resample(len(names), RESAMPLES, seed)))
    for name, function in (("ECE, equal mass", _equal_mass), ("Brier", _brier), ("length-matched", _matched)):
        each = np.mean([function(rows, tasks, scores, weights) for scores in draws], axis=0)
        result[name] = [_rounded(float(x)) for x in (each[0], *np.nanpercentile(each[1:], [2.5, 97.5]))]
    return result


def reliability(passed: Floats, scores: Floats) -> list[dict[str, float]]:
    """Mean probability and share that passed, in ten bins of equal mass."""
    return [
        {"n": len(some), "mean": round(float(scores[some].mean()), 4), "passed": round(float(passed[some].mean()), 4)}
        for some in np.array_split(np.argsort(scores, kind="stable"), BINS)
        if len(some)
    ]


def unsure(passed: Floats, scores: Floats, wanted: float = 0.75) -> tuple[float, float]:
    """The narrowest range around one half, in hundredths, outside of which `wanted` of the answers are right."""
    for half in range(46):
        low, high = 0.5 - half / 100, 0.5 + half / 100
        decided = (scores < low) | (scores > high)
        if decided.sum() < len(scores) / 20 or ((scores > high) == (passed > 0))[decided].mean() >= wanted:
            break
    return round(low, 2), round(high, 2)


def decided(passed: Floats, scores: Floats, band: tuple[float, float]) -> dict[str, Any]:
    """How many answers there are outside the band, and how many of them are right."""
    outside = (scores < band[0]) | (scores > band[1])
    right = ((scores > 0.5) == (passed > 0))[outside]
    return {
        "band": list(band),
        "answered": round(float(outside.mean()), 4),
        "right of these": round(float(right.mean()), 4) if len(right) else None,
        "right if all were answered": round(float(((scores > 0.5) == (passed > 0)).mean()), 4),
    }


def _equal_mass(rows: Table, tasks: NDArray[np.int64], scores: Floats, weights: Floats) -> Floats:
    gaps = np.zeros(len(weights))
    for some in np.array_split(np.argsort(scores, kind="stable"), BINS):
        gap = np.bincount(tasks[some], scores[some] - rows.passed[some], minlength=weights.shape[1])
        gaps += np.abs(weights @ gap)
    return np.asarray(gaps / (weights @ np.bincount(tasks, minlength=weights.shape[1])))


def _brier(rows: Table, tasks: NDArray[np.int64], scores: Floats, weights: Floats) -> Floats:
    squares = np.bincount(tasks, (scores - rows.passed) ** 2, minlength=weights.shape[1])
    return np.asarray((weights @ squares) / (weights @ np.bincount(tasks, minlength=weights.shape[1])))


def _matched(rows: Table, tasks: NDArray[np.int64], scores: Floats, weights: Floats) -> Floats:
    """How often the one that passed has more, among pairs within a task that are of like length; half for equal."""
    won, pairs = np.zeros(weights.shape[1]), np.zeros(weights.shape[1])
    for group in tasks_in(rows):
        right, wrong = group[rows.passed[group]], group[~rows.passed[group]]
        a, b = rows.tokens[right][:, None] + 1e-9, rows.tokens[wrong][None, :] + 1e-9
        like = np.maximum(a / b, b / a) < _LIKE
        gap = scores[right][:, None] - scores[wrong][None, :]
        won[tasks[group[0]]] += float((((gap > 0) + 0.5 * (gap == 0)) * like).sum())
        pairs[tasks[group[0]]] += float(like.sum())
    total = weights @ pairs
    return np.where(total > 0, (weights @ won) / np.where(total > 0, total, 1), np.nan)


def _rounded(number: float | None) -> float | None:
    return None if number is None or np.isnan(number) else round(number, 4)
