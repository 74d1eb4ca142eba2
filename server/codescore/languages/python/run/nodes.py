"""What small pieces of a Python syntax tree say: a number with its sign, the last part of a name.  Pure.

Neighbours: `usage` and `bounding` ask.
"""

from __future__ import annotations

import ast
import builtins
import copy
import warnings
from collections import Counter
from collections.abc import Iterator, Set

_BROUGHT = frozenset(("input", "range", "map", "int", "list", "next", "iter", "sorted", "float", "str", "tuple"))
_SETS = ("set", "frozenset")
_STRIPS = ("strip", "lstrip", "rstrip")
_LITERALS = (ast.Constant, ast.Tuple, ast.List, ast.Set, ast.Dict)


def tree_of(source: str) -> ast.Module:
    """The tree of a program as it is meant: what documents a function before all else in it, as people also write it
    below imports, and methods under each of their names (`__rmul__ = __mul__`).

    Raises SyntaxError, ValueError, MemoryError or RecursionError where it has none.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        tree = ast.parse(source)
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                at = next((n for n, one in enumerate(node.body) if not isinstance(one, ast.Import | ast.ImportFrom)), 0)
                match node.body[at]:
                    case ast.Expr(ast.Constant(str())):
                        node.body.insert(0, node.body.pop(at))
            case ast.ClassDef():
                node.body = [_under_this_name(one, node.body) for one in node.body]
    return tree


def _under_this_name(statement: ast.stmt, body: list[ast.stmt]) -> ast.stmt:
    """The method again that a statement of a class gives another name; else the statement."""
    match statement:
        case ast.Assign([ast.Name(new)], ast.Name(old)):
            found = [one for one in body if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef) and one.name == old]
            if found:
                again = copy.copy(found[-1])
                again.name = new
                return again
    return statement


def parsed(source: str) -> ast.Module | None:
    """The tree of a program, as `tree_of` gives it; None where it has none."""
    try:
        return tree_of(source)
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return None


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


def makes_sets(tree: ast.AST) -> bool:
    """Whether a program makes sets, by a literal, a comprehension or a call."""
    made = (ast.Set, ast.SetComp)
    return any(isinstance(n, made) or (isinstance(n, ast.Name) and n.id in _SETS) for n in ast.walk(tree))


def repeats(node: ast.AST) -> bool:
    """Whether it has a loop, or calls itself: a test then is where it ends, and not a case of few."""
    loops = (ast.For, ast.While, ast.comprehension)
    own = getattr(node, "name", "")
    return any(isinstance(n, loops) or (isinstance(n, ast.Call) and last_name(n.func) == own) for n in ast.walk(node))


def written(tree: ast.Module | ast.ClassDef) -> Iterator[tuple[str, ast.expr]]:
    """The names that a module or a class gives a literal or a pattern, once each, and what they are given."""
    given = [
        (target.id, node.value)
        for node in tree.body
        if isinstance(node, ast.Assign) and (isinstance(node.value, _LITERALS) or _is_pattern(node.value))
        for target in node.targets[:1]
        if isinstance(target, ast.Name) and len(node.targets) == 1
    ]
    times = Counter(name for name, _ in given)
    yield from ((name, value) for name, value in given if times[name] == 1)


def _is_pattern(value: ast.expr) -> bool:
    match value:
        case ast.Call(ast.Attribute(ast.Name("re"), "compile"), [ast.Constant(str()), *_]):
            return True
    return False


class Plain(ast.NodeTransformer):
    """Calls what the language brings along by its own name again (`I = input`, `R = range`), and writes what a line is
    taken apart into where it gets its names: `parts = line.split(",")`, then `name, amount = parts`."""

    def __init__(self, tree: ast.Module) -> None:
        given = [s for s in ast.walk(tree) if isinstance(s, ast.Assign) and isinstance(s.targets[0], ast.Name)]
        names = Counter(s.targets[0].id for s in given if isinstance(s.targets[0], ast.Name))
        self.meant = {
            s.targets[0].id: s.value.id
            for s in given
            if isinstance(s.targets[0], ast.Name) and isinstance(s.value, ast.Name) and s.value.id in _BROUGHT
            if names[s.targets[0].id] == 1
        }

        self.split = {
            s.targets[0].id: s.value
            for s in given
            if isinstance(s.targets[0], ast.Name) and names[s.targets[0].id] == 1 and _splits_a_name(s.value)
        }

    def visit_Name(self, node: ast.Name) -> ast.Name:
        return ast.copy_location(ast.Name(self.meant.get(node.id, node.id), node.ctx), node)

    def visit_Assign(self, node: ast.Assign) -> ast.Assign:
        match node:
            case ast.Assign([ast.Tuple() | ast.List()], ast.Name(name)) if name in self.split:
                node.value = copy.deepcopy(self.split[name])
        self.generic_visit(node)
        return node


def _splits_a_name(value: ast.expr) -> bool:
    """Whether it takes apart what has a name, which is read nowhere once more: `line.strip().split(",")`."""
    match value:
        case ast.Call(ast.Attribute(inner, "split")):
            while isinstance(inner, ast.Call) and isinstance(inner.func, ast.Attribute) and inner.func.attr in _STRIPS:
                inner = inner.func.value
            return isinstance(inner, ast.Name)
    return False


class Listed(ast.NodeTransformer):
    """A list of the numbers of a line that are gone through, `(int(x) for x in line.split())`, or are in a set."""

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> ast.expr:
        self.generic_visit(node)
        return ast.copy_location(ast.ListComp(node.elt, node.generators), node) if _each_of_line(node) else node

    def visit_SetComp(self, node: ast.SetComp) -> ast.expr:
        self.generic_visit(node)
        if not _each_of_line(node):
            return node
        numbers = ast.copy_location(ast.ListComp(node.elt, node.generators), node)
        return ast.copy_location(ast.Call(ast.copy_location(ast.Name("set", ast.Load()), node), [numbers], []), node)


def _each_of_line(node: ast.GeneratorExp | ast.SetComp) -> bool:
    """Whether it makes a number of each word of a line."""
    match node.elt, node.generators:
        case (
            ast.Call(ast.Name("int" | "float"), [ast.Name(word)], []),
            [ast.comprehension(ast.Name(one), ast.Call(ast.Attribute(_, "split")), [], 0)],
        ):
            return word == one
    return False


def tries(node: ast.AST) -> bool:
    """Whether it calls something in a `try`."""
    tried = (n for block in ast.walk(node) if isinstance(block, ast.Try) for part in block.body for n in ast.walk(part))
    return any(isinstance(n, ast.Call) for n in tried)


def caught(node: ast.AST) -> list[str]:
    """The names of the built-in errors that it catches, all of them but `Exception` alone."""
    handlers = [one.type for one in ast.walk(node) if isinstance(one, ast.ExceptHandler) and one.type is not None]
    names = {n.id for type_ in handlers for n in ast.walk(type_) if isinstance(n, ast.Name)}
    return sorted(name for name in names if name.endswith("Error") and isinstance(getattr(builtins, name, None), type))


def plain(node: ast.expr) -> ast.expr:
    """`map(int, line.split())` of `tuple(map(int, line.split()))`."""
    match node:
        case ast.Call(ast.Name("tuple" | "list"), [inner]):
            return inner
    return node


def catches(handler: ast.ExceptHandler, errors: Set[str]) -> bool:
    """Whether one of these errors, or any, is caught."""
    several = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return any(one is None or last_name(one) in errors for one in several)
