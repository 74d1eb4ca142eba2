"""Whether what a function gives is what a search comes upon: it tries one thing after the other, and puts a copy of
what it has so far into a list, or several items of one list together.  Their order is that of the trying.

Not so where it goes down into what it was given (a tree, a mapping, neighbours): that has an order of its own.  Nor
where its text speaks of one.  Pure.  Neighbours: `surveying` (asks), `evidence.left_open` (what it excuses).
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from codescore.languages.execution import Search
from codescore.languages.given_order import SPOKEN
from codescore.languages.python.run.nodes import last_name

_Function = (ast.FunctionDef, ast.AsyncFunctionDef)
_COPIES = ("list", "tuple", "join")
_TOGETHER = 3  # of one list, at places of their own


def searches(node: ast.AST, tree: ast.Module, words: str) -> Search:
    """How a function finds what it returns as it is, a list in which it puts what it comes upon; "" of any other."""
    calls = [n for n in ast.walk(tree) if isinstance(n, ast.Call)]
    ordered = {_holder(n) for n in calls if last_name(n.func) == "sort"}
    helpers = {one.name for one in ast.walk(tree) if isinstance(one, _Function) and one is not node and _sorts(one)}
    ordered |= {_plain(argument) for n in calls if last_name(n.func) in {"sorted", *helpers} for argument in n.args}
    placed = (n for n in ast.walk(tree) if isinstance(n, ast.Subscript) and isinstance(n.ctx, ast.Store))
    ordered |= {last_name(n.value) for n in placed}  # two of them may change places so
    given = {_plain(n.value) for n in ast.walk(node) if isinstance(n, ast.Return) and n.value is not None} - ordered
    found = (put for one in ast.walk(tree) if isinstance(one, _Function) for put in _come_upon(one))
    return next((how for name, how in found if name in given and not SPOKEN.search(words)), "")


def _sorts(function: ast.AST) -> bool:
    """Whether a function puts anything in order."""
    return any(isinstance(n, ast.Call) and last_name(n.func) in ("sort", "sorted") for n in ast.walk(function))


def _come_upon(function: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[tuple[str, Search]]:
    """The names of lists in which a function puts what it comes upon, and how it does."""
    calls = [n for n in ast.walk(function) if isinstance(n, ast.Call)]
    own = [n for n in calls if last_name(n.func) == function.name]
    told = {name for call in own for argument in call.args for name in _names(argument)}
    taken_back = {_holder(n) for n in calls if last_name(n.func) == "pop"}
    put = [(_holder(n), n.args[0]) for n in calls if last_name(n.func) == "append" and len(n.args) == 1]
    grown = [(name, what) for name, what in put if name in taken_back]
    grown += [one for call in own for argument in call.args for one in _more(argument)]
    branches = _times(function.body, function.name) > 1 and not _goes_down(function, own)
    paths = {name for name, _ in grown} if branches else set()
    forward = all(isinstance(what, ast.Subscript) and _names(what.slice) & told for _, what in grown)
    for name, what in put:
        if name and _plain(what) in paths - {name, ""}:
            yield name, "chooses" if forward else "tries"
        elif name and _together(what, function):
            yield name, "tries"


def _holder(call: ast.Call) -> str:
    """The name of what a method is called on."""
    return last_name(call.func.value) if isinstance(call.func, ast.Attribute) else ""


def _names(value: ast.AST) -> set[str]:
    """The name that a value is, or is one more than."""
    match value:
        case ast.Name(name) | ast.BinOp(ast.Name(name), ast.Add(), ast.Constant(int())):
            return {name}
    return set()


def _more(value: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    """The name of what a value has more of, and what more: `path` of `path + [x]` and of `[*path, x]`."""
    match value:
        case ast.BinOp(path, ast.Add(), ast.List([what]) | ast.Tuple([what])):
            yield last_name(path), what
        case ast.BinOp(path, ast.Add(), ast.Constant(str()) | ast.Name() | ast.Subscript() as what):
            yield last_name(path), what
        case ast.List([ast.Starred(path), what]) | ast.Tuple([ast.Starred(path), what]):
            yield last_name(path), what


def _plain(value: ast.expr) -> str:
    """The name of what a value is, or is a copy of; "" of any other."""
    match value:
        case ast.Call(ast.Attribute(path, "copy"), []) | ast.Subscript(path, ast.Slice(None, None, None)):
            return last_name(path)
        case ast.Call(called, [path]) if last_name(called) in _COPIES:
            return last_name(path)
        case ast.List([ast.Starred(path)]):
            return last_name(path)
    return last_name(value)


def _together(value: ast.expr, function: ast.AST) -> bool:
    """Whether several items of one list are put together, each of a place that goes through that by itself."""
    if not isinstance(value, (ast.List, ast.Tuple)):
        return False
    parts = [one for one in value.elts if isinstance(one, ast.Subscript) and isinstance(one.slice, ast.Name)]
    lists, places = {last_name(one.value) for one in parts}, {last_name(one.slice) for one in parts}
    moved = {last_name(n.target) for n in ast.walk(function) if isinstance(n, (ast.For, ast.AugAssign))}
    apart = len(places) == len(parts) == len(value.elts) >= _TOGETHER
    return apart and len(lists - moved) == 1 and places <= moved


def _times(body: list[ast.stmt], name: str) -> int:
    """How often a function of this name is called in statements, at most: in a loop more than once."""
    if not body:
        return 0
    first, rest = body[0], _times(body[1:], name)
    match first:
        case ast.If(_, then, other):
            one, two = _times(then, name), _times(other, name)
            return max(one, two + rest) if isinstance(then[-1], ast.Return) else max(one, two) + rest
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            return rest
    many = 2 if isinstance(first, (ast.For, ast.While)) else 1
    calls = [n for n in ast.walk(first) if isinstance(n, ast.Call) and last_name(n.func) == name]
    return many * len(calls) + rest


def _goes_down(function: ast.AST, own: list[ast.Call]) -> bool:
    """Whether a function calls itself for what is in something: an attribute, an item, one after the other of them."""
    loops = [n for n in ast.walk(function) if isinstance(n, (ast.For, ast.comprehension))]
    through = [n for n in loops if not (isinstance(n.iter, ast.Call) and last_name(n.iter.func) == "range")]
    parts = {name.id for loop in through for name in ast.walk(loop.target) if isinstance(name, ast.Name)}
    return any(
        (isinstance(one, ast.Attribute) and last_name(one.value) != "self")
        or (isinstance(one, ast.Subscript) and not isinstance(one.slice, ast.Slice))
        or (isinstance(one, ast.Name) and one.id in parts)
        for call in own
        for one in call.args
    )
