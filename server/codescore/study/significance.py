"""Is one system better than another, or is it luck?  Paired bootstrap and paired approximate randomisation.

Works on sufficient statistics: an array (units, k) per system whose sums over units give the corpus value through an
`Aggregate`.  A metric of snippets sums values and counts, one of corpora (BLEU) sums n-gram counts; both are resampled
by the same product `draws @ statistics`.  Knows no metric, file or label; neighbours: `compare` says what it means for
two systems, `mismatch` for many.

Sources: Out of the BLEU, section 4.2 and table 2 (paired bootstrap, 1,000 resamples, X-Z+Y); Efron 1983; Koehn 2004,
Statistical significance tests for machine translation evaluation; Noreen 1989, approximate randomisation; McNemar 1947.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import comb
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

    #: Sums (..., k) to corpus values (...); NaN where there is no value.
    Aggregate = Callable[[Floats], Floats]

RESAMPLES = 1_000
ROUNDS = 10_000
CONFIDENCE = 0.95

#: Sums of the same numbers in another order differ by less than this; such values are equal.
TOLERANCE = 1e-9

#: Draws are made in blocks of about so many cells, 32 MB; the block size is part of what makes a seed repeatable.
_CELLS = 1 << 22


@dataclass(frozen=True, slots=True)
class Resampling:
    """How often to draw, how sure to be, and from which seed: equal settings give equal numbers."""

    resamples: int = RESAMPLES  # of the bootstrap
    rounds: int = ROUNDS  # of approximate randomisation; 0 where there is none
    confidence: float = CONFIDENCE
    seed: int = 0

    @property
    def settings(self) -> Mapping[str, str]:
        """For the signatures of what is computed so."""
        numbers = {"bs": self.resamples, "ar": self.rounds, "ci": 100 * self.confidence, "seed": self.seed}
        return {name: f"{number:g}" for name, number in numbers.items() if number or name == "seed"}


PAPER = Resampling()


@dataclass(frozen=True, slots=True)
class Interval:
    """A value and the interval that holds the given share of its resamples; all in the unit of the value."""

    low: float
    value: float
    high: float

    def scaled(self, factor: float) -> Interval:
        """In another unit."""
        return Interval(self.low * factor, self.value * factor, self.high * factor)

    def __str__(self) -> str:
        """The value and the interval of its resamples; the paper's table 2 writes the same as X-Z+Y."""
        return f"{self.value:.2f} ({min(self.low, self.value):.1f}…{max(self.high, self.value):.1f})"


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two systems on the same units.

    `difference` is first minus second.  `first_wins` and `second_wins` are shares of resamples, ties are neither's.
    `p_bootstrap` and `p_randomisation` are two-sided.  `significant`: the interval of the difference excludes 0.
    """

    first: Interval
    second: Interval
    difference: Interval
    first_wins: float
    second_wins: float
    p_bootstrap: float
    p_randomisation: float
    units: int

    @property
    def significant(self) -> bool:
        return self.difference.low > TOLERANCE or self.difference.high < -TOLERANCE


def mean(sums: Floats) -> Floats:
    """The aggregate of (value, count) statistics: the mean; NaN of nothing."""
    total, count = sums[..., 0], sums[..., 1]
    empty = count <= 0
    return np.where(empty, np.nan, total / np.where(empty, 1.0, count))


def statistics_of(values: Floats) -> Floats:
    """Values (...), NaN where there is none, as (value, count) statistics (..., 2)."""
    there = ~np.isnan(values)
    return np.stack([np.where(there, values, 0.0), there.astype(np.float64)], axis=-1)


def compare(first: Floats, second: Floats, aggregate: Aggregate = mean, how: Resampling = PAPER) -> Comparison:
    """Compare two systems by their statistics (units, k) over the same units, in the same order.

    Raises ValueError where the shapes differ or there is no unit.
    """
    both = _paired(first, second)
    values = aggregate(both.sum(axis=1))
    samples = bootstrap(both, aggregate, resamples=how.resamples, seed=how.seed)
    gap = samples[0] - samples[1]
    return Comparison(
        first=interval(samples[0], float(values[0]), how.confidence),
        second=interval(samples[1], float(values[1]), how.confidence),
        difference=interval(gap, float(values[0] - values[1]), how.confidence),
        first_wins=float((gap > TOLERANCE).mean()),
        second_wins=float((gap < -TOLERANCE).mean()),
        p_bootstrap=_two_sided(gap),
        p_randomisation=randomisation(both[0], both[1], aggregate, rounds=how.rounds, seed=how.seed),
        units=both.shape[1],
    )


def bootstrap(statistics: Floats, aggregate: Aggregate = mean, *, resamples: int = RESAMPLES, seed: int = 0) -> Floats:
    """Corpus values (systems, resamples) of systems with statistics (systems, units, k).

    Every system sees the same draws, so that differences between two are paired.
    """
    systems, units, k = statistics.shape
    columns = statistics.transpose(1, 0, 2).reshape(units, systems * k)
    parts = [aggregate((block @ columns).reshape(-1, systems, k)) for block in draws(units, resamples, seed)]
    return np.concatenate(parts, axis=0).T


def draws(units: int, resamples: int, seed: int) -> Iterator[Floats]:
    """Blocks (rows, units) of how often each unit is drawn, `resamples` rows in all; a row sums to `units`."""
    generator = np.random.default_rng(seed)
    rows = max(1, _CELLS // units)
    for start in range(0, resamples, rows):
        here = min(rows, resamples - start)
        drawn = generator.integers(0, units, size=(here, units)) + np.arange(here)[:, None] * units
        yield np.bincount(drawn.ravel(), minlength=here * units).reshape(here, units).astype(np.float64)


def interval(samples: Floats, value: float, confidence: float = CONFIDENCE) -> Interval:
    """The percentile interval of resamples (resamples,) around a value; NaN samples are left out."""
    there = samples[~np.isnan(samples)]
    if not there.size:
        return Interval(np.nan, value, np.nan)
    tail = (1 - confidence) / 2
    low, high = np.quantile(there, [tail, 1 - tail])
    return Interval(float(low), value, float(high))


def randomisation(
    first: Floats, second: Floats, aggregate: Aggregate = mean, *, rounds: int = ROUNDS, seed: int = 0
) -> float:
    """The two-sided p of paired approximate randomisation over statistics (units, k).

    In each round every unit's two results change places or not, each with one half; p is the share of rounds, the
    observed one among them, whose absolute difference is at least the observed.  1 where there is no difference.
    """
    both = _paired(first, second)
    sums = both.sum(axis=1)
    observed = _gap(aggregate, sums[0], sums[1])
    if np.isnan(observed):
        return float("nan")
    exchange = both[1] - both[0]
    generator = np.random.default_rng(seed)
    units = both.shape[1]
    rows = max(1, _CELLS // units)
    reached = 0
    for start in range(0, rounds, rows):
        swapped = generator.integers(0, 2, size=(min(rows, rounds - start), units), dtype=np.int8).astype(np.float64)
        moved = swapped @ exchange
        reached += int((_gap(aggregate, sums[0] + moved, sums[1] - moved) >= observed - TOLERANCE).sum())
    return (reached + 1) / (rounds + 1)


def least_p(units: int) -> float:
    """The least two-sided p that randomisation can give over so many units, at best: of 2 ** units ways to exchange two
    keep the whole difference, the one that exchanges nothing and the one that exchanges all.
    """
    return min(1.0, 2.0 ** (1 - units))


def holm(values: Sequence[float]) -> list[float]:
    """p values corrected for how many they are (Holm 1979), in the order given."""
    order = np.argsort(values, kind="stable")
    corrected = np.empty(len(values))
    highest = 0.0
    for rank, at in enumerate(order):
        highest = max(highest, min(1.0, (len(values) - rank) * values[at]))
        corrected[at] = highest
    return [float(value) for value in corrected]


def mcnemar(only_first: int, only_second: int) -> float:
    """The two-sided p of McNemar's exact test: so many pairs where only the first holds, so many where only the second.

    Under the null hypothesis each such pair falls to either side with one half; 1 where there is none.
    """
    pairs = only_first + only_second
    tail = sum(comb(pairs, k) for k in range(min(only_first, only_second) + 1))
    return min(1.0, 2 * tail / (1 << pairs))


def _gap(aggregate: Aggregate, first: Floats, second: Floats) -> Floats:
    return np.asarray(np.abs(aggregate(first) - aggregate(second)))


def _two_sided(gap: Floats) -> float:
    """Twice the smaller tail of resampled differences, the observed counted as one; 1 where nothing differs."""
    there = gap[~np.isnan(gap)]
    if not there.size:
        return float("nan")
    below, above = int((there <= TOLERANCE).sum()), int((there >= -TOLERANCE).sum())
    return min(1.0, 2 * (min(below, above) + 1) / (there.size + 1))


def _paired(first: Floats, second: Floats) -> Floats:
    if first.shape != second.shape or first.ndim != 2 or not first.shape[0]:
        raise ValueError(f"paired statistics need one shape (units, k), not {first.shape} and {second.shape}")
    return np.stack([first, second]).astype(np.float64)
