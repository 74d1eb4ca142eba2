"""Sketch → vector: bundles, the warm session, and the cache.

`load_bundle` verifies a folder, `Encoder` runs its model, `VectorCache` remembers what it said.  Importing this
package loads neither the runtime nor the tokenizer library; making an `Encoder` does.
"""

from __future__ import annotations

from codescore.embed.bundle import Bundle, load_bundle
from codescore.embed.encoder import Encoder, Tick
from codescore.embed.installed import (
    bundles_folder,
    default_bundle_path,
    installed_bundles,
    packaged_bundle_path,
    select_bundle,
    selected_bundle_path,
)
from codescore.embed.manifest import LATE, LateInteraction, Manifest, Odds, ProbabilityModel, Term
from codescore.embed.memory import resident_mb
from codescore.embed.task_model import TaskModel
from codescore.embed.vectors import CacheCounts, Encoded, TokenVectors, VectorCache, layout_of

__all__ = [
    "LATE",
    "Bundle",
    "CacheCounts",
    "Encoded",
    "Encoder",
    "LateInteraction",
    "Manifest",
    "Odds",
    "ProbabilityModel",
    "TaskModel",
    "Term",
    "Tick",
    "TokenVectors",
    "VectorCache",
    "bundles_folder",
    "default_bundle_path",
    "installed_bundles",
    "layout_of",
    "load_bundle",
    "packaged_bundle_path",
    "resident_mb",
    "select_bundle",
    "selected_bundle_path",
]
