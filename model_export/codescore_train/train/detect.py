"""Replaced-operator detection: which tokens of a text were put in another's place.

ELECTRA's task (Clark et al., 2020) with the mutations of table 2: a mutant is read beside the program that it was made
of, and every token of both is judged by itself.  It needs no second program, so every function with an operator
teaches it.  Neighbours: `late` has the head, `worker` adds the loss.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from codescore_train.pairs.store import PairSet, Tokens

_MOST = 12  # tokens that may differ; beyond, a mutant was not made by replacing operators


def changed(original: Tokens, mutant: Tokens) -> NDArray[np.bool_]:
    """Which tokens of a mutant (n,) are not its original's: by place, or between equal ends where lengths differ."""
    if len(original) == len(mutant):
        return np.asarray(original != mutant)
    short = min(len(original), len(mutant))
    same = original[:short] == mutant[:short]
    front = short if same.all() else int(same.argmin())
    ends = original[::-1][: short - front] == mutant[::-1][: short - front]
    back = len(ends) if ends.all() else int(ends.argmin())
    found = np.zeros(len(mutant), dtype=np.bool_)
    found[front : max(len(mutant) - back, front + 1)] = True
    return found


def original_of(pairs: PairSet, function: int, mutant: Tokens) -> tuple[Tokens, NDArray[np.bool_]]:
    """What a function's mutant was made of, its anchor or else its positive, and which of the mutant's tokens changed.

    Of different programs for one task the mutants are the positive's.  Nothing counts as changed where the mutant is
    unlike both.
    """
    sources = [pairs.anchor(function), *(pairs.rewrite(function, k) for k in range(pairs.rewrites[function]))]
    source, found = min(((s, changed(s, mutant)) for s in sources), key=lambda pair: int(pair[1].sum()))
    return source, found if found.sum() <= _MOST else np.zeros(len(mutant), dtype=np.bool_)


def detection_batch(
    pairs: PairSet, functions: NDArray[np.int64], random: np.random.Generator
) -> tuple[list[Tokens], list[NDArray[np.bool_]]]:
    """For each function that has mutants one of them and its original, and which tokens of each were replaced."""
    texts: list[Tokens] = []
    replaced: list[NDArray[np.bool_]] = []
    for i in functions:
        if pairs.mutants[i]:
            mutant = pairs.mutant(i, random.integers(pairs.mutants[i]))
            source, found = original_of(pairs, i, mutant)
            texts += source, mutant
            replaced += np.zeros(len(source), dtype=np.bool_), found
    return texts, replaced


def detection_loss(logits: Tensor, replaced: Sequence[NDArray[np.bool_]], code: Tensor) -> Tensor:
    """The mean over texts of the binary cross entropy of all their code tokens; logits and `code` (batch, length).

    Code tokens start behind the start token; `replaced` has one array per text.
    """
    labels = torch.zeros(code.shape)
    for row, found in enumerate(replaced):
        labels[row, 1 : 1 + len(found)] = torch.from_numpy(found)
    each = functional.binary_cross_entropy_with_logits(logits, labels.to(logits.device), reduction="none")
    return (each * code).sum() / len(replaced)
