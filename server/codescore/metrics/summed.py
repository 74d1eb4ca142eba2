"""Pairwise metrics whose corpus value follows from counts that are summed first, as the papers' corpus scores do.

A metric says what it counts of two texts (`row`) and what a row, of one pair or of a sum, is worth (`value`), and for
which languages it lacks what it needs (`lacks`): such a pair has no value, with the reason.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from codescore.metrics.metric import Pair, Score
from codescore.metrics.pairwise import Pairwise
from codescore.metrics.prepared import Prepared, prepare


class Summed(Pairwise):
    """The best reference's counts are the pair's."""

    width: ClassVar[int]  # numbers in a row

    @abstractmethod
    def row(self, candidate: Prepared, reference: Prepared) -> Sequence[float]:
        """The counts of two texts that both have units."""

    @abstractmethod
    def value(self, row: Sequence[float]) -> float | None:
        """What summed counts are worth, None where there is nothing to divide by."""

    def lacks(self, language: str) -> str:
        """Why there is no value in a language; nothing where there is."""
        del language
        return ""

    def compare(self, candidate: Prepared, reference: Prepared) -> Score:
        """The value of the pair's own counts."""
        return Score(self.value(self.row(candidate, reference)))

    def statistics(self, pairs: Sequence[Pair]) -> NDArray[np.float64]:
        """A row per pair; zeros where a side is empty or there is no value."""
        rows = np.zeros((len(pairs), self.width))
        for row, pair in zip(rows, pairs, strict=True):
            index = None if self.lacks(pair.language) else self._score(pair).reference
            if index is not None:
                reference = prepare(pair.references[index], pair.language)
                row[:] = self.row(prepare(pair.candidate, pair.language), reference)
        return rows

    def corpus(self, sums: NDArray[np.float64]) -> float | None:
        """The value of the sums; None of nothing."""
        return self.value(sums.tolist()) if sums.any() else None

    def _score(self, pair: Pair) -> Score:
        reason = self.lacks(pair.language)
        return Score(None, reason=reason) if reason else super()._score(pair)
