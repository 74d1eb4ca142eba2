"""Which functions make up which step, and their sequences as padded tensors.

Deterministic in (seed, epoch) and (seed, step): a resumed run sees what an uninterrupted one would have seen.
Functions of one language and like length go together, shuffled in pools: little is padding, and what is contrasted
could be taken for each other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from codescore_train.pairs.store import PairSet, Tokens
from codescore_train.recipe import TrainRecipe
from codescore_train.tokenizer.special import SpecialIds

_POOL = 4096  # functions that are sorted by length together
_COPIES = 3  # anchor, positive, negative


@dataclass(frozen=True, slots=True)
class Padded:
    """ids and mask (batch, length), int64; `code` marks the tokens that MLM may choose."""

    ids: Tensor
    mask: Tensor
    code: Tensor


@dataclass(frozen=True, slots=True)
class BatchPosition:
    """Where a run is in its data: batch `batch` of epoch `epoch`."""

    epoch: int = 0
    batch: int = 0


@dataclass(frozen=True, slots=True)
class Shape:
    """What a batch may hold: at most `budget` padded tokens and `limit` functions; of which language each is."""

    budget: int
    limit: int
    language: NDArray[np.uint8]


def plan(
    lengths: NDArray[np.int64], chosen: NDArray[np.int64], shape: Shape, seed: tuple[int, ...]
) -> list[NDArray[np.int64]]:
    """Batches of functions out of `chosen`, of nearly always one language."""
    random = np.random.default_rng(seed)
    order = random.permutation(chosen)
    batches: list[NDArray[np.int64]] = []
    for start in range(0, len(order), _POOL):
        pool = order[start : start + _POOL]
        pool = pool[np.argsort(lengths[pool], kind="stable")]
        for language in np.unique(shape.language[pool]):
            part = pool[shape.language[pool] == language]
            if len(part) == 1 and batches:  # nothing to contrast it with
                batches[-1] = np.concatenate((batches[-1], part))
            else:
                batches.extend(_cut(part, lengths, shape.budget, shape.limit))
    return [batches[k] for k in random.permutation(len(batches))]


def _cut(pool: NDArray[np.int64], lengths: NDArray[np.int64], budget: int, limit: int) -> Iterator[NDArray[np.int64]]:
    """Consecutive runs of a pool sorted by length; a last single function joins the run before it."""
    start = 0
    while start < len(pool):
        end = start + 1
        while end < len(pool) and end - start < limit and (end - start + 1) * lengths[pool[end]] <= budget:
            end += 1
        if len(pool) - end == 1:
            end = len(pool)
        yield pool[start:end]
        start = end


def stream(
    pairs: PairSet, recipe: TrainRecipe, place: BatchPosition, *, joint: bool
) -> Iterator[tuple[BatchPosition, NDArray[np.int64]]]:
    """Endless batches from `place` on, each with the place that follows it."""
    comments = pairs.comment_lengths() + 2
    anchors = pairs.anchor_lengths() + 2
    if joint:
        chosen, lengths = pairs.contrastive(), (anchors * _COPIES + recipe.mlm_share * (anchors + comments))
    else:
        learnt = recipe.mlm_weight > 0  # masked language modelling learns from every function, detection from mutants
        chosen = np.arange(len(pairs)) if learnt else np.flatnonzero(pairs.mutants)
        lengths = anchors + comments if learnt else 2 * anchors
    weights = lengths.astype(np.int64)
    limit = recipe.workers * recipe.batch_functions * (1 if joint else 2 * _COPIES)
    shape = Shape(recipe.workers * recipe.batch_tokens, limit, pairs.language)
    epoch, batch = place.epoch, place.batch
    while True:
        seed = (recipe.seed, int(joint), epoch)
        batches = plan(weights, chosen, shape, seed)
        for number in range(batch, len(batches)):
            yield BatchPosition(epoch, number + 1), batches[number]
        epoch, batch = epoch + 1, 0


def contrastive_batch(
    pairs: PairSet, functions: NDArray[np.int64], rewrite_share: float, random: np.random.Generator
) -> list[Tokens]:
    """Anchors, then positives, then negatives; a positive is a rewrite or, for a second dropout pass, the anchor."""
    anchors, positives, negatives = [], [], []
    for i in functions:
        anchors.append(pairs.anchor(i))
        rewritten = random.random() < rewrite_share
        positives.append(pairs.rewrite(i, random.integers(pairs.rewrites[i])) if rewritten else anchors[-1])
        negatives.append(pairs.mutant(i, random.integers(pairs.mutants[i])))
    return anchors + positives + negatives


def commented(pairs: PairSet, functions: NDArray[np.int64], max_tokens: int) -> tuple[list[Tokens], list[Tokens]]:
    """Anchors and their comments, these cut so that a whole sequence has at most `max_tokens`."""
    anchors = [pairs.anchor(i) for i in functions]
    room = [max(0, max_tokens - len(anchor) - 3) for anchor in anchors]
    return anchors, [pairs.comment(i)[:free] for i, free in zip(functions, room, strict=True)]


def pad(sequences: Sequence[Tokens], special: SpecialIds, comments: Sequence[Tokens] | None = None) -> Padded:
    """`<s> [comment <nl-sep>] code </s>` per sequence, padded to the longest."""
    notes = comments if comments is not None else [sequences[0][:0]] * len(sequences)
    fronts = [len(note) + 1 if len(note) else 0 for note in notes]
    length = 2 + max(front + len(code) for front, code in zip(fronts, sequences, strict=True))
    ids = np.full((len(sequences), length), special.pad, dtype=np.int64)
    mask = np.zeros((len(sequences), length), dtype=np.int64)
    code_places = np.zeros((len(sequences), length), dtype=bool)
    for row, (code, note, front) in enumerate(zip(sequences, notes, fronts, strict=True)):
        start, end = 1 + front, 1 + front + len(code)
        ids[row, 0] = special.start
        if front:
            ids[row, 1:front] = note
            ids[row, front] = special.separator
        ids[row, start:end] = code
        ids[row, end] = special.end
        mask[row, : end + 1] = 1
        code_places[row, start:end] = True
    return Padded(torch.from_numpy(ids), torch.from_numpy(mask), torch.from_numpy(code_places))
