"""Perturbed variants of a source: table 1 keeps its meaning, table 2 changes it, renaming touches names only.

`transform` (syntax perturbation), `mutate` (semantic perturbation) and `rename` (token perturbation) are pure
functions of source and seed.  What a rule is and where it applies, `codescore.languages` knows; drawing, applying
and checking is here.
"""

from __future__ import annotations

from codescore.rewrite.draw import AppliedEdit, Rewritten, mutate, transform
from codescore.rewrite.rename import rename

__all__ = ["AppliedEdit", "Rewritten", "mutate", "rename", "transform"]
