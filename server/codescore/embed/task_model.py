"""The part of a bundle that tells which task a program solves: bags of weighted features, and a layer behind each.

`same-task.bin` is plain numbers, little-endian, one array after the other, whose sizes the manifest gives: hashes of
the features (rows, u32, ascending), their weights (rows, f32) and scales (rows x heads, f32), their vectors (rows x
dimensions, i8; in two bits a number four stand in a byte, the first in the lowest), where `hidden` is not 0, two
layers a head (heads x width x hidden, heads x hidden, heads x hidden x width, heads x width; f32; width is dimensions
over heads), and where `centres` is not 0, places of known tasks (scales, f32; centres x dimensions, i8).  Knows hashes
and vectors, not sketches: `codescore.score.task` makes the features.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from codescore.embed.manifest import SameTask

Floats = NDArray[np.float32]

#: No number of the file is larger: then none that is computed from them leaves the range of 32 bits, whatever the
#: sizes that a manifest may give (features 2**22, dimensions 4096, hidden 16384).
_LARGEST = 1e3

_AT_ONCE = 512  # features whose vectors are unpacked together: bounds the memory that this takes

#: What a byte of two-bit numbers stands for, (256, 4): -1.5, -.5, .5 or 1.5 of the scale.
_FOUR = ((np.arange(256)[:, None] >> np.arange(0, 8, 2)) & 3).astype(np.float32) - np.float32(1.5)


@dataclass(frozen=True, slots=True, eq=False)
class TaskModel:
    """What the file holds; `layers` are matrix, offset, matrix, offset, or nothing."""

    part: SameTask
    hashes: NDArray[np.uint32]
    weights: Floats
    scales: Floats
    vectors: NDArray[np.int8] | NDArray[np.uint8]  # as they are stored
    layers: tuple[Floats, ...]
    centre_scales: Floats
    centres: NDArray[np.int8]

    def crowd(self, vector: Floats) -> float:
        """How crowded a place is: the mean cosine to the nearest known tasks; 0 where none are known.

        Taken off a cosine, it makes programs of common shapes and of rare ones comparable (CSLS, Conneau et al. 2018).
        """
        if not self.part.crowd:
            return 0.0
        near = (self.centres @ vector) * self.centre_scales
        return float(np.partition(near, -self.part.crowd)[-self.part.crowd :].mean())

    def vector(self, counts: Mapping[int, float]) -> Floats | None:
        """The unit vector (dimensions,) of a program from how often each feature occurs; None where none is known.

        Features are weighed by (1 + ln count) x weight and summed; the layers add to the sum's direction.
        """
        asked = np.fromiter(counts, np.uint32, len(counts))
        times = np.fromiter(counts.values(), np.float32, len(counts))
        place = np.minimum(np.searchsorted(self.hashes, asked), len(self.hashes) - 1)
        known = self.hashes[place] == asked
        place = place[known]
        if not len(place):
            return None
        weight = (1.0 + np.log(times[known])) * self.weights[place]
        bags = np.zeros((self.part.heads, 1, self.part.dimensions // self.part.heads), np.float32)
        for at in range(0, len(place), _AT_ONCE):
            rows = place[at : at + _AT_ONCE]
            scaled = (weight[at : at + _AT_ONCE, None] * self.scales[rows]).T
            numbers = self._rows(rows)
            for head in range(self.part.heads):
                bags[head] += scaled[head] @ numbers[:, head]
        vectors = self._through_layers(_units(bags))
        return (vectors.reshape(-1) / math.sqrt(self.part.heads)).astype(np.float32)

    def _rows(self, place: NDArray[np.intp]) -> Floats:
        """The vectors of some features, (features, heads, width), in units of their scales."""
        stored = self.vectors[place]
        numbers = np.take(_FOUR, stored, axis=0) if self.part.bits == 2 else stored.astype(np.float32)
        return np.asarray(numbers.reshape(len(place), self.part.heads, -1), np.float32)

    def _through_layers(self, bags: Floats) -> Floats:
        """Unit vectors of the heads, (heads, 1, width), from bags of that shape."""
        if not self.layers:
            return bags
        first, offset, second, last = self.layers
        return _units(bags + np.maximum(bags @ first + offset[:, None], 0.0) @ second + last[:, None])


def _units(vectors: Floats) -> Floats:
    lengths = np.sqrt((vectors * vectors).sum(axis=-1, keepdims=True))
    return np.asarray(vectors / np.maximum(lengths, 1e-12), np.float32)


def golden_vector(model: TaskModel) -> Floats:
    """The vector of a program in which every feature occurs once: each number of bag and layers has a part in it."""
    found = model.vector(dict.fromkeys(model.hashes.tolist(), 1))
    return found if found is not None else np.zeros(model.part.dimensions, np.float32)


def shapes(part: SameTask) -> list[tuple[str, tuple[int, ...]]]:
    """The arrays of the file in order: type and shape."""
    rows, heads, hidden = part.rows, part.heads, part.hidden
    width = part.dimensions // heads
    layers = [
        ("<f4", (heads, width, hidden)),
        ("<f4", (heads, hidden)),
        ("<f4", (heads, hidden, width)),
        ("<f4", (heads, width)),
    ]
    bag: list[tuple[str, tuple[int, ...]]] = [
        ("<u4", (rows,)),
        ("<f4", (rows,)),
        ("<f4", (rows, heads)),
        ("u1", (rows, part.dimensions // 4)) if part.bits == 2 else ("i1", (rows, part.dimensions)),
    ]
    known = [("<f4", (part.centres,)), ("i1", (part.centres, part.dimensions))] if part.centres else []
    return [*bag, *(layers if hidden else []), *known]


def from_bytes(raw: bytes, part: SameTask) -> TaskModel | None:
    """The model in a file's bytes; None where they are not what the manifest says."""
    wanted = shapes(part)
    if len(raw) != sum(np.dtype(kind).itemsize * int(np.prod(shape)) for kind, shape in wanted):
        return None
    arrays, at = [], 0
    for kind, shape in wanted:
        array = np.frombuffer(raw, np.dtype(kind), int(np.prod(shape)), at)
        at += array.nbytes
        arrays.append(array.reshape(shape))
    hashes, weights, scales, vectors, *rest = arrays
    layers, known = (rest[:4], rest[4:]) if part.hidden else ([], rest)
    centre_scales, centres = known or no_centres(part.dimensions)
    sane = all(bool((np.abs(array) <= _LARGEST).all()) for array in (weights, scales, *layers, centre_scales))
    if not sane or not bool((np.diff(hashes.astype(np.int64)) > 0).all()):
        return None
    return TaskModel(part, hashes, weights, scales, vectors, tuple(layers), centre_scales, centres)


def no_centres(dimensions: int) -> tuple[Floats, NDArray[np.int8]]:
    """Scales and vectors of no known task."""
    return np.zeros(0, np.float32), np.zeros((0, dimensions), np.int8)


def to_bytes(model: TaskModel) -> bytes:
    """The file that `from_bytes` reads."""
    known = (model.centre_scales, model.centres) if model.part.centres else ()
    arrays = (model.hashes, model.weights, model.scales, model.vectors, *model.layers, *known)
    return b"".join(
        np.ascontiguousarray(array, np.dtype(kind)).tobytes()
        for array, (kind, _) in zip(arrays, shapes(model.part), strict=True)
    )
