"""The self-audit of late interaction: recall and mismatch of rewrites and of mutants with their own function.

Neighbours: `audit` does the same for vectors; the comparison itself is the product's own (`codescore.score.late`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional

from codescore.embed import TokenVectors
from codescore.embed.tokens import token_vectors
from codescore.score.late import mismatch, recall
from codescore_train.pairs.store import PairSet, Tokens
from codescore_train.tokenizer.special import SpecialIds
from codescore_train.train.batches import pad
from codescore_train.train.measure import auroc
from codescore_train.train.model import Learner

EmbedTokens = Callable[[Sequence[Tokens]], list[TokenVectors]]

_WIDE = 64  # sequences at a time


@dataclass(frozen=True, slots=True)
class Compared:
    """One row per variant of a function: is it a rewrite, its language, and the two parts of the similarity.

    `other` is the recall of a different function, one per function.
    """

    rewrite: NDArray[np.bool_]
    language: NDArray[np.uint8]
    recall: NDArray[np.float64]
    mismatch: NDArray[np.float64]
    other: NDArray[np.float64]


def torch_tokens(learner: Learner, special: SpecialIds, device: torch.device) -> EmbedTokens:
    """The function that gives token vectors with the learner's present weights; every token is as rare as another."""
    head = learner.tokens
    assert head is not None

    def embed(sequences: Sequence[Tokens]) -> list[TokenVectors]:
        found: dict[int, TokenVectors] = {}
        order = sorted(range(len(sequences)), key=lambda k: len(sequences[k]))
        for start in range(0, len(order), _WIDE):
            some = order[start : start + _WIDE]
            batch = pad([sequences[k] for k in some], special)
            with torch.inference_mode():
                first, last = learner.encoder(batch.ids.to(device), batch.mask.to(device))
                roles, weights = head(last)
                forms = functional.normalize(first.float(), dim=-1)
                rows = torch.cat((forms, roles, weights.unsqueeze(-1), torch.ones_like(weights).unsqueeze(-1)), dim=-1)
            sizes = forms.shape[-1], roles.shape[-1]
            for row, k in zip(rows.cpu().numpy(), some, strict=True):
                found[k] = token_vectors(row[1 : 1 + len(sequences[k])], *sizes)
        return [found[k] for k in range(len(sequences))]

    return embed


def compare_tokens(embed: EmbedTokens, pairs: PairSet, functions: NDArray[np.int64]) -> Compared:
    """Every variant of the chosen functions against its function."""
    rows: list[tuple[bool, int, float, float]] = []
    other: list[float] = []
    before: TokenVectors | None = None
    for i in functions:
        rewrites, mutants = int(pairs.rewrites[i]), int(pairs.mutants[i])
        variants = [pairs.rewrite(i, k) for k in range(rewrites)] + [pairs.mutant(i, k) for k in range(mutants)]
        anchor, *changed = embed([pairs.anchor(i), *variants])
        rows += [
            (k < rewrites, int(pairs.language[i]), recall(v, anchor), mismatch(v, anchor))
            for k, v in enumerate(changed)
        ]
        if before is not None:
            other.append(recall(before, anchor))
        before = anchor
    same, language, recalls, mismatches = (np.asarray(column) for column in zip(*rows, strict=True))
    return Compared(
        same.astype(bool), language.astype(np.uint8), recalls.astype(float), mismatches.astype(float), np.asarray(other)
    )


def mismatch_auroc(compared: Compared, languages: tuple[str, ...]) -> dict[str, float]:
    """AUROC of rewrites against mutants by the mismatch alone, by language."""
    return {
        name: auroc(-compared.mismatch[compared.language == k], compared.rewrite[compared.language == k])
        for k, name in enumerate(languages)
    }
