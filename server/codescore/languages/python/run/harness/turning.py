"""Goes through every set the other way round: the order in which one gives its items is promised by nobody.

What a program gives otherwise then is the order of a set.  Woven into its syntax tree where it goes through something.
"""

from __future__ import annotations

import ast
from typing import Any

TURNED = "_codescore_turned"
#: What goes through what it is given, and keeps its order.
_GO_THROUGH = frozenset((
    "list", "tuple", "iter", "enumerate", "map", "filter", "zip", "sorted", "deque", "chain", "extend", "join",
    "combinations", "permutations", "product", "fromkeys",
))  # fmt: skip


def turned(value: Any) -> Any:  # noqa: ANN401  anything
    """The items of a set, the last first; anything else as it is."""
    return list(value)[::-1] if type(value) in (set, frozenset) else value


class _Weaver(ast.NodeTransformer):
    def _through(self, node: ast.For | ast.comprehension) -> ast.AST:
        self.generic_visit(node)
        node.iter = _turned(node.iter)
        return node

    visit_For = visit_comprehension = _through  # noqa: N815  as the base class says

    def visit_Starred(self, node: ast.Starred) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.ctx, ast.Load):
            node.value = _turned(node.value)
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        called = node.func
        name = called.id if isinstance(called, ast.Name) else called.attr if isinstance(called, ast.Attribute) else ""
        if name in _GO_THROUGH:
            node.args = [one if isinstance(one, ast.Starred) else _turned(one) for one in node.args]
        return node


def _turned(value: ast.expr) -> ast.expr:
    return ast.copy_location(ast.Call(ast.Name(TURNED, ast.Load()), [value], []), value)


def weave(tree: ast.Module) -> None:
    """Turn all sets that a tree goes through, in place."""
    _Weaver().visit(tree)
    ast.fix_missing_locations(tree)
