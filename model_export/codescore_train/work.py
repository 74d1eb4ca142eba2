"""The work folder that the stages share, read back: tokenizer, validation pairs, the learner as it was trained."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from codescore.foundation.errors import InputError
from codescore_train.pairs.generate import pairs_path
from codescore_train.pairs.store import PairSet, load_pairs
from codescore_train.recipe import Recipe
from codescore_train.tokenizer.special import SpecialIds, load_tokenizer, special_ids
from codescore_train.train.build import build_learner
from codescore_train.train.checkpoint import CHECKPOINT, State, load_state, trained_weights
from codescore_train.train.loop import digest
from codescore_train.train.model import Learner

RUN = "run"
BLEND = "blend.json"  # beside a checkpoint that `blend` made
FP32_FILE = "model.fp32.onnx"


@dataclass(frozen=True, slots=True)
class Work:
    """A trained run, its weights loaded, ready for export and verification."""

    folder: Path
    recipe: Recipe
    learner: Learner
    special: SpecialIds
    state: State
    valid: PairSet

    @property
    def tokenizer(self) -> Path:
        """Path of tokenizer.json."""
        return self.folder / "tokenizer.json"

    @property
    def fp32(self) -> Path:
        """Where the ONNX file in full precision is kept."""
        return self.folder / FP32_FILE


def load_work(folder: Path, recipe: Recipe) -> Work:
    """What a work folder holds.  Raises InputError where a stage is missing or the run had another recipe."""
    special = special_ids(load_tokenizer(folder / "tokenizer.json"))
    state = load_state(folder / RUN / CHECKPOINT)
    if state.recipe != digest(recipe):
        raise InputError(f"{folder} holds a run of another recipe; name its recipe with --recipe")
    learner = build_learner(recipe.model, special.size)
    learner.load_state_dict(trained_weights(state))
    learner.eval()
    return Work(folder, recipe, learner, special, state, load_pairs(pairs_path(folder, "valid")))
