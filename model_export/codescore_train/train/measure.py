"""Area under the ROC curve by ranks.  Pure; knows nothing of models."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray


def auroc(scores: ArrayLike, labels: ArrayLike) -> float:
    """Chance that a positive scores above a negative, ties counting half; nan where one kind is missing."""
    values = np.asarray(scores, dtype=np.float64)
    truth = np.asarray(labels, dtype=bool)
    positives, negatives = int(truth.sum()), int((~truth).sum())
    if not positives or not negatives:
        return float("nan")
    total = float(mid_ranks(values)[truth].sum())
    return (total - positives * (positives + 1) / 2) / (positives * negatives)


def mid_ranks(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Ranks from 1; equal values share the mean of their ranks."""
    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    return np.asarray((last - (counts - 1) / 2)[inverse], dtype=np.float64)
