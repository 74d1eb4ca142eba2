"""From cosines to a similarity whose 0.5 means something: piecewise linear knots from held-out corpus functions.

The threshold t is the cosine that best separates rewrites from mutants (balanced accuracy); it becomes 0.5.  Two
further knots keep the scale readable: the median cosine of different functions becomes 0.1 and the median rewrite
0.95, where they fall in order.  Monotone by construction.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from codescore_train.train.audit import Cosines

Knots = tuple[tuple[float, float], ...]

_APART = 1e-3  # least distance of two knots, in cosine
_JUST_BELOW = 1e-5


def best_threshold(rewrites: NDArray[np.float64], mutants: NDArray[np.float64]) -> float:
    """The cosine t that maximises the mean of P(rewrite > t) and P(mutant <= t); halfway between two values."""
    if not len(rewrites) or not len(mutants):
        return 0.5
    values = np.unique(np.concatenate((rewrites, mutants)))
    cuts = (values[:-1] + values[1:]) / 2 if len(values) > 1 else values
    kept = 1 - np.searchsorted(np.sort(rewrites), cuts, side="right") / len(rewrites)
    dropped = np.searchsorted(np.sort(mutants), cuts, side="right") / len(mutants)
    return float(cuts[int(np.argmax(kept + dropped))])


def keeping_threshold(cosines: Cosines, kept: float) -> float:
    """The largest value that at least the share `kept` of every language's rewrites exceeds."""
    groups = [cosines.rewrite[cosines.rewrite_language == k] for k in np.unique(cosines.rewrite_language)]
    if not groups:
        return 0.5
    return min(float(np.quantile(group, 1 - kept, method="lower")) for group in groups) - _JUST_BELOW


def knots(cosines: Cosines, threshold: float | None = None) -> Knots:
    """Calibration knots (cosine, similarity) from -1 to 1; both languages weigh the same.

    `threshold` becomes 0.5; without one, what separates rewrites from mutants best.
    """
    rewrites = _balanced(cosines.rewrite, cosines.rewrite_language)
    mutants = _balanced(cosines.mutant, cosines.mutant_language)
    threshold = min(best_threshold(rewrites, mutants) if threshold is None else threshold, 1 - 4 * _APART)
    apart = float(np.median(cosines.other)) if len(cosines.other) else -1.0
    same = float(np.median(rewrites)) if len(rewrites) else 1.0
    points = [(-1.0, 0.0)]
    if -1 + _APART < apart < threshold - _APART:
        points.append((apart, 0.1))
    points.append((threshold, 0.5))
    if threshold + _APART < same < 1 - _APART:
        points.append((same, 0.95))
    points.append((1.0, 1.0))
    return tuple((round(x, 6), y) for x, y in points)


def _balanced(values: NDArray[np.float64], language: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Values repeated so that every language has as many, deterministic."""
    groups = [values[language == k] for k in np.unique(language)]
    size = max((len(g) for g in groups), default=0)
    return np.concatenate([np.resize(g, size) for g in groups]) if groups else values
