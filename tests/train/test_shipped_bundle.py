"""The bundle inside the package: whole, small, licensed, measured, and the one that the experiments log tells of."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from codescore.embed import load_bundle, packaged_bundle_path
from codescore.embed.manifest import LATE, POOLINGS
from codescore.score import Components, calibrated, late_similarity

pytestmark = pytest.mark.bundle

_LOG = Path(__file__).parents[2] / "model_export" / "experiments-log" / "2026-11-20-decisive-operator"


def test_it_is_accepted_and_small() -> None:
    """Hashes and parity as the product demands them; at most 20 MB, and at least a real model."""
    path = packaged_bundle_path()
    assert load_bundle(path).manifest.parity.samples >= 100
    assert 2e6 < sum(file.stat().st_size for file in path.iterdir()) < 20e6


def test_it_says_what_it_was_made_from() -> None:
    """Licence, licences of its sources, steps, seed and the digest of the corpus summary."""
    manifest = load_bundle(packaged_bundle_path()).manifest
    assert manifest.licence == "Apache-2.0"
    corpus = manifest.training["corpus"]["summary"]
    assert set(corpus["licences"]) == set(manifest.languages) == {"java", "python"}
    assert not any("GPL" in licence for counts in corpus["licences"].values() for licence in counts)
    assert len(corpus["sha256"]) == 64
    assert manifest.training["steps"] + manifest.training["corpus"]["start"]["steps"] > 1000


def test_it_carries_its_measured_quality() -> None:
    """The self-audit far above chance under every pooling; the evaluation sets with intervals."""
    quality = load_bundle(packaged_bundle_path()).manifest.quality
    for name in POOLINGS:
        for language in ("java", "python"):
            found = quality["self-audit"][name][language]
            assert found["auroc"] > 0.9
            assert found["rewrites-pass"] > 0.8 > 0.2 > found["mutants-pass"]
    for data in ("humaneval-python", "humaneval-java"):
        for name in (*POOLINGS, "edit-distance", "compiles-only", "always-1"):
            value, low, high = quality[data]["measures"][name]["auroc"]
            assert low <= value <= high


def test_the_experiments_log_tells_of_this_very_bundle() -> None:
    """Same hashes, same numbers; the same-task part has a folder of its own."""
    manifest = load_bundle(packaged_bundle_path()).manifest
    result = json.loads((_LOG / "result.json").read_text(encoding="utf-8"))
    assert result["bundle"]["sha256"].items() <= manifest.sha256.items()
    assert result["quality"] == manifest.quality


def test_an_operator_in_another_place_decides() -> None:
    """Whatever else is equal: what is left of a perfect recall is not above the threshold."""
    manifest = load_bundle(packaged_bundle_path()).manifest
    assert manifest.late is not None
    left = late_similarity(Components(1.0, 0.0, 1), manifest.late)
    assert calibrated(left + 1e-6, manifest.poolings[LATE].calibration) <= manifest.threshold
