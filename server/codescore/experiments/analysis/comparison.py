"""Two arms: the difference of an outcome's share, its interval, and a p by drawing the arms again as they were drawn.

Where suggestions were drawn, arms change places within a participant (the number of successes in an arm is then
hypergeometric); where participants were drawn, whole participants do.  Intervals come from resampling participants.
Holm's correction covers all comparisons of a result (Holm 1979).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from codescore.experiments.analysis.intervals import How, IntervalEstimate, clustered, few, lacks

if TYPE_CHECKING:
    from codescore.experiments.analysis.data import Floats, Ints
    from codescore.experiments.arms import Unit

_SAME = 1e-9
_CELLS = 1 << 21


@dataclass(frozen=True, slots=True)
class Comparison:
    """Second arm less first.  `p` two-sided; `p_holm` corrected over all comparisons of the result."""

    outcome: str
    first: str
    second: str
    unit: Unit
    rates: tuple[float | None, float | None]
    difference: IntervalEstimate
    p: float | None
    p_holm: float | None = None
    significant: bool | None = None


def unit_of(arm: Ints, people: Ints) -> Unit:
    """What was drawn, by the data: a participant in two arms means that suggestions were."""
    known = arm >= 0
    pairs = np.unique(np.stack([people[known], arm[known]]), axis=1)
    return "participant" if len(np.unique(pairs[0])) == pairs.shape[1] else "suggestion"


def compared(
    accepted: Floats, kept: Floats, arm: Ints, people: Ints, how: How, *, names: tuple[str, str], unit: Unit, title: str
) -> Comparison:
    """Compare arm 1 with arm 0 in the share that was accepted and kept; all (n,), arm -1 and acceptance NaN left out.

    `kept` (n,) is asked where `accepted` is 1; NaN: not known, which is taken to be so independently of the answer.
    """
    there = ~np.isnan(accepted) & (arm >= 0)
    value, stays, which, who = accepted[there] == 1, kept[there], arm[there], people[there]
    known, good = value & ~np.isnan(stays), value & (stays == 1)
    clusters, index = np.unique(who, return_inverse=True)
    kinds = (good, known & ~good, value & ~known, ~value)
    sums = np.stack(
        [np.bincount(index, kind & (which == k), len(clusters)) for k in (0, 1) for kind in kinds], axis=1
    ).astype(np.float64)
    rates = [
        None if np.isnan(rate) else float(rate) for rate in (_rate(sums[:, k : k + 4].sum(axis=0)) for k in (0, 4))
    ]
    measured = ~value | known
    why = _why(good[measured], which[measured], who[measured])
    difference = clustered(sums, _difference, len(value), how, why=why)
    p = None
    if difference.low is not None:
        p = _p(_by_suggestion(sums, how) if unit == "suggestion" else _by_participant(sums, how), sums)
    return Comparison(title, *names, unit, (rates[0], rates[1]), difference, p)


def _why(value: Floats, which: Ints, who: Ints) -> str:
    counts = [len(np.unique(who[which == k])) for k in (0, 1)]
    if few(min(counts)):
        return f"{few(min(counts))} in an arm"
    return lacks(value.astype(np.float64), who)


def _rate(sums: Floats) -> Floats:
    """Sums (..., 4) of kept, gone, not known, not accepted as the share accepted, times the share kept of the known."""
    accepted, known, total = sums[..., :3].sum(axis=-1), sums[..., :2].sum(axis=-1), sums.sum(axis=-1)
    missing = (total <= 0) | ((accepted > 0) & (known <= 0))
    rate = accepted / np.maximum(total, 1) * sums[..., 0] / np.maximum(known, 1)
    return np.where(missing, np.nan, rate)


def _difference(sums: Floats) -> Floats:
    return _rate(sums[..., 4:]) - _rate(sums[..., :4])


def _p(drawn: Floats, sums: Floats) -> float:
    """The share of redraws, the observed one among them, as far from their mean as what was observed."""
    there = drawn[~np.isnan(drawn)]
    middle = there.mean()
    observed = abs(float(_difference(sums.sum(axis=0))) - middle)
    return float(((np.abs(there - middle) >= observed - _SAME).sum() + 1) / (len(there) + 1))


def _by_suggestion(sums: Floats, how: How) -> Floats:
    """Differences (draws,) after dealing each participant's suggestions to the arms again, as many to each."""
    both, second = (sums[:, :4] + sums[:, 4:]).astype(np.int64), sums[:, 4:].sum(axis=1).astype(np.int64)
    random = np.random.default_rng(how.seed)
    rows, found = max(1, _CELLS // len(sums)), []
    for at in range(0, how.draws, rows):
        size = (min(rows, how.draws - at), len(sums))
        left, dealt = np.broadcast_to(second, size).copy(), np.zeros((*size, 4))
        for kind in range(3):
            dealt[..., kind] = random.hypergeometric(both[:, kind], both[:, kind + 1 :].sum(axis=1), left)
            left -= dealt[..., kind].astype(np.int64)
        dealt[..., 3] = left
        found.append(_difference(np.concatenate([both - dealt, dealt], axis=-1).sum(axis=1)))
    return np.concatenate(found)


def _by_participant(sums: Floats, how: How) -> Floats:
    """Differences (draws,) after drawing the participants' arms again."""
    both, second = sums[:, :4] + sums[:, 4:], sums[:, 4:].sum(axis=1) > 0
    random = np.random.default_rng(how.seed)
    rows, found = max(1, _CELLS // len(sums)), []
    for at in range(0, how.draws, rows):
        label = random.permuted(np.tile(second, (min(rows, how.draws - at), 1)), axis=1).astype(np.float64)
        found.append(_difference(np.concatenate([(1 - label) @ both, label @ both], axis=-1)))
    return np.concatenate(found)
