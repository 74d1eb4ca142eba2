"""How many edits make one program dependence graph another: vertices and edges inserted, deleted, replaced, 1 each.

The graph edit distance is hard to compute, so it is found exactly for small graphs only (branch and bound within
SEARCH steps) and where bounds from above and below meet; else the result is an upper bound, and says so.  Any mapping
of vertices gives one: the cheapest of an assignment on labels and degrees (Riesen & Bunke 2009) and of an alignment of
the vertices in source order is taken; graphs of more than ASSIGNED vertices are only aligned.  Pure, deterministic
(bounds are counts of steps, not of seconds).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import Levenshtein

from codescore.metrics.program_graph import CONTROL, DATA, Graph

#: Vertices of a graph up to which vertices are assigned (the cost grows with their cube).
ASSIGNED = 150
#: Vertices of a graph up to which, and steps within which, the exact distance is searched for.
SEARCHED, SEARCH = 9, 1000

#: For each vertex of the first graph its partner in the second, -1 for none.
Mapping = list[int]


@dataclass(frozen=True, slots=True)
class Distance:
    """A number of edits; `exact` is false for an upper bound."""

    edits: int
    exact: bool


def graph_edit_distance(first: Graph, second: Graph) -> Distance:
    """Edits from one graph to another; it is the same in both directions."""
    low = _lower_bound(first, second)
    best = _cost(first, second, _aligned(first, second))
    largest = max(len(first.labels), len(second.labels))
    if best > low and largest <= ASSIGNED:
        best = min(best, _cost(first, second, _assigned(first, second)))
    if best > low and largest <= SEARCHED:
        return _searched(first, second, best)
    return Distance(best, best == low)


def _lower_bound(first: Graph, second: Graph) -> int:
    """No edit script is shorter: labels that differ as bags, and numbers of edges that do."""
    common = (Counter(first.labels) & Counter(second.labels)).total()
    edges = abs(len(first.edges) - len(second.edges))
    return max(len(first.labels), len(second.labels)) - common + edges


def _cost(first: Graph, second: Graph, mapping: Mapping) -> int:
    """The edits that a mapping of vertices leads to."""
    mapped = sum(partner >= 0 for partner in mapping)
    changed = sum(p >= 0 and first.labels[v] != second.labels[p] for v, p in enumerate(mapping))
    vertices = len(first.labels) + len(second.labels) - 2 * mapped + changed
    ours, theirs = _kinds(first), _kinds(second)
    edges = len(first.edges) + len(second.edges)
    for (start, end), kinds in ours.items():
        others = theirs.get((mapping[start], mapping[end]))
        if others:  # what both have stays, of the rest one replaces another
            edges -= min(len(kinds), len(others)) + len(kinds & others)
    return vertices + edges


def _kinds(graph: Graph) -> dict[tuple[int, int], set[int]]:
    """The kinds of edges between two vertices."""
    found: dict[tuple[int, int], set[int]] = defaultdict(set)
    for start, end, kind in graph.edges:
        found[start, end].add(kind)
    return found


def _aligned(first: Graph, second: Graph) -> Mapping:
    """Vertices aligned in source order with the fewest changes of labels."""
    mapping = [-1] * len(first.labels)
    for block in Levenshtein.opcodes(first.labels, second.labels):
        if block.tag in ("equal", "replace"):
            for step in range(block.src_end - block.src_start):
                mapping[block.src_start + step] = block.dest_start + step
    return mapping


def _assigned(first: Graph, second: Graph) -> Mapping:
    """The cheapest assignment by label and degrees; half of an edge's cost belongs to each end."""
    ours, theirs = np.asarray(first.labels, dtype=np.uint64), np.asarray(second.labels, dtype=np.uint64)
    mine, other = _degrees(first), _degrees(second)
    n, m = len(ours), len(theirs)
    costs = np.full((n + m, n + m), 1e9)
    near = np.abs(mine[:, None, :] - other[None, :, :]).sum(axis=2) / 2
    costs[:n, :m] = (ours[:, None] != theirs[None, :]) + near
    costs[np.arange(n), m + np.arange(n)] = 1 + mine.sum(axis=1) / 2
    costs[n + np.arange(m), np.arange(m)] = 1 + other.sum(axis=1) / 2
    costs[n:, m:] = 0
    from scipy.optimize import linear_sum_assignment  # noqa: PLC0415  (of the extra `study`)

    _, columns = linear_sum_assignment(costs)
    return [int(column) if column < m else -1 for column in columns[:n]]


def _degrees(graph: Graph) -> NDArray[np.float64]:
    """For each vertex its edges by kind and direction."""
    found = np.zeros((len(graph.labels), 4))
    for start, end, kind in graph.edges:
        column = {CONTROL: 0, DATA: 2}[kind]
        found[start, column] += 1
        found[end, column + 1] += 1
    return found


class _Spent(Exception):
    """The steps are used up."""


def _searched(first: Graph, second: Graph, best: int) -> Distance:
    """The exact distance if it is found within SEARCH steps, else the least cost seen."""
    search = _Search(first, second, best)
    try:
        search.extend(0, 0, frozenset())
    except _Spent:
        return Distance(search.best, exact=False)
    return Distance(search.best, exact=True)


class _Search:
    """Depth-first over the partners of one vertex after the other; lives for one call of `_searched`."""

    def __init__(self, first: Graph, second: Graph, best: int) -> None:
        self.first, self.second, self.best = first, second, best
        self.ours, self.theirs = _kinds(first), _kinds(second)
        self.steps = 0
        self.mapping: Mapping = []

    def extend(self, vertex: int, cost: int, used: frozenset[int]) -> None:
        """Give a vertex each possible partner; `cost` is what the mapping so far costs."""
        self.steps += 1
        if self.steps > SEARCH:
            raise _Spent
        n, m = len(self.first.labels), len(self.second.labels)
        if vertex == n:
            self.best = min(self.best, cost + self._rest(used))
            return
        partners = sorted(set(range(m)) - used, key=lambda p: self.first.labels[vertex] != self.second.labels[p])
        for partner in [*partners, -1]:
            added = self._added(vertex, partner)
            left = n - vertex - 1
            behind = abs(m - len(used) - (partner >= 0) - left)
            if cost + added + behind < self.best:
                self.mapping.append(partner)
                self.extend(vertex + 1, cost + added, used | {partner} if partner >= 0 else used)
                self.mapping.pop()

    def _added(self, vertex: int, partner: int) -> int:
        """What this vertex and its edges to earlier ones cost."""
        change = 1 if partner < 0 else int(self.first.labels[vertex] != self.second.labels[partner])
        for earlier, mate in enumerate(self.mapping):
            for ends, counterparts in (((earlier, vertex), (mate, partner)), ((vertex, earlier), (partner, mate))):
                mine = self.ours.get(ends, set())
                other = self.theirs.get(counterparts, set()) if min(counterparts) >= 0 else set()
                change += max(len(mine), len(other)) - len(mine & other)
        return change

    def _rest(self, used: frozenset[int]) -> int:
        """Vertices of the second graph that are nobody's partner, and the edges at them."""
        vertices = len(self.second.labels) - len(used)
        return vertices + sum(start not in used or end not in used for start, end, _ in self.second.edges)
