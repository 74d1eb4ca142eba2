"""Whole curves of one metric on one data set: ROC, error by threshold, reliability.  Pure; for plots and table 15."""

from __future__ import annotations

from typing import Any

import numpy as np

from codescore.study.measures import BINS, Floats, bins_of, mcc

THRESHOLDS = tuple(tenth / 10 for tenth in range(1, 10))

_POINTS = 120  # of a ROC curve: more than a plot of a hand's breadth can show


def roc(scores: Floats, passed: Floats) -> list[list[float]]:
    """Points [false positive rate, true positive rate] from (0, 0) to (1, 1), at most about 120; empty of one kind."""
    truth = passed > 0
    if truth.all() or not truth.any():
        return []
    order = np.argsort(-scores, kind="stable")
    ends = np.flatnonzero(np.diff(scores[order], append=np.nan) != 0)
    rates = np.stack((np.cumsum(~truth[order])[ends] / (~truth).sum(), np.cumsum(truth[order])[ends] / truth.sum()))
    points = np.concatenate((np.zeros((1, 2)), rates.T))
    kept = np.unique(np.linspace(0, len(points) - 1, min(len(points), _POINTS)).round().astype(int))
    return [[round(float(x), 4), round(float(y), 4)] for x, y in points[kept]]


def sweep(scores: Floats, passed: Floats) -> list[dict[str, float | None]]:
    """Error and correlation of the 0/1 score at thresholds 0.1 to 0.9 (table 15 of the CodeScore-R paper).

    The correlation is None where all passed or none did.
    """
    truth = passed > 0
    rows: list[dict[str, float | None]] = []
    for threshold in THRESHOLDS:
        label = scores > threshold
        found = {"threshold": threshold, "mae": float((label != truth).mean()), "mcc": mcc(label, truth)}
        rows.append({name: None if np.isnan(value) else round(value, 6) for name, value in found.items()})
    return rows


def reliability(scores: Floats, passed: Floats, bins: int = BINS) -> list[dict[str, Any]]:
    """For each equal bin of [0, 1] that holds a score: how many, their mean, and the share of them that passed."""
    place = bins_of(scores, bins)
    rows = []
    for k in np.unique(place).tolist():
        inside = place == k
        rows.append(
            {
                "low": round(k / bins, 4),
                "high": round((k + 1) / bins, 4),
                "n": int(inside.sum()),
                "mean_score": round(float(scores[inside].mean()), 6),
                "pass_rate": round(float(passed[inside].mean()), 6),
            }
        )
    return rows
