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
_SHARES = (0.8, 0.9, 1.0, 1.1, 1.2)  # of a row's mean size, that its scale in two bits may be
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
    bags: Sequence[Bag],
    hashes: NDArray[np.uint32],
    weights: NDArray[np.float32],
    centres: NDArray[np.float32],
    part: SameTask,
) -> TaskModel:
    """The bags with their tables in the part's bits a number and one scale a row and head; known tasks in eight."""
    tables = [_in_bits(bag.table.weight.detach().numpy(), part.bits) for bag in bags]
    scales = np.stack([scales for scales, _ in tables], axis=1)
    codes = np.concatenate([codes for _, codes in tables], axis=1)
    known = _in_bits(centres, 8) if part.centres else no_centres(part.dimensions)
    layers: tuple[NDArray[np.float32], ...] = ()
    if part.hidden:
        found = [
            (bag.first.weight.T, bag.first.bias, bag.second.weight.T, bag.second.bias)
            for bag in bags
            if bag.first is not None and bag.second is not None
        ]
        layers = tuple(
            np.stack([one.detach().numpy() for one in alike]).astype(np.float32) for alike in zip(*found, strict=True)
        )
    return TaskModel(part, hashes, weights, scales, packed(codes) if part.bits == 2 else codes, layers, *known)


def rounded(table: Tensor, bits: int) -> Tensor:
    """The numbers of a table as they are shipped."""
    scales, codes = _in_bits(table.detach().numpy(), bits)
    values = codes.astype(np.float32) - np.float32(1.5) if bits == 2 else codes.astype(np.float32)
    return torch.from_numpy(values * scales[:, None])


def packed(codes: NDArray[np.int8]) -> NDArray[np.uint8]:
    """Numbers of 0 to 3, (rows, n), four in a byte."""
    four = codes.astype(np.uint8).reshape(len(codes), -1, 4)
    return np.asarray(np.bitwise_or.reduce(four << np.arange(0, 8, 2, dtype=np.uint8), axis=2), np.uint8)


def _in_bits(rows: NDArray[np.float32], bits: int) -> tuple[NDArray[np.float32], NDArray[np.int8]]:
    """A scale a row, and its numbers in units of it: of 8 bits -127 to 127, of 2 bits 0 to 3 for -1.5 to 1.5."""
    sizes = np.abs(rows)
    if bits == 8:
        scales = np.maximum(sizes.max(axis=1), 1e-12) / _TOP
        return scales.astype(np.float32), np.rint(rows / scales[:, None]).astype(np.int8)
    mean, largest = sizes.mean(axis=1), sizes.max(axis=1)
    tried = [largest / 1.5, largest * 2, *(mean * share for share in _SHARES)]  # the first two keep what was rounded
    best, lost = np.full(len(rows), 1e-12, np.float32), np.full(len(rows), np.inf)
    for sizes in tried:
        scales = np.maximum(sizes, 1e-12)[:, None]
        off = np.square((_of_four(rows, scales) - 1.5) * scales - rows).sum(axis=1)
        best, lost = np.where(off < lost, scales[:, 0], best), np.minimum(off, lost)
    return best.astype(np.float32), _of_four(rows, best[:, None]).astype(np.int8)


def _of_four(rows: NDArray[np.float32], scales: NDArray[np.float32]) -> NDArray[np.float32]:
    """Which of four numbers each is nearest to, 0 to 3."""
    return np.asarray(np.clip(np.floor(rows / scales) + 2, 0, 3), np.float32)


def vectors_of(
    bags: Sequence[Bag], found: Sequence[Counts], hashes: NDArray[np.uint32], weights: NDArray[np.float32]
) -> NDArray[np.float32]:
    """The trained vectors of programs, (programs, heads x dimensions)."""
    rows = [row_of(counts, hashes, weights) for counts in found]
    with torch.no_grad():
        made = [
            torch.cat([bag(rows[start : start + _AT_ONCE]) for bag in bags], dim=1) / math.sqrt(len(bags))
            for start in range(0, len(rows), _AT_ONCE)
        ]
    return np.asarray(torch.cat(made).numpy(), np.float32)
