"""Pearson, Spearman and Kendall's tau-b of two columns, under many weightings of their rows at once.

A row of weights says how often each value counts: all ones give the plain coefficient, the bootstrap's draws give its
resamples.  Spearman is Pearson of mid-ranks, made anew under every weighting.  Arrays in, arrays out.  Neighbours:
`measures` (Kendall of scores against outcomes, by task; plain mid-ranks), `significance` (draws, intervals).

Sources: Kendall 1945, The treatment of ties in ranking problems (tau-b); Spearman 1904; Fisher 1915 (the scale).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

#: What varies less than this does not vary: the rest is rounding.
_FLAT = 1e-12
_ONE = 1 - 1e-6  # a coefficient of 1 is infinite on Fisher's scale
_NORMAL = 1.959964  # standard deviations about the mean that hold 95 %


def pearson(x: Floats, y: Floats, weights: Floats) -> Floats:
    """(rows,) of x and y, (n,) or (rows, n), under weights (rows, n); NaN where one of them does not vary."""
    total = weights.sum(axis=1, keepdims=True)
    total = np.where(total > 0, total, np.nan)
    a = x - (weights * x).sum(axis=1, keepdims=True) / total
    b = y - (weights * y).sum(axis=1, keepdims=True) / total
    spread = (weights * a * a).sum(axis=1) * (weights * b * b).sum(axis=1)
    together = (weights * a * b).sum(axis=1)
    varies = spread > _FLAT * np.nan_to_num(total[:, 0]) ** 2 * _FLAT
    return np.where(varies, together / np.sqrt(np.where(varies, spread, 1.0)), np.nan)


def ranked(values: Floats, weights: Floats) -> Floats:
    """Mid-ranks (rows, n) of values (n,), each standing there as often as its weight in (rows, n) says."""
    _, level = np.unique(values, return_inverse=True)
    grid = np.zeros((len(weights), int(level.max(initial=-1)) + 1))
    for column, at in enumerate(level.tolist()):
        grid[:, at] += weights[:, column]
    middle = np.cumsum(grid, axis=1) - grid / 2
    return np.asarray(middle[:, level] + 0.5, dtype=np.float64)


def kendall(x: Floats, y: Floats) -> Floats:
    """Tau-b (rows,) of x and y (rows, n); costs n * n a row, so for points, not for samples."""
    found = np.full(len(x), np.nan)
    for row, (one, other) in enumerate(zip(x, y, strict=True)):
        a, b = np.sign(one[:, None] - one[None]), np.sign(other[:, None] - other[None])
        below = float(np.abs(a).sum()) * float(np.abs(b).sum())
        if below > 0:
            found[row] = float((a * b).sum()) / np.sqrt(below)
    return found


def around(value: float, samples: Floats) -> tuple[float, float]:
    """The 95 % interval of a coefficient: as wide as its resamples spread on Fisher's scale, about the value itself.

    For coefficients of means: a resample's means have the noise of the sample and that of the draw, which pulls
    coefficients towards 0, so that percentiles of them can leave the value out.  NaN samples are left out.
    """
    there = np.arctanh(np.clip(samples[~np.isnan(samples)], -_ONE, _ONE))
    middle, reach = np.arctanh(np.clip(value, -_ONE, _ONE)), _NORMAL * float(there.std()) if len(there) else np.nan
    return float(np.tanh(middle - reach)), float(np.tanh(middle + reach))
