"""Shares of samples and of cases, with intervals from resampling tasks: several samples of a task stand together.

Pure.  The estimator of pass@k and the bootstrap are `study`'s.  Below `FEW` tasks there is a value and no interval:
so few say nothing about others.  Neighbours: `outcomes` (what goes in), `analysis` (which shares are asked for).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from codescore.study.pass_at_k import pass_at_k
from codescore.study.significance import Resampling, bootstrap, interval, mean, statistics_of
from codescore.translate.outcomes import Outcome

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

#: Fewer tasks give no interval.
FEW = 5


@dataclass(frozen=True, slots=True)
class Rate:
    """A share, in [0, 1], of `samples` of `tasks`, its interval, and why it or the interval is missing."""

    value: float | None
    low: float | None
    high: float | None
    samples: int
    tasks: int
    why: str = ""


def share(some: Iterable[Outcome], what: Callable[[Outcome], bool], how: Resampling) -> Rate:
    """The share of samples of which something is true."""
    return _of(some, lambda one: (float(what(one)), 1.0), how)


def case_rate(some: Iterable[Outcome], how: Resampling) -> Rate:
    """Cases passed of all cases."""
    return _of(some, lambda one: (float(one.execution.passed), float(one.execution.total)), how)


def pass_at(some: Sequence[Outcome], k: int, how: Resampling) -> Rate:
    """pass@k, the mean over tasks; no value where a task has fewer than k samples."""
    sums = _sums(some, lambda one: (float(one.passed), 1.0))
    if not len(sums):
        return Rate(None, None, None, 0, 0, "nothing was run")
    fewest = int(sums[:, 1].min())
    if fewest < k:
        return Rate(None, None, None, len(some), len(sums), f"a task has only {fewest} of {k} samples")
    values = pass_at_k(sums[:, 1].astype(np.int64), sums[:, 0].astype(np.int64), k)
    return _resampled(statistics_of(values), len(some), how)


def per_task(some: Iterable[Outcome], units: Sequence[object], unit: Callable[[Outcome], object]) -> Floats:
    """(units, 2): how many samples of each unit passed, and how many there are."""
    place = {one: k for k, one in enumerate(units)}
    sums = np.zeros((len(units), 2))
    for one in some:
        if (at := place.get(unit(one))) is not None:
            sums[at] += (float(one.passed), 1.0)
    return sums


def _of(some: Iterable[Outcome], what: Callable[[Outcome], tuple[float, float]], how: Resampling) -> Rate:
    listed = list(some)
    sums = _sums(listed, what)
    if not len(sums) or not sums[:, 1].sum():
        return Rate(None, None, None, len(listed), len(sums), "nothing was run")
    return _resampled(sums, len(listed), how)


def _sums(some: Iterable[Outcome], what: Callable[[Outcome], tuple[float, float]]) -> Floats:
    """(tasks, 2): sums over the samples of each task."""
    found: dict[str, list[float]] = {}
    for one in some:
        total, (above, below) = found.setdefault(one.key.task, [0.0, 0.0]), what(one)
        total[0] += above
        total[1] += below
    return np.array(list(found.values()), dtype=np.float64).reshape(-1, 2)


def _resampled(sums: Floats, samples: int, how: Resampling) -> Rate:
    value = float(mean(sums.sum(axis=0)))
    if len(sums) < FEW:
        return Rate(value, None, None, samples, len(sums), f"fewer than {FEW} tasks: no interval")
    found = interval(bootstrap(sums[None], resamples=how.resamples, seed=how.seed)[0], value, how.confidence)
    return Rate(value, found.low, found.high, samples, len(sums))
