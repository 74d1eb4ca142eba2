"""Where a Python program refuses what is of another kind than it is meant for: `if not isinstance(x, int): raise …`.

Inputs are of the kind that is meant, so that none comes there, and that none does says nothing of them.
"""

from __future__ import annotations

import ast


def refused_kinds(tree: ast.Module) -> frozenset[int]:
    """The lines, from 1, on which a kind is asked for and refused, and nothing else is done."""
    found: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and _asks_kind(node.test):
            if _refuses(node.body):
                found.update(range(node.test.lineno, (node.body[0].end_lineno or 0) + 1))
            if _refuses(node.orelse):
                found.update(range(node.orelse[0].lineno, (node.orelse[0].end_lineno or 0) + 1))
    return frozenset(found)


def _asks_kind(test: ast.expr) -> bool:
    """Whether a condition cannot be met by what is of the kind that is meant."""
    match test:
        case ast.Call(ast.Name("isinstance" | "issubclass" | "callable")):
            return True
        case ast.UnaryOp(ast.Not(), inner):
            return _asks_kind(inner)
        case ast.BoolOp(ast.And(), values):
            return any(map(_asks_kind, values))
        case ast.BoolOp(_, values):
            return all(map(_asks_kind, values))
    return False


def _refuses(body: list[ast.stmt]) -> bool:
    return len(body) == 1 and isinstance(body[0], ast.Raise)
