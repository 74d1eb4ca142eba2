"""What the words of a line that a Python script reads are, by what is done with them: as if they were parameters.

    name, span = line.split()
    start, end = (minutes(clock) for clock in span.split("-"))        span: two clocks

Neighbours: `ranging` (asks), `usage` (how parameters are used), `languages.moments` (what is written so).
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from itertools import islice
from random import Random

from codescore.languages import guessing
from codescore.languages.example_lines import shown_numbers
from codescore.languages.kinds import Guess
from codescore.languages.moments import in_numbers, like
from codescore.languages.python.run.usage import Reader
from codescore.languages.shapes import FloatShape, IntShape, Samples, Shape, TextShape, Written
from codescore.languages.text_forms import read_as
from codescore.languages.values import Text

_FUNCTION = (ast.FunctionDef, ast.AsyncFunctionDef)
_Holder = ast.Module | ast.FunctionDef | ast.AsyncFunctionDef
_WHOLE, _REAL, _WORDS = ("0", "1", "2", "5", "10", "12"), ("0.5", "2.0", "1.25", "10.75"), ("a", "b", "ab", "c", "x")
_MANY, _SIZES, _TELLING = 24, (1, 2, 3, 6), 3  # the last: numbers that are shown, fewer tell nothing


class WordUses:
    """The uses of the words of one program's lines."""

    def __init__(self, tree: ast.Module, words: str = "") -> None:
        self._tree = tree
        shown = shown_numbers(words)
        self._numbers = shown if len(shown) >= _TELLING else _WHOLE
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
                    key: FloatShape(low=0.0) if one in real else _word(kinds[one], shapes[one], self._numbers)
                    for one, key in given.names.items()
                }
        return {}


def _copied(holder: _Holder) -> Iterator[ast.stmt]:
    """The statements of a function, or of a program without its functions and classes, to be changed."""
    for statement in holder.body:
        if not isinstance(statement, (*_FUNCTION, ast.ClassDef)):
            yield from ast.parse(ast.unparse(statement)).body


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


def _word(kind: Guess, shape: Shape | None, numbers: tuple[str, ...]) -> Samples | None:
    """Texts such as a word is by how it is used."""
    picture, texts = read_as(kind), tuple[str, ...]()
    if picture:
        texts = like(picture)
    elif isinstance(shape, TextShape):
        texts = shape.samples if shape.written is None else tuple(_texts(shape.written, numbers))
    return Samples(tuple(map(Text, texts))) if len(texts) > 1 else None


def _texts(written: Written, numbers: tuple[str, ...]) -> Iterator[str]:
    between, sizes = written.separator, written.sizes or _SIZES
    if not between or (between.isspace() and between != " "):
        return
    if all(isinstance(part, IntShape) for part in written.parts) and len(sizes) == 1:
        yield from in_numbers(between, sizes[0])
        return
    parts = [[*_part(shape, numbers)] for shape in written.parts]
    chance, found = Random(_MANY), dict[str, None]()  # noqa: S311  repeatable
    for _ in range(_MANY if all(parts) else 0):
        row = [chance.choice(parts[place % len(parts)]) for place in range(chance.choice(sizes))]
        found[between.join(row)] = None
    yield from islice(found, _MANY)


def _part(shape: Shape, numbers: tuple[str, ...]) -> Iterator[str]:
    match shape:
        case IntShape():
            yield from numbers
        case FloatShape():
            yield from _REAL
        case TextShape(written=Written() as inner):
            yield from _texts(inner, numbers)
        case TextShape(samples=samples):
            yield from samples or _WORDS
