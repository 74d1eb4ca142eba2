"""Do people who grade the same things agree?  Krippendorff's alpha for ordered grades, Cohen's weighted kappa of pairs.

Alpha: Krippendorff, Computing Krippendorff's Alpha-Reliability (2011), with his difference of ranks, any number of
graders and missing grades; 1 is agreement, 0 what chance gives.  Its interval is a percentile interval over items.
Kappa: Cohen, Weighted kappa (1968), with squared weights.  Knows numbers only; neighbours: `mmsr`, `significance`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from codescore.study.mmsr import GRADES
from codescore.study.significance import PAPER, Interval, Resampling, bootstrap, interval

Floats = NDArray[np.float64]

#: Items with fewer grades than these say nothing of agreement; fewer such items give no interval.
FEWEST_GRADES = 2
FEWEST_ITEMS = 10


@dataclass(frozen=True, slots=True)
class Pair:
    """Two graders: how many items both graded, and their weighted kappa; None where chance explains all."""

    one: str
    other: str
    items: int
    kappa: float | None


@dataclass(frozen=True, slots=True)
class Reliability:
    """How far people agree: `items` with two grades or more, `equal` the share of pairs of grades that are the same.

    `alpha` has an interval from 10 items up; `low` and `high` are None below.  None of it where nothing can be said.
    """

    items: int
    equal: float | None
    alpha: float | None
    low: float | None
    high: float | None
    pairs: tuple[Pair, ...]

    def __str__(self) -> str:
        """One sentence for a reader."""
        if self.alpha is None:
            return "Whether the graders agree cannot be said from these grades."
        ends = "" if self.low is None else f" (95 % interval {self.low:.2f} to {self.high:.2f})"
        return (
            f"Krippendorff's alpha (ordinal) is {self.alpha:.2f}{ends} over {self.items:,} snippets with two grades or "
            f"more; {self.equal:.0%} of pairs of grades are equal."
        )


def reliability(given: Mapping[str, Mapping[str, int]], how: Resampling = PAPER) -> Reliability:
    """Agreement of `given[item][grader]`, grades from 0 to 4."""
    rows = [_coincidences(list(by.values())) for by in given.values() if len(by) >= FEWEST_GRADES]
    pairs = tuple(_pairs(given))
    if not rows:
        return Reliability(0, None, None, None, None, pairs)
    statistics = np.stack(rows).reshape(1, len(rows), GRADES * GRADES)
    total = statistics.sum(axis=1)
    value = float(_alpha(total)[0])
    table = total.reshape(GRADES, GRADES)
    equal = float(np.trace(table) / table.sum())
    if np.isnan(value):
        return Reliability(len(rows), equal, None, None, None, pairs)
    if len(rows) < FEWEST_ITEMS:
        return Reliability(len(rows), equal, value, None, None, pairs)
    found = _interval(statistics, value, how)
    return Reliability(len(rows), equal, value, found.low, found.high, pairs)


def _interval(statistics: Floats, value: float, how: Resampling) -> Interval:
    samples = bootstrap(statistics, _alpha, resamples=how.resamples, seed=how.seed)[0]
    # A resample in which all grades are equal has no alpha; such a set of grades shows no disagreement.
    return interval(np.where(np.isnan(samples), 1.0, samples), value, how.confidence)


def _coincidences(grades: list[int]) -> Floats:
    """How often each pair of grades meets on one item, each grade weighing one in all."""
    counts = np.bincount(grades, minlength=GRADES).astype(np.float64)
    found: Floats = (np.outer(counts, counts) - np.diag(counts)) / (len(grades) - 1)
    return found


def _alpha(sums: Floats) -> Floats:
    """Alpha of summed coincidences (..., 25); NaN where all grades are the same."""
    table = sums.reshape(*sums.shape[:-1], GRADES, GRADES)
    each = table.sum(axis=-1)
    rank = np.cumsum(each, axis=-1) - each / 2
    apart = (rank[..., :, None] - rank[..., None, :]) ** 2
    observed = (table * apart).sum(axis=(-2, -1))
    expected = (each[..., :, None] * each[..., None, :] * apart).sum(axis=(-2, -1)) / (each.sum(axis=-1) - 1)
    none = expected <= 0
    found: Floats = np.where(none, np.nan, 1 - observed / np.where(none, 1.0, expected))
    return found


def _pairs(given: Mapping[str, Mapping[str, int]]) -> list[Pair]:
    people = sorted({who for by in given.values() for who in by})
    found = []
    for one, other in combinations(people, 2):
        both = [(by[one], by[other]) for by in given.values() if one in by and other in by]
        if both:
            found.append(Pair(one, other, len(both), _kappa(np.array(both))))
    return found


def _kappa(both: NDArray[np.int64]) -> float | None:
    """Weighted kappa of grades (items, 2)."""
    table = np.zeros((GRADES, GRADES))
    np.add.at(table, (both[:, 0], both[:, 1]), 1)
    place = np.arange(GRADES)
    apart = (place[:, None] - place[None, :]) ** 2
    expected = float((np.outer(table.sum(axis=1), table.sum(axis=0)) * apart).sum()) / len(both)
    return None if expected == 0 else 1 - float((table * apart).sum()) / expected
