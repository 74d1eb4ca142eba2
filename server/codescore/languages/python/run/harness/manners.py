"""Notes what a program does that other languages mean otherwise, by calls woven into its syntax tree.

A computed index or bound of a slice that is negative counts from the end here alone; a bound past the end is cut here;
what is divided is rounded down here, where one side is negative and something is left over.  What is written with a
minus sign (`xs[-1]`, `xs[~i]`) is meant.  Neighbour: `rounding` (half of the last digit).
"""

from __future__ import annotations

import ast
from typing import Any

HOLDER, PLACE, SLICED, DIVIDED = "_codescore_holder", "_codescore_place", "_codescore_sliced", "_codescore_divided"
#: What a doubt is called on the wire.
INDEX, SLICE, ROUNDED, DEEP = "negative index", "slice past the end", "negative number divided", "deep recursion"
CUT = "longer list cut"
_OPERATORS = {ast.FloorDiv: "//", ast.Mod: "%"}
_ORDERED = (list, tuple, str, bytes, bytearray)


class _Weaver(ast.NodeTransformer):
    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        sign = _OPERATORS.get(type(node.op))
        if sign is None or isinstance(node.left, (ast.Constant, ast.JoinedStr)):
            return node
        return ast.copy_location(_call(DIVIDED, ast.Constant(sign), node.left, node.right), node)

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        self.generic_visit(node)
        sign = _OPERATORS.get(type(node.op))
        if sign is None or not isinstance(node.target, ast.Name):
            return node
        left = ast.copy_location(ast.Name(node.target.id, ast.Load()), node.target)
        done = ast.copy_location(_call(DIVIDED, ast.Constant(sign), left, node.value), node)
        return ast.copy_location(ast.Assign([node.target], done), node)

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        self.generic_visit(node)
        place = node.slice
        if isinstance(place, ast.Slice):
            bounds = [ast.Constant(None) if b is None else b for b in (place.lower, place.upper)]
            if place.step is not None or not isinstance(node.ctx, ast.Load) or all(map(_written, bounds)):
                return node
            return ast.copy_location(_call(SLICED, node.value, *bounds), node)
        if isinstance(place, ast.Tuple) or _written(place):
            return node
        node.value = ast.copy_location(_call(HOLDER, node.value), node.value)
        node.slice = ast.copy_location(_call(PLACE, place), place)
        return node

    def _left_alone(self, node: ast.AST) -> ast.AST:
        """Types are written with brackets, too."""
        return node

    visit_arg = _left_alone

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        if node.value is not None:
            node.value = self.visit(node.value)
        node.target = self.visit(node.target)
        return node

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> ast.AST:
        node.body = [self.visit(statement) for statement in node.body]
        return node

    visit_FunctionDef = visit_AsyncFunctionDef = _function  # noqa: N815  as the base class says


def _written(node: ast.expr) -> bool:
    """Whether a place is a constant, or has a minus sign before all of it."""
    signed = isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.Invert))
    return signed or isinstance(node, (ast.Constant, ast.JoinedStr))


def _call(name: str, *arguments: ast.expr) -> ast.expr:
    return ast.Call(ast.Name(name, ast.Load()), list(arguments), [])


class Manners:
    """What one call did in its language's own way: the first such thing, "" where there was none."""

    def __init__(self) -> None:
        self.doubt = ""
        self._held: list[Any] = []

    def clear(self) -> None:
        """Before a call."""
        self.doubt = ""
        self._held.clear()

    def note(self, doubt: str) -> None:
        """Remember a doubt, if it is the first."""
        self.doubt = self.doubt or doubt

    def holder(self, value: Any) -> Any:  # noqa: ANN401  anything
        self._held.append(value)
        return value

    def place(self, index: Any) -> Any:  # noqa: ANN401  anything
        if isinstance(self._held.pop(), _ORDERED) and type(index) is int and index < 0:
            self.note(INDEX)
        return index

    def sliced(self, value: Any, low: Any, high: Any) -> Any:  # noqa: ANN401  anything
        if isinstance(value, _ORDERED):
            bounds = [bound for bound in (low, high) if type(bound) is int]
            if any(bound < 0 for bound in bounds):
                self.note(INDEX)
            elif any(bound > len(value) for bound in bounds):
                self.note(SLICE)
        return value[low:high]

    def divided(self, sign: str, left: Any, right: Any) -> Any:  # noqa: ANN401  anything
        found = left % right if sign == "%" else left // right
        numbers = type(left) in (int, float) and type(right) in (int, float)
        if numbers and (left < 0) != (right < 0) and (found if sign == "%" else left % right):
            self.note(ROUNDED)
        return found

    def zipped(self, *over: Any, **named: Any) -> Any:  # noqa: ANN401  anything
        """`zip`, which leaves out what a longer list has more."""
        if all(type(one) in _ORDERED for one in over) and len(set(map(len, over))) > 1:
            self.note(CUT)
        return zip(*over, **named)  # noqa: B905  as the program says

    def names(self) -> dict[str, object]:
        """What a woven program needs to know."""
        return {HOLDER: self.holder, PLACE: self.place, SLICED: self.sliced, DIVIDED: self.divided}


def cuts(tree: ast.Module) -> bool:
    """Whether a program cuts lists itself that it goes through together: `zip(xs, xs[1:])`."""
    zipped = (
        n for n in ast.walk(tree) if isinstance(n, ast.Call) and isinstance(n.func, ast.Name) and n.func.id == "zip"
    )
    return any(isinstance(part, ast.Slice) for call in zipped for part in ast.walk(call))


def weave(tree: ast.Module) -> None:
    """Put the notes into a tree, in place."""
    _Weaver().visit(tree)
    ast.fix_missing_locations(tree)
