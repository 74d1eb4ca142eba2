"""Nodes that lead to others of their kind: trees and chains, and what is meant by them."""

from __future__ import annotations

import pytest

from codescore.evidence.session import EvidenceSession
from tests.evidence.judging import judged

CLASS = """\
from collections import deque
from typing import Optional


class TreeNode:
    def __init__(self, val=0, left=None, right=None):
        self.val = val
        self.left = left
        self.right = right


class Solution:
"""
IN_ORDER = """\
    def walk(self, root: Optional[TreeNode]) -> list[int]:
        found, stack, node = [], [], root
        while node or stack:
            while node:
                stack.append(node)
                node = node.left
            node = stack.pop()
            found.append(node.val)
            node = node.right
        return found
"""
RECURSIVE = """\
    def walk(self, root: Optional[TreeNode]) -> list[int]:
        if not root:
            return []
        return self.walk(root.left) + [root.val] + self.walk(root.right)
"""
ROWS = """\
    def largest(self, root: Optional[TreeNode]) -> list[int]:
        if not root:
            return []
        found, row = [], deque([root])
        while row:
            most = row[0].val
            for _ in range(len(row)):
                node = row.popleft()
                most = max(most, node.val)
                if node.left:
                    row.append(node.left)
                if node.right:
                    row.append(node.right)
            found.append(most)
        return found
"""
BY_DEPTH = """\
    def largest(self, root: Optional[TreeNode]) -> list[int]:
        found = []

        def look(node, depth):
            if node is None:
                return
            if depth == len(found):
                found.append(node.val)
            found[depth] = max(found[depth], node.val)
            look(node.left, depth + 1)
            look(node.right, depth + 1)

        look(root, 0)
        return found
"""


@pytest.mark.parametrize(
    ("candidate", "reference", "allowed"),
    [
        (RECURSIVE, IN_ORDER, ("equivalent",)),
        (RECURSIVE.replace("self.walk(root.left) + [root.val]", "[root.val] + self.walk(root.left)"), IN_ORDER,
         ("differs",)),
        (BY_DEPTH, ROWS, ("equivalent",)),
        (BY_DEPTH.replace("max", "min"), ROWS, ("differs",)),
        (BY_DEPTH.replace("look(root, 0)", "look(root, 0)\n        found = found or [0]"), ROWS, ("differs",)),
    ],
    ids=["in order", "another order", "rows", "the least", "nothing of no tree"],
)  # fmt: skip
def test_trees_that_a_loop_goes_down(
    session: EvidenceSession, candidate: str, reference: str, allowed: tuple[str, ...]
) -> None:
    """A reference that never ends on objects in two places is tried on trees first; `Optional` says none may come."""
    assert judged(session, "python", CLASS + candidate, CLASS + reference).verdict in allowed


LEAST = """\
    def least(self, root: Optional[TreeNode]) -> int:
        found, row = 0, [root]
        while row:
            node = row.pop(0)
            if node:
                found = min(found, node.val)
                row += [node.left, node.right]
        return found
"""


@pytest.mark.parametrize(
    ("change", "verdict"),
    [(("row = 0, [root]", "row = root.val * 0, [root]"), "conditional"), (("node.val", "node.val + 1"), "differs")],
    ids=["there has to be a node", "wrong"],
)
def test_optional_alone_says_hardly_that_there_may_be_no_node(
    session: EvidenceSession, change: tuple[str, str], verdict: str
) -> None:
    """Where the program itself never asks for it, it is left open."""
    assert judged(session, "python", CLASS + LEAST.replace(*change), CLASS + LEAST).verdict == verdict


ALL_PAIRS = """\
    def minDiffInBST(self, root: Optional[TreeNode]) -> int:
        values, left = [], [root]
        while left:
            node = left.pop()
            values.append(node.val)
            if node.left:
                left.append(node.left)
            if node.right:
                left.append(node.right)
        return min((abs(a - b) for n, a in enumerate(values) for b in values[:n]), default=-1)
"""
NEIGHBOURS = """\
    def minDiffInBST(self, root: Optional[TreeNode]) -> int:
        values = []

        def walk(node):
            if node:
                walk(node.left)
                values.append(node.val)
                walk(node.right)

        walk(root)
        return min((b - a for a, b in zip(values, values[1:])), default=-1)
"""


