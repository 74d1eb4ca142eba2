"""What the words of a line that a Python script reads are, by what is done with them: as if they were parameters.

    name, span = line.split()
    start, end = (minutes(clock) for clock in span.split("-"))        span: two clocks

Neighbours: `ranging` (asks), `usage` (how parameters are used), `languages.spelled` (what is written so).
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterable, Iterator

from codescore.languages import guessing
from codescore.languages.python.run.usage import Reader
from codescore.languages.shapes import FloatShape, Shape
from codescore.languages.spelled import spelled

_FUNCTION = (ast.FunctionDef, ast.AsyncFunctionDef)
_Holder = ast.Module | ast.FunctionDef | ast.AsyncFunctionDef


class WordUses:
    """The uses of the words of one program's lines."""

    def __init__(self, tree: ast.Module, words: str = "") -> None:
        self._tree = tree
        self._words = words
        self._known: dict[tuple[str, int], Shape | None] = {}

    def of(self, name: str, place: int) -> Shape | None:
        """What the word of this name is, or the one at a place of the words that are called so: a number, or texts such
        as it is taken apart; None where one cannot say.
        """
        if name and (name, place) not in self._known:
            self._known |= {(name, place): None} | self._used(name, place)
        return self._known.get((name, place))

    def _used(self, name: str, place: int) -> dict[tuple[str, int], Shape | None]:
        """What the words are that are read where this one is."""
        for holder in (*(node for node in ast.walk(self._tree) if isinstance(node, _FUNCTION)), self._tree):
            given = _Given(name, place)
            body = [given.visit(statement) for statement in _copied(holder)]
            if given.names:
                places = ast.arguments([], [ast.arg(one) for one in given.names], None, [], [], None, [])
                kinds = Reader(self._tree).kinds(ast.FunctionDef("", places, body, []))
                shapes = guessing.of_kinds(kinds)
                real = {*_read_as_numbers(body)}
                return {
                    key: FloatShape(low=0.0) if one in real else spelled(kinds[one], shapes[one], self._words)
                    for one, key in given.names.items()
                }
        return {}


def _copied(holder: _Holder) -> Iterator[ast.stmt]:
    """The statements of a function, or of a program without its functions and classes, to be changed."""
    for statement in holder.body:
        if not isinstance(statement, (*_FUNCTION, ast.ClassDef)):
            yield copy.deepcopy(statement)


class _Given(ast.NodeTransformer):
    """Statements without the one that makes words of a line, or with names for the words at their places."""

    def __init__(self, name: str, place: int) -> None:
        self.name, self.place = name, place
        self.names: dict[str, tuple[str, int]] = {}

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        match node:
            case ast.Assign([ast.Tuple(parts)], ast.Call(ast.Attribute(_, "split"))) if self.place < 0:
                names = [part.id for part in parts if isinstance(part, ast.Name)]
                if self.name in names:
                    self.names |= {name: (name, -1) for name in names}
                    return ast.Pass()
        return self.generic_visit(node)

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        match node:
            case ast.Subscript(ast.Name(name), ast.Constant(int() as place)) if name == self.name and self.place >= 0:
                self.names[f"{name}_{place}"] = (name, place)
                return ast.Name(f"{name}_{place}", ast.Load())
        return self.generic_visit(node)


def _read_as_numbers(body: Iterable[ast.AST]) -> Iterator[str]:
    """The names that numbers with a point are made of."""
    for node in (inner for statement in body for inner in ast.walk(statement)):
        match node:
            case ast.Call(ast.Name("float" | "Fraction"), [ast.Name(name)]):
                yield name
