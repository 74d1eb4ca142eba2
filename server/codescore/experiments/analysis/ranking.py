"""Did a signal know?  AUROC, rates by decile and calibration, each with an interval clustered by participant."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from codescore.experiments.analysis.intervals import (
    How,
    IntervalEstimate,
    clustered,
    constant,
    few,
    lacks,
    of_draws,
    share,
)
from codescore.study.measures import auroc as plain_auroc
from codescore.study.significance import draws, mean

if TYPE_CHECKING:
    from codescore.experiments.analysis.data import Floats, Ints

_CELLS = 1 << 21


@dataclass(frozen=True, slots=True)
class Bin:
    """The values of a signal from `low` to `high`, and the mean of an outcome among them."""

    low: float
    high: float
    mean: float
    rate: IntervalEstimate


def auroc(signal: Floats, outcome: Floats, people: Ints, how: How) -> IntervalEstimate:
    """The chance that a positive has the higher signal, ties counting half; all (n,), NaN left out."""
    there = ~(np.isnan(signal) | np.isnan(outcome))
    values, labels, who = signal[there], outcome[there] == 1, people[there]
    names, index = np.unique(who, return_inverse=True)
    if not labels.any() or labels.all():
        return IntervalEstimate(
            None, None, None, len(values), len(names), "no data" if not len(values) else "one outcome only"
        )
    value = plain_auroc(values, labels)
    why = few(len(names)) or lacks(labels.astype(np.float64), who) or constant(values)
    if why:
        return IntervalEstimate(value, None, None, len(values), len(names), why)
    samples = np.concatenate(list(_resampled(values, labels, index, len(names), how)))
    return of_draws(samples, value, len(values), len(names), how)


def _resampled(values: Floats, labels: Ints, index: Ints, people: int, how: How) -> Iterator[Floats]:
    """AUROC of each resample of participants: by weights over values in order."""
    order = np.argsort(values, kind="stable")
    starts = np.flatnonzero(np.r_[True, np.diff(values[order]) > 0])  # of runs of equal values
    who, positive = index[order], labels[order]
    rows = max(1, _CELLS // len(values))
    for block in draws(people, how.draws, how.seed):
        for at in range(0, len(block), rows):
            weights = block[at : at + rows][:, who]
            ups = np.add.reduceat(weights * positive, starts, axis=1)
            downs = np.add.reduceat(weights * ~positive, starts, axis=1)
            below = np.cumsum(downs, axis=1) - downs / 2
            pairs = ups.sum(axis=1) * downs.sum(axis=1)
            yield np.where(pairs > 0, (ups * below).sum(axis=1) / np.maximum(pairs, 1), np.nan)


def binned(signal: Floats, outcome: Floats, people: Ints, how: How, bins: int = 10) -> list[Bin]:
    """The outcome by tenths of the signal.  Cuts are quantiles of all known signals; equal ones fall together."""
    known = ~np.isnan(signal)
    if not known.any():
        return []
    cuts = np.unique(np.quantile(signal[known], np.linspace(0, 1, bins + 1)))
    place = np.clip(np.searchsorted(cuts, signal, side="right") - 1, 0, max(len(cuts) - 2, 0))
    found = []
    for k in range(max(len(cuts) - 1, 1)):
        inside = known & (place == k)
        if inside.any():
            part = signal[inside]
            rate = share(outcome[inside], people[inside], how)
            found.append(Bin(float(part.min()), float(part.max()), float(part.mean()), rate))
    return found


@dataclass(frozen=True, slots=True)
class Calibration:
    """A probability against what came.  `gap`: outcome less probability, on average; `brier`: mean squared error."""

    bins: list[Bin]
    gap: IntervalEstimate
    brier: IntervalEstimate


def calibration(probability: Floats, outcome: Floats, people: Ints, how: How) -> Calibration:
    """All (n,), NaN left out.  No expected calibration error: binned, it grows with noise alone."""
    there = ~(np.isnan(probability) | np.isnan(outcome))
    claimed, came, who = probability[there], outcome[there], people[there]
    why = lacks(came, who) if len(came) else "no data"
    names, index = np.unique(who, return_inverse=True)
    ones = np.ones(len(came))
    found = []
    for values in (came - claimed, (came - claimed) ** 2):
        sums = np.stack([np.bincount(index, part, len(names)) for part in (values, ones)], axis=1).astype(np.float64)
        found.append(clustered(sums, mean, len(came), how, why=why))
    return Calibration(binned(claimed, came, who, how), *found)
