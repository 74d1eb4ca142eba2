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
_ROUNDS = 3  # words may be handed on so often
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
    made = _ByPlace(_Places(tree)).visit(copy.deepcopy(tree))
    text = re.sub(r"'([^'\"\\\n]*)'", r'"\1"', ast.unparse(ast.fix_missing_locations(made)))
    return re.sub(r"\bmatch (\S+\[0\]):", r"switch (\1)", text)


class _Places:
    """Names that are words of a line, and names of words from some place on, with what all words are called."""

    def __init__(self, tree: ast.Module) -> None:
        self.words: dict[str, tuple[str, int]] = {}
        self.lists: dict[str, tuple[str, int]] = {}
        self._functions = {node.name: node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
        for _ in range(_ROUNDS):
            for node in ast.walk(tree):
                self._note(node)

    def _note(self, node: ast.AST) -> None:
        match node:
            case ast.Assign([ast.Name(name)], value) if _split(value):
                self.lists[name] = name, 0
            case ast.Assign([ast.Tuple(parts) | ast.List(parts)], value) if _split(value):
                self._parts(parts, _LINE, 0)
            case ast.Assign([ast.Tuple(parts)], ast.Tuple(values)) if len(parts) == len(values):
                for part, value in zip(parts, values, strict=True):
                    self._given(part, value)
            case ast.Assign([ast.Tuple(parts) | ast.List(parts)], value) if (some := self._some(value)) is not None:
                self._parts(parts, *some)
            case ast.Assign([ast.Name() as name], value):
                for one in [value, *(each for each in ast.walk(value) if isinstance(each, ast.Subscript))]:
                    self._given(name, one)
            case ast.Call(ast.Name(name), given) if name in self._functions:
                for place, one in zip(self._functions[name].args.args, given, strict=False):
                    self._given(ast.Name(place.arg), one)

    def _parts(self, parts: list[ast.expr], held: str, first: int) -> None:
        for number, part in enumerate(parts, first):
            if isinstance(part, ast.Name):
                self.words[part.id] = held, number
            elif isinstance(part, ast.Starred) and isinstance(part.value, ast.Name):
                self.lists[part.value.id] = held, number

    def _given(self, target: ast.expr, value: ast.expr) -> None:
        if not isinstance(target, ast.Name):
            return
        if (word := self.word(value)) is not None:
            self.words.setdefault(target.id, word)
        elif (some := self._some(value)) is not None:
            self.lists.setdefault(target.id, some)

    def word(self, node: ast.expr) -> tuple[str, int] | None:
        """What an expression is the word of, and at which place."""
        match node:
            case ast.Name(name):
                return self.words.get(name)
            case ast.Subscript(held, ast.Constant(int() as place)) if (some := self._some(held)) is not None:
                return some[0], some[1] + place
        return None

    def _some(self, node: ast.expr) -> tuple[str, int] | None:
        """Of which words an expression is those from some place on."""
        match node:
            case ast.Name(name):
                return self.lists.get(name)
            case ast.Subscript(held, ast.Slice(ast.Constant(int() as first), None, None)):
                some = self._some(held)
                return None if some is None else (some[0], some[1] + first)
        return None


def _split(value: ast.expr) -> bool:
    """Whether a line is taken apart into words."""
    return any(
        isinstance(one, ast.Call) and isinstance(one.func, ast.Attribute) and one.func.attr == "split"
        for one in ast.walk(value)
    )


class _ByPlace(ast.NodeTransformer):
    """Writes each word of a line as `words[1]`, alone or in `parseInt(words[1])`."""

    def __init__(self, places: _Places) -> None:
        self._places = places

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """A word by its place."""
        return self._by_place(node) if isinstance(node.ctx, ast.Load) else node

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        """A word by its place among all words."""
        return self._by_place(node)

    def _by_place(self, node: ast.expr) -> ast.expr:
        word = self._places.word(node)
        if word is None:
            self.generic_visit(node)
            return node
        return ast.Subscript(ast.Name(word[0], ast.Load()), ast.Constant(word[1]), ast.Load())

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
