"""Which statements of two sketches answer each other: in order, by the words they share.  Pure and bounded.

All pairs of a stretch are compared where that is cheap; of very long stretches the equal statements are found first,
and only what stands between them is compared.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import LCSseq
from rapidfuzz.process import cdist

from codescore.score.statements import SORTS, Sort

# Statements with less in common than this share of their words serve different purposes; those of different sorts
# need more.
_LEAST_ALIKE = 0.45
_LEAST_ALIKE_UNLIKE_SORTS = 0.65
# Pairs that are compared within one stretch, and in all: about 0.2 ms for 1,000.
_STRETCH_PAIRS = 40_000
_ALL_PAIRS = 100_000


class Matchable(Protocol):
    """What can be matched: a statement of a sketch, a row of a program."""

    @property
    def depth(self) -> int: ...

    @property
    def words(self) -> tuple[str, ...]: ...

    @property
    def sort(self) -> Sort: ...


_Pairs = list[tuple[int, int]]
_Range = tuple[int, int]


def matched(ours: Sequence[Matchable], theirs: Sequence[Matchable]) -> tuple[_Pairs, bool]:
    """Pairs of indices, rising on both sides, and whether all was compared that could be alike."""
    codes = _Codes()
    left = [_encoded(statement.words, codes) for statement in ours]
    right = [_encoded(statement.words, codes) for statement in theirs]
    low = 0
    while low < min(len(left), len(right)) and left[low] == right[low]:
        low += 1
    tail = 0
    while tail < min(len(left), len(right)) - low and left[-1 - tail] == right[-1 - tail]:
        tail += 1
    found, complete = _Matcher(ours, theirs, left, right).matched((low, len(left) - tail), (low, len(right) - tail))
    end = [(len(left) - k, len(right) - k) for k in range(tail, 0, -1)]
    return [*((k, k) for k in range(low)), *found, *end], complete


class _Codes(dict[str, str]):
    """A character for every word that was asked for; from 256 on none is taken for another."""

    def __missing__(self, word: str) -> str:
        self[word] = code = chr(256 + len(self))
        return code


def _encoded(words: Sequence[str], codes: _Codes) -> str:
    return "".join([codes[word] for word in words])


class _Matcher:
    """Matches stretches without equal ends; lives for one call of `matched`."""

    def __init__(
        self, ours: Sequence[Matchable], theirs: Sequence[Matchable], left: list[str], right: list[str]
    ) -> None:
        self.ours, self.theirs = ours, theirs
        self.left, self.right = left, right
        self.pairs_left = _ALL_PAIRS

    def matched(self, a: _Range, b: _Range) -> tuple[_Pairs, bool]:
        """The pairs of two ranges: all at once where that is cheap, else between equal statements."""
        if (a[1] - a[0]) * (b[1] - b[0]) <= _STRETCH_PAIRS:
            return self._best(a, b), True
        codes = _Codes()
        lines = _encoded(self.left[slice(*a)], codes), _encoded(self.right[slice(*b)], codes)
        anchors: _Pairs = []
        for code in LCSseq.opcodes(*lines):
            if code.tag == "equal":
                anchors += zip(
                    range(a[0] + code.src_start, a[0] + code.src_end),
                    range(b[0] + code.dest_start, b[0] + code.dest_end),
                    strict=True,
                )
        return self._between(anchors, a, b)

    def _between(self, anchors: _Pairs, a: _Range, b: _Range) -> tuple[_Pairs, bool]:
        """Anchors, and what can be matched between them as long as that does not take too long."""
        pairs: _Pairs = []
        complete = True
        i, j = a[0], b[0]
        for p, q in (*anchors, (a[1], b[1])):
            size = (p - i) * (q - j)
            if size > min(_STRETCH_PAIRS, self.pairs_left):
                complete = False
            elif size:
                self.pairs_left -= size
                pairs += self._best((i, p), (j, q))
            if p < a[1] and q < b[1]:
                pairs.append((p, q))
            i, j = p + 1, q + 1
        return pairs, complete

    def _best(self, a: _Range, b: _Range) -> _Pairs:
        """The pairs, in order, that have most words in common."""
        if a[0] == a[1] or b[0] == b[1]:
            return []
        gains = self._gains(a, b)
        rows = np.zeros((gains.shape[0] + 1, gains.shape[1] + 1))
        for i, gain in enumerate(gains):
            # Taking a pair, or neither statement of it; then whatever was best so far in the row.
            taken = np.where(gain > 0, rows[i, :-1] + gain, 0.0)
            np.maximum.accumulate(np.maximum(rows[i, 1:], taken), out=rows[i + 1, 1:])
        pairs: _Pairs = []
        i, j = gains.shape
        while i and j:
            value = rows[i, j]
            if value == rows[i - 1, j]:
                i -= 1
            elif value == rows[i, j - 1]:
                j -= 1
            else:
                i, j = i - 1, j - 1
                pairs.append((a[0] + i, b[0] + j))
        pairs.reverse()
        return pairs

    def _gains(self, a: _Range, b: _Range) -> NDArray[np.float64]:
        """What matching each pair is worth: the words in common, more where sort and depth of statement agree."""
        left, right = self.left[slice(*a)], self.right[slice(*b)]
        ours, theirs = self.ours[slice(*a)], self.theirs[slice(*b)]
        common = cdist(left, right, scorer=LCSseq.similarity, dtype=np.int32)
        alike = 2.0 * common / np.add.outer([len(s) for s in left], [len(s) for s in right])
        sorts = np.equal.outer([SORTS.index(s.sort) for s in ours], [SORTS.index(s.sort) for s in theirs])
        depths = np.equal.outer([s.depth for s in ours], [s.depth for s in theirs])
        gains = common * alike + 0.5 * sorts + 0.25 * depths
        least = np.where(sorts, _LEAST_ALIKE, _LEAST_ALIKE_UNLIKE_SORTS)
        return np.where(alike >= least, gains, 0.0)
