"""MinHash over shingles of sketches: sets of hashed token n-grams, their signatures, and LSH band keys.

The scheme is datasketch's `affine32` (Broder 1997): its permutations, applied in numpy to many functions at once
because one object per function is two orders of magnitude slower.  Equal sketches give equal sets on every machine.
Pure; knows nothing of corpora or data sets.  Neighbours: `near` and `decontaminate` look for similar sets with it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
from numpy.typing import NDArray

SHINGLE = 5  # tokens
PERMUTATIONS = 128
SEED = 1
_TOKENS_KEPT = 1_000_000  # distinct tokens whose hashes are remembered; most others are string literals
_BLOCK = 1 << 16  # hashes permuted at once: 256 kB, so that they stay in the processor's cache

Hashes = NDArray[np.uint32]
Keys = NDArray[np.uint64]
Rows = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class ShingleSets:
    """Sets of 32-bit shingle hashes, one after the other: set i is `values[offsets[i]:offsets[i + 1]]`, ascending."""

    values: Hashes
    offsets: Rows

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __getitem__(self, index: int) -> Hashes:
        return self.values[self.offsets[index] : self.offsets[index + 1]]

    @property
    def sizes(self) -> Rows:
        """How many shingles each set has."""
        return np.diff(self.offsets)


class _TokenHashes(dict[str, int]):
    """Token -> 64-bit hash, the same in every process (Python's own is not)."""

    def __missing__(self, token: str) -> int:
        digest = hashlib.blake2b(token.encode("utf-8", "replace"), digest_size=8).digest()
        value = self[token] = int.from_bytes(digest, "little")
        return value


_TOKENS = _TokenHashes()


def shingle_sets(sketches: Sequence[str]) -> ShingleSets:
    """The set of each sketch's token n-grams (n = SHINGLE); a shorter sketch is one shingle, an empty one none."""
    if len(_TOKENS) > _TOKENS_KEPT:
        _TOKENS.clear()
    tokens = [sketch.split() for sketch in sketches]
    lengths = np.fromiter(map(len, tokens), np.int64, len(tokens))
    padded = np.maximum(lengths, SHINGLE) * (lengths > 0)
    # A pad token only ever fills up a sketch that is shorter than a shingle.
    flat = chain.from_iterable([*words, *[""] * (SHINGLE - len(words))] if words else [] for words in tokens)
    hashes = np.fromiter(map(_TOKENS.__getitem__, flat), np.uint64, int(padded.sum()))
    return _distinct(_rolled(hashes), padded)


def _rolled(hashes: Keys) -> Keys:
    """A hash of every SHINGLE consecutive ones (a polynomial mod 2^64, then mixed), in its upper half."""
    count = max(0, len(hashes) - SHINGLE + 1)
    rolled = np.zeros(count, np.uint64)
    for i in range(SHINGLE):
        rolled = rolled * np.uint64(0x9E3779B97F4A7C15) + hashes[i : i + count]
    rolled ^= rolled >> np.uint64(29)
    rolled *= np.uint64(0xBF58476D1CE4E5B9)
    return rolled


def _distinct(rolled: Keys, lengths: Rows) -> ShingleSets:
    """Ascending distinct hashes per sketch; n-grams that reach into the next sketch are left out."""
    ends = np.cumsum(lengths)
    counts = np.maximum(0, lengths - SHINGLE + 1)
    owner = np.repeat(np.arange(len(lengths), dtype=np.uint64), counts)
    within = np.arange(int(counts.sum())) - np.repeat(np.cumsum(counts) - counts, counts)
    position = np.repeat(ends - lengths, counts) + within
    keyed = np.unique((owner << np.uint64(32)) | (rolled[position] >> np.uint64(32)))
    sizes = np.bincount((keyed >> np.uint64(32)).astype(np.int64), minlength=len(lengths))
    return ShingleSets(keyed.astype(np.uint32), np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64))


