"""Replaced-operator detection: labels are where a mutant parts from what it was made of, and training learns them."""

from __future__ import annotations

from pathlib import Path

import msgspec
import numpy as np
import pytest
import torch

from codescore_train.pairs.generate import pairs_path
from codescore_train.pairs.source import Function
from codescore_train.pairs.store import Item, collect, load_pairs
from codescore_train.pairs.variants import variants_of
from codescore_train.recipe import PairsRecipe, load_recipe
from codescore_train.tokenizer import load_tokenizer, special_ids
from codescore_train.train.batches import pad
from codescore_train.train.build import build_learner
from codescore_train.train.checkpoint import trained_weights
from codescore_train.train.detect import changed, detection_batch, detection_loss, original_of
from codescore_train.train.loop import Data, Options, train
from codescore_train.train.measure import auroc
from tests.train.conftest import Trained


def tokens(*ids: int) -> np.ndarray:
    """A token sequence."""
    return np.asarray(ids, dtype=np.uint16)


@pytest.mark.parametrize(
    ("original", "mutant", "found"),
    [
        ((1, 2, 3, 4), (1, 9, 3, 8), [False, True, False, True]),
        ((1, 2, 3, 4), (1, 8, 9, 3, 4), [False, True, True, False, False]),
        ((1, 2, 3, 4), (1, 4), [False, True]),
        ((1, 2), (1, 2, 3), [False, False, True]),
        ((5, 5, 5), (5, 5, 5, 5), [False, False, False, True]),
    ],
)
def test_what_changed_is_found_by_place_or_between_equal_ends(
    original: tuple[int, ...], mutant: tuple[int, ...], found: list[bool]
) -> None:
    """Of equal lengths by place; else what stands between the equal ends, at least one token."""
    assert changed(tokens(*original), tokens(*mutant)).tolist() == found


def test_a_mutant_is_compared_with_what_it_was_made_of() -> None:
    """Of two programs for one task the mutants are the positive's; what is unlike both has no replaced token."""
    anchor, positive = list(range(10, 40)), list(range(50, 80))
    mutant = [*positive[:7], 5, *positive[8:]]
    pairs = collect([Item(0, anchor, (), (positive,), (mutant, list(range(90, 120))))], ("python",))
    source, found = original_of(pairs, 0, pairs.mutant(0, 0))
    assert source.tolist() == positive
    assert np.flatnonzero(found).tolist() == [7]
    assert not original_of(pairs, 0, pairs.mutant(0, 1))[1].any()


def test_a_batch_has_a_mutant_and_its_original_of_each_function_that_has_one() -> None:
    """Functions without a mutant are left out; only mutants have replaced tokens."""
    pairs = collect([Item(0, [1, 2, 3], (), (), ([1, 7, 3],)), Item(0, [4, 5], (), (), ())], ("python",))
    texts, replaced = detection_batch(pairs, np.arange(2), np.random.default_rng(1))
    assert [text.tolist() for text in texts] == [[1, 2, 3], [1, 7, 3]]
    assert [found.tolist() for found in replaced] == [[False] * 3, [False, True, False]]


def test_the_loss_counts_code_tokens_alone() -> None:
    """Special tokens and padding add nothing, whatever their logits are; a right answer costs next to nothing."""
    code = torch.tensor([[False, True, True, False, False]])
    logits = torch.tensor([[50.0, -20.0, 20.0, 50.0, 50.0]])
    assert detection_loss(logits, [np.asarray([False, True])], code) < 1e-6
    assert detection_loss(-logits, [np.asarray([False, True])], code) == pytest.approx(40.0)


def test_functions_without_a_rewrite_keep_their_mutants_where_detection_wants_them() -> None:
    """`lone_mutants` keeps what contrastive learning cannot use."""
    function = Function("python", "def f(a, b):\n    return a + b\n", "def f ( arg_0 , arg_1 ) :\n", "")
    for lone in (False, True):
        made = variants_of(function, PairsRecipe(lone_mutants=lone), 1.0, 1)
        assert made.rewrites == ()
        assert bool(made.mutants) is lone


def test_training_learns_which_operators_were_replaced(trained: Trained, tmp_path: Path) -> None:
    """After some steps replaced tokens are suspected more than the others, with detection as the only loss."""
    tiny = load_recipe("tiny")
    changes = {"steps": 150, "warm_up": 1.0, "mlm_weight": 0.0, "learning_rate": 3e-3}
    recipe = msgspec.structs.replace(
        tiny,
        model=msgspec.structs.replace(tiny.model, suspicion=True),
        train=msgspec.structs.replace(tiny.train, **changes),
    )
    special = special_ids(load_tokenizer(trained.work / "tokenizer.json"))
    pairs, valid = (load_pairs(pairs_path(trained.work, part)) for part in ("train", "valid"))
    state = train(recipe, Data(pairs, valid, special), tmp_path / "run", Options("cpu"))
    learner = build_learner(recipe.model, special.size)
    learner.load_state_dict(trained_weights(state))
    texts, replaced = detection_batch(pairs, np.flatnonzero(pairs.mutants)[:60], np.random.default_rng(1))
    batch = pad(texts, special)
    with torch.inference_mode():
        logits = learner.eval().tokens.suspicion(learner.encoder(batch.ids, batch.mask)[1]).numpy()
    scores = np.concatenate([logits[k, 1 : 1 + len(found)] for k, found in enumerate(replaced)])
    assert auroc(scores, np.concatenate(replaced)) > 0.8
