"""The bag as a module that learns, and as the model that the product computes with.

Both weigh a feature by (1 + ln count) x its inverse frequency, sum, take the direction, and add what two layers say.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from codescore.embed.manifest import SameTask
from codescore.embed.task_model import TaskModel, no_centres
from codescore_train.same_task.rows import Counts

Row = tuple[NDArray[np.int64], NDArray[np.float32]]  # rows of the vocabulary, and their weights
_TOP = 127
_AT_ONCE = 256


class Bag(nn.Module):
    """Features in, unit vectors out."""

    def __init__(self, rows: int, dimensions: int, hidden: int) -> None:
        super().__init__()
        self.table = nn.EmbeddingBag(rows, dimensions, mode="sum")
        nn.init.normal_(self.table.weight, std=1 / math.sqrt(dimensions))
        self.first = nn.Linear(dimensions, hidden) if hidden else None
        self.second = nn.Linear(hidden, dimensions) if hidden else None
        if self.second is not None:
            nn.init.zeros_(self.second.weight)
            nn.init.zeros_(self.second.bias)

    def forward(self, batch: Sequence[Row]) -> Tensor:
        """Unit vectors (batch, dimensions)."""
        sizes = [len(rows) for rows, _ in batch]
        rows = torch.from_numpy(np.concatenate([rows for rows, _ in batch]))
        weights = torch.from_numpy(np.concatenate([weights for _, weights in batch]))
        starts = torch.from_numpy(np.cumsum([0, *sizes[:-1]]))
        bag = functional.normalize(self.table(rows, starts, per_sample_weights=weights), dim=-1)
        if self.first is None or self.second is None:
            return bag
        return functional.normalize(bag + self.second(functional.relu(self.first(bag))), dim=-1)


def row_of(counts: Counts, hashes: NDArray[np.uint32], weights: NDArray[np.float32]) -> Row:
    """What of a program's features the vocabulary knows."""
    names, times = counts
    place = np.minimum(np.searchsorted(hashes, names), len(hashes) - 1)
    known = hashes[place] == names
    rows = place[known].astype(np.int64)
    weight = (1 + np.log(times[known])) * weights[rows]
    return rows, (weight / max(float(np.linalg.norm(weight)), 1e-12)).astype(np.float32)


def shipped(
    bag: Bag, hashes: NDArray[np.uint32], weights: NDArray[np.float32], centres: NDArray[np.float32], part: SameTask
) -> TaskModel:
    """The bag with its table, and the places of known tasks, in eight bits a number and one scale a row."""
    scales, codes = _in_eight_bits(bag.table.weight.detach().numpy())
    known = _in_eight_bits(centres) if part.centres else no_centres(part.dimensions)
    layers: tuple[NDArray[np.float32], ...] = ()
    if bag.first is not None and bag.second is not None:
        found = (bag.first.weight.T, bag.first.bias, bag.second.weight.T, bag.second.bias)
        layers = tuple(np.ascontiguousarray(one.detach().numpy(), np.float32) for one in found)
    return TaskModel(part, hashes, weights, scales, codes, layers, *known)


def _in_eight_bits(rows: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.int8]]:
    """A scale a row, and its numbers in units of it."""
    scales = np.maximum(np.abs(rows).max(axis=1), 1e-12) / _TOP
    return scales.astype(np.float32), np.rint(rows / scales[:, None]).astype(np.int8)


def vectors_of(
    bag: Bag, found: Sequence[Counts], hashes: NDArray[np.uint32], weights: NDArray[np.float32]
) -> NDArray[np.float32]:
    """The trained vectors of programs, (programs, dimensions)."""
    rows = [row_of(counts, hashes, weights) for counts in found]
    with torch.no_grad():
        made = [bag(rows[start : start + _AT_ONCE]) for start in range(0, len(rows), _AT_ONCE)]
    return np.asarray(torch.cat(made).numpy(), np.float32)
