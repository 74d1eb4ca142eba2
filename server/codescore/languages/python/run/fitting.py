"""What of a Python function's parameters must fit together: tables and the places in them, mappings and their keys.

Read from the text of one function, each finding a pair of names; which keys are always there from that of the whole
program.  Neighbours: `bounding` (asks, and follows calls), `surveying`.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator

_Function = ast.FunctionDef | ast.AsyncFunctionDef
_ASKING = ("get", "setdefault", "pop")
_FAILING = {"KeyError", "LookupError", "Exception", "BaseException"}


def widths(node: _Function, names: set[str]) -> tuple[set[tuple[str, str]], set[tuple[str, str]]]:
    """Tables whose columns are gone through, each with a table that says how far: in its first row, in its length.

    `for c in range(len(grid[0])): grid[r][c]` is of the first sort, `for k in range(len(b)): a[i][k]` of the second.
    """
    sizes: dict[str, tuple[str, bool]] = {}
    for one in ast.walk(node):
        match one:
            case ast.Assign([ast.Name(name)], value) if (size := _size(value, sizes)) is not None:
                sizes[name] = size
            case ast.Assign([ast.Tuple(parts)], ast.Tuple(values)):
                for part, value in zip(parts, values, strict=False):
                    if isinstance(part, ast.Name) and (size := _size(value, sizes)) is not None:
                        sizes[part.id] = size
    reach: dict[str, set[tuple[str, bool]]] = {}
    for variable, bound in _bounded(node):
        if (size := _size(bound, sizes)) is not None:
            reach.setdefault(variable, set()).add(size)
    found: tuple[set[tuple[str, str]], set[tuple[str, str]]] = set(), set()
    for one in ast.walk(node):
        match one:
            case ast.Subscript(ast.Subscript(ast.Name(table), row), ast.Name(column)) if table in names:
                known = reach.get(column, set())
                for of, across in known if len(known) == 1 else ():  # a name that stands for several tells nothing
                    if of in names and not isinstance(row, ast.Constant):
                        found[not across].add((table, of))
    return found


def _bounded(node: _Function) -> Iterator[tuple[str, ast.expr]]:
    """Names that stay below something: `for i in range(n)`, `i < n`."""
    for one in ast.walk(node):
        match one:
            case ast.For(ast.Name(name), ast.Call(ast.Name("range"), [bound])) | ast.comprehension(
                ast.Name(name), ast.Call(ast.Name("range"), [bound])
            ):
                yield name, bound
            case ast.For(ast.Name(name), ast.Call(ast.Name("range"), [_, bound])) | ast.comprehension(
                ast.Name(name), ast.Call(ast.Name("range"), [_, bound])
            ):
                yield name, bound
            case ast.Compare(left, operators, right):
                for small, operator, large in zip((left, *right), operators, right, strict=False):
                    if isinstance(small, ast.Name) and isinstance(operator, ast.Lt):
                        yield small.id, large


def _size(value: ast.expr, known: dict[str, tuple[str, bool]]) -> tuple[str, bool] | None:
    """The table that a length is of, and whether it is that of its first row; None of anything else."""
    match value:
        case ast.Call(ast.Name("len"), [ast.Name(name)]):
            return name, False
        case ast.Call(ast.Name("len"), [ast.Subscript(ast.Name(name), ast.Constant(0))]):
            return name, True
        case ast.Name(name):
            return known.get(name)
    return None


def keys(node: _Function, names: set[str]) -> tuple[set[tuple[str, str]], set[tuple[str, str]]]:
    """What is looked up, with where (`friends[name]`), and what may be missing there (`name in friends`)."""
    looked: set[tuple[str, str]] = set()
    asked: set[tuple[str, str]] = set()
    caught = any(isinstance(one, ast.Try) for one in ast.walk(node))
    bound = {one.id for one in ast.walk(node) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)}
    for one in ast.walk(node):
        match one:
            case ast.Subscript(ast.Name(of), ast.Name(key), ast.Load()) if not caught:
                looked.add((key, of))
            case ast.Subscript(ast.Name(of), ast.Name(key)):
                asked.add((key, of))
            case ast.Compare(ast.Name(key), [ast.In() | ast.NotIn()], [inside]):
                asked |= {(key, name.id) for name in ast.walk(inside) if isinstance(name, ast.Name)}
            case ast.Call(ast.Attribute(ast.Name(of), method), [ast.Name(key), *_]) if method in _ASKING:
                asked.add((key, of))
    own = names - bound
    return {pair for pair in looked if {*pair} <= own}, asked


def looked_up(tree: ast.Module) -> frozenset[str]:
    """The literal keys that a program only looks up: of none of them it asks whether it is there."""
    looked: set[str] = set()
    said: Counter[object] = Counter()
    for one in ast.walk(tree):
        match one:
            case ast.ExceptHandler(type=caught):
                names = {n.id for n in ast.walk(caught) if isinstance(n, ast.Name)} if caught else _FAILING
                if names & _FAILING:
                    return frozenset()
            case ast.Subscript(_, ast.Constant(str(key)), context):
                said[key] += 1
                looked |= {key} if isinstance(context, ast.Load) else set()
            case ast.Dict(shown):
                said.update(one.value for one in shown if isinstance(one, ast.Constant))
    written = Counter(one.value for one in ast.walk(tree) if isinstance(one, ast.Constant))
    return frozenset(key for key in looked if written[key] == said[key])


def gone_into(tree: ast.Module) -> frozenset[str]:
    """The attributes that a program only goes on into: of none of them it asks whether it is there."""
    named = [one for one in ast.walk(tree) if isinstance(one, ast.Attribute)]
    bases = {id(one.value) for one in ast.walk(tree) if isinstance(one, (ast.Attribute, ast.Subscript))}
    return frozenset(one.attr for one in named) - {one.attr for one in named if id(one) not in bases}
