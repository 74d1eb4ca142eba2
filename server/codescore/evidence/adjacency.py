"""Graphs as mappings from a node to its neighbours: whether all of these are nodes, and each edge is there both ways.

Neighbours are in a list or a set, are the first of tuples (with a weight), or the keys of a mapping.  Pure.
Neighbours: `evidence.relations` (asks), `languages.looking_up` (where it is assumed).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random

from codescore.languages.values import Group, Mapping, Sequence, Value


def own_keys(value: Value) -> bool:
    """Whether all neighbours in a graph are nodes of it."""
    nodes = _nodes(value)
    return all(other in nodes for _, other, _ in _edges(value))


def both_ways(value: Value) -> bool:
    """Whether all neighbours are nodes, and each node is a neighbour of its neighbours."""
    there = {(node, other) for node, other, _ in _edges(value)}
    return own_keys(value) and all((other, node) in there for node, other in there)


def with_own_keys(value: Value, chance: Random) -> Value:
    """The graph with nodes of it for the neighbours that are none."""
    known = _nodes(value)
    if not isinstance(value, Mapping) or not known:
        return value
    nodes = [*known]

    def node_for(other: Value) -> Value:
        return other if other in known else chance.choice(nodes)

    return replace(value, items=tuple((key, _changed(held, node_for)) for key, held in value.items))


def with_both_ways(value: Value, chance: Random) -> Value:
    """The graph with each edge in both directions."""
    value = with_own_keys(value, chance)
    if not isinstance(value, Mapping):
        return value
    held = dict(value.items)
    for node, other, edge in [*_edges(value)]:
        if node not in {one for one, _ in _neighbours(held[other])}:
            held[other] = _joined(held[other], node, edge)
    return replace(value, items=tuple(held.items()))


def _nodes(value: Value) -> dict[Value, None]:
    return dict.fromkeys(key for key, _ in value.items) if isinstance(value, Mapping) else {}


def _edges(value: Value) -> Iterator[tuple[Value, Value, Value]]:
    """From which node to which, and what stands there for it."""
    for key, held in value.items if isinstance(value, Mapping) else ():
        yield from ((key, other, edge) for other, edge in _neighbours(held))


def _neighbours(held: Value) -> Iterator[tuple[Value, Value]]:
    match held:
        case Mapping(_, pairs):
            yield from pairs
        case Sequence(_, items) | Group(_, items):
            for item in items:
                yield (item.items[0] if isinstance(item, Sequence) and item.items else item), item


def _changed(held: Value, change: Callable[[Value], Value]) -> Value:
    match held:
        case Mapping(_, pairs):
            return replace(held, items=tuple({change(key): one for key, one in pairs}.items()))
        case Sequence(_, items):
            return replace(held, items=tuple(_other(item, change) for item in items))
        case Group(_, items):
            return replace(held, items=tuple(dict.fromkeys(_other(item, change) for item in items)))
    return held


def _other(item: Value, change: Callable[[Value], Value]) -> Value:
    if isinstance(item, Sequence) and item.items:
        return replace(item, items=(change(item.items[0]), *item.items[1:]))
    return change(item)


def _joined(held: Value, node: Value, edge: Value) -> Value:
    """The neighbours with one more, by an edge like that."""
    match held:
        case Mapping(_, pairs):
            return replace(held, items=(*pairs, (node, edge)))
        case Sequence(_, items) | Group(_, items):
            return replace(held, items=(*items, _other(edge, lambda _: node)))
    return held