def join(sets: Sequence[ShingleSets]) -> ShingleSets:
    """Several groups of sets as one, in order."""
    sizes = [part.sizes for part in sets]
    offsets = np.concatenate([np.zeros(1, np.int64), *sizes]).cumsum().astype(np.int64)
    values = np.concatenate([np.zeros(0, np.uint32), *(part.values for part in sets)])
    return ShingleSets(values.astype(np.uint32, copy=False), offsets)


def take(sets: ShingleSets, indices: Rows) -> ShingleSets:
    """The sets at `indices`, in that order."""
    sizes = sets.sizes[indices]
    offsets = np.concatenate([np.zeros(1, np.int64), sizes]).cumsum().astype(np.int64)
    within = np.arange(int(offsets[-1])) - np.repeat(offsets[:-1], sizes)
    return ShingleSets(sets.values[np.repeat(sets.offsets[indices], sizes) + within], offsets)


def signatures(sets: ShingleSets) -> Hashes:
    """MinHash signatures, shape (sets, PERMUTATIONS); equal to datasketch's over the same hashes.

    A set without shingles gets all ones, as there.
    """
    chance = np.random.RandomState(SEED)  # as there; an odd multiplier makes a permutation of 32-bit numbers
    multipliers = chance.randint(0, 1 << 31, PERMUTATIONS, dtype=np.uint32) * np.uint32(2) + np.uint32(1)
    shifts = chance.randint(0, 1 << 32, PERMUTATIONS, dtype=np.uint32)
    result = np.full((PERMUTATIONS, len(sets)), np.iinfo(np.uint32).max, np.uint32)
    for first, last in _blocks(sets.offsets):
        filled = first + np.flatnonzero(sets.sizes[first:last])
        if not len(filled):
            continue
        hashes = _mixed(sets.values[sets.offsets[first] : sets.offsets[last]])
        starts = sets.offsets[filled] - sets.offsets[first]
        for i, (a, b) in enumerate(zip(multipliers, shifts, strict=True)):
            result[i, filled] = np.minimum.reduceat(hashes * a + b, starts)
    return np.ascontiguousarray(result.T)


def _blocks(offsets: Rows) -> Iterator[tuple[int, int]]:
    """Ranges of sets that together hold about _BLOCK hashes."""
    first, sets = 0, len(offsets) - 1
    while first < sets:
        last = int(np.searchsorted(offsets, offsets[first] + _BLOCK, side="right")) - 1
        last = min(max(last, first + 1), sets)
        yield first, last
        first = last


def _mixed(hashes: Hashes) -> Hashes:
    """MurmurHash3's 32-bit finaliser, which `affine32` puts before its permutations."""
    mixed = hashes ^ (hashes >> np.uint32(16))
    mixed *= np.uint32(0x85EBCA6B)
    mixed ^= mixed >> np.uint32(13)
    mixed *= np.uint32(0xC2B2AE35)
    mixed ^= mixed >> np.uint32(16)
    return mixed


def band_keys(signature: Hashes, rows: int) -> Iterator[Keys]:
    """For each band of `rows` signature columns one 64-bit key per set: equal keys, candidates (LSH).

    Two sets of Jaccard similarity s share a band with probability 1 - (1 - s^rows)^(PERMUTATIONS // rows).
    """
    for band in range(PERMUTATIONS // rows):
        key = np.zeros(len(signature), np.uint64)
        for column in range(band * rows, (band + 1) * rows):
            key = (key ^ signature[:, column]) * np.uint64(0x9E3779B97F4A7C15)
            key ^= key >> np.uint64(32)
        yield key


def jaccard(one: Hashes, other: Hashes) -> float:
    """Exact Jaccard similarity of two ascending sets; 0 if either is empty."""
    if not len(one) or not len(other):
        return 0.0
    both = np.concatenate([one, other])
    both.sort()
    common = int(np.count_nonzero(both[1:] == both[:-1]))
    return common / (len(both) - common)
