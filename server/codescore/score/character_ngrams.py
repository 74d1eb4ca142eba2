"""Character n-grams as ChrF counts them: white space left out, several orders at once, packed into integers; and ChrF.

ChrF is sacrebleu's (Popović 2015): F2, averaged over the orders 1 to 6 that both texts have.  Written anew because a
hover waits for it, and because a library counts every text again for every pair.  Pure.  Neighbours: `features`, and
`metrics.chrf` for texts with several references and for a corpus.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

ORDERS, BETA = 6, 2
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


def chrf(candidate: str, reference: str) -> float:
    """ChrF of two texts, 0 to 1; 0 where either has nothing but white space."""
    return fscore(counts(character_ngrams(candidate), character_ngrams(reference)))


def counts(candidate: CharacterNgrams, reference: CharacterNgrams) -> list[float]:
    """Per order: n-grams of the candidate, of the reference, and how many they share."""
    matches = character_overlap(candidate, reference)
    row: list[float] = []
    for ours, theirs, both in zip(candidate.totals, reference.totals, matches, strict=True):
        # sacrebleu: n-grams of an order that the reference has none of are no mistakes.
        row += [ours if theirs else 0, theirs, both]
    return row


def character_ngrams(text: str, orders: int = ORDERS) -> CharacterNgrams:
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


def fscore(row: Sequence[float]) -> float:
    """F2 in [0, 1] from (candidate, reference, matches) per order."""
    precision = recall = 0.0
    orders = 0
    for ours, theirs, both in zip(row[0::3], row[1::3], row[2::3], strict=True):
        if ours and theirs:
            precision += both / ours
            recall += both / theirs
            orders += 1
    if not orders or not precision + recall:
        return 0.0
    precision, recall = precision / orders, recall / orders
    weight = BETA**2
    return (1 + weight) * precision * recall / (weight * precision + recall)


def _bags(text: str, orders: int) -> tuple[Counter[str], ...]:
    return tuple(
        Counter(text[start : start + order] for start in range(len(text) - order + 1)) for order in range(1, orders + 1)
    )
