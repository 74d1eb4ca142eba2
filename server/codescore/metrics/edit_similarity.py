"""Edit similarity: 1 - Levenshtein distance / length of the longer side, on characters (Run Match: EditSim).

The distance is rapidfuzz's (bit-parallel, exact).  Where both sides are so long that even this would take seconds,
they are first aligned at lines that occur once on each side (patience), and the distance is summed between these
anchors: that is an upper bound of the distance, and `note` says `lower bound` of the value.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from itertools import pairwise

from rapidfuzz.distance import Levenshtein

from codescore.metrics.metric import Score
from codescore.metrics.pairwise import OnCharacters
from codescore.metrics.prepared import Prepared

#: Cells of the distance table beyond which anchors are used; 64 of them take about one nanosecond.
MAX_CELLS = 4_000_000_000
LOWER_BOUND = "lower bound: too long for the exact distance"


class EditSimilarity(OnCharacters):
    """On the source's characters."""

    name = "edit-similarity"
    title = "EditSim"
    summary = "1 - Levenshtein distance / length of the longer side, in characters."
    source = "Levenshtein 1966, as rapidfuzz computes it; Run Match (EditSim), ED of CodeScore-R's tables"

    def compare(self, candidate: Prepared, reference: Prepared) -> Score:
        ours, theirs = self.units(candidate), self.units(reference)
        distance, exact = edit_distance(ours, theirs)
        return Score(1 - distance / max(len(ours), len(theirs)), note="" if exact else LOWER_BOUND)


def edit_distance(a: str, b: str, max_cells: int = MAX_CELLS) -> tuple[int, bool]:
    """The Levenshtein distance, or an upper bound of it; and whether it is exact."""
    if len(a) * len(b) <= max_cells:
        return int(Levenshtein.distance(a, b)), True
    left, right = a.splitlines(keepends=True), b.splitlines(keepends=True)
    anchors = [(-1, -1), *unique_common_lines(left, right), (len(left), len(right))]
    total = 0
    for (i, j), (next_i, next_j) in pairwise(anchors):
        x, y = "".join(left[i + 1 : next_i]), "".join(right[j + 1 : next_j])
        small = len(x) * len(y) <= max_cells // 4
        total += int(Levenshtein.distance(x, y)) if small else max(len(x), len(y))
    return total, False


def unique_common_lines(left: list[str], right: list[str]) -> list[tuple[int, int]]:
    """Lines that occur once on each side, in an order that both have: indices, ascending.  O(n log n)."""
    once = {line for line, count in Counter(left).items() if count == 1}
    twice = {line for line, count in Counter(right).items() if count > 1}
    places = {line: index for index, line in enumerate(right) if line in once and line not in twice}
    pairs = [(i, places[line]) for i, line in enumerate(left) if line in places]
    return longest_increasing(pairs)


def longest_increasing(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest subsequence whose second members ascend (patience sorting)."""
    tops: list[int] = []  # the smallest last member of an ascending run of each length
    top_pairs: list[int] = []
    before: list[int] = []
    for index, (_, j) in enumerate(pairs):
        length = bisect_left(tops, j)
        before.append(top_pairs[length - 1] if length else -1)
        if length == len(tops):
            tops.append(j)
            top_pairs.append(index)
        else:
            tops[length], top_pairs[length] = j, index
    chain = []
    index = top_pairs[-1] if top_pairs else -1
    while index >= 0:
        chain.append(pairs[index])
        index = before[index]
    return chain[::-1]
