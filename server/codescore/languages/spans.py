"""Byte ranges of syntax nodes, and names that are still free: what the rewrite rules of every language need.

Knows no language.  Used by the `rewrite` folders of the languages and by `syntax`.
"""

from __future__ import annotations

import re
import sys
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from itertools import chain

from tree_sitter import Node, Query, QueryCursor

Interval = tuple[int, int]


def span(node: Node) -> Interval:
    """Start and end byte."""
    return node.start_byte, node.end_byte


def named_nodes(node: Node) -> Iterator[Node]:
    """A node and every named one in it, outermost first, in source order."""
    waiting = [node]
    while waiting:
        one = waiting.pop()
        yield one
        waiting.extend(reversed(one.named_children))


def intervals(nodes: Iterable[Node]) -> list[Interval]:
    """Byte ranges of nodes."""
    return [(node.start_byte, node.end_byte) for node in nodes]


def encloses(outer: Node, inner: Node) -> bool:
    """Whether a node covers another."""
    return outer.start_byte <= inner.start_byte and inner.end_byte <= outer.end_byte


def within_any(node: Node, spans: Iterable[Interval]) -> bool:
    """Whether a node lies in one of some byte ranges."""
    start, end = node.start_byte, node.end_byte
    return any(s <= start and end <= e for s, e in spans)


def merged(spans: Iterable[Interval]) -> list[Interval]:
    """The same bytes as disjoint ranges in order, for `covered`."""
    found: list[Interval] = []
    for start, end in sorted(spans):
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return found


def covered(node: Node, disjoint: list[Interval]) -> bool:
    """Whether a node lies in one of some disjoint ranges in order."""
    at = bisect_right(disjoint, (node.start_byte, sys.maxsize)) - 1
    return at >= 0 and node.end_byte <= disjoint[at][1]


def captures(query: Query, node: Node) -> dict[str, list[Node]]:
    """What a query finds in a node, each capture in source order, outer nodes before inner ones."""
    found = QueryCursor(query).captures(node)
    return {name: sorted(nodes, key=lambda n: (n.start_byte, -n.end_byte)) for name, nodes in found.items()}


def words(text: bytes) -> frozenset[bytes]:
    """Every word of a text, in comments and texts too: what a new name must differ from."""
    return frozenset(re.findall(rb"\w+", text))


class Fresh:
    """New names for one piece of code, none given twice."""

    def __init__(self, taken: Iterable[bytes], prefix: str = "") -> None:
        self._taken = set(taken)
        self._prefix = prefix

    def take(self, wishes: tuple[str, ...]) -> bytes:
        """The first of some wished-for names that is free, numbered if none is."""
        numbered = (f"{wishes[0].strip('_') or 'n'}{n}" for n in range(2, len(self._taken) + 3))
        names = (f"{self._prefix}{name}".encode() for name in chain(wishes, numbered))
        name = next(name for name in names if name not in self._taken)
        self._taken.add(name)
        return name
