"""Training late interaction: the head, its loss, and what is exported of it."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from codescore.embed import TokenVectors
from codescore.embed.vectors import token_vectors
from codescore.score.judge import likeness
from codescore.score.judge import mismatch as served
from codescore_train.train.late import TokenHead, late_loss, mismatch
from codescore_train.train.losses import anchor_loss

pytestmark = pytest.mark.train


def units(*shape: int, seed: int) -> torch.Tensor:
    made = torch.randn(*shape, generator=torch.Generator().manual_seed(seed))
    return torch.nn.functional.normalize(made, dim=-1)


def test_training_and_serving_compute_the_same_mismatch() -> None:
    """The tensor version on padded batches equals the product's on single texts, up to eight-bit rounding."""
    lengths = [(7, 9), (5, 5), (9, 4)]
    forms, roles = [units(3, 9, 16, seed=k) for k in (1, 2)], [units(3, 9, 8, seed=k) for k in (3, 4)]
    weights = [torch.rand(3, 9, generator=torch.Generator().manual_seed(k)) * 0.9 + 0.05 for k in (5, 6)]
    for row, pair in enumerate(lengths):
        for side, length in enumerate(pair):
            weights[side][row, length:] = 0.0
    found = mismatch((forms[0], forms[1]), (roles[0], roles[1]), (weights[0], weights[1]))
    for row, pair in enumerate(lengths):
        sides: list[TokenVectors] = []
        for side, length in enumerate(pair):
            parts = [x[side][row, :length].numpy() for x in (forms, roles)]
            rows = np.concatenate([*parts, weights[side][row, :length, None].numpy(), np.ones((length, 1))], axis=1)
            sides.append(token_vectors(rows.astype(np.float32), 16, 8))
        assert float(found[row]) == pytest.approx(served(*sides, likeness(*sides)), abs=0.01)


def test_the_loss_teaches_to_tell_a_replaced_token() -> None:
    """A few steps on one pattern: the head learns that a changed token matters and a dropout-like copy does not."""
    torch.manual_seed(0)
    head = TokenHead(12, 8)
    anchor = torch.randn(4, 6, 12)
    changed = anchor.clone()
    changed[:, 3] = torch.randn(4, 12)
    first = torch.cat((anchor, anchor, anchor))
    last = torch.cat((anchor, anchor + 0.01 * torch.randn_like(anchor), changed))
    code = torch.ones(12, 6)
    optimizer = torch.optim.Adam(head.parameters(), lr=0.02)
    losses = []
    for _ in range(60):
        loss = late_loss(head, first, last, code, 4)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    assert losses[-1] < 0.5 * losses[0]


def test_no_gradient_reaches_the_forms() -> None:
    """Form is what the other losses make of the first layer."""
    head, first = TokenHead(12, 8), torch.randn(6, 5, 12, requires_grad=True)
    last = torch.randn(6, 5, 12, requires_grad=True)
    late_loss(head, first, last, torch.ones(6, 5), 2).backward()
    assert first.grad is None
    assert last.grad is not None


def test_the_anchor_sees_only_what_moved_between_different_functions() -> None:
    """No change costs nothing; a change of a function's own positive costs nothing; of another's it does."""
    before = {"cls": torch.eye(6)}
    assert float(anchor_loss(before, before, 2)) == 0.0
    own = {"cls": torch.eye(6)}
    own["cls"][2] = torch.nn.functional.normalize(torch.tensor([1.0, 0, 1, 0, 0, 0]), dim=0)
    assert float(anchor_loss(own, before, 2)) == pytest.approx(0.0, abs=1e-9)
    other = {"cls": torch.eye(6)}
    other["cls"][2] = torch.nn.functional.normalize(torch.tensor([0.0, 1, 1, 0, 0, 0]), dim=0)
    assert float(anchor_loss(other, before, 2)) > 0.1
