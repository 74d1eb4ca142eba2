"""What late interaction needs beside the weights: how first-layer vectors are made small, and how rare each token is.

Both come from the training part of the corpus.  Neighbours: `onnx` puts them into the model file, `bundle` names sizes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from codescore_train.pairs.store import PairSet, Tokens
from codescore_train.tokenizer.special import SpecialIds
from codescore_train.train.batches import pad
from codescore_train.train.late import TokenHead
from codescore_train.train.model import Learner, pooled
from codescore_train.train.recall import token_rarity

_SEEN = 2_000  # functions whose tokens decide which directions are kept
_WIDE = 32


@dataclass(frozen=True, slots=True)
class TokenTables:
    """`projection` (width, forms) onto the main directions of first-layer unit vectors, `rarity` (vocabulary,)."""

    projection: Tensor
    rarity: Tensor


class Bundled(nn.Module):
    """What a bundle computes: (ids, mask) -> the pooled vectors, then numbers of the tokens.

    Those are (batch, length, forms + roles + 2 or 3).
    A token's numbers are its form, its role (both of unit length), the role's weight and the token's rarity, and the
    chance that it was put in another's place where the head has learnt that.
    """

    def __init__(self, encoder: nn.Module, head: TokenHead, tables: TokenTables) -> None:
        super().__init__()
        self.encoder = encoder
        self.head = head
        self.register_buffer("projection", tables.projection)
        self.register_buffer("rarity", tables.rarity)

    def forward(self, input_ids: Tensor, attention_mask: Tensor) -> tuple[Tensor, ...]:
        return self.of_states(input_ids, attention_mask, *self.encoder(input_ids, attention_mask))

    def of_states(self, input_ids: Tensor, attention_mask: Tensor, first: Tensor, last: Tensor) -> tuple[Tensor, ...]:
        """The same from the hidden states (batch, length, width) of the first and the last layer."""
        unit = functional.normalize(first.float(), dim=-1)
        forms = functional.normalize(torch.matmul(unit, self.projection), dim=-1)  # type: ignore[arg-type]  # a buffer
        rarity = self.rarity[input_ids]  # type: ignore[index]  # a buffer
        return (*pooled(first, last, attention_mask), self.head.rows(forms, last, rarity))


def token_tables(learner: Learner, pairs: PairSet, special: SpecialIds, forms: int) -> TokenTables:
    """Principal directions and inverse document frequency, over functions spread evenly through `pairs`."""
    return TokenTables(_projection(learner, pairs, special, forms), token_rarity(pairs, special.size))


def torch_rows(
    learner: Learner, tables: TokenTables, sequences: Sequence[Tokens], special: SpecialIds
) -> list[NDArray[np.float32]]:
    """The numbers of every sequence's tokens (tokens, numbers), as the trained model computes them."""
    assert learner.tokens is not None
    model = Bundled(learner.encoder, learner.tokens, tables).eval()
    found = []
    for sequence in sequences:
        batch = pad([sequence], special)
        with torch.inference_mode():
            rows = model(batch.ids, batch.mask)[-1]
        found.append(rows[0, 1 : 1 + len(sequence)].numpy())
    return found


def _projection(learner: Learner, pairs: PairSet, special: SpecialIds, forms: int) -> Tensor:
    """Directions of the largest second moment (width, forms): cosines between tokens hardly change."""
    rows = np.linspace(0, len(pairs) - 1, min(_SEEN, len(pairs))).astype(int)
    moment: Tensor | None = None
    for start in range(0, len(rows), _WIDE):
        batch = pad([pairs.anchor(i) for i in rows[start : start + _WIDE]], special)
        with torch.inference_mode():
            first, _ = learner.encoder(batch.ids, batch.mask)
        tokens = functional.normalize(first[batch.code].double(), dim=-1)
        moment = tokens.T @ tokens + (moment if moment is not None else 0)
    assert moment is not None
    _, directions = torch.linalg.eigh(moment)
    kept: Tensor = directions.flip(1)[:, :forms].float().contiguous().clone()
    return kept
