"""The nodes of lists and trees that exercises hand out, for Java programs that use them and do not declare them.

`languages.cpp.run.glue` has the same for C++.  Pure.
"""

from __future__ import annotations

import re

_NODES = {
    "ListNode": "class ListNode { int val; ListNode next; ListNode() {} ListNode(int val) { this.val = val; } "
    "ListNode(int val, ListNode next) { this.val = val; this.next = next; } }",
    "TreeNode": "class TreeNode { int val; TreeNode left, right; TreeNode() {} TreeNode(int val) { this.val = val; } "
    "TreeNode(int val, TreeNode left, TreeNode right) { this.val = val; this.left = left; this.right = right; } }",
}  # fmt: skip


_MADE = r"\b(?:class|interface|record|enum)\s+{0}\b|\bimport\b[^;]*\b{0}\s*;|<\s*{0}\s+extends\b"


def nodes_for(source: str) -> str:
    """The definitions of usual nodes that a text uses and neither declares nor imports."""
    used = (name for name in _NODES if re.search(rf"\b{name}\b", source))
    return "".join(f" {_NODES[name]}" for name in used if not re.search(_MADE.format(name), source))
