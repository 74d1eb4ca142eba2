"""How far the ONNX files are from the trained model, on real sketches, over all poolings."""

from __future__ import annotations

import numpy as np

from codescore.embed.manifest import Parity
from codescore_train.recipe import ExportRecipe
from codescore_train.train.audit import Vectors


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
