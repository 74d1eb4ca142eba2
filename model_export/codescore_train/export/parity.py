"""How far the ONNX files are from the trained model, on real sketches, over all poolings."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from msgspec import structs
from numpy.typing import NDArray

from codescore.embed.manifest import Parity
from codescore_train.recipe import ExportRecipe
from codescore_train.train.audit import Vectors

Rows = Sequence[NDArray[np.float32]]


def compare(trained: Vectors, fp32: Vectors, shipped: Vectors, recipe: ExportRecipe) -> Parity:
    """The parity record; it passes when both differences are within the recipe's tolerances."""
    difference = max(float(np.abs(trained[name] - fp32[name]).max()) for name in trained)
    cosines = np.concatenate([np.einsum("nd,nd->n", fp32[name], shipped[name]) for name in trained])
    smallest = float(cosines.min())
    return Parity(
        samples=len(next(iter(trained.values()))),
        fp32_max_difference=difference,
        shipped_min_cosine=smallest,
        shipped_mean_cosine=float(cosines.mean()),
        fp32_tolerance=recipe.fp32_tolerance,
        shipped_tolerance=recipe.shipped_tolerance,
        passed=bool(difference <= recipe.fp32_tolerance and 1 - smallest <= recipe.shipped_tolerance),
    )


def with_tokens(parity: Parity, trained: Rows, fp32: Rows, shipped: Rows) -> Parity:
    """The record completed by token vectors, one array (tokens, numbers) per sketch.

    Full precision must agree within the same tolerance; eight-bit ones are told as a mean cosine, for what they do to
    verdicts is measured on verdicts.
    """
    difference = max(float(np.abs(a - b).max()) for a, b in zip(trained, fp32, strict=True) if a.size)
    cosines = np.concatenate([_cosines(a, b) for a, b in zip(fp32, shipped, strict=True)])
    return structs.replace(
        parity,
        tokens_fp32_max_difference=difference,
        tokens_shipped_mean_cosine=float(cosines.mean()),
        passed=parity.passed and difference <= parity.fp32_tolerance,
    )


def _cosines(a: NDArray[np.float32], b: NDArray[np.float32]) -> NDArray[np.float32]:
    lengths = np.linalg.norm(a, axis=1) * np.linalg.norm(b, axis=1)
    cosines: NDArray[np.float32] = np.einsum("nd,nd->n", a, b) / np.maximum(lengths, 1e-12)
    return cosines
