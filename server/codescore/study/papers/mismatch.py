"""Where a metric and people disagree about which of two models is better, by how far apart the metric puts them.

Takes resampled scores of many models, by a metric and by people's grades; gives the cells of the paper's tables of
significance (3, 6) and of mismatch (4, 7).  Knows neither what the metric is nor where the scores came from.

Source: Out of the BLEU, sections 4.3, 4.4.1 and tables 3, 4, 6, 7.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Literal

import numpy as np

from codescore.study.significance import CONFIDENCE, TOLERANCE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Signs = NDArray[np.int8]

#: Who wins a resample in which two models score the same: nobody, or the one that is listed first, as in the
#: authors' program (it counts how often one is greater and takes 5 % or less for a victory of the other).
Ties = Literal["nobody", "earlier"]


@dataclass(frozen=True, slots=True)
class Edges:
    """The limits of the bins of score differences, in points of 100: [0, 2) [2, 5) ..."""

    limits: tuple[float, ...]

    @property
    def names(self) -> tuple[str, ...]:
        pairs = pairwise(self.limits)
        return tuple(f"[{low:g}, {high:g})" for low, high in pairs)

    def of(self, points: Floats) -> NDArray[np.intp]:
        """The bin of each absolute difference; what reaches the last limit is in the last bin."""
        found = np.searchsorted(self.limits, np.abs(points), side="right") - 1
        return np.minimum(found, len(self.limits) - 2)


#: One-liners (tables 3 and 4) and classes (tables 6 and 7).
ONE_LINERS = Edges((0, 2, 5, 10, 100))
CLASSES = Edges((0, 1, 2, 4, 100))


@dataclass(frozen=True, slots=True)
class Cell:
    """The pairs of models of one bin, by what metric and people say of them."""

    agree: int = 0
    type_1: int = 0  # the metric sees a difference where people see none
    opposite: int = 0  # both see one, and name different winners (a type 1 error, too)
    type_2: int = 0  # people see a difference where the metric sees none

    @property
    def pairs(self) -> int:
        return self.agree + self.mismatches

    @property
    def mismatches(self) -> int:
        return self.type_1 + self.opposite + self.type_2

    @property
    def rate(self) -> float | None:
        """Mismatches among pairs; None of none."""
        return self.mismatches / self.pairs if self.pairs else None


@dataclass(frozen=True, slots=True)
class Mismatch:
    """One row of the tables of significance and mismatch: per bin, and for the pairs that the metric cannot tell."""

    bins: tuple[str, ...]
    significant: tuple[int, ...]
    not_significant: tuple[int, ...]
    cells: tuple[Cell, ...]  # of the significant pairs, per bin
    ns: Cell

    @property
    def pairs(self) -> int:
        return sum(self.significant) + sum(self.not_significant)

    @property
    def total(self) -> float | None:
        """Mismatches among all pairs; None of none."""
        wrong = sum(cell.mismatches for cell in self.cells) + self.ns.mismatches
        return wrong / self.pairs if self.pairs else None


def decide(samples: Floats, confidence: float = CONFIDENCE, ties: Ties = "nobody") -> Signs:
    """Who wins each pair (i, j), i < j, of models with resampled scores (models, resamples).

    1: the first does in at least `confidence` of the resamples; -1: the second; 0: neither.  Pairs are in the order of
    `numpy.triu_indices(models, 1)`.
    """
    verdicts = []
    for first in range(len(samples) - 1):
        gap = samples[first] - samples[first + 1 :]
        second_wins = (gap < -TOLERANCE).mean(axis=1)
        first_wins = 1 - second_wins if ties == "earlier" else (gap > TOLERANCE).mean(axis=1)
        won = (first_wins >= confidence - TOLERANCE).astype(np.int8)
        verdicts.append(won - (second_wins >= confidence - TOLERANCE).astype(np.int8))
    return np.concatenate(verdicts) if verdicts else np.empty(0, np.int8)


def tabulate(points: Floats, metric: Signs, people: Signs, edges: Edges) -> Mismatch:
    """Count pairs of models: by their scores (models,) in points of 100, and by who wins (`decide`)."""
    first, second = np.triu_indices(len(points), 1)
    where = edges.of(points[first] - points[second])
    told = metric != 0
    bins = range(len(edges.names))
    return Mismatch(
        bins=edges.names,
        significant=tuple(int((told & (where == bin_)).sum()) for bin_ in bins),
        not_significant=tuple(int((~told & (where == bin_)).sum()) for bin_ in bins),
        cells=tuple(_cell(metric, people, told & (where == bin_)) for bin_ in bins),
        ns=_cell(metric, people, ~told),
    )


def _cell(metric: Signs, people: Signs, chosen: NDArray[np.bool_]) -> Cell:
    said, graded = metric[chosen], people[chosen]
    counts: Sequence[NDArray[np.bool_]] = (
        said == graded,
        (said != 0) & (graded == 0),
        (said != 0) & (graded == -said),
        (said == 0) & (graded != 0),
    )
    return Cell(*(int(count.sum()) for count in counts))
