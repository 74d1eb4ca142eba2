"""The self-audit: do rewrites of a program (table 1) stay closer to it than its mutants (table 2)?

Cosines of every rewrite and every mutant of held-out functions with the function itself, per pooling.  Works on any
function from sequences to vectors, so that training (PyTorch) and verification (ONNX) measure the same thing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from codescore_train.pairs.store import PairSet, Tokens
from codescore_train.train.measure import auroc

Vectors = dict[str, NDArray[np.float32]]
Embed = Callable[[Sequence[Tokens]], Vectors]  # (n sequences) -> pooling -> (n, width), unit length


@dataclass(frozen=True, slots=True)
class Cosines:
    """Cosines with the function itself; `language` and `program` say which; `other` is a different function's."""

    rewrite: NDArray[np.float64]
    rewrite_language: NDArray[np.uint8]
    mutant: NDArray[np.float64]
    mutant_language: NDArray[np.uint8]
    other: NDArray[np.float64]


def choose(pairs: PairSet, per_language: int) -> NDArray[np.int64]:
    """The first functions of each language that have both a rewrite and a mutant."""
    both = pairs.contrastive()
    parts = [both[pairs.language[both] == k][:per_language] for k in range(len(pairs.languages))]
    return np.concatenate(parts) if parts else both


def measure(embed: Embed, pairs: PairSet, functions: NDArray[np.int64]) -> dict[str, Cosines]:
    """Cosines per pooling over all variants of the chosen functions."""
    sequences: list[Tokens] = []
    owner: list[tuple[int, int]] = []  # (row of its function's anchor, 0 anchor, 1 rewrite or 2 mutant)
    for i in functions:
        row = len(sequences)
        variants = [(0, pairs.anchor(i))]
        variants += [(1, pairs.rewrite(i, k)) for k in range(pairs.rewrites[i])]
        variants += [(2, pairs.mutant(i, k)) for k in range(pairs.mutants[i])]
        sequences.extend(tokens for _, tokens in variants)
        owner.extend((row, kind) for kind, _ in variants)
    rows, kinds = (np.asarray(column) for column in zip(*owner, strict=True))
    counts = [1 + int(pairs.rewrites[i]) + int(pairs.mutants[i]) for i in functions]
    language = np.repeat(pairs.language[functions], counts)
    return {
        name: _cosines(vectors.astype(np.float64), rows, kinds, language) for name, vectors in embed(sequences).items()
    }


def summary(cosines: Cosines, languages: tuple[str, ...]) -> dict[str, float]:
    """AUROC of rewrites against mutants by language."""
    return {
        name: auroc(*_labelled(cosines, cosines.rewrite_language == k, cosines.mutant_language == k))
        for k, name in enumerate(languages)
    }


def _labelled(
    cosines: Cosines, rewrites: NDArray[np.bool_], mutants: NDArray[np.bool_]
) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    good, bad = cosines.rewrite[rewrites], cosines.mutant[mutants]
    return np.concatenate((good, bad)), np.arange(len(good) + len(bad)) < len(good)


def _cosines(
    vectors: NDArray[np.float64], rows: NDArray[np.int64], kinds: NDArray[np.int64], language: NDArray[np.uint8]
) -> Cosines:
    values = np.einsum("nd,nd->n", vectors, vectors[rows])
    anchors = np.flatnonzero(kinds == 0)
    neighbours = np.einsum("nd,nd->n", vectors[anchors], np.roll(vectors[anchors], 1, axis=0))
    return Cosines(
        rewrite=values[kinds == 1],
        rewrite_language=language[kinds == 1],
        mutant=values[kinds == 2],
        mutant_language=language[kinds == 2],
        other=neighbours,
    )
