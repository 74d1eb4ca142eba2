"""Lists of edges between so many nodes: whether one is such, and the nearest that is, with nodes that two ways lead to.

Pure.  Neighbours: `evidence.relations` (asks), `languages.edge_lists` (which parameters are such).
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

from codescore.languages.values import Int, Sequence, Value

NODES = (1, 2, 3, 3, 4, 4, 5, 6)  # of graphs that are made
_MOST_NODES = 12
_DENSE, _LARGEST = 0.7, 12  # share of graphs that get more edges, and what these cost at most


def are_edges(value: Value, nodes: Value | None, base: int, width: int) -> bool:
    """Whether each row has its width, its first two are nodes, and nothing in it is below 0."""
    if not isinstance(value, Sequence) or not isinstance(nodes, Int):
        return True
    return all(_is_edge(row, nodes.value, base, width) for row in value.items)


def _is_edge(row: Value, nodes: int, base: int, width: int) -> bool:
    if not isinstance(row, Sequence) or len(row.items) != width:
        return False
    numbers = [one.value for one in row.items if isinstance(one, Int)]
    return all(base <= one < nodes + base for one in numbers[:2]) and all(one >= 0 for one in numbers[2:])


def fewer(nodes: Value | None, chance: Random) -> Value | None:
    """A number of nodes that a graph can be drawn of."""
    known = isinstance(nodes, Int) and 1 <= nodes.value <= _MOST_NODES
    return nodes if known or not isinstance(nodes, Int) else Int(chance.choice(NODES))


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
    numbers = [one.value for one in row.items if isinstance(one, Int)][:width]
    ends = [base + (one - base) % nodes for one in numbers[:2]]
    ends += [base + chance.randrange(nodes) for _ in range(2 - len(ends))]
    costs = [abs(one) % (_LARGEST + 1) for one in numbers[2:]]
    costs += [chance.randint(0, _LARGEST) for _ in range(width - 2 - len(costs))]
    return replace(row, items=tuple(Int(one) for one in (*ends, *costs)))
