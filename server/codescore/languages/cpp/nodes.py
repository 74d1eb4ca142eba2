"""The classes that a C++ text uses and does not make, see `languages.undeclared`: before its first line."""

from __future__ import annotations

import re

from codescore.languages import undeclared

_LIBRARY = re.compile(
    r"(?<![:\w])(?:(?:vector|map|set|pair|deque|queue|stack|list|array|unordered_\w+)(?=\s*<)|string\b)"
)
_USUAL = {
    "ListNode": "struct ListNode { int val; ListNode *next; ListNode(): val(0), next(nullptr) {} "
    "ListNode(int x): val(x), next(nullptr) {} ListNode(int x, ListNode *n): val(x), next(n) {} };",
    "TreeNode": "struct TreeNode { int val; TreeNode *left, *right; "
    "TreeNode(): val(0), left(nullptr), right(nullptr) {} TreeNode(int x): val(x), left(nullptr), right(nullptr) {} "
    "TreeNode(int x, TreeNode *l, TreeNode *r): val(x), left(l), right(r) {} };",
}  # fmt: skip


def nodes_for(source: str) -> str:
    """The definitions of those classes on one line, with the library's names in full."""
    return _LIBRARY.sub(r"std::\g<0>", undeclared.nodes_for(source, _USUAL))
