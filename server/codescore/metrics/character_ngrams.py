"""Character n-grams as ChrF counts them: white space left out, several orders at once, packed into integers.

Pure.  Neighbours: `chrf` compares them; token n-grams are in `ngrams`.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

_BITS = 10  # of a character in a packed n-gram: six of them and a leading one fit in 63 bits
_PACKABLE = 1 << _BITS


@dataclass(frozen=True, slots=True, eq=False)
class CharacterNgrams:
    """The character n-grams of a text for the orders 1 .. len(totals).

    `keys` are n-grams packed into integers, ascending, so that orders stand one after the other; `counts` how often
    each occurs; `totals` per order how many there are.  `bags` stands in for keys where a character does not fit.
    """

    keys: NDArray[np.int64]
    counts: NDArray[np.int64]
    totals: tuple[int, ...]
    bags: tuple[Counter[str], ...] | None
    text: str


def character_ngrams(text: str, orders: int) -> CharacterNgrams:
    """The character n-grams of a text; at most six orders."""
    packed = "".join(text.split())
    totals = tuple(max(0, len(packed) - order + 1) for order in range(1, orders + 1))
    none = np.empty(0, dtype=np.int64)
    codes = np.frombuffer(packed.encode("utf-32-le", "surrogatepass"), dtype=np.uint32).astype(np.int64)
    if codes.size and int(codes.max()) >= _PACKABLE:
        return CharacterNgrams(none, none, totals, _bags(packed, orders), packed)
    grams = np.ones(codes.size, dtype=np.int64)
    every = [none]
    for order in range(1, min(orders, codes.size) + 1):
        grams = (grams[: codes.size - order + 1] << _BITS) | codes[order - 1 :]
        every.append(grams)
    keys = np.concatenate(every)
    keys.sort()
    new = np.empty(keys.size, dtype=bool)
    new[:1] = True
    np.not_equal(keys[1:], keys[:-1], out=new[1:])
    first = np.flatnonzero(new)
    return CharacterNgrams(keys[first], np.diff(np.append(first, keys.size)), totals, None, packed)


def character_overlap(ours: CharacterNgrams, theirs: CharacterNgrams) -> list[int]:
    """Per order the size of the intersection of the two bags."""
    orders = len(ours.totals)
    if ours.bags is not None or theirs.bags is not None:
        left = ours.bags or _bags(ours.text, orders)
        right = theirs.bags or _bags(theirs.text, orders)
        return [sum(min(n, b[g]) for g, n in a.items() if g in b) for a, b in zip(left, right, strict=True)]
    if not ours.keys.size or not theirs.keys.size:
        return [0] * orders
    places = np.minimum(np.searchsorted(theirs.keys, ours.keys), theirs.keys.size - 1)
    common = np.where(theirs.keys[places] == ours.keys, np.minimum(ours.counts, theirs.counts[places]), 0)
    # n-grams of order n lie in [2 ** 10n, 2 ** 10(n + 1)): running sums at these edges tell the orders apart.
    edges = np.searchsorted(ours.keys, np.left_shift(np.int64(1), _BITS * np.arange(2, orders + 1)))
    sums = np.concatenate(([0], np.cumsum(common)))
    return [int(sums[high] - sums[low]) for low, high in pairwise([0, *edges.tolist(), ours.keys.size])]


def _bags(text: str, orders: int) -> tuple[Counter[str], ...]:
    return tuple(
        Counter(text[start : start + order] for start in range(len(text) - order + 1)) for order in range(1, orders + 1)
    )
