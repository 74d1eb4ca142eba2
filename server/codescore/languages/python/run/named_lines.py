"""A line that is taken apart where it is read, at a sign other than blanks, by a name of its own: what `reading` knows.

    h, m = map(int, input().split(":"))      →   _0 = input()
                                                 h, m = map(int, _0.split(":"))

    total = sum(map(int, input().split(",")))    _0 = input()
                                             →   _00 = _0.split(",")
                                                 total = sum(map(int, _00))

What comes of it is only read, never run.  Pure.  Neighbours: `held_lines` (asks), `line_ends` (how lines are taken
apart).
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from codescore.languages.python.run.nodes import last_name

_BLOCKS, _VALUES = ("body", "orelse", "finalbody"), ("value", "iter")


def name_lines(tree: ast.Module) -> None:
    """Rewrites a script so, in place."""
    readers = {"input", *_readers(tree)}
    number = 0
    for node in [*ast.walk(tree)]:
        for block in _BLOCKS:
            statements = getattr(node, block, None)
            if not isinstance(statements, list) or not all(isinstance(one, ast.stmt) for one in statements):
                continue
            made: list[ast.stmt] = []
            for statement in statements:
                before = _named(statement, readers, f"_{number}")
                number += bool(before)
                made += [*before, statement]
            setattr(node, block, made)


def _readers(tree: ast.Module) -> Iterator[str]:
    """Names of what reads a line: `read = sys.stdin.readline`."""
    for node in ast.walk(tree):
        match node:
            case ast.Assign([ast.Name(name)], ast.Attribute(_, "readline")):
                yield name


def _named(statement: ast.stmt, readers: set[str], name: str) -> list[ast.stmt]:
    """The statements that stand before one, which reads from them what it took apart."""
    if isinstance(statement, ast.Return):
        return []  # what a function gives is read where it is called
    for field in _VALUES:
        value = getattr(statement, field, None)
        split = next(_splits(value), None) if isinstance(value, ast.expr) else None
        if split is None or value is None:
            continue
        whole = split.func.value if isinstance(split.func, ast.Attribute) else None
        before: list[ast.stmt] = []
        if whole is not None and _reads(whole, readers):
            before.append(ast.Assign([ast.Name(name, ast.Store())], whole))
            split.func = ast.Attribute(ast.Name(name, ast.Load()), "split", ast.Load())
        elif not isinstance(_bare(whole), ast.Name):
            continue
        if not isinstance(statement, ast.Assign) or not (
            value is split or isinstance(statement.targets[0], (ast.Tuple, ast.List))
        ):
            words = f"{name}0"
            before.append(ast.Assign([ast.Name(words, ast.Store())], split))
            setattr(statement, field, _Put(split, ast.Name(words, ast.Load())).visit(value))
        return before
    return []


def _splits(node: ast.expr) -> Iterator[ast.Call]:
    """What is taken apart at a sign in an expression, once each time that it is worked out."""
    match node:
        case ast.Call(ast.Attribute(_, "split"), [ast.Constant(str() as between), *_]) if between.strip():
            yield node
        case ast.Lambda():
            return
        case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
            yield from _splits(node.generators[0].iter)
        case _:
            for child in ast.iter_child_nodes(node):
                if isinstance(child, ast.expr):
                    yield from _splits(child)


def _reads(node: ast.expr | None, readers: set[str]) -> bool:
    """Whether it is the next line, as it is or without blanks around it."""
    bare = _bare(node)
    return isinstance(bare, ast.Call) and (last_name(bare.func) == "readline" or _name(bare.func) in readers)


def _bare(node: ast.expr | None) -> ast.expr | None:
    match node:
        case ast.Call(ast.Attribute(inner, "strip" | "rstrip"), _):
            return _bare(inner)
    return node


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else ""


class _Put(ast.NodeTransformer):
    """Puts one node in the place of another."""

    def __init__(self, old: ast.AST, new: ast.expr) -> None:
        self._old, self._new = old, new

    def visit(self, node: ast.AST) -> ast.AST:
        """The new one for the old one."""
        return self._new if node is self._old else super().visit(node)
