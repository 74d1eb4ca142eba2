"""Intervals that know that one participant's suggestions belong together, and that say when there is not enough.

Percentiles of a bootstrap over participants, with the tails widened to those of Student's t (Hesterberg 2015, What
teachers should know about the bootstrap, section 5: the expanded percentile interval), as plain percentiles are too
narrow for a few dozen participants.  Below `FEW` participants, or where fewer than `RARE` of them have the rarer
outcome, there is no interval but the reason.  Needs scipy.  Neighbour: `study.significance`, which draws.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING

import numpy as np

from codescore.experiments.summary import FEW
from codescore.study.significance import bootstrap, interval, mean

if TYPE_CHECKING:
    from codescore.experiments.analysis.data import Floats, Ints
    from codescore.study.significance import Aggregate

RARE = 5
_UNDEFINED = 0.05  # the most resamples that may have no value


@dataclass(frozen=True, slots=True)
class How:
    """How often to draw, and from which seed."""

    draws: int = 2_000
    seed: int = 0
    confidence: float = 0.95


@dataclass(frozen=True, slots=True)
class IntervalEstimate:
    """A value, its interval, how many values of how many participants, and why there is no interval."""

    value: float | None
    low: float | None
    high: float | None
    count: int
    participants: int
    why: str = ""


def share(values: Floats, people: Ints, how: How) -> IntervalEstimate:
    """The mean of values (n,) from 0 to 1, NaN left out, clustered by participant."""
    there = ~np.isnan(values)
    found, who = values[there], people[there]
    if not len(found):
        return IntervalEstimate(None, None, None, 0, 0, "no data")
    _, index = np.unique(who, return_inverse=True)
    sums = np.stack([np.bincount(index, found), np.bincount(index)], axis=1).astype(np.float64)
    why = lacks(found, who) if _binary(found) else constant(found)
    return clustered(sums, mean, len(found), how, why=why)


def clustered(sums: Floats, aggregate: Aggregate, count: int, how: How, *, why: str = "") -> IntervalEstimate:
    """The aggregate of sums by participant (participants, k), unless there is a reason `why` not to trust it."""
    value = float(aggregate(sums.sum(axis=0)))
    people = len(sums)
    if np.isnan(value):
        return IntervalEstimate(None, None, None, count, people, why or "not defined on these data")
    why = few(people) or why
    if why:
        return IntervalEstimate(value, None, None, count, people, why)
    return of_draws(bootstrap(sums[None], aggregate, resamples=how.draws, seed=how.seed)[0], value, count, people, how)


def of_draws(samples: Floats, value: float, count: int, people: int, how: How) -> IntervalEstimate:
    """The expanded percentile interval of resamples (draws,)."""
    if np.isnan(samples).mean() > _UNDEFINED:
        return IntervalEstimate(value, None, None, count, people, "not enough data: many resamples have no value")
    found = interval(samples, value, widened(people, how.confidence))
    return IntervalEstimate(value, found.low, found.high, count, people)


def widened(people: int, confidence: float) -> float:
    """The share of resamples that the interval must hold."""
    from scipy.stats import norm, t  # noqa: PLC0415  (of the extra `experiments`)

    reach = sqrt(people / (people - 1)) * t.ppf((1 + confidence) / 2, people - 1)
    return float(1 - 2 * norm.sf(reach))


def few(people: int) -> str:
    """Why so few participants have no interval; empty where they are enough."""
    return "" if people >= FEW else f"not enough data: {people} of at least {FEW} participants"


def lacks(outcome: Floats, people: Ints) -> str:
    """Why a yes-or-no outcome (n,) has no interval; empty where each kind comes from `RARE` participants."""
    fewest = min(len(np.unique(people[outcome == kind])) for kind in (0, 1))
    return "" if fewest >= RARE else f"not enough data: {fewest} of at least {RARE} participants with the rarer outcome"


def constant(values: Floats) -> str:
    """Why values that are all alike have no interval."""
    return "not enough data: all values are equal" if np.ptp(values) == 0 else ""


def _binary(values: Floats) -> bool:
    return bool(np.isin(values, (0.0, 1.0)).all())
