"""How many edits make one syntax tree another: nodes inserted, deleted, relabelled, 1 each (Zhang & Shasha 1989).

A tree's nodes are the named nodes; a label is a node's type with the operators and keywords directly below it, a
leaf's its type and text.  The exact distance takes time in the product of the sizes and depths: beyond MAX_WORK steps
the edit distance of the labels in source order stands for it, which is a lower bound, and says so.  Moves count as a
deletion and an insertion.  Pure.
"""

from __future__ import annotations

from dataclasses import dataclass

from rapidfuzz.distance import Levenshtein

from codescore.metrics.flat_tree import FlatTree
from codescore.metrics.prepared import Prepared

#: Steps of the exact algorithm, about 2 million a second.
MAX_WORK = 1_000_000


@dataclass(frozen=True, slots=True, eq=False)
class Ordered:
    """Labels in post-order, and for each node its leftmost leaf's number; `before` has the labels in source order."""

    labels: tuple[str, ...]
    leftmost: tuple[int, ...]
    before: tuple[str, ...]

    @property
    def keyroots(self) -> list[int]:
        """The highest node of every leftmost path, in order."""
        return sorted({leaf: node for node, leaf in enumerate(self.leftmost)}.values())

    @property
    def work(self) -> int:
        """The sizes of the keyroots' subtrees, added."""
        return sum(root - self.leftmost[root] + 1 for root in self.keyroots)


@dataclass(frozen=True, slots=True)
class Distance:
    """A number of edits; `exact` is false for a lower bound."""

    edits: int
    exact: bool


def ordered_tree(text: Prepared) -> Ordered | None:
    """The tree of a text; None where there is no grammar or the code does not parse."""
    return text.keep("ordered-tree", _ordered)


def _ordered(text: Prepared) -> Ordered | None:
    tree = text.flat_tree
    if tree is None or tree.broken:
        return None
    labels = _labels(tree)
    order: list[int] = []
    leftmost: dict[int, int] = {}  # by node; numbers in post-order
    stack = [(0, False)]
    numbers: dict[int, int] = {}
    while stack:
        node, done = stack.pop()
        children = [child for child in tree.children(node) if child in labels]
        if not done:
            stack.append((node, True))
            stack.extend((child, False) for child in reversed(children))
            continue
        numbers[node] = len(order)
        leftmost[node] = leftmost[children[0]] if children else len(order)
        order.append(node)
    return Ordered(
        tuple(labels[node] for node in order), tuple(leftmost[node] for node in order), tuple(labels.values())
    )


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
    if first.work * second.work > MAX_WORK:
        return Distance(int(Levenshtein.distance(first.before, second.before)), exact=False)
    n, m = len(first.labels), len(second.labels)
    trees = [[0] * m for _ in range(n)]
    for root in first.keyroots:
        for other in second.keyroots:
            _forests(first, second, root, other, trees)
    return Distance(trees[n - 1][m - 1], exact=True)


def _forests(first: Ordered, second: Ordered, root: int, other: int, trees: list[list[int]]) -> None:
    """Fill in the distances of the subtrees on the leftmost paths of two keyroots."""
    left, right = first.leftmost, second.leftmost
    low, base = left[root], right[other]
    width = other - base + 2
    above = list(range(width))
    rows = [above]
    for node in range(low, root + 1):
        row = [above[0] + 1] + [0] * (width - 1)
        own, whole = trees[node], left[node] == low
        forest = rows[left[node] - low]
        label = first.labels[node]
        for column in range(1, width):
            mate = base + column - 1
            cost = min(above[column], row[column - 1]) + 1
            if whole and right[mate] == base:
                cost = min(cost, above[column - 1] + (label != second.labels[mate]))
                own[mate] = cost
            else:
                cost = min(cost, forest[right[mate] - base] + own[mate])
            row[column] = cost
        rows.append(row)
        above = row
