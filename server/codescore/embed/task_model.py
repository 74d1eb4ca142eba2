"""The part of a bundle that tells which task a program solves: a bag of weighted features, and a layer behind it.

`same-task.bin` is plain numbers, little-endian, one array after the other, whose sizes the manifest gives: hashes of
the features (rows, u32, ascending), their weights and scales (rows, f32 each), their vectors (rows x dimensions, i8),
where `hidden` is not 0, two layers (dimensions x hidden, hidden, hidden x dimensions, dimensions; f32), and where
`centres` is not 0, places of known tasks (scales, f32; centres x dimensions, i8).  Knows hashes and vectors, not
sketches: `codescore.score.task` makes the features.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from codescore.embed.manifest import SameTask

Floats = NDArray[np.float32]

#: No number of the file is larger: then none that is computed from them leaves the range of 32 bits, whatever the
#: sizes that a manifest may give (features 2**22, dimensions 4096, hidden 16384).
_LARGEST = 1e3


@dataclass(frozen=True, slots=True, eq=False)
class TaskModel:
    """What the file holds; `layers` are matrix, offset, matrix, offset, or nothing."""

    part: SameTask
    hashes: NDArray[np.uint32]
    weights: Floats
    scales: Floats
    vectors: NDArray[np.int8]
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
        weight = (1.0 + np.log(times[known])) * self.weights[place] * self.scales[place]
        return self._through_layers(_unit(weight @ self.vectors[place].astype(np.float32)))

    def _through_layers(self, bag: Floats) -> Floats:
        if not self.layers:
            return bag
        first, offset, second, last = self.layers
        return _unit(bag + np.maximum(bag @ first + offset, 0.0) @ second + last)


def _unit(vector: Floats) -> Floats:
    length = float(np.sqrt(vector @ vector))
    return (vector / max(length, 1e-12)).astype(np.float32)


def golden_vector(model: TaskModel) -> Floats:
    """The vector of a program in which every feature occurs once: each number of bag and layers has a part in it."""
    found = model.vector(dict.fromkeys(model.hashes.tolist(), 1))
    return found if found is not None else np.zeros(model.part.dimensions, np.float32)


def shapes(part: SameTask) -> list[tuple[str, tuple[int, ...]]]:
    """The arrays of the file in order: type and shape."""
    rows, width, hidden = part.rows, part.dimensions, part.hidden
    layers = [("<f4", (width, hidden)), ("<f4", (hidden,)), ("<f4", (hidden, width)), ("<f4", (width,))]
    bag: list[tuple[str, tuple[int, ...]]] = [
        ("<u4", (rows,)),
        ("<f4", (rows,)),
        ("<f4", (rows,)),
        ("i1", (rows, width)),
    ]
    known = [("<f4", (part.centres,)), ("i1", (part.centres, width))] if part.centres else []
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
