"""SyntaxMatch: the share of the reference's subtrees that the candidate's tree has.

The third term of CodeBLEU (Ren et al. 2020, section 3.2): a subtree is a node that has children, with everything
below it, names and values of leaves left out.  A subtree of the reference counts as found if the candidate has one
like it, however often: so counts the paper's own example (11 of 19 with today's grammar; it prints 13 of 21, both two
higher, where clipped counts, as its equation 4 is sometimes read, give 8 of 19).  The clipped share is the part
`clipped`.

Comments and documentation strings are no part of the tree.  Code that does not parse has the tree that tree-sitter
makes of it, and the note says so.  A text without any such node (an empty one) has no subtree.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import count
from typing import ClassVar

from codescore.languages import by_id
from codescore.metrics.flat_tree import FlatTree
from codescore.metrics.metric import Score
from codescore.metrics.prepared import Prepared
from codescore.metrics.summed import Summed


def shapes(tree: FlatTree) -> list[int]:
    """For each node a number that stands for its subtree: type, and the fields and shapes of its named children.

    Numbers are hashes of integers (64 bits), equal in every process; 0 for unnamed nodes, which operators are.
    """
    kinds, fields, after, named = tree.kinds, tree.fields, tree.after, tree.grammar.named
    missing = tree.missing
    found = [0] * len(kinds)
    for index in range(len(kinds) - 1, -1, -1):
        end = after[index]
        if kinds[index] in named:
            if end == index + 1:
                found[index] = hash((kinds[index], -1)) if index in missing else kinds[index]
                continue
            key = [kinds[index]]
            child = index + 1
            while child < end:
                if found[child]:
                    key.append(fields[child])
                    key.append(found[child])
                child = after[child]
            found[index] = hash(tuple(key))
        elif index in missing:
            found[index] = hash((kinds[index], -1))
    return found


def subtrees(text: Prepared) -> Counter[int]:
    """How often each shape of a subtree occurs in a text; none where there is no grammar."""
    return text.keep("subtrees", _subtrees)


def _subtrees(text: Prepared) -> Counter[int]:
    tree = text.flat_tree
    return subtree_shapes(tree) if tree is not None else Counter()


def subtree_shapes(tree: FlatTree, *, empty_root: bool = False) -> Counter[int]:
    """How often each shape of a named node with children occurs; `empty_root` counts the root in any case."""
    found = shapes(tree)
    behind = zip(found, count(1), tree.after, strict=False)
    counts = Counter(shape for shape, own, end in behind if end > own and shape)
    if empty_root and len(tree) == 1:
        counts[found[0]] = 1
    return counts


def counts(candidate: Prepared, reference: Prepared) -> tuple[int, int, int]:
    """Subtrees of the reference that the candidate has, the same clipped, and all of the reference's."""
    ours, theirs = subtrees(candidate), subtrees(reference)
    shared = ours.keys() & theirs.keys()
    found = sum(theirs[shape] for shape in shared)
    return found, sum(min(ours[shape], theirs[shape]) for shape in shared), theirs.total()


def broken_note(candidate: Prepared, reference: Prepared) -> str:
    """Which sides do not parse, for a score's note; nothing where both do."""
    sides = {"candidate": candidate, "reference": reference}
    broken = [name for name, text in sides.items() if text.syntax is not None and text.syntax.root.has_error]
    return f"syntax errors in {' and '.join(broken)}" if broken else ""


class SyntaxMatch(Summed):
    """The share of the reference's subtrees found in the candidate."""

    name = "syntax-match"
    title = "SyntaxMatch"
    summary = "Share of the reference's subtrees, names and values aside, that the candidate's syntax tree has."
    source = "CodeBLEU (Ren et al. 2020), section 3.2"
    width: ClassVar[int] = 2

    def settings(self, language: str) -> Mapping[str, str]:
        return {"subtrees": "found", "leaves": "types"}

    def lacks(self, language: str) -> str:
        """Trees need a grammar."""
        return "" if by_id(language) else f"no grammar is installed for {language}"

    def units(self, text: Prepared) -> Counter[int]:
        """Subtrees."""
        return subtrees(text)

    def row(self, candidate: Prepared, reference: Prepared) -> tuple[int, int]:
        """Found and all subtrees of the reference."""
        found, _, total = counts(candidate, reference)
        return found, total

    def value(self, row: Sequence[float]) -> float | None:
        """Their share."""
        return row[0] / row[1] if row[1] else None

    def compare(self, candidate: Prepared, reference: Prepared) -> Score:
        """The share, with the counts and the clipped share."""
        found, clipped, total = counts(candidate, reference)
        parts = {"found": float(found), "subtrees": float(total), "clipped": clipped / total}
        return Score(found / total, parts, broken_note(candidate, reference))
