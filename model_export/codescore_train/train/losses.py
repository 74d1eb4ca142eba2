"""Equations 1 to 3 of the paper: which tokens are masked, and the two losses.  Pure functions of tensors."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor
from torch.nn import functional

from codescore_train.tokenizer.special import SpecialIds

_MASKED, _RANDOM = 0.8, 0.1  # shares of the chosen tokens; the rest is kept as it is


def mask_tokens(
    ids: Tensor, candidates: Tensor, share: float, special: SpecialIds, generator: torch.Generator
) -> tuple[Tensor, Tensor]:
    """Equation 1: masked ids and the boolean tensor of chosen places, both (batch, length).

    Only `candidates` (code tokens, not the comment, not special tokens) are chosen, each with probability `share`;
    80 % become <mask>, 10 % a random token, 10 % stay.
    """
    chosen = (torch.rand(ids.shape, generator=generator) < share) & candidates
    fate = torch.rand(ids.shape, generator=generator)
    random = torch.randint(special.first_plain, special.size, ids.shape, generator=generator)
    masked = torch.where(chosen & (fate < _MASKED), special.mask, ids)
    masked = torch.where(chosen & (fate >= _MASKED) & (fate < _MASKED + _RANDOM), random, masked)
    return masked, chosen


def mlm_loss(logits: Tensor, targets: Tensor) -> Tensor:
    """Equation 2, as the mean over chosen tokens: logits (n, vocabulary), targets (n)."""
    if targets.numel() == 0:
        return logits.sum() * 0.0
    return functional.cross_entropy(logits.float(), targets)


def contrastive_loss(anchor: Tensor, positive: Tensor, negative: Tensor, temperature: float) -> Tensor:
    """Equation 3, mean over the batch; the three are (batch, width), sim is the cosine.

    The denominator runs over all positives and all negatives of the batch.
    """
    a = functional.normalize(anchor.float(), dim=-1)
    others = functional.normalize(torch.cat((positive, negative)).float(), dim=-1)
    logits = a @ others.T / temperature
    return functional.cross_entropy(logits, torch.arange(len(a), device=a.device))


def conce_loss(vectors: dict[str, Tensor], poolings: Sequence[str], batch: int, temperature: float) -> Tensor:
    """The mean of equation 3 over poolings; each vector tensor stacks anchors, positives, negatives."""
    if not poolings:
        return next(iter(vectors.values())).sum() * 0.0
    losses = [
        contrastive_loss(v[:batch], v[batch : 2 * batch], v[2 * batch :], temperature)
        for v in (vectors[name] for name in poolings)
    ]
    return torch.stack(losses).mean()


def anchor_loss(now: dict[str, Tensor], before: dict[str, Tensor], functions: int) -> Tensor:
    """Mean squared change of the cosines between different functions since the run's start, over all poolings.

    Each tensor stacks anchors, positives and negatives; only anchors against others' positives count.  Contrasting
    mutants says nothing of two different programs; this keeps what was known of them.
    """
    other = ~torch.eye(functions, dtype=torch.bool, device=next(iter(now.values())).device)
    losses = []
    for name, vectors in now.items():
        pairs = [functional.normalize(v.float(), dim=-1) for v in (vectors, before[name])]
        new, old = (v[:functions] @ v[functions : 2 * functions].T for v in pairs)
        losses.append((new - old)[other].square().mean())
    return torch.stack(losses).mean()
