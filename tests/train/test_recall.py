"""Recall as it is learned: a program's tokens are found in its positive rather than in others."""

from __future__ import annotations

import torch

from codescore_train.pairs.store import Item, collect
from codescore_train.train.recall import recall_loss, token_rarity


def _stacked(anchors: torch.Tensor, positives: torch.Tensor) -> torch.Tensor:
    return torch.cat((anchors, positives, torch.randn(anchors.shape)))  # negatives have no part in it


def test_the_loss_falls_where_positives_have_the_anchors_tokens() -> None:
    """Equal tokens in another order are found; unlike ones are not."""
    torch.manual_seed(0)
    anchors = torch.randn(6, 5, 16)
    weights = torch.ones(18, 5)
    right = recall_loss(_stacked(anchors, anchors.flip(1)), weights, 6, 0.05)
    wrong = recall_loss(_stacked(anchors, anchors.roll(1, 0)), weights, 6, 0.05)
    assert right < 0.01 < 1 < wrong


def test_what_has_no_weight_is_neither_sought_nor_found() -> None:
    """Padding beside the tokens changes nothing, whatever its vectors are."""
    torch.manual_seed(0)
    first = torch.randn(12, 4, 8)
    weights = torch.rand(12, 4) + 0.1
    longer = torch.cat((first, torch.randn(12, 3, 8)), dim=1)
    padded = torch.cat((weights, torch.zeros(12, 3)), dim=1)
    assert torch.allclose(recall_loss(first, weights, 4, 0.05), recall_loss(longer, padded, 4, 0.05), atol=1e-5)


def test_rare_tokens_count_more() -> None:
    """A positive that lacks a rare token is taken for another's sooner than one that lacks a common one."""
    torch.manual_seed(0)
    anchors = torch.randn(5, 4, 32)
    positives = anchors.clone()
    positives[:, 0] = torch.randn(5, 32)

    def loss(first_weight: float) -> float:
        weights = torch.ones(15, 4)
        weights[:, 0] = first_weight
        return float(recall_loss(_stacked(anchors, positives), weights, 5, 0.2))

    assert loss(5.0) > loss(1.0) > loss(0.1)


def test_the_first_layer_learns_from_it() -> None:
    """Gradient reaches anchors and positives, and not the negatives."""
    first = torch.randn(9, 4, 8, requires_grad=True)
    recall_loss(first, torch.ones(9, 4), 3, 0.05).backward()  # type: ignore[no-untyped-call]
    assert first.grad is not None
    assert first.grad[:6].abs().sum(dim=(1, 2)).min() > 0
    assert float(first.grad[6:].abs().sum()) == 0


def test_rarity_is_of_what_few_functions_have() -> None:
    """A token of all functions has none, one of a single function the most."""
    items = [Item(0, [7, 8 + k], (), ((7,),), ((9,),)) for k in range(4)]
    rarity = token_rarity(collect(items, ("a",)), 16)
    assert rarity[7] == 0
    assert rarity[8] > 0
    assert rarity[15] >= rarity[8]
