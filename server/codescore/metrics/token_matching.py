"""Greedy matching of token vectors, as BERTScore and CodeBERTScore do it: precision, recall, F1 and F3.

Pure maths over arrays; knows no model and no text.  Vectors are rows; they need not be of unit length.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: Cosines that are in memory at a time (16 MiB): programs of 20,000 tokens have 400 million of them.
_AT_ONCE = 1 << 22


@dataclass(frozen=True, slots=True)
class Matched:
    """Mean best cosine of the candidate's tokens (precision) and of the reference's (recall)."""

    precision: float
    recall: float

    def f(self, beta: float) -> float:
        """The F measure in which recall counts beta times as much; 0 where both are."""
        weight = beta * beta
        below = weight * self.precision + self.recall
        return (1 + weight) * self.precision * self.recall / below if below > 0 else 0.0


def match_tokens(candidate: NDArray[np.float32], reference: NDArray[np.float32]) -> Matched:
    """Match every token with the most similar one of the other side (Zhang et al. 2020, section 3).

    `candidate` (n, d) and `reference` (m, d), n and m at least 1; all tokens count alike.  Raises ValueError for shapes
    that do not fit.
    """
    if candidate.ndim != 2 or reference.ndim != 2 or candidate.shape[1] != reference.shape[1]:
        raise ValueError(f"token vectors of shapes {candidate.shape} and {reference.shape} cannot be matched")
    if not len(candidate) or not len(reference):
        raise ValueError("there are no tokens to match")
    ours, theirs = _unit(candidate), _unit(reference)
    best_ours = np.full(len(ours), -1.0)
    best_theirs = np.full(len(theirs), -1.0)
    rows = max(1, _AT_ONCE // len(theirs))
    for start in range(0, len(ours), rows):
        cosines = ours[start : start + rows] @ theirs.T
        best_ours[start : start + rows] = cosines.max(axis=1)
        np.maximum(best_theirs, cosines.max(axis=0), out=best_theirs)
    return Matched(float(np.average(best_ours)), float(np.average(best_theirs)))


def _unit(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    lengths = np.sqrt(np.einsum("nd,nd->n", vectors, vectors, dtype=np.float64))
    return np.asarray(vectors / np.maximum(lengths, 1e-12)[:, None], dtype=np.float32)
