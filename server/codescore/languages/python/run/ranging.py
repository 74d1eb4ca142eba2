"""How far numbers that a Python script reads can reach: what is used as a place is one, what is counted up is small.

`g[u - 1]` or `u -= 1; g[u]`: u is from 1 to how many g has; `g[u]` with a g of n: from 0 to n - 1, of n + 1: from 1 to
n.  Elements of a list count like the list.  Guesses, read from the text alone.  Neighbours: `reading` (asks).
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, field

from codescore.languages.shapes import UpTo


@dataclass(slots=True)  # mutable: filled while the program is read
class Reach:
    """What is known of names: `one` are places counted from 1, `zero` from 0, by what they are looked up in.

    `sizes`: how many items a list has, as (name of a number, how many more).
    """

    one: dict[str, str] = field(default_factory=dict)
    zero: dict[str, str] = field(default_factory=dict)
    sizes: dict[str, tuple[str, int]] = field(default_factory=dict)
    lowered: set[str] = field(default_factory=set)  # `u -= 1` stands somewhere
    loops: dict[str, str] = field(default_factory=dict)  # a list, and the number that a loop over its places counts to
    widths: dict[str, int] = field(default_factory=dict)  # a list of rows, and how many items a row is taken apart into

    def of(self, name: str, counts: list[str]) -> UpTo | None:
        """The reach of a name, where it is a place; `counts` are the numbers read before it, the first one first."""
        if not counts or not (name in self.one or name in self.zero):
            return None
        held = self.one.get(name) or self.zero.get(name, "")
        size, more = self.sizes.get(held, (counts[0], 0))
        size = size if size in counts else counts[0]
        if name in self.one or name in self.lowered:
            return UpTo(1, size)
        return UpTo(1, size) if more > 0 else UpTo(0, size, -1)


def reach_of(tree: ast.Module) -> Reach:
    """What a program's text says of how far its numbers reach."""
    found = Reach()
    for node in ast.walk(tree):
        match node:
            case ast.AugAssign(ast.Name(name), ast.Sub(), ast.Constant(1)):
                found.lowered.add(name)
            case ast.Assign([ast.Name(name)], value):
                size = _size(value)
                if size is not None:
                    found.sizes[name] = size
                if isinstance(value, ast.BinOp) and _lowered(value) == name:
                    found.lowered.add(name)
    elements = _elements(tree)
    for node in ast.walk(tree):
        _loop(node, found)
    for node in ast.walk(tree):
        if isinstance(node, ast.Subscript) and not isinstance(node.slice, ast.Slice):
            held = _base(node.value)
            lowered = _lowered(node.slice)
            for name in filter(None, (lowered, _base(node.slice))):
                into = found.one if lowered else found.zero
                into.setdefault(elements.get(name, name), held)
                into.setdefault(name, held)
    for name in elements:  # `for a in A: a -= 1`
        if name in found.lowered:
            found.lowered.add(elements[name])
    return found


def _loop(node: ast.AST, found: Reach) -> None:
    """`for i in range(n): ... a[i]`, `for x, y in rows`."""
    match node:
        case ast.For(ast.Name(i), ast.Call(ast.Name("range"), [*_, ast.Name(bound)]), body):
            for inner in (n for statement in body for n in ast.walk(statement)):
                if isinstance(inner, ast.Subscript) and isinstance(inner.slice, ast.Name) and inner.slice.id == i:
                    found.loops.setdefault(_base(inner.value), bound)
        case ast.For(ast.Tuple(parts), ast.Name(rows)) | ast.comprehension(ast.Tuple(parts), ast.Name(rows)):
            found.widths.setdefault(rows, len(parts))


def _base(node: ast.expr) -> str:
    """`g` of `g`, `g[i]` and `g[i][j]`."""
    while isinstance(node, ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def _lowered(node: ast.expr) -> str:
    """`u` of `u - 1`, `A` of `A[i] - 1`."""
    match node:
        case ast.BinOp(left, ast.Sub(), ast.Constant(1)):
            return _base(left)
    return ""


def _elements(tree: ast.Module) -> dict[str, str]:
    """Loop variables with the list that they go through."""
    found = {}
    for node in ast.walk(tree):
        if isinstance(node, (ast.For, ast.comprehension)):
            over, target = node.iter, node.target
            if isinstance(over, ast.Call) and isinstance(over.func, ast.Name) and over.func.id == "enumerate":
                over = over.args[0] if over.args else over
                target = target.elts[-1] if isinstance(target, ast.Tuple) else target
            names = target.elts if isinstance(target, ast.Tuple) else [target]
            if isinstance(over, ast.Name):
                found.update({n.id: over.id for n in names if isinstance(n, ast.Name)})
    return found


def _size(value: ast.expr) -> tuple[str, int] | None:
    """How many items `[0] * (n + 1)` and `[[] for _ in range(n)]` have."""
    match value:
        case ast.BinOp(ast.List(), ast.Mult(), count) | ast.BinOp(count, ast.Mult(), ast.List()):
            return _sum(count)
        case ast.ListComp(_, [ast.comprehension(_, ast.Call(ast.Name("range"), [*_, count]))]):
            return _sum(count)
    return None


def more_of(iterable: ast.expr) -> int:
    """How many more than the number itself a loop runs: -1 for `range(n - 1)` and `range(1, n)`."""
    match iterable:
        case ast.Call(ast.Name("range"), [ast.Constant(1), ast.Name()]):
            return -1
        case ast.Call(ast.Name("range"), [bound]):
            found = _sum(bound)
            return found[1] if found is not None else 0
    return 0


def _sum(node: ast.expr) -> tuple[str, int] | None:
    match node:
        case ast.Name(name):
            return name, 0
        case ast.BinOp(ast.Name(name), ast.Add(), ast.Constant(int() as more)):
            return name, more
        case ast.BinOp(ast.Name(name), ast.Sub(), ast.Constant(int() as less)):
            return name, -less
    return None
