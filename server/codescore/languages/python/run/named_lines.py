"""A line that is taken apart where it is read, at a sign other than blanks, by a name of its own: what `reading` knows.

    h, m = map(int, input().split(":"))      →   line_0_ = input()
                                                 h, m = map(int, line_0_.split(":"))

    total = sum(map(int, input().split(",")))    line_0_ = input()
                                             →   words_0_ = line_0_.split(",")
                                                 total = sum(map(int, words_0_))

What comes of it is only read, never run.  Pure.  Neighbours: `held_lines` (asks), `line_ends` (how lines are taken
apart).
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from codescore.languages.python.run.nodes import last_name, plain

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
                before = _named(statement, readers, number)
                number += bool(before)
                made += [*before, statement]
            setattr(node, block, made)


def _readers(tree: ast.Module) -> Iterator[str]:
    """Names of what reads a line: `read = sys.stdin.readline`."""
    for node in ast.walk(tree):
        match node:
            case ast.Assign([ast.Name(name)], ast.Attribute(_, "readline")):
                yield name


def _named(statement: ast.stmt, readers: set[str], number: int) -> list[ast.stmt]:
    """The statements that stand before one, which reads from them what it took apart."""
    if isinstance(statement, ast.Return):
        return []  # what a function gives is read where it is called
    for field in _VALUES:
        value = getattr(statement, field, None)
        if not isinstance(value, ast.expr) or sum(_reads(node, readers) for node in ast.walk(value)) != 1:
            continue  # which of several lines is read first, another place of the program decides
        target = statement.targets[0] if isinstance(statement, ast.Assign) else None
        split = _unpacked(value, target) if isinstance(target, (ast.Tuple, ast.List)) else _listed(value)
        whole = split.func.value if split is not None and isinstance(split.func, ast.Attribute) else None
        if split is None or whole is None or not _reads(_bare(whole), readers):
            continue
        line, words = f"line_{number}_", f"words_{number}_"
        before: list[ast.stmt] = [ast.Assign([ast.Name(line, ast.Store())], whole)]
        split.func = ast.Attribute(ast.Name(line, ast.Load()), "split", ast.Load())
        if not isinstance(target, (ast.Tuple, ast.List)) and not (value is split and target is not None):
            before.append(ast.Assign([ast.Name(words, ast.Store())], split))
            setattr(statement, field, Put(split, ast.Name(words, ast.Load())).visit(value))
        return _again(value, words, before)
    return []


def _again(value: ast.expr, words: str, before: list[ast.stmt]) -> list[ast.stmt]:
    """What is read once for each item of a comprehension: `[input().split(",") for _ in range(n)]`."""
    for node in ast.walk(value):
        if isinstance(node, (ast.ListComp, ast.SetComp, ast.GeneratorExp)):
            (first, *others), made = (
                node.generators,
                {one.id for one in ast.walk(node.elt) if isinstance(one, ast.Name)},
            )
            if words in made and not others:
                return [ast.For(first.target, first.iter, before, [])]
    return before


def _unpacked(value: ast.expr, target: ast.Tuple | ast.List) -> ast.Call | None:
    """What is taken apart into just so many names: `a, b = map(int, input().split(","))`, also as a list of these."""
    if any(isinstance(part, ast.Starred) for part in target.elts):
        return None
    match plain(value):
        case ast.Call(ast.Name("map"), [ast.Name(), inner]):
            return _is_split(inner)
    return _is_split(value)


def _listed(value: ast.expr) -> ast.Call | None:
    """What is taken apart into any number of words that are kept, gone through, or of which numbers are made."""
    by_place = {id(node.value) for node in ast.walk(value) if isinstance(node, ast.Subscript)}
    found = (split for node in ast.walk(value) if isinstance(node, ast.expr) and (split := _is_split(node)))
    return next((split for split in found if id(split) not in by_place), None)


def _is_split(node: ast.expr) -> ast.Call | None:
    """The call that takes something apart at a sign; None where it is none."""
    match node:
        case ast.Call(ast.Attribute(_, "split"), [ast.Constant(str() as between), *_]) if between.strip():
            return node
    return None


def _reads(node: ast.AST | None, readers: set[str]) -> bool:
    """Whether it is a call that reads the next line."""
    if not isinstance(node, ast.Call):
        return False
    name = last_name(node.func)
    return name == "readline" or (isinstance(node.func, ast.Name) and name in readers)


def _bare(node: ast.expr) -> ast.expr:
    """It without the call that takes blanks off its ends."""
    match node:
        case ast.Call(ast.Attribute(inner, "strip" | "rstrip"), _):
            return _bare(inner)
    return node


class Put(ast.NodeTransformer):
    """Puts one node in the place of another."""

    def __init__(self, old: ast.AST, new: ast.expr) -> None:
        self._old, self._new = old, new

    def visit(self, node: ast.AST) -> ast.AST:
        """The new one for the old one."""
        return self._new if node is self._old else super().visit(node)
