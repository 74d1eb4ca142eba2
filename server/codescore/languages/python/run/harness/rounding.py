"""Notes where a number is rounded that lies so near the middle of two that it matters how it was computed.

`round(1.005, 2)` gives 1.0 as 1.005 is held a little below; who adds in another order gets 1.01.  Noted are `round`,
`format`, and texts written with so many digits: `f"{x:.2f}"`, `"%.2f" % x`, `"{:.2f}".format(x)`.  The middle itself
counts only where digits are left behind the point (2.5 is held exactly), or where another language is asked (`exact`).
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from typing import Any

WRITTEN = "_codescore_written"
#: What the doubt is called on the wire.
HALF = "half rounded"
_NEAR, _LARGE, _DIGITS = 1e-6, 2.0**50, 16
_SPEC = re.compile(r"\.(\d{1,2})[fF]")


class Rounding:
    """Rounds as the language does, and notes a doubt by `note`."""

    def __init__(self, note: Callable[[str], None], *, exact: bool) -> None:
        self._note = note
        self._exact = exact

    def _near(self, number: Any, digits: int) -> None:  # noqa: ANN401  anything
        if type(number) is not float or abs(digits) >= _DIGITS:
            return
        scaled = abs(number) * 10.0**digits
        part = scaled % 1
        if scaled < _LARGE and abs(part - 0.5) < _NEAR and (part != 0.5 or digits > 0 or self._exact):
            self._note(HALF)

    def rounded(self, number: Any, ndigits: Any = None) -> Any:  # noqa: ANN401  anything
        found = round(number, ndigits)
        if type(ndigits) in (int, type(None)):
            self._near(number, ndigits or 0)
        return found

    def formatted(self, value: Any, spec: str = "") -> str:  # noqa: ANN401  anything
        said = _SPEC.search(spec) if type(spec) is str else None
        return format(self.written(value, int(said[1])) if said else value, spec)

    def written(self, value: Any, digits: int) -> Any:  # noqa: ANN401  anything
        self._near(value, digits)
        return value

    def names(self) -> dict[str, object]:
        """What a program needs to know; a function of its own that is called `round` stays what it is."""
        return {"round": self.rounded, "format": self.formatted, WRITTEN: self.written}


class _Weaver(ast.NodeTransformer):
    def visit_FormattedValue(self, node: ast.FormattedValue) -> ast.AST:
        self.generic_visit(node)
        match node.format_spec:
            case ast.JoinedStr([ast.Constant(str() as spec)]):
                node.value = _noted(node.value, spec)
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        match node:
            case ast.BinOp(ast.Constant(str() as form), ast.Mod(), ast.Tuple(items)):
                node.right = ast.copy_location(
                    ast.Tuple([_noted(item, form) for item in items], ast.Load()), node.right
                )
            case ast.BinOp(ast.Constant(str() as form), ast.Mod(), right):
                node.right = _noted(right, form)
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        match node.func:
            case ast.Attribute(ast.Constant(str() as form), "format"):
                node.args = [_noted(argument, form) for argument in node.args]
        return node


def _noted(value: ast.expr, form: str) -> ast.expr:
    said = _SPEC.search(form)
    if said is None or isinstance(value, ast.Starred):
        return value
    call = ast.Call(ast.Name(WRITTEN, ast.Load()), [value, ast.Constant(int(said[1]))], [])
    return ast.copy_location(call, value)


def weave(tree: ast.Module, source: str) -> None:
    """Put the notes into a tree, in place, where its text writes numbers with so many digits."""
    if _SPEC.search(source):
        _Weaver().visit(tree)
        ast.fix_missing_locations(tree)
