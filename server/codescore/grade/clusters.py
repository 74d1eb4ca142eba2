"""Submissions of one idea put together, and a map of the class.  Pure numpy; quadratic in numbers, never in Python.

Clusters are covers (Daura et al. 1999, "Peptide folding"): the submission with the most others within a cosine is the
medoid of the first cluster, its neighbours leave with it, and so on.  So each cluster has a member to read and every
other member is that near to it.  The map shows the two principal components: the same every time, without a setting,
and it can say how much of the differences it shows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Rows = NDArray[np.float32]

#: The cosine of two submissions of one idea: by it the classes of Refactory part into what a person would call ideas.
RADIUS = 0.85
_BLOCK = 512


@dataclass(frozen=True, slots=True)
class Cover:
    """For each row the number of its cluster, largest first; `medoids` are rows."""

    of: tuple[int, ...]
    medoids: tuple[int, ...]


def covered(vectors: Rows, radius: float = RADIUS) -> Cover:
    """Clusters of unit vectors (n, d); rows of zeros are in none (-1)."""
    n = len(vectors)
    known = np.einsum("nd,nd->n", vectors, vectors) > 0.5
    near = np.zeros((n, n), dtype=bool)
    for start in range(0, n, _BLOCK):
        near[start : start + _BLOCK] = vectors[start : start + _BLOCK] @ vectors.T >= radius
    np.fill_diagonal(near, val=True)
    near &= known[:, None] & known[None, :]
    counts = near.sum(axis=1).astype(np.int64)
    of = np.full(n, -1, dtype=np.int64)
    medoids: list[int] = []
    left = known.copy()
    while left.any():
        medoid = int(np.where(left, counts, -1).argmax())
        members = near[medoid] & left
        of[members] = len(medoids)
        medoids.append(medoid)
        left &= ~members
        for start in range(0, n, _BLOCK):
            counts[start : start + _BLOCK] -= near[start : start + _BLOCK][:, members].sum(axis=1)
    return Cover(tuple(int(k) for k in of), tuple(medoids))


def joined(vectors: Rows, medoids: Rows, radius: float = RADIUS) -> tuple[int, ...]:
    """For each of more vectors the cluster whose medoid is nearest, -1 where none is within the radius."""
    if not len(vectors) or not len(medoids):
        return (-1,) * len(vectors)
    cosines = vectors @ medoids.T
    return tuple(int(k) if row[k] >= radius else -1 for row, k in zip(cosines, cosines.argmax(axis=1), strict=True))


@dataclass(frozen=True, slots=True, eq=False)
class Map:
    """Places (n, 2) in [0, 1], and the share of all variance that the two axes show."""

    places: NDArray[np.float64]
    share: float


def drawn(vectors: Rows) -> Map:
    """Where unit vectors (n, d) are on a map; equal ones stand side by side, rows of zeros in the middle."""
    known = np.einsum("nd,nd->n", vectors, vectors) > 0.5
    places = np.full((len(vectors), 2), 0.5)
    if known.sum() < 2:
        return Map(places, 0.0)
    rows = vectors[known]
    components, share = _principal(rows)
    low, high = components.min(axis=0), components.max(axis=0)
    scaled = 0.5 + (components - (low + high) / 2) / max(1e-9, float((high - low).max()))
    _, group = np.unique(np.rint(rows * 1e4).astype(np.int32), axis=0, return_inverse=True)
    places[known] = _spread(scaled, group.reshape(-1))
    return Map(places, share)


def means(values: Sequence[float | None]) -> float | None:
    """The mean of what is known."""
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None


def _principal(rows: Rows) -> tuple[NDArray[np.float64], float]:
    """The first two principal components, their signs fixed, and the share of the variance that they hold."""
    centred = rows.astype(np.float64) - rows.mean(axis=0, dtype=np.float64)
    _, variances, axes = np.linalg.svd(centred.T @ centred)
    top = axes[:2] * np.sign(axes[:2][np.arange(2), np.abs(axes[:2]).argmax(axis=1)])[:, None]
    return centred @ top.T, float(variances[:2].sum() / max(1e-12, float(variances.sum())))


def _spread(places: NDArray[np.float64], group: NDArray[np.int64]) -> NDArray[np.float64]:
    """Equal ones around their common place in a sunflower's pattern, so that each can be seen and pointed at."""
    order = np.argsort(group, kind="stable")
    sorted_group = group[order]
    first = np.concatenate(([True], sorted_group[1:] != sorted_group[:-1]))
    starts = np.maximum.accumulate(np.where(first, np.arange(len(order)), 0))
    rank = np.empty(len(order))
    rank[order] = np.arange(len(order)) - starts
    angle, radius = rank * 2.399963, 0.006 * np.sqrt(rank)
    return np.clip(places + np.stack([np.cos(angle), np.sin(angle)], axis=1) * radius[:, None], 0, 1)
