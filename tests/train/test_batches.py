"""Batches: everything is seen once an epoch, within the budget, and a resumed stream goes on where it was."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest

from codescore_train.pairs.store import Item, PairSet, collect
from codescore_train.recipe import TrainRecipe
from codescore_train.tokenizer.special import SpecialIds
from codescore_train.train.batches import BatchPosition, Shape, commented, contrastive_batch, pad, plan, stream

SPECIAL = SpecialIds(start=0, end=2, pad=1, mask=4, separator=5, size=1000, first_plain=6)


@pytest.fixture
def pairs() -> PairSet:
    """Fifty functions of 5 to 54 tokens, every third without a mutant."""
    items = [
        Item(0, [10] * (5 + k), [20] * (k % 4), ([30] * (5 + k),), () if k % 3 == 0 else ([40] * (5 + k), [41] * 5))
        for k in range(50)
    ]
    return collect(items, ("a",))


def test_an_epoch_holds_every_function_once_within_the_budget() -> None:
    """No function is lost or repeated; no batch is over budget or limit, and none is a single function."""
    lengths = np.random.default_rng(0).integers(5, 200, 500)
    batches = plan(lengths, np.arange(500), Shape(1000, 20, np.zeros(500, np.uint8)), (1, 0))
    assert sorted(np.concatenate(batches)) == list(range(500))
    for batch in batches:
        assert 2 <= len(batch) <= 21
        assert (len(batch) - 1) * lengths[batch].max() <= 1000 or len(batch) == 2


def test_a_batch_is_of_one_language() -> None:
    """What is contrasted could be taken for each other: languages stand in batches of their own."""
    lengths, language = np.full(400, 20), (np.arange(400) % 3).astype(np.uint8)
    batches = plan(lengths, np.arange(400), Shape(400, 20, language), (1, 0))
    assert sorted(np.concatenate(batches)) == list(range(400))
    assert all(len(set(language[batch])) == 1 for batch in batches)


def test_a_resumed_stream_goes_on_where_it_was(pairs: PairSet) -> None:
    """From any place, over the end of an epoch, the batches are those of the uninterrupted stream."""
    recipe = TrainRecipe(batch_tokens=600, batch_functions=4, workers=1)
    whole = list(islice(stream(pairs, recipe, BatchPosition(), joint=True), 30))
    for stop in (1, 7, 19):
        rest = islice(stream(pairs, recipe, whole[stop - 1][0], joint=True), 30 - stop)
        assert [list(b) for _, b in rest] == [list(b) for _, b in whole[stop:]]
    assert whole[-1][0].epoch > 0


def test_only_functions_with_rewrite_and_mutant_are_contrasted(pairs: PairSet) -> None:
    """The others occur in the warm-up's batches and never in joint ones."""
    recipe = TrainRecipe(batch_tokens=600, workers=1)
    seen = {int(i) for _, b in islice(stream(pairs, recipe, BatchPosition(), joint=True), 40) for i in b}
    assert seen == {k for k in range(50) if k % 3}
    warm = {int(i) for _, b in islice(stream(pairs, recipe, BatchPosition(), joint=False), 40) for i in b}
    assert warm == set(range(50))


def test_positives_are_rewrites_or_the_anchor_itself(pairs: PairSet) -> None:
    """With share 0 every positive is a second dropout pass of the anchor, with share 1 a rewrite."""
    functions = np.asarray([1, 2, 4])
    for share, token in ((0.0, 10), (1.0, 30)):
        made = contrastive_batch(pairs, functions, share, np.random.default_rng(1))
        assert {int(s[0]) for s in made[3:6]} == {token}
        assert {int(s[0]) for s in made[6:]} <= {40, 41}


def test_a_sequence_is_comment_separator_code_and_only_code_may_be_masked() -> None:
    """`<s> comment <nl-sep> code </s>`, padded; `code` marks exactly the code tokens."""
    code = [np.asarray([7, 8, 9], np.uint16), np.asarray([7], np.uint16)]
    notes = [np.asarray([50, 51], np.uint16), np.asarray([], np.uint16)]
    batch = pad(code, SPECIAL, notes)
    assert batch.ids.tolist() == [[0, 50, 51, 5, 7, 8, 9, 2], [0, 7, 2, 1, 1, 1, 1, 1]]
    assert batch.mask.sum(1).tolist() == [8, 3]
    assert batch.code.nonzero().tolist() == [[0, 4], [0, 5], [0, 6], [1, 1]]


def test_a_comment_is_cut_where_the_sequence_would_be_too_long(pairs: PairSet) -> None:
    """Comment and code together never exceed the model's tokens; the code stays whole."""
    functions = np.arange(50)
    codes, notes = commented(pairs, functions, 56)
    assert pad(codes, SPECIAL, notes).ids.shape[1] <= 56
    assert [len(c) for c in codes] == [5 + k for k in range(50)]
