"""Lists of edges: who takes them in each language, that those made are such, and ways that are not the first."""

from __future__ import annotations

from random import Random

import pytest

from codescore.evidence.edge_lists import are_edges, with_edges
from codescore.evidence.pool import pool_of
from codescore.evidence.relations import relate
from codescore.evidence.session import EvidenceSession
from codescore.languages.assumed import Assumption
from codescore.languages.edge_lists import edge_lists
from codescore.languages.shapes import IntShape, SequenceShape, Shape, TextShape, TupleShape
from codescore.languages.values import Int, Sequence, Value
from tests.evidence.judging import judged

ROWS = SequenceShape(SequenceShape(IntShape()))
PAIRS = SequenceShape(TupleShape((IntShape(), IntShape())))
ROUTE = """import heapq

def cheapest(n, roads, start, end):
    near = [[] for _ in range(n)]
    for a, b, cost in roads:
        near[a].append((b, cost))
        near[b].append((a, cost))
    best, queue = [None] * n, [(0, start)]
    while queue:
        so_far, town = heapq.heappop(queue)
        if best[town] is not None:
            continue
        best[town] = so_far
        for other, cost in near[town]:
            heapq.heappush(queue, (so_far + cost, other))
    return -1 if best[end] is None else best[end]
"""
RELAXED = """def cheapest(n, roads, start, end):
    far = float("inf")
    best = [far] * n
    best[start] = 0
    for _ in range(n):
        for a, b, cost in roads:
            best[a] = min(best[a], best[b] + cost)
            best[b] = min(best[b], best[a] + cost)
    return -1 if best[end] == far else best[end]
"""
_SEEN = "            if other in seen:\n                continue\n            seen.add(other)\n"
FIRST_WAY = ROUTE.replace("in near[town]:\n", f"in near[town]:\n{_SEEN}").replace(
    "    while queue", "    seen = {start}\n    while queue"
)


@pytest.mark.parametrize(
    ("shape", "text", "found"),
    [
        (ROWS, "for a, b, cost in roads: near[a].append((b, cost)); near[b] += 1", (0, 3)),
        (PAIRS, "for (u, v) in roads: graph[u].add(v); graph[v].add(u)", (0, 2)),
        (ROWS, "for (const [a, b] of roads) { near[a].push(b); near[b].push(a); }", (0, 2)),
        (ROWS, "for (int[] e : roads) { g.get(e[0]).add(e[1]); g.get(e[1]).add(e[0]); int w = e[2]; }", (0, 3)),
        (ROWS, "for (const auto& r : roads) { next[r[0]].push_back(r[1]); next[r[1]].push_back(r[0]); }", (0, 2)),
        (ROWS, "for (auto [a, b, w] : roads) { adj[a].push_back(b); adj[b].push_back(a); }", (0, 3)),
        (ROWS, "for e in roads: a = e[0]; b = e[1]; union(find(a), find(b)); size = n + 1", (1, 2)),
        (ROWS, "for a, b in roads: total += a * b", None),
        (ROWS, "for row in roads: total += row[0]", None),
        (SequenceShape(TextShape()), "for a, b in roads: near[a] = near[b]", None),
        (IntShape(), "for a, b in roads: near[a] = near[b]", None),
    ],
)
def test_rows_whose_first_two_are_places_are_edges(shape: Shape, text: str, found: tuple[int, int] | None) -> None:
    """In four languages; from 0 on, or from 1 where the program makes room for that."""
    known = [*edge_lists({"n": IntShape(), "roads": shape}, "", text)]
    assert [(one.property, one.other, one.place) for one in known] == ([("edges", "n", found)] if found else [])


def test_ends_of_ways_are_nodes() -> None:
    """Other numbers that are places, or called as the ends of a way are."""
    shapes: dict[str, Shape] = {"n": IntShape(), "edges": PAIRS, "src": IntShape(), "limit": IntShape()}
    text = "for a, b in edges: near[a].add(b); near[b].add(a)"
    assert [(one.parameter, one.property) for one in edge_lists(shapes, "", text)] == [
        ("edges", "edges"),
        ("src", "places of"),
    ]


def _rows(*rows: tuple[int, ...]) -> Value:
    return Sequence("list", tuple(Sequence("list", tuple(map(Int, row))) for row in rows))


@pytest.mark.parametrize(
    ("value", "such"),
    [
        (_rows((0, 1, 7)), True),
        (_rows((0, 2, 7)), False),
        (_rows((0, 1)), False),
        (_rows((0, 1, -1)), False),
        (_rows(), True),
    ],
)
def test_edges_are_made(value: Value, *, such: bool) -> None:
    """Of any rows, between as many nodes as there are, and mostly more of them."""
    assert are_edges(value, Int(2), 0, 3) == such
    for base in (0, 1):
        made = [with_edges(value, Int(2), base, 3, Random(n)) for n in range(60)]
        assert all(are_edges(one, Int(2), base, 3) for one in made)
        assert len({len(one.items) for one in made if isinstance(one, Sequence)}) > 2


def test_a_graph_has_few_nodes() -> None:
    """Others would be made of nothing but edges that never meet."""

    def made(nodes: int) -> Value:
        named: dict[str, Value] = {"roads": _rows((0, 99, 7)), "n": Int(nodes)}
        relate(assumed, named, pool_of((), nodes), lambda name: named[name])
        assert are_edges(named["roads"], named["n"], 0, 3)
        return named["n"]

    assumed = Assumption("roads", "edges", "", other="n", place=(0, 3))
    assert made(4) == Int(4)
    assert all(isinstance(one := made(n), Int) and 1 <= one.value <= 6 for n in (-3, 0, 99))


@pytest.mark.parametrize(
    ("candidate", "verdicts"), [(RELAXED, {"equivalent", "conditional"}), (FIRST_WAY, {"differs"})]
)
@pytest.mark.sandbox
def test_a_way_that_is_not_the_first_one_is_found(session: EvidenceSession, candidate: str, verdicts: set[str]) -> None:
    """Who marks a town when it is first seen misses a cheaper way; costs below 0 are nobody's."""
    evidence = judged(session, "python", candidate, ROUTE)
    assert evidence.verdict in verdicts, evidence.reason
