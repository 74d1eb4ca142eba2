"""How long does what was accepted stay?  Kaplan-Meier curves over the windows, clustered by participant.

A suggestion leaves at the first window that finds it gone and is censored after the last window that could be looked
at.  When between two windows it left is not known, so the curve is a step too late by up to one window.  Pointwise
intervals come from resampling participants (Greenwood's formula would take suggestions for unrelated).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from codescore.experiments.analysis.intervals import How, IntervalEstimate, clustered

if TYPE_CHECKING:
    from collections.abc import Mapping

    from codescore.experiments.analysis.data import Floats, Ints
    from codescore.study.significance import Aggregate

_RARE = 5


@dataclass(frozen=True, slots=True)
class Step:
    """A window: how many were looked after until it, how many were found gone at it, and the share that stays."""

    window_s: int
    at_risk: int
    gone: int
    stays: IntervalEstimate


def curve(there: Mapping[int, Floats], people: Ints, how: How) -> list[Step]:
    """The curve of `there[window]` (n,): 1 still there, 0 gone, NaN not looked at."""
    windows = sorted(window for window, values in there.items() if not np.isnan(values).all())
    if not windows:
        return []
    seen = np.stack([there[window] for window in windows], axis=1)
    risk, event = _tables(seen)
    names, index = np.unique(people[risk.any(axis=1)], return_inverse=True)
    used = risk.any(axis=1)
    both = np.concatenate([risk[used], event[used]], axis=1).astype(np.float64)
    sums = np.zeros((len(names), both.shape[1]))
    np.add.at(sums, index, both)
    steps = []
    for k, window in enumerate(windows):
        gone = int(event[:, : k + 1].sum())
        why = "" if gone >= _RARE else f"not enough data: {gone} of at least {_RARE} left by then"
        at_risk = int(risk[:, k].sum())
        stays = clustered(sums, _product(k + 1, len(windows)), at_risk, how, why=why)
        steps.append(Step(window, at_risk, int(event[:, k].sum()), stays))
    return steps


def _tables(seen: Floats) -> tuple[Ints, Ints]:
    """(n, windows) of looks as who is at risk at each window and who leaves at it."""
    looked, gone = ~np.isnan(seen), seen == 0
    places = np.arange(seen.shape[1])
    last = np.where(looked.any(axis=1), seen.shape[1] - 1 - np.argmax(looked[:, ::-1], axis=1), -1)
    ends = np.where(gone.any(axis=1), np.argmax(gone, axis=1), last)
    risk = places[None] <= ends[:, None]
    return risk.astype(np.int64), ((places[None] == ends[:, None]) & gone.any(axis=1)[:, None]).astype(np.int64)


def _product(upto: int, windows: int) -> Aggregate:
    def aggregate(sums: Floats) -> Floats:
        risk, gone = sums[..., :upto], sums[..., windows : windows + upto]
        stays = np.where(risk > 0, 1 - gone / np.maximum(risk, 1), np.nan)
        return np.asarray(stays.prod(axis=-1))

    return aggregate
