"""The model card: what the manifest says, in words, and nothing that it does not say."""

from __future__ import annotations

import shutil
from pathlib import Path

import msgspec
import pytest

from codescore.embed import load_bundle, packaged_bundle_path
from codescore.embed.manifest import LATE, LateInteraction, Manifest
from codescore_train.cli import main
from codescore_train.export.card import CARD_FILE, model_card

pytestmark = pytest.mark.bundle


@pytest.fixture
def manifest() -> Manifest:
    """The shipped bundle's."""
    return load_bundle(packaged_bundle_path()).manifest


def test_the_shipped_card_is_up_to_date() -> None:
    """The card beside the packaged bundle is what its manifest says."""
    assert main(["card", str(packaged_bundle_path()), "--check"]) == 0, (
        f"run: codescore-train card {packaged_bundle_path()}"
    )


def test_the_card_says_what_a_user_must_know(manifest: Manifest) -> None:
    """Licence, sources, numbers with intervals, thresholds, parity and limits, each from the manifest."""
    card = model_card(manifest)
    assert f"Licence: {manifest.licence}" in card
    assert f"windows of {manifest.max_tokens} tokens" in card
    for language, by in manifest.training["corpus"]["summary"]["licences"].items():
        assert language in card
        assert all(f"{count:,}" in card for count in by.values())
    value, low, high = manifest.quality["humaneval-java"]["measures"][manifest.default_pooling]["auroc"]
    assert f"{value:.3f} [{low:.3f}, {high:.3f}]" in card
    for audit in manifest.quality["self-audit"][manifest.default_pooling].values():
        assert f"{audit['auroc']:.4f}" in card
    for heading in ("What its numbers mean", "What it was trained on", "Eight bits", "What it cannot do"):
        assert f"## {heading}" in card


def test_what_is_not_recorded_is_named_and_not_guessed(manifest: Manifest) -> None:
    """Without a corpus summary, evaluation, flips or threshold the card says so."""
    bare = msgspec.structs.replace(manifest, quality={}, training={}, correctness_threshold=None, probability=None)
    card = model_card(bare)
    assert "Sources and licences: not recorded." in card
    assert "Verdicts that flip: not recorded." in card
    assert "a threshold for it is not recorded" in card
    assert "This bundle gives none." in card
    assert "0." not in card.split("## Does it follow the tests?")[1].split("##")[0]


def test_prices_thresholds_and_flips_are_told(manifest: Manifest) -> None:
    """Late interaction's parts, both thresholds and the flips, with their numbers."""
    late = LateInteraction("token-vectors", 64, 64, 0.17, 0.04, 2, "last-avg", suspicion=True, suspicion_price=0.23)
    way = {"flips": 0.00123, "flipped-pairs": 4, "similarity-difference": {"mean": 0.001, "p95": 0.01, "max": 0.05}}
    flips = {
        "pairs": 3160, "default-pooling": "cls", "flips": 0.00123, "ways": {"cls": way},
        "milliseconds-128-tokens": {"one-thread": [2.5, 3.0], "two-threads": [1.6, 2.0]},
    }  # fmt: skip
    quality = {**manifest.quality, "eight-bits": flips, "correctness": {"mean-mcc": 0.3, "mean-mcc-at-0.5": 0.2}}
    start = {"from": "another run", "steps": 77, "note": "On other data."}
    training = {**manifest.training, "corpus": {**manifest.training["corpus"], "start": start}}
    changed = msgspec.structs.replace(
        manifest, late=late, correctness_threshold=0.23, quality=quality, training=training
    )
    card = model_card(changed)
    for said in ("less 0.17 × the trained mismatch", "less 0.04 for each", "told best at 0.23", "4 of 3160", "1.6 ms"):
        assert said in card
    assert "less 0.23 × the suspicion" in card
    assert "replaced-operator detection" in card
    assert "It went on from another run, which had 77 steps. On other data." in card
    assert LATE in card


def test_different_programs_and_whose_they_are_are_told(manifest: Manifest) -> None:
    """How many pairs of each kind, from which files, and the attribution that goes with them; else not a word."""
    pairs = {
        "functions": {"java": 9, "python": 9},
        "namesakes": {"java": 20, "python": 10, "too long, or nothing to mutate": 99},
        "solutions": {"java": 3, "python": 4},
        "solution files": {"tasks.jsonl.gz": "00"},
    }
    corpus = {**manifest.training["corpus"], "attribution": {"text": "Tasks by somebody, CC BY-SA 4.0."}}
    training = {**manifest.training, "pairs": pairs, "corpus": corpus}
    card = model_card(msgspec.structs.replace(manifest, training=training))
    assert "one name in different projects of the corpus: java 20, python 10\n" in card
    assert "tests of one task, from tasks.jsonl.gz: java 3, python 4\n" in card
    assert "Tasks by somebody, CC BY-SA 4.0." in card
    training = {**manifest.training, "pairs": {"functions": {"java": 9}}, "corpus": corpus}
    assert "Different programs" not in model_card(msgspec.structs.replace(manifest, training=training))


def test_a_card_beside_a_bundle_changes_nothing_of_it(tmp_path: Path) -> None:
    """A bundle with a card is the same bundle; a stale card is noticed."""
    copy = tmp_path / "copy"
    shutil.copytree(packaged_bundle_path(), copy)
    (copy / CARD_FILE).write_text("old")
    assert main(["card", str(copy), "--check"]) == 1
    assert main(["card", str(copy)]) == 0
    assert main(["card", str(copy), "--check"]) == 0
    assert load_bundle(copy).digest == load_bundle(packaged_bundle_path()).digest
    assert main(["card", str(tmp_path / "none")]) == 3
