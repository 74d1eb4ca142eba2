"""Lists of edges between so many nodes: whether one is such, and the nearest that is, with nodes that two ways lead to.

Also trees as lines of a text.  Pure.  Neighbours: `evidence.relations` and `evidence.lines` (ask),
`languages.edge_lists` (which parameters are such).
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

from codescore.languages.values import Float, Int, Sequence, Value

NODES = (1, 2, 3, 3, 4, 4, 5, 6)  # of graphs that are made
_DENSE, _LARGEST = 0.7, 12  # share of graphs that get more edges, and what these cost at most


def are_edges(value: Value, nodes: Value | None, base: int, width: int) -> bool:
    """Whether each row has its width, its first two are nodes, and nothing in it is below 0."""
    if not isinstance(value, Sequence) or not isinstance(nodes, Int):
        return True
    return all(_is_edge(row, nodes.value, base, width) for row in value.items)


def _is_edge(row: Value, nodes: int, base: int, width: int) -> bool:
    if not isinstance(row, Sequence) or len(row.items) != width:
        return False
    ends, costs = row.items[:2], row.items[2:]
    between = all(isinstance(one, Int) and base <= one.value < nodes + base for one in ends)
    return between and all(isinstance(one, (Int, Float)) and one.value >= 0 for one in costs)


def with_edges(value: Value, nodes: Value | None, base: int, width: int, chance: Random) -> Value:
    """The rows as edges, and mostly more of them."""
    if not isinstance(value, Sequence) or not isinstance(nodes, Int):
        return value
    rows = [one for one in value.items if isinstance(one, Sequence)]
    kind = rows[0].kind if rows else "list"
    made = [_edge(row, nodes.value, base, width, chance) for row in rows]
    if chance.random() < _DENSE:
        more = chance.randrange(2 * nodes.value)
        made += [_edge(Sequence(kind, ()), nodes.value, base, width, chance) for _ in range(more)]
    return replace(value, items=tuple(made))


def _edge(row: Sequence, nodes: int, base: int, width: int, chance: Random) -> Sequence:
    def end(one: Value | None) -> int:
        return base + ((one.value - base) % nodes if isinstance(one, Int) else chance.randrange(nodes))

    def cost(one: Value | None) -> Value:
        if isinstance(one, Float) and 0 <= one.value <= _LARGEST:
            return one
        return Int(abs(one.value) % (_LARGEST + 1) if isinstance(one, Int) else chance.randint(0, _LARGEST))

    known = [*row.items[:width], *[None] * (width - len(row.items))]
    return replace(row, items=(*(Int(end(one)) for one in known[:2]), *map(cost, known[2:])))


def tree(edges: int, chance: Random) -> list[str]:
    """The edges of a tree whose places are counted from 1: each new place hangs on one before it."""
    made = []
    for new in range(2, edges + 2):
        pair = [str(chance.randint(max(1, new - 3), new - 1) if chance.random() < 0.5 else 1), str(new)]
        chance.shuffle(pair)
        made.append(" ".join(pair))
    return made


def is_tree(lines: list[str]) -> bool:
    """Whether edges join all their places without a circle."""
    joined: dict[str, str] = {}

    def root(place: str) -> str:
        while joined.get(place, place) != place:
            place = joined[place]
        return place

    for line in lines:
        one, _, two = line.partition(" ")
        if root(one) == root(two):
            return False
        joined[root(one)] = root(two)
    return True
