"""Whether a function remembers its calls: in a default that can be changed, or in the module.

What it keeps is looked at before and after a call; where that is not the same, the call is made once more, and what
it gives then is told if it is something else; and so is what a call before gives now, if it is.  Neighbours: `program`
asks, `plain` describes what is kept.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from re import Pattern
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any

_MADE = (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp, ast.Call)
_FIXED = (FunctionType, MethodType, ModuleType, BuiltinFunctionType, Pattern, tuple, frozenset, bytes, type(None))
_PLAIN = (int, str, float, bool, list, dict, set)


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


def _made(statement: ast.stmt) -> Iterator[str]:
    """The names that a statement gives something that can be changed."""
    value: Any = getattr(statement, "value", None)
    for target in getattr(statement, "targets", None) or [getattr(statement, "target", None)]:
        taken_apart = isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple)
        pairs = zip(target.elts, value.elts, strict=False) if taken_apart else [(target, value)]
        yield from (_id(name) for name, given in pairs if isinstance(given, _MADE))


def _id(node: ast.expr | None) -> str:
    return node.id if isinstance(node, ast.Name) else ""


def kept(names: dict[str, Any], describe: Callable[[Any], Any]) -> list[Any]:
    """What the module, its classes and the defaults and attributes of its functions hold.

    What cannot be looked into (`itertools.count()`) is not the same twice.
    """
    held = [value for name, value in names.items() if not name.startswith("__")]
    for value in tuple(held):
        if type(value) is FunctionType:
            held += [*(value.__defaults__ or ()), *(value.__kwdefaults__ or {}).values(), *vars(value).values()]
        elif isinstance(value, type):
            held += [inner for inner in vars(value).values() if type(inner) in _PLAIN]
    unseen = [value for value in held if not isinstance(value, (*_PLAIN, *_FIXED, type))]
    return [describe(value) for value in held if type(value) in _PLAIN] + [object() for _ in unseen[:1]]


def told(first: list[Any], again: list[Any]) -> list[Any]:
    """What a call gave, with what it gave the second time where that is not the same."""
    return first if first == again else ["record", "remembering", [["first", first], ["again", again]], 0]


def after(first: list[Any], given: list[Any], now: list[Any], fresh: list[Any]) -> list[Any]:
    """What a call gave, with what another call gives after it that gives something else alone."""
    other = ["record", "after", [["given", ["seq", "tuple", given]], ["now", now], ["fresh", fresh]], 0]
    return ["record", "remembering", [["first", first], ["again", other]], 0]
