"""What small pieces of a Python syntax tree say: a number with its sign, the last part of a name.  Pure.

Neighbours: `usage` and `bounding` ask.
"""

from __future__ import annotations

import ast


def whole(node: ast.expr) -> int | None:
    """The whole number that a literal says, with its sign."""
    match node:
        case ast.Constant(value) if type(value) is int:
            return value
        case ast.UnaryOp(ast.USub(), ast.Constant(value)) if type(value) is int:
            return -value
    return None


def last_name(node: ast.expr) -> str:
    """`sqrt` of `sqrt` and of `math.sqrt`; empty for anything else."""
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""
