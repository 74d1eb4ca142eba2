"""Which metric predicts passing: every metric's values held against outcomes, sample by sample and cell by cell.

Samples: does a translation that passed have a higher value?  Cells (a model in a direction): do models with a higher
mean value have a higher pass@1?  The second is how the question is often put; its few points come from the same tasks,
so its intervals resample tasks, too.  Pure.  Neighbours: `study.measures` and `study.correlation` (the coefficients).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from codescore.study.correlation import around, kendall, pearson, ranked
from codescore.study.measures import Draw, measure, mid_ranks, resample
from codescore.study.significance import Resampling, interval
from codescore.translate.outcomes import Outcome
from codescore.translate.rates import FEW

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

#: Fewer cells than this give no coefficient over cells.
_POINTS = 5
_CELLS = 1 << 22  # numbers held at once


@dataclass(frozen=True, slots=True)
class Coefficient:
    """A coefficient with its 95 % interval over tasks; None where it is not defined, and why."""

    value: float | None
    low: float | None = None
    high: float | None = None
    why: str = ""


@dataclass(frozen=True, slots=True)
class Point:
    """A model in a direction: the mean of a metric, and pass@1, over the samples that have both."""

    system: str
    direction: str
    metric: float
    passed: float
    samples: int


@dataclass(frozen=True, slots=True)
class Correlation:
    """A metric against passing, over samples and over cells."""

    metric: str
    samples: int
    tasks: int
    auroc: Coefficient
    auroc_within_task: Coefficient
    pearson: Coefficient
    spearman: Coefficient
    kendall: Coefficient
    cells_pearson: Coefficient
    cells_spearman: Coefficient
    cells_kendall: Coefficient
    points: tuple[Point, ...]


def correlation(metric: str, outcomes: Sequence[Outcome], how: Resampling) -> Correlation:
    """One metric against the outcomes of the samples that have a value."""
    some = [one for one in outcomes if metric in one.metrics]
    tasks = {task: k for k, task in enumerate(dict.fromkeys(one.key.task for one in some))}
    task = np.array([tasks[one.key.task] for one in some], dtype=np.int64)
    value = np.array([one.metrics[metric] for one in some], dtype=np.float64)
    passed = np.array([one.passed for one in some], dtype=np.float64)
    measured = measure([Draw(value, passed, task)], tasks=len(tasks), seed=how.seed, resamples=how.resamples)
    named = {
        name: _from(measured.values[name], measured.ci95[name], measured.reasons.get(name, ""))
        for name in ("auroc", "auroc_within_task", "kendall_tau_b")
    }
    weights = _weights(len(tasks), how)
    straight, ranks = _over_samples(value, passed, task, weights)
    points, cells = _over_cells(some, value, passed, task, weights)
    return Correlation(
        metric=metric,
        samples=len(some),
        tasks=len(tasks),
        auroc=named["auroc"],
        auroc_within_task=named["auroc_within_task"],
        pearson=_coefficient(straight, len(tasks)),
        spearman=_coefficient(ranks, len(tasks)),
        kendall=named["kendall_tau_b"],
        cells_pearson=cells["pearson"],
        cells_spearman=cells["spearman"],
        cells_kendall=cells["kendall"],
        points=points,
    )


def _weights(tasks: int, how: Resampling) -> Floats:
    """How often each task counts (1 + resamples, tasks): all once, then as drawn."""
    return np.concatenate((np.ones((1, tasks)), resample(tasks, how.resamples, how.seed)))


def _over_samples(value: Floats, passed: Floats, task: NDArray[np.int64], weights: Floats) -> tuple[Floats, Floats]:
    """Pearson and Spearman of samples under each weighting of the tasks."""
    rows = max(1, _CELLS // max(1, len(value)))
    straight, ranks = [], []
    for start in range(0, len(weights), rows):
        each = weights[start : start + rows][:, task]
        straight.append(pearson(value, passed, each))
        ranks.append(pearson(ranked(value, each), ranked(passed, each), each))
    return np.concatenate(straight), np.concatenate(ranks)


def _over_cells(
    some: Sequence[Outcome], value: Floats, passed: Floats, task: NDArray[np.int64], weights: Floats
) -> tuple[tuple[Point, ...], Mapping[str, Coefficient]]:
    names = list(dict.fromkeys((one.system, one.key.direction) for one in some))
    place = {name: k for k, name in enumerate(names)}
    cell = np.array([place[one.system, one.key.direction] for one in some], dtype=np.int64)
    sums = np.zeros((3, weights.shape[1], len(names)))
    for k, column in enumerate((np.ones(len(some)), value, passed)):
        np.add.at(sums[k], (task, cell), column)
    count, total, right = (weights @ one for one in sums)
    there = count > 0
    x, y = (np.where(there, one / np.where(there, count, 1), np.nan) for one in (total, right))
    points = tuple(
        Point(system, direction, float(x[0, k]), float(y[0, k]), int(count[0, k]))
        for k, (system, direction) in enumerate(names)
    )
    if len(names) < _POINTS:
        few = Coefficient(None, why=f"fewer than {_POINTS} models in a direction")
        return points, dict.fromkeys(("pearson", "spearman", "kendall"), few)
    whole = there.all(axis=1)
    x, y, ones = x[whole], y[whole], np.ones((int(whole.sum()), len(names)))
    rank_x, rank_y = np.stack([mid_ranks(row) for row in x]), np.stack([mid_ranks(row) for row in y])
    found = {"pearson": pearson(x, y, ones), "spearman": pearson(rank_x, rank_y, ones), "kendall": kendall(x, y)}
    return points, {name: _coefficient(values, weights.shape[1], of_means=True) for name, values in found.items()}


def _coefficient(values: Floats, tasks: int, *, of_means: bool = False) -> Coefficient:
    """A coefficient from its value and its resamples, the value first."""
    if np.isnan(values[0]):
        return Coefficient(None, why="the values or the outcomes do not vary")
    if tasks < FEW:
        return Coefficient(float(values[0]), why=f"fewer than {FEW} tasks: no interval")
    found = interval(values[1:], float(values[0]))
    ends = around(float(values[0]), values[1:]) if of_means else (found.low, found.high)
    low, high = (None if np.isnan(one) else one for one in ends)
    return Coefficient(float(values[0]), low, high)


def _from(value: float | None, ci95: tuple[float, float] | None, why: str) -> Coefficient:
    low, high = ci95 or (None, None)
    return Coefficient(value, low, high, why)
