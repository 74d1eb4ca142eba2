"""Recall as it is learned: first-layer vectors are taught to find the tokens of one program in another of its kind.

Recall (`codescore.score.judge`) is how much of a reference's tokens, the rare ones counting more, a candidate has in
like contexts.  Here equation 3 is applied to it instead of to one vector: a program's recall in its positive stands
against that in the other positives of the batch, both ways.  Negatives of the pair have no part in it: a replaced
operator hardly changes recall, and contrasting it wears off what the first layer knows of different programs.
Neighbours: `late` teaches the mismatch, `worker` adds the loss, `export.tokens` ships the rarity.
"""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from codescore_train.pairs.store import PairSet

_COUNTED = 40_000  # functions that rarity is counted over
_MOST = 128  # functions of a batch that are compared with each other


def token_rarity(pairs: PairSet, vocabulary: int) -> Tensor:
    """log((n + 1) / (1 + functions with the token)), of n functions: at least 0."""
    rows = np.linspace(0, len(pairs) - 1, min(_COUNTED, len(pairs))).astype(int)
    seen = np.zeros(vocabulary)
    for i in rows:
        seen[np.unique(pairs.anchor(i))] += 1
    return torch.from_numpy(np.log((len(rows) + 1) / (seen + 1))).float()


def recall_loss(first: Tensor, weights: Tensor, functions: int, temperature: float) -> Tensor:
    """Equation 3 on recall; `first` (copies x functions, length, width) stacks anchors, then positives.

    `weights` (copies x functions, length) is each token's rarity, 0 for what is no code.
    """
    some = min(functions, _MOST)
    forms = functional.normalize(first.float(), dim=-1).to(first.dtype)
    ours, theirs = forms[:some], forms[functions : functions + some]
    mine, others = weights[:some], weights[functions : functions + some]
    cosines = torch.einsum("aid,pjd->apij", ours, theirs)
    found = cosines.masked_fill((others <= 0)[None, :, None, :], -1.0).amax(3)  # anchors' tokens in each positive
    back = cosines.masked_fill((mine <= 0)[:, None, :, None], -1.0).amax(2)  # positives' tokens in each anchor
    target = torch.arange(some, device=first.device)
    of_anchor = _mean(found, mine[:, None]) / temperature
    of_positive = _mean(back, others[None]) / temperature
    return (functional.cross_entropy(of_anchor, target) + functional.cross_entropy(of_positive.T, target)) / 2


def _mean(best: Tensor, weights: Tensor) -> Tensor:
    return (best.float() * weights).sum(-1) / weights.sum(-1).clamp(min=1e-6)
