"""Ports that take lists and trees, whose nodes an exercise hands out, and the functions that only serve others."""

from __future__ import annotations

import shutil

import pytest

from codescore.evidence.contract import Evidence
from codescore.evidence.generate import random_input
from codescore.evidence.options import Options
from codescore.evidence.pool import pool_of
from codescore.evidence.sandbox import probe
from codescore.evidence.session import EvidenceSession
from codescore.languages import by_id
from codescore.languages.execution import Entry, Parameter
from codescore.languages.shapes import IntShape, RecordShape, SelfShape
from codescore.languages.values import Record, Ref, walk

ABLE = probe()
RUNS = [
    pytest.mark.sandbox,
    pytest.mark.skipif(not ABLE.works, reason=f"NO SANDBOX, NOTHING TESTED: {ABLE.detail}; {ABLE.remedy}"),
]
TOOLS = {"java": "javac", "cpp": "g++", "python": "python3"}
LEAVES = {
    "python": "from typing import Optional\n\ndef leaves(root: Optional[TreeNode]) -> int:\n    if root is None:\n"
    "        return 0\n    if root.left is None and root.right is None:\n        return root.val\n"
    "    return leaves(root.left) + leaves(root.right)\n",
    "java": "public static int leaves(TreeNode root) {\n  if (root == null) return 0;\n"
    "  if (root.left == null && root.right == null) return root.val;\n"
    "  return leaves(root.left) + leaves(root.right);\n}",
    "cpp": "int leaves(TreeNode* root) {\n  if (!root) return 0;\n"
    "  if (!root->left && !root->right) return root->val;\n"
    "  return leaves(root->left) + leaves(root->right);\n}",
}
SMALLER = {
    "python": "def smaller(head, limit):\n    while head and head.val < limit:\n"
    "        head = head.next\n    return head\n",
    "java": "static ListNode smaller(ListNode head, int limit) {\n  while (head != null && head.val < limit)"
    " head = head.next;\n  return head;\n}",
}
DEEP = {
    "python": "def depth(root: TreeNode) -> int:\n    return below(root, 0)\n\n"
    "def below(node: TreeNode, so_far: int) -> int:\n    if not node:\n        return so_far\n"
    "    return max(below(node.left, so_far + 1), below(node.right, so_far + 1))\n",
    "java": "static int depth(TreeNode root) { return below(0, root); }\n"
    "static int below(int above, TreeNode node) {\n  if (node == null) return above;\n"
    "  return Math.max(below(above + 1, node.left), below(above + 1, node.right));\n}",
}

PARTS = {
    "python": "def total(xs: list[int]) -> int:\n    return sum(part(abs(x)) for x in xs)\n\n"
    "def part(x: int) -> int:\n    if x < 0:\n        return -1\n    return x * 2\n",
    "java": "static int total(int[] xs) { int n = 0; for (int x : xs) n += part(Math.abs(x)); return n; }\n"
    "static int part(int x) { if (x < 0) return 5; return x * 2; }",
}


def judged(texts: dict[str, str], ours: str, theirs: str, change: tuple[str, str] = ("", "")) -> Evidence:
    for one in (ours, theirs):
        if shutil.which(TOOLS[one]) is None:
            pytest.skip(f"NOT TESTED: {TOOLS[one]} is not here")
    language = by_id(theirs)
    assert language is not None
    with EvidenceSession() as session:
        options = Options(budget=0.5, spoken=by_id(ours))
        return session.judge(texts[ours].replace(*change), texts[theirs], language, options)


class TestRun:
    """What is run in a sandbox."""

    pytestmark = RUNS

    @pytest.mark.parametrize(
        ("theirs", "ours"), [("python", "java"), ("java", "python"), ("cpp", "java"), ("python", "cpp")]
    )
    def test_nodes_that_nobody_declares_are_there(self, theirs: str, ours: str) -> None:
        """A text that takes a tree as exercises hand it out is run without its class, with null as a tree."""
        found = judged(LEAVES, ours, theirs)
        assert found.verdict == "equivalent", found.reason
        assert found.coverage.reference == 1.0

    def test_another_port_of_a_tree_differs(self) -> None:
        """The same tree is walked, and what is added up is not."""
        assert judged(LEAVES, "java", "python", ("(root.left) +", "(root.left) -")).verdict == "differs"

    @pytest.mark.parametrize(("theirs", "ours"), [("python", "java"), ("java", "python")])
    def test_objects_are_alike_by_the_names_of_their_fields(self, theirs: str, ours: str) -> None:
        """In which order a language lists them, and what it calls a class that is not declared, is its own."""
        found = judged(SMALLER, ours, theirs)
        assert found.verdict in ("equivalent", "conditional"), found.reason
        assert judged(SMALLER, ours, theirs, ("head.val <", "head.val <=")).verdict == "differs"

    @pytest.mark.parametrize(("theirs", "ours"), [("python", "java"), ("java", "python")])
    def test_a_helper_is_judged_by_who_calls_it(self, theirs: str, ours: str) -> None:
        """What it takes on the way, and in which order, is no input of the task; what comes of it is."""
        found = judged(DEEP, ours, theirs)
        assert found.verdict == "equivalent", found.reason
        helper = next(one for one in found.units if one.pair is not None and one.pair[1].endswith("below"))
        assert helper.reason.startswith("run by depth: "), helper.reason
        assert judged(DEEP, ours, theirs, ("node.left", "node.right")).verdict == "differs"

    def test_a_helper_must_be_shown_by_who_calls_it(self) -> None:
        """What no call of the other function shows of it is not called the same."""
        found = judged(PARTS, "java", "python")
        assert found.verdict == "insufficient", found.reason
        assert "none reaches" in found.reason


def test_an_object_stands_for_one_of_its_class_only() -> None:
    """Where two parameters take objects of two classes, none of the first is handed over as one of the second."""
    head = RecordShape("ListNode", (("val", IntShape()), ("next", SelfShape())))
    root = RecordShape("TreeNode", (("val", IntShape()), ("left", SelfShape()), ("right", SelfShape())))
    entry = Entry("f", "function", (Parameter("head", head), Parameter("root", root)))
    pool = pool_of((), 1)
    for _ in range(200):
        given = random_input(entry, pool)
        lists = {part.anchor for part in walk(given.arguments[0]) if isinstance(part, Record)}
        assert not any(isinstance(part, Ref) and part.anchor in lists for part in walk(given.arguments[1]))