@pytest.mark.parametrize(
    ("candidate", "reference", "allowed"),
    [
        (NEIGHBOURS, ALL_PAIRS, ("equivalent", "conditional")),
        (NEIGHBOURS.replace("values[1:]", "values[2:]"), ALL_PAIRS, ("differs",)),
        (NEIGHBOURS.replace("walk(node.right)", "walk(node.left)"), ALL_PAIRS, ("differs",)),
        (NEIGHBOURS.replace("InBST", "In"), ALL_PAIRS.replace("InBST", "In"), ("differs",)),
        (NEIGHBOURS.replace("minDiffIn", "is"), ALL_PAIRS.replace("minDiffIn", "is"), ("differs",)),
    ],
    ids=["right", "wrong neighbours", "wrong branch", "any tree", "which may be none"],
)
def test_search_trees(session: EvidenceSession, candidate: str, reference: str, allowed: tuple[str, ...]) -> None:
    """Who calls a tree a search tree is given those."""
    assert judged(session, "python", CLASS + candidate, CLASS + reference).verdict in allowed


MERGED = """class Tree:
    def __init__(self, val=0, left=None, right=None):
        self.val = val
        self.left = left
        self.right = right


def merged(one: Tree, other: Tree) -> Tree:
    if not one:
        return other
    if not other:
        return one
    return Tree(one.val + other.val, merged(one.left, other.left), merged(one.right, other.right))
"""
ANEW = MERGED.replace("return other\n", "return other and Tree(other.val, other.left, other.right)\n")
NO_RIGHT = MERGED.replace("merged(one.right, other.right)", "merged(one.right, one.right)")
PRUNED = """def pruned(root, target):
    stack, done, above = [root], set(), {root: None}
    while stack:
        node = stack.pop()
        if not node.left and not node.right:
            if node.val == target:
                up = above[node]
                if not up:
                    return None
                if up.left == node:
                    up.left = None
                if up.right == node:
                    up.right = None
        elif node not in done:
            done.add(node)
            stack.append(node)
            for below in (node.left, node.right):
                if below:
                    stack.append(below)
                    above[below] = node
    return root
"""
SHORTER = """def pruned(root, target):
    if not root:
        return None
    root.left = pruned(root.left, target)
    root.right = pruned(root.right, target)
    return None if not root.left and not root.right and root.val == target else root
"""
LEFT_ONLY = SHORTER.replace("    root.right = pruned(root.right, target)\n", "")


@pytest.mark.sandbox
@pytest.mark.parametrize(
    ("reference", "candidate", "verdicts"),
    [
        (MERGED, ANEW, ("equivalent", "conditional")),  # the class of an input's nodes is nobody's choice
        (MERGED, NO_RIGHT, ("differs",)),
        (PRUNED, SHORTER, ("equivalent", "conditional")),  # `up.left == node` makes no node the left and the right one
        (PRUNED, LEFT_ONLY, ("differs",)),
    ],
)
def test_nodes_of_trees_are_in_one_place_and_of_no_class(
    session: EvidenceSession, reference: str, candidate: str, verdicts: tuple[str, ...]
) -> None:
    found = judged(session, "python", candidate, reference)
    assert found.verdict in verdicts, found.reason


LINK = "class Node:\n    def __init__(self, next=None):\n        self.next = next\n\n"
MIDDLE = f"""{LINK}def middle(head: Node):
    slow = fast = head
    while fast and fast.next:
        slow, fast = slow.next, fast.next.next
    return slow
"""
LISTED = f"""{LINK}def middle(head):
    nodes = []
    while head:
        nodes.append(head)
        head = head.next
    return nodes[len(nodes) // 2] if nodes else None
"""


@pytest.mark.sandbox
def test_chains_of_nothing_but_links_are_long_and_enough(session: EvidenceSession) -> None:
    assert judged(session, "python", LISTED, MIDDLE).verdict == "equivalent"
    short = LISTED.replace("// 2]", "// 2 if len(nodes) < 9 else 3]")
    assert judged(session, "python", short, MIDDLE).verdict == "differs"


DEPTH = """def depth(root):
    if not root:
        return 0
    return 1 + max(depth(root.left), depth(root.right))
"""
NEVER_NOTHING = """def depth(root):
    left = depth(root.left) if root.left else 0
    right = depth(root.right) if root.right else 0
    return 1 + max(left, right)
"""
JS_DEPTH = """function depth(root) {
  if (!root) return 0;
  return 1 + Math.max(depth(root.left), depth(root.right));
}
"""
JS_NEVER_NOTHING = """function depth(root) {
  return 1 + Math.max(root.left ? depth(root.left) : 0, root.right ? depth(root.right) : 0);
}
"""


@pytest.mark.sandbox
@pytest.mark.parametrize(
    ("language", "reference", "candidate"),
    [("python", DEPTH, NEVER_NOTHING), ("javascript", JS_DEPTH, JS_NEVER_NOTHING)],
)
def test_there_is_no_node_where_the_reference_asks_whether_there_is(
    session: EvidenceSession, language: str, reference: str, candidate: str
) -> None:
    found = judged(session, language, candidate, reference)
    assert found.verdict == "differs", found.reason
    assert judged(session, language, reference, reference).verdict == "equivalent"
