"""The encoders: padding changes nothing, order and neighbours do, and the poolings are what they are called."""

from __future__ import annotations

import pytest
import torch

from codescore.embed.manifest import POOLINGS
from codescore_train.recipe import ModelRecipe
from codescore_train.train.model import CompactEncoder, Pooled, drop, pool

_RECIPE = ModelRecipe(layers=2, width=32, heads=2, max_tokens=64)


@pytest.fixture
def encoder() -> CompactEncoder:
    """A small random encoder with weights large enough for differences to show."""
    torch.manual_seed(3)
    made = CompactEncoder(_RECIPE, 100).eval()
    for parameter in made.parameters():
        if parameter.ndim == 2:
            torch.nn.init.normal_(parameter, std=0.3)
    return made


def test_padding_changes_no_vector(encoder: CompactEncoder) -> None:
    """A sequence alone and the same one beside a longer one give equal vectors, whatever the padding id is."""
    model = Pooled(encoder)
    ids = torch.randint(6, 100, (1, 9))
    padded = torch.cat((ids, torch.full((1, 20), 77)), 1)
    mask = torch.cat((torch.ones(1, 9), torch.zeros(1, 20)), 1).long()
    for alone, beside in zip(model(ids, torch.ones_like(ids)), model(padded, mask), strict=True):
        assert torch.allclose(alone, beside, atol=1e-5)


def test_the_order_of_tokens_matters(encoder: CompactEncoder) -> None:
    """Swapping two tokens changes every pooling: positions are seen."""
    model = Pooled(encoder)
    ids = torch.randint(6, 100, (1, 12))
    swapped = ids.clone()
    swapped[0, [3, 8]] = ids[0, [8, 3]]
    mask = torch.ones_like(ids)
    for one, other in zip(model(ids, mask), model(swapped, mask), strict=True):
        assert not torch.allclose(one, other, atol=1e-4)


def test_vectors_have_unit_length(encoder: CompactEncoder) -> None:
    """All four outputs, in the order of POOLINGS."""
    outputs = Pooled(encoder)(torch.randint(6, 100, (5, 12)), torch.ones(5, 12, dtype=torch.int64))
    assert len(outputs) == len(POOLINGS)
    for output in outputs:
        assert torch.allclose(output.norm(dim=-1), torch.ones(5), atol=1e-5)


def test_the_poolings_are_those_of_tables_11_and_12() -> None:
    """On numbers that can be checked by eye, with one padded place."""
    first = torch.tensor([[[2.0, 0.0], [4.0, 0.0], [99.0, 99.0]]])
    last = torch.tensor([[[-1.0, 3.0], [1.0, 1.0], [99.0, 99.0]]])
    vectors = pool(first, last, torch.tensor([[1, 1, 0]]))
    assert vectors["cls"].tolist() == [[-1.0, 3.0]]
    assert vectors["cls-relu"].tolist() == [[0.0, 3.0]]
    assert vectors["last-avg"].tolist() == [[0.0, 2.0]]
    assert vectors["first-last-avg"].tolist() == [[1.5, 1.0]]


def test_dropout_draws_from_its_generator_alone() -> None:
    """The same generator state drops the same; without a generator nothing is dropped."""
    x = torch.ones(1000)
    one, same = (drop(x, 0.5, torch.Generator().manual_seed(1)) for _ in range(2))
    assert torch.equal(one, same)
    assert set(one.unique().tolist()) == {0.0, 2.0}
    assert drop(x, 0.5, None) is x
