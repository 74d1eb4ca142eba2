"""Measures of a bundle as its manifest records them: [value, low, high] by name, from `codescore.study.measures`.

`scores` are similarities in [0, 1], `passed` the outcomes, `tasks` the task of each pair as an integer.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from codescore.study import summary
from codescore.study.measures import Draw, mcc, measure

__all__ = ["Pairs", "mcc", "measures", "sweep"]

_RECORDED = {
    "auroc": "auroc",
    "auroc-within-task": "auroc_within_task",
    "mae": "mae",
    "mae-at-threshold": "mae_at_threshold",
    "mcc": "mcc",
}


@dataclass(frozen=True, slots=True)
class Pairs:
    """Outcomes of a data set."""

    passed: NDArray[np.bool_]
    tasks: NDArray[np.int64]


def measures(scores: NDArray[np.float64], pairs: Pairs, threshold: float, seed: int) -> dict[str, Any]:
    """AUROC pooled and within task, MAE (equation 6) raw and at the threshold, MCC; each [value, low, high]."""
    draw = Draw(scores, pairs.passed.astype(np.float64), pairs.tasks)
    found = measure([draw], tasks=int(pairs.tasks.max()) + 1, threshold=threshold, seed=seed)
    return {
        name: [_rounded(found.values[ours]), *(_rounded(end) for end in found.ci95[ours] or (None, None))]
        for name, ours in _RECORDED.items()
    }


def sweep(scores: NDArray[np.float64], passed: NDArray[np.bool_]) -> dict[str, list[float | None]]:
    """MAE and MCC of the 0/1 score at thresholds 0.1 to 0.9 (table 15 of the paper); no MCC of outcomes of one kind."""
    rows = summary.sweep(scores, passed.astype(np.float64))
    return {f"{row['threshold']:g}": [_rounded(row["mae"]), _rounded(row["mcc"])] for row in rows}


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)
