"""How many edits make one syntax tree another: nodes inserted, deleted, relabelled, 1 each (Zhang and Shasha 1989).

A tree's nodes are the named nodes; a label is a node's type with the operators and keywords directly below it, a
leaf's its type and text.  The distance is that of the library `apted` (Pawlik and Augsten 2016).  Its time grows with
the product of the sizes, and it descends by recursion: for trees beyond MAX_WORK or MAX_DEPTH the edit distance of the
labels in source order stands for it, which is a lower bound, and says so.  Moves count as a deletion and an insertion.
Pure.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rapidfuzz.distance import Levenshtein

from codescore.metrics.flat_tree import FlatTree
from codescore.metrics.prepared import Prepared

#: Product of the numbers of nodes; about 120,000 a second.
MAX_WORK = 100_000
MAX_DEPTH = 200


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """A labelled node with its children in order."""

    label: str
    children: list[Node] = field(default_factory=list)


@dataclass(frozen=True, slots=True, eq=False)
class Ordered:
    """A tree of labels: its root, all labels in source order, and how deep it is."""

    root: Node
    labels: tuple[str, ...]
    depth: int


@dataclass(frozen=True, slots=True)
class Distance:
    """A number of edits; `exact` is false for a lower bound."""

    edits: int
    exact: bool


class _Costs:
    """What apted asks of a tree and of an edit (its `Config`)."""

    valuecls = int

    def rename(self, first: Node, second: Node) -> int:
        return int(first.label != second.label)

    def delete(self, _: Node) -> int:
        return 1

    def insert(self, _: Node) -> int:
        return 1

    def children(self, node: Node) -> list[Node]:
        return node.children


def ordered_tree(text: Prepared) -> Ordered | None:
    """The tree of a text; None where there is no grammar or the code does not parse."""
    return text.keep("ordered-tree", _ordered)


def _ordered(text: Prepared) -> Ordered | None:
    tree = text.flat_tree
    if tree is None or tree.broken:
        return None
    labels = _labels(tree)
    nodes = {index: Node(label) for index, label in labels.items()}
    depths: dict[int, int] = {}
    for index in labels:  # in source order: a parent comes before its children
        parent = tree.parents[index]
        depths[index] = depths.get(parent, 0) + 1
        if parent in nodes:
            nodes[parent].children.append(nodes[index])
    return Ordered(nodes[0], tuple(labels.values()), max(depths.values()))


def _labels(tree: FlatTree) -> dict[int, str]:
    """Labels of the named nodes, in source order."""
    named, names, kinds = tree.grammar.named, tree.grammar.names, tree.kinds
    found: dict[int, str] = {}
    for index, kind in enumerate(kinds):
        if kind not in named:
            continue
        words = [names[kind]]
        if tree.after[index] == index + 1:
            words.append(tree.text(index))
        else:
            words += [tree.text(child) for child in tree.children(index) if kinds[child] not in named]
        found[index] = "\0".join(words)
    return found


def tree_edit_distance(first: Ordered, second: Ordered) -> Distance:
    """Edits from one tree to another; it is the same in both directions."""
    from apted import APTED  # noqa: PLC0415  of the extra `study`

    if len(first.labels) * len(second.labels) > MAX_WORK or max(first.depth, second.depth) > MAX_DEPTH:
        return Distance(int(Levenshtein.distance(first.labels, second.labels)), exact=False)
    return Distance(int(APTED(first.root, second.root, _Costs()).compute_edit_distance()), exact=True)
