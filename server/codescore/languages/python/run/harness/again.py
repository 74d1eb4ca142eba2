"""Whether a function may remember its calls, in a default that can be changed or in the module, and what a call that is
made twice gave.

Also whether a program may leave anything outside of itself.  Neighbours: `program` asks.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

#: Modules in which nobody keeps anything, or in which it is set anew for each call.
_OWN_NOTHING = frozenset({
    "__future__", "abc", "bisect", "collections", "copy", "dataclasses", "datetime", "enum", "fractions", "functools",
    "heapq", "itertools", "json", "math", "operator", "random", "re", "statistics", "string", "sys", "textwrap",
    "typing",
})  # fmt: skip
_FAR = frozenset({"__import__", "__builtins__", "__loader__", "__spec__", "compile", "eval", "exec", "globals", "open"})
_MADE = (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp, ast.Call)


def keeps(tree: ast.Module) -> bool:
    """Whether a function of the program may keep anything from one call to the next."""
    functions = [n for n in ast.walk(tree) if isinstance(n, (ast.FunctionDef, ast.AsyncFunctionDef))]
    defaults = [d for f in functions for d in (*f.args.defaults, *f.args.kw_defaults)]
    known = {n.name for n in tree.body if isinstance(n, (ast.FunctionDef, ast.ClassDef))}
    made = {name for statement in tree.body for name in _made(statement)}
    return any(isinstance(default, _MADE) for default in defaults) or any(
        isinstance(n, ast.Global)
        or (isinstance(n, ast.Name) and n.id in made)
        or (isinstance(n, ast.Attribute) and isinstance(n.ctx, ast.Store) and _id(n.value) in known)
        for function in functions
        for n in ast.walk(function)
    )


def alone(tree: ast.Module) -> bool:
    """Whether what it does ends with its own names: it imports nothing in which it could leave something behind."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import) and not {name.name.split(".")[0] for name in node.names} <= _OWN_NOTHING:
            return False
        if isinstance(node, ast.ImportFrom) and (node.level or (node.module or "").split(".")[0] not in _OWN_NOTHING):
            return False
        if (isinstance(node, ast.Name) and node.id in _FAR) or isinstance(node, ast.AsyncFunctionDef):
            return False
    return True


def _made(statement: ast.stmt) -> Iterator[str]:
    """The names that a statement gives something that can be changed."""
    value: Any = getattr(statement, "value", None)
    for target in getattr(statement, "targets", None) or [getattr(statement, "target", None)]:
        taken_apart = isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple)
        pairs = zip(target.elts, value.elts, strict=False) if taken_apart else [(target, value)]
        yield from (_id(name) for name, given in pairs if isinstance(given, _MADE))


def _id(node: ast.expr | None) -> str:
    return node.id if isinstance(node, ast.Name) else ""


def told(first: list[Any], again: list[Any]) -> list[Any]:
    """What a call gave, with what it gave the second time where that is not the same."""
    return first if first == again else ["record", "remembering", [["first", first], ["again", again]], 0]
