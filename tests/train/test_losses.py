"""Equations 1 to 3 on small numbers that can be checked by hand."""

from __future__ import annotations

import math

import pytest
import torch

from codescore_train.tokenizer.special import SpecialIds
from codescore_train.train.losses import conce_loss, contrastive_loss, mask_tokens, mlm_loss

SPECIAL = SpecialIds(start=0, end=2, pad=1, mask=4, separator=5, size=1000, first_plain=6)


def test_equation_3_on_orthogonal_vectors() -> None:
    """Two functions, positives equal to the anchors, negatives at cosine 0: -log of e^(1/t) over all four terms."""
    anchor = torch.tensor([[1.0, 0, 0, 0], [0, 2.0, 0, 0]])
    negative = torch.tensor([[0, 0, 3.0, 0], [0, 0, 0, 1.0]])
    t = 0.5
    expected = -math.log(math.exp(1 / t) / (math.exp(1 / t) + 3))
    assert contrastive_loss(anchor, anchor.clone(), negative, t).item() == pytest.approx(expected, abs=1e-6)


def test_equation_3_counts_every_negative_of_the_batch() -> None:
    """A negative of another function that is close to this anchor costs as well."""
    anchor = torch.eye(4)[:2]
    far = torch.eye(4)[2:]
    near = torch.stack((torch.eye(4)[1], torch.eye(4)[3]))  # function 0's negative equals function 1's anchor
    assert contrastive_loss(anchor, anchor, near, 0.1) > contrastive_loss(anchor, anchor, far, 0.1)


def test_a_gradient_pulls_the_positive_and_pushes_the_negative() -> None:
    """One step down the gradient brings the positive nearer and the negative further away."""
    torch.manual_seed(0)
    a, p, n = (torch.randn(3, 8, requires_grad=True) for _ in range(3))
    contrastive_loss(a, p, n, 0.1).backward()
    cosine = torch.nn.functional.cosine_similarity
    with torch.no_grad():
        p2, n2 = p - 0.01 * p.grad, n - 0.01 * n.grad
        assert cosine(a, p2).sum() > cosine(a, p).sum()
        assert cosine(a, n2).sum() < cosine(a, n).sum()


def test_the_joint_loss_is_the_mean_over_the_poolings_named() -> None:
    """Poolings that are not named have no part in it."""
    torch.manual_seed(0)
    vectors = {name: torch.randn(6, 4) for name in ("cls", "last-avg", "other")}
    single = [contrastive_loss(*vectors[name].chunk(3), 0.1) for name in ("cls", "last-avg")]
    assert conce_loss(vectors, ("cls", "last-avg"), 2, 0.1).item() == pytest.approx(sum(single).item() / 2)


def test_masking_chooses_15_percent_of_code_tokens_and_treats_them_80_10_10() -> None:
    """Shares within sampling error; comment, padding and special tokens are never chosen."""
    ids = torch.full((200, 500), 700)
    candidates = torch.zeros(200, 500, dtype=torch.bool)
    candidates[:, 50:450] = True
    masked, chosen = mask_tokens(ids, candidates, 0.15, SPECIAL, torch.Generator().manual_seed(1))
    assert not (chosen & ~candidates).any()
    assert chosen[candidates].float().mean().item() == pytest.approx(0.15, abs=0.005)
    picked = masked[chosen]
    assert (picked == SPECIAL.mask).float().mean().item() == pytest.approx(0.8, abs=0.02)
    assert (picked == 700).float().mean().item() == pytest.approx(0.1, abs=0.02)
    assert bool((masked[~chosen] == 700).all())
    assert int(picked[picked != SPECIAL.mask].min()) >= SPECIAL.first_plain


def test_the_mlm_loss_of_a_certain_and_right_model_is_zero_and_of_no_tokens_too() -> None:
    """Cross-entropy; a batch in which nothing was chosen contributes nothing, not nan."""
    logits = torch.tensor([[50.0, 0, 0], [0, 50.0, 0]])
    assert mlm_loss(logits, torch.tensor([0, 1])).item() == pytest.approx(0, abs=1e-6)
    assert mlm_loss(torch.zeros(0, 3), torch.zeros(0, dtype=torch.int64)).item() == 0
