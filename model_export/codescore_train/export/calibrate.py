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


def best_threshold(rewrites: NDArray[np.float64], mutants: NDArray[np.float64]) -> float:
    """The cosine t that maximises the mean of P(rewrite > t) and P(mutant <= t); halfway between two values."""
    if not len(rewrites) or not len(mutants):
        return 0.5
    values = np.unique(np.concatenate((rewrites, mutants)))
    cuts = (values[:-1] + values[1:]) / 2 if len(values) > 1 else values
    kept = 1 - np.searchsorted(np.sort(rewrites), cuts, side="right") / len(rewrites)
    dropped = np.searchsorted(np.sort(mutants), cuts, side="right") / len(mutants)
    return float(cuts[int(np.argmax(kept + dropped))])


def passing_threshold(cosines: Cosines, share: float) -> float:
    """The lowest value that at most `share` of every language's mutants exceed.

    Below it a mutant would pass too often, above it different programs for the same task pass less often for nothing.
    """
    groups = [cosines.mutant[cosines.mutant_language == k] for k in np.unique(cosines.mutant_language)]
    return max((float(np.quantile(group, 1 - share, method="higher")) for group in groups), default=0.5)


def decisive_threshold(operator_price: float) -> float:
    """The lowest value that no program with an operator in another's place exceeds, be its recall 1.

    In a long program one operator hardly shows in the recall, as it does in the audit's short functions.
    """
    return 1 - operator_price + _APART


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
