"""A text's program dependence graph: statements, and which depends on which.

A vertex is a statement, as the language's flow rules list them.  A control edge leads from a statement to those inside
it that stand directly below, a data edge from a statement that defines a variable to one that uses the value.  A
vertex is labelled with its own code (nested statements left out), names of variables and of what it defines made
equal, so that renaming changes no label.  Two statements are the same if their labels are.

A graph is built of code that parses and in which something depends on something; else None.  Pure.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b

from codescore.languages.flow import Flow, flow_of
from codescore.metrics.dataflow import occurrences
from codescore.metrics.flat_tree import FlatTree
from codescore.metrics.prepared import Prepared

CONTROL, DATA = 0, 1


@dataclass(frozen=True, slots=True, eq=False)
class Graph:
    """Labels of the vertices in source order, and edges (from, to, CONTROL or DATA)."""

    labels: tuple[int, ...]
    edges: frozenset[tuple[int, int, int]]

    @property
    def size(self) -> int:
        """Vertices and edges together (Out of the BLEU, equation 5)."""
        return len(self.labels) + len(self.edges)


def program_graph(text: Prepared) -> Graph | None:
    """The graph of a text, None where there is none."""
    return text.keep("program-graph", _build)


def _build(text: Prepared) -> Graph | None:
    tree, found = text.flat_tree, occurrences(text)
    rules = flow_of(text.language) if text.language is not None else None
    if tree is None or found is None or rules is None or tree.broken:
        return None
    variables = {one.node for one in found}
    owners = _owners(tree, rules)
    statements = [index for index, kind in enumerate(tree.kinds) if kind in rules.statements]
    numbers = {node: number for number, node in enumerate(statements)}
    edges = set()
    for node in statements:
        above = owners[tree.parents[node]] if node else -1
        if above >= 0:
            edges.add((numbers[above], numbers[node], CONTROL))
    for one in found:
        user = owners[one.node]
        for source in one.sources:
            giver = owners[source]
            if giver >= 0 and user >= 0 and giver != user:
                edges.add((numbers[giver], numbers[user], DATA))
    if not edges:
        return None
    return Graph(tuple(_labels(tree, rules, owners, statements, variables)), frozenset(edges))


def _owners(tree: FlatTree, rules: Flow) -> list[int]:
    """For each node the statement it belongs to, -1 for none."""
    owners: list[int] = []
    for index, kind in enumerate(tree.kinds):
        if kind in rules.statements:
            owners.append(index)
        else:
            owners.append(owners[tree.parents[index]] if index else -1)
    return owners


def _labels(tree: FlatTree, rules: Flow, owners: list[int], statements: list[int], variables: set[int]) -> list[int]:
    """A number for each statement's own code; 64-bit hashes of its types and words."""
    own: dict[int, list[str]] = {node: [] for node in statements}
    names, kinds = tree.grammar.names, tree.kinds
    for index, owner in enumerate(owners):
        if owner < 0:
            continue
        if tree.after[index] > index + 1:
            own[owner].append(names[kinds[index]])
        elif index in variables or (
            kinds[index] in rules.variables and kinds[tree.parents[index]] in rules.scope and tree.fields[index]
        ):
            own[owner].append("")
        else:
            own[owner].append(tree.text(index))
    interned: dict[tuple[str, ...], int] = {}
    return [_number(tuple(own[node]), interned) for node in statements]


def _number(words: tuple[str, ...], interned: dict[tuple[str, ...], int]) -> int:
    """A hash that is the same in every process, unlike that of a string."""
    found = interned.get(words)
    if found is None:
        found = interned[words] = int.from_bytes(blake2b("\0".join(words).encode(), digest_size=8).digest(), "big")
    return found
