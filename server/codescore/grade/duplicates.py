"""Pairs of submissions that share more unusual runs of code than the class explains.  Similar is not copied.

What many have, what the references have and what was handed out explains itself and is left aside (its runs are not
counted), as plagiarism detectors do with base code (Prechelt et al. 2002; Schleimer et al. 2003).  Names and layout do
not matter, as runs are of sketches.  Cost: runs that few share, times those few; never all pairs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

#: A run that more than this many different texts have is common knowledge.
MOST_SHARING = 4
#: Shared unusual runs below which nothing is said, and the least share of the smaller side's unusual runs.
LEAST_RUNS = 15
LEAST_SHARE = 0.6
#: Pairs told at most.
MOST_PAIRS = 200


@dataclass(frozen=True, slots=True)
class Near:
    """Two rows: the share of the smaller one's unusual runs that both have, their number, whether texts are equal."""

    first: int
    second: int
    share: float
    runs: int
    same_text: bool


def near_duplicates(grams: Sequence[bytes], texts: Sequence[bytes], known: frozenset[int]) -> list[Near]:
    """Pairs of rows, most alike first; `grams` are packed hashes, `texts` equal for equal texts, `known` explained.

    Equal texts count as one when it is asked how many have a run, so that copies do not excuse each other.
    """
    rows = [frozenset(np.frombuffer(packed, dtype=np.uint64).tolist()) - known for packed in grams]
    where: dict[int, list[int]] = {}
    first_of: dict[bytes, int] = {}
    for k, (row, text) in enumerate(zip(rows, texts, strict=True)):
        if row and first_of.setdefault(text, k) == k:
            for gram in row:
                where.setdefault(gram, []).append(k)
    unusual = {gram: people for gram, people in where.items() if len(people) <= MOST_SHARING}
    sizes: Counter[int] = Counter(k for people in unusual.values() for k in people)
    shared: Counter[tuple[int, int]] = Counter(
        pair for people in unusual.values() if len(people) > 1 for pair in combinations(people, 2)
    )
    found = [
        Near(i, j, count / max(1, min(sizes[i], sizes[j])), count, same_text=False)
        for (i, j), count in shared.items()
        if count >= LEAST_RUNS and count >= LEAST_SHARE * min(sizes[i], sizes[j])
    ]
    found += _equal(texts, first_of, sizes)
    return sorted(found, key=lambda near: (-near.runs * near.share, near.first, near.second))[:MOST_PAIRS]


def _equal(texts: Sequence[bytes], first_of: dict[bytes, int], sizes: Counter[int]) -> list[Near]:
    """Each equal text with the first that has it; short or usual ones are no news."""
    return [
        Near(first_of[text], k, 1.0, sizes[first_of[text]], same_text=True)
        for k, text in enumerate(texts)
        if text in first_of and first_of[text] != k and sizes[first_of[text]] >= LEAST_RUNS
    ]
