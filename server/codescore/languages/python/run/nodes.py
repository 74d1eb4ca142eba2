"""What small pieces of a Python syntax tree say: a number with its sign, the last part of a name.  Pure.

Neighbours: `usage` and `bounding` ask.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator

_LITERALS = (ast.Constant, ast.Tuple, ast.List, ast.Set, ast.Dict)


def constant(node: ast.AST) -> object:
    """The number, with its sign, text or the like that a literal says; None where it is none."""
    match node:
        case ast.Constant(value):
            return value
        case ast.UnaryOp(ast.USub(), ast.Constant(int() | float() as value)):
            return -value
    return None


def whole(node: ast.expr) -> int | None:
    """The whole number that a literal says, with its sign."""
    value = constant(node)
    return value if type(value) is int else None


def last_name(node: ast.expr) -> str:
    """`sqrt` of `sqrt` and of `math.sqrt`; empty for anything else."""
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def written(tree: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    """The names that a module gives a literal, once each, and what they are given."""
    given = [
        (target.id, node.value)
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.value, _LITERALS)
        for target in node.targets[:1]
        if isinstance(target, ast.Name) and len(node.targets) == 1
    ]
    times = Counter(name for name, _ in given)
    yield from ((name, value) for name, value in given if times[name] == 1)
