"""Functions whose functions share what they keep: the entry of `make_counter`, which gives closures, as a whole.

What is given may be one function, a tuple, list or dictionary of them, or a namespace; members are called as Python
writes it behind the object: `[0]`, `['undo']`, `undo`; `[]` is the object itself.  Closures that keep nothing are
asked one by one (`evidence.gathering`).  Neighbours: `surveying` (asks, and reads each function), `classes`.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from codescore.languages.execution import CALLED, ITSELF, Entry, sequence_of
from codescore.languages.namesakes import like_namesakes
from codescore.languages.owned import with_numbers
from codescore.languages.python.run.classes import gives_function, tells
from codescore.languages.python.run.nodes import last_name

_Function = ast.FunctionDef | ast.AsyncFunctionDef
_OTHERS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)


def factory_entry(maker: _Function, read: Callable[[_Function], Entry]) -> Entry | None:
    """The entry of a function that gives closures with something to keep; None where it gives none."""
    own = list(_outside_functions(maker))
    inner = {node.name: node for node in own if isinstance(node, _Function)}
    given = [node.value for node in own if isinstance(node, ast.Return)]
    if (
        not given
        or not isinstance(maker, ast.FunctionDef)
        or any(isinstance(n, (ast.Yield, ast.YieldFrom)) for n in own)
    ):
        return None
    members = dict(_members(given[-1], inner))
    if not members or any(value is None or dict(_members(value, inner)).keys() != members.keys() for value in given):
        return None
    if not _keeps(own, inner.values()):
        return None
    make = read(maker)
    shown = tuple(map(with_numbers, like_namesakes(_member(name, node, read) for name, node in members.items())))
    shown += (CALLED,) if any(map(gives_function, members.values())) else ()
    return sequence_of(maker.name, (with_numbers(replace(make, name="__init__")), *shown))


def _outside_functions(maker: _Function) -> Iterator[ast.AST]:
    """The nodes of a body without what stands in functions inside of it; those themselves are there."""
    left: list[ast.AST] = list(reversed(maker.body))
    while left:
        one = left.pop()
        yield one
        if not isinstance(one, _OTHERS):
            left.extend(reversed(list(ast.iter_child_nodes(one))))


def _members(value: ast.expr | None, inner: dict[str, _Function]) -> Iterator[tuple[str, _Function]]:
    """The functions in what is given, by what is written behind the object to reach them."""
    match value:
        case ast.Name(name) if name in inner:
            yield ITSELF, inner[name]
        case ast.Tuple(items) | ast.List(items):
            yield from _functions(((f"[{number}]", item) for number, item in enumerate(items)), inner)
        case ast.Dict(keys, values):
            named = ((key.value, item) for key, item in zip(keys, values, strict=True) if isinstance(key, ast.Constant))
            yield from _functions(((f"[{key!r}]", item) for key, item in named), inner)
        case ast.Call(func, [], keywords) if last_name(func) == "SimpleNamespace":
            yield from _functions(((word.arg, word.value) for word in keywords if word.arg), inner)


def _functions(items: Iterator[tuple[str, ast.expr]], inner: dict[str, _Function]) -> Iterator[tuple[str, _Function]]:
    for name, item in items:
        if isinstance(item, ast.Name) and item.id in inner:
            yield name, inner[item.id]
        elif isinstance(item, ast.Lambda):
            body = ast.copy_location(ast.Return(item.body), item)
            yield name, ast.copy_location(ast.FunctionDef("lambda", item.args, [body], [], None, None), item)


def _keeps(own: list[ast.AST], inner: Iterable[_Function]) -> bool:
    """Whether its functions look at a variable of the maker that is no function, or set one."""
    bound = {node.id for node in own if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    nodes = [node for function in inner for node in ast.walk(function)]
    return any(isinstance(n, ast.Nonlocal) or (isinstance(n, ast.Name) and n.id in bound) for n in nodes)


def _member(name: str, node: _Function, read: Callable[[_Function], Entry]) -> Entry:
    return replace(read(node), name=name, kind="method", tells=tells(node))
