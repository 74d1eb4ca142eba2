"""chrF of two texts: the F-score of their character n-grams (Popović, 2015).  Pure.

As sacrebleu computes it for a sentence with its defaults: orders 1 to 6, beta 2, whitespace ignored, averaged over the
orders that both texts have.  Written anew because a hover waits for it and the study's library is none of the
product's: all n-grams of a text are numbers, counted in one sort.
"""

from __future__ import annotations

from collections import Counter

import numpy as np
from numpy.typing import NDArray

_ORDERS = 6
_BETA_SQUARED = 4.0
# So that six letters, as digits of one number, fit into 63 bits.
_MOST_LETTERS = 1000

_Matches = tuple[list[int], list[int], list[int]]


def chrf(candidate: str, reference: str) -> float:
    """The score in [0, 1]; 0 where either text has nothing but whitespace."""
    ours, theirs = "".join(candidate.split()), "".join(reference.split())
    if not ours or not theirs:
        return 0.0
    letters = len(set(ours) | set(theirs))
    return _f_score(_sorted_matches(ours, theirs) if letters <= _MOST_LETTERS else _counted_matches(ours, theirs))


def _f_score(matches: _Matches) -> float:
    precisions, recalls = [], []
    for common, ours, theirs in zip(*matches, strict=True):
        if ours and theirs:
            precisions.append(common / ours)
            recalls.append(common / theirs)
    precision, recall = sum(precisions) / len(precisions), sum(recalls) / len(recalls)
    if not precision + recall:
        return 0.0
    return (1 + _BETA_SQUARED) * precision * recall / (_BETA_SQUARED * precision + recall)


def _sorted_matches(ours: str, theirs: str) -> _Matches:
    """For every order how many n-grams the texts share, and how many each has."""
    points = np.frombuffer((ours + theirs).encode("utf-32-le", "surrogatepass"), np.uint32)
    kinds, letters = np.unique(points, return_inverse=True)
    base = len(kinds) + 1
    a, n = np.unique(_grams(letters[: len(ours)] + 1, base), return_counts=True)
    b, m = np.unique(_grams(letters[len(ours) :] + 1, base), return_counts=True)
    _, i, j = np.intersect1d(a, b, assume_unique=True, return_indices=True)
    # No digit is 0, so that a number of n digits is an n-gram, whatever its letters.
    limits = np.array([base**order for order in range(1, _ORDERS)])
    common = np.bincount(np.searchsorted(limits, a[i], side="right"), np.minimum(n[i], m[j]), _ORDERS)
    return [int(count) for count in common], _sizes(len(ours)), _sizes(len(theirs))


def _grams(letters: NDArray[np.intp], base: int) -> NDArray[np.int64]:
    """A number for every n-gram of every order, its letters as digits."""
    grams = [letters.astype(np.int64)]
    for order in range(1, min(_ORDERS, len(letters))):
        grams.append(grams[-1][:-1] * base + letters[order:])
    return np.concatenate(grams)


def _counted_matches(ours: str, theirs: str) -> _Matches:
    """The same for texts of very many letters: slower."""
    common = []
    for order in range(1, _ORDERS + 1):
        a, b = (Counter(t[i : i + order] for i in range(len(t) - order + 1)) for t in (ours, theirs))
        common.append((a & b).total())
    return common, _sizes(len(ours)), _sizes(len(theirs))


def _sizes(length: int) -> list[int]:
    """How many n-grams of every order a text of this length has."""
    return [max(0, length - order) for order in range(_ORDERS)]
