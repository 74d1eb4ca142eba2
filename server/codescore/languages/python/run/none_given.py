"""Which names a function asks about, or hands on to who may ask.  Pure.  Neighbours: `python.run.surveying` (asks)."""

from __future__ import annotations

import ast
from collections.abc import Iterator

_TESTED = (ast.If, ast.While, ast.IfExp, ast.Assert)


def asked_about(node: ast.AST) -> set[str]:
    """The names that are tested by themselves, compared with `None`, given another name, or handed to a function."""
    return {*_asked(node)}


def _asked(node: ast.AST) -> Iterator[str]:
    for inner in ast.walk(node):
        match inner:
            case ast.BoolOp(_, values):
                yield from _names(values)
            case ast.UnaryOp(ast.Not(), operand):
                yield from _names([operand])
            case ast.Compare(left, _, others) if any(
                isinstance(n, ast.Constant) and n.value is None for n in (left, *others)
            ):
                yield from _names([left, *others])
            case ast.Assign([ast.Name()], ast.Name(name)) | ast.NamedExpr(_, ast.Name(name)):
                yield name
            case ast.Match(subject):
                yield from _names([subject])
            case ast.Call(ast.Name(), arguments, keywords):
                yield from _names([*arguments, *(one.value for one in keywords)])
            case ast.comprehension(ifs=tests):
                yield from _names(tests)
        if isinstance(inner, _TESTED):
            yield from _names([inner.test])


def _names(nodes: list[ast.expr]) -> Iterator[str]:
    return (node.id for node in nodes if isinstance(node, ast.Name))
