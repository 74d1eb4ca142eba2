"""The commands that a Python script reads: lines whose first word it compares with others, and what stands behind it.

`languages.commands` reads them from the text of a program as languages with braces write it: words in double quotes,
`parseInt(words[1])`, the words of a line by their places.  This is a script so written.  A guess; pure.  Neighbours:
`surveying` (asks), `reading` (other lines).
"""

from __future__ import annotations

import ast
import copy
import re

from codescore.languages.commands import commands
from codescore.languages.quoting import words_of
from codescore.languages.shapes import LinesShape, OneOf

_LINE = "line_"
_SAME = ("strip", "rstrip", "lstrip", "lower", "upper", "casefold")
_NUMBERS, _DIGITS = ("int", "float", "Decimal"), ("isdigit", "isdecimal", "isnumeric")
_ASKED = re.compile(r'\[0\] == "([A-Za-z][\w-]*)"|\bcase "([A-Za-z][\w-]*)"')
_LEAST = 2  # words that the first of a line is compared with


def commanded(tree: ast.Module, source: str, form: LinesShape) -> OneOf | None:
    """The lines of commands; None where there are none, or something else stands before them.

    `form` is what the script is seen to read.
    """
    program = _braced(tree)
    if len({one or two for one, two in _ASKED.findall(program)}) < _LEAST or len(form.rows) > 1:
        return None
    return commands(program, words_of(source), by_place=True)


def _braced(tree: ast.Module) -> str:
    """The script with the words of a line by their places, numbers by `parseInt`, and words in double quotes."""
    made = _ByPlace(_places(tree)).visit(copy.deepcopy(tree))
    text = re.sub(r"'([^'\"\\\n]*)'", r'"\1"', ast.unparse(ast.fix_missing_locations(made)))
    return re.sub(r"\bmatch (\S+\[0\]):", r"switch (\1)", text)


def _places(tree: ast.Module) -> dict[str, tuple[str, int]]:
    """Names that are words of a line, with what the words are called together and at which place each is."""
    lists: set[str] = set()
    found: dict[str, tuple[str, int]] = {}
    for node in ast.walk(tree):
        match node:
            case ast.Assign([ast.Name(name)], value) if _split(value):
                lists.add(name)
            case ast.Assign([ast.Tuple(parts) | ast.List(parts)], value) if _split(value):
                for number, part in enumerate(parts):
                    if isinstance(part, ast.Name):
                        found[part.id] = (_LINE, number)
    for node in ast.walk(tree):
        match node:
            case ast.Assign([ast.Name(name)], value):
                for one in ast.walk(value):
                    match one:
                        case ast.Subscript(ast.Name(held), ast.Constant(int() as place)) if held in lists:
                            found.setdefault(name, (held, place))
            case ast.Assign([ast.Tuple(parts)], ast.Tuple(values)) if len(parts) == len(values):
                for part, value in zip(parts, values, strict=True):
                    match part, value:
                        case ast.Name(name), ast.Subscript(ast.Name(held), ast.Constant(int() as place)):
                            found |= {name: (held, place)} if held in lists else {}
    return found


def _split(value: ast.expr) -> bool:
    """Whether a line is taken apart into words."""
    return any(
        isinstance(one, ast.Call) and isinstance(one.func, ast.Attribute) and one.func.attr == "split"
        for one in ast.walk(value)
    )


class _ByPlace(ast.NodeTransformer):
    """Writes each word of a line as `words[1]`, alone or in `parseInt(words[1])`."""

    def __init__(self, places: dict[str, tuple[str, int]]) -> None:
        self._places = places

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """A word by its place."""
        if node.id not in self._places or not isinstance(node.ctx, ast.Load):
            return node
        held, place = self._places[node.id]
        return ast.Subscript(ast.Name(held, ast.Load()), ast.Constant(place), ast.Load())

    def visit_Call(self, node: ast.Call) -> ast.expr:
        """What makes a number of a word, or asks whether it is one; what leaves the word as it is."""
        self.generic_visit(node)
        match node:
            case ast.Call(ast.Attribute(inner, name), []) if name in _SAME:
                return inner
            case ast.Call(ast.Name(name), [inner]) if name in _NUMBERS:
                return ast.Call(ast.Name("parseInt", ast.Load()), [inner], [])
            case ast.Call(ast.Attribute(inner, name), []) if name in _DIGITS:
                return ast.Call(ast.Name("parseInt", ast.Load()), [inner], [])
        return node

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        """`command in ("next", "prev")` as two comparisons."""
        self.generic_visit(node)
        match node:
            case ast.Compare(left, [ast.In()], [ast.Tuple(words) | ast.List(words) | ast.Set(words)]) if words:
                return ast.BoolOp(ast.Or(), [ast.Compare(left, [ast.Eq()], [one]) for one in words])
        return node
