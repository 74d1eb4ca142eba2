"""Late interaction: the head that gives every token a vector and a weight, and how far two token sequences disagree.

Recall (how much of the reference is found in the candidate) needs no training: it matches the first layer's token
vectors, see `codescore.score.judge`.  What is trained here is the *mismatch*: whether some token that has a
counterpart by its form has none by its role, as a replaced operator has.  Encodings are still one per sequence.
Neighbours: `model` has the encoder, `worker` adds the loss, `export` traces the head.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

_SHARPNESS = 0.1  # of the soft maximum over tokens; the same number serves in `codescore.score.judge`
_SCALE, _MIDDLE = 10.0, 0.3  # where the loss's slope and threshold start


class TokenHead(nn.Module):
    """Hidden states (batch, length, width) -> unit vectors (batch, length, size), weights in (0, 1) (batch, length)."""

    def __init__(self, width: int, size: int, *, suspicion: bool = False) -> None:
        super().__init__()
        self.project = nn.Linear(width, size, bias=False)
        self.weigh = nn.Linear(width, 1)
        self.scale = nn.Parameter(torch.tensor(_SCALE))
        self.middle = nn.Parameter(torch.tensor(_MIDDLE))
        nn.init.zeros_(self.weigh.weight)
        nn.init.zeros_(self.weigh.bias)
        self.suspect = nn.Sequential(nn.Linear(width, width), nn.GELU(), nn.Linear(width, 1)) if suspicion else None

    def forward(self, hidden: Tensor) -> tuple[Tensor, Tensor]:
        vectors = functional.normalize(self.project(hidden).float(), dim=-1)
        return vectors, torch.sigmoid(self.weigh(hidden).float()).squeeze(-1)

    def rows(self, forms: Tensor, last: Tensor, rarity: Tensor) -> Tensor:
        """What a bundle says of each token, (batch, length, numbers), as `codescore.embed.vectors` reads it.

        Form, role, weight and rarity, and the chance that it was put in another's place where the head has learnt that.
        """
        roles, weights = self(last)
        numbers = [forms, roles, weights.unsqueeze(-1), rarity.unsqueeze(-1)]
        if self.suspect is not None:
            numbers.append(torch.sigmoid(self.suspicion(last)).unsqueeze(-1))
        return torch.cat(numbers, dim=-1)

    def suspicion(self, hidden: Tensor) -> Tensor:
        """Logits (batch, length) of tokens that stand where another should, see `detect`."""
        assert self.suspect is not None
        return self.suspect(hidden).float().squeeze(-1)  # type: ignore[no-any-return]  # a module call


def mismatch(forms: tuple[Tensor, Tensor], roles: tuple[Tensor, Tensor], weights: tuple[Tensor, Tensor]) -> Tensor:
    """How far the sequences of each pair disagree, (pairs,) in [0, 2]; each argument holds both sides' tensors.

    `forms` and `roles` are unit vectors (pairs, length, size), `weights` (pairs, length) is 0 for what is no code.  A
    token's share is weight x relu(best match by form - best match by role); the soft maximum over both sides counts.
    """
    keep = [w > 0 for w in weights]
    form = forms[0] @ forms[1].transpose(1, 2)
    role = roles[0] @ roles[1].transpose(1, 2)
    shares = []
    for side, axis in ((0, 2), (1, 1)):
        other = keep[1 - side].unsqueeze(axis - 1 if axis == 2 else 2)
        gap = form.masked_fill(~other, -2).amax(axis) - role.masked_fill(~other, -2).amax(axis)
        shares.append(functional.relu(gap) * weights[side])
    every = torch.cat(shares, dim=1)
    chance = torch.softmax((every / _SHARPNESS).masked_fill(~torch.cat(keep, dim=1), -1e4), dim=1)
    return (chance * every).sum(1)


def late_loss(head: TokenHead, first: Tensor, last: Tensor, code: Tensor, functions: int) -> Tensor:
    """Cross entropy of telling rewrites from mutants by the mismatch with their function, and with each other.

    `first` and `last` are hidden states (3 x functions, length, width) of anchors, positives and negatives in that
    order; `code` marks code tokens.  No gradient reaches `first`: form stays what the other losses make it.
    """
    forms = functional.normalize(first.detach().float(), dim=-1)
    roles, weights = head(last)
    weights = weights * code
    a, p, n = (torch.arange(k * functions, (k + 1) * functions, device=last.device) for k in range(3))
    left, right = torch.cat((a, a, p)), torch.cat((p, n, n))
    found = mismatch((forms[left], forms[right]), (roles[left], roles[right]), (weights[left], weights[right]))
    logits = head.scale * (head.middle - found)
    same = (torch.arange(3 * functions, device=last.device) < functions).float()
    balance = torch.where(same > 0, 1.0, 0.5)  # each function has one positive and two negative pairs
    return functional.binary_cross_entropy_with_logits(logits, same, weight=balance)
