"""Shapes of a Python parameter's annotation; what its use and its name say is `languages.guessing`."""

from __future__ import annotations

import ast

from codescore.languages.guessing import MAPS, SEQUENCES, SETS, of_word
from codescore.languages.shapes import (
    AnyShape,
    GroupShape,
    IntShape,
    MappingShape,
    NullShape,
    SequenceShape,
    Shape,
    TupleShape,
)
from codescore.languages.shown import one_of


def of_annotation(node: ast.expr | None) -> Shape | None:
    """The shape that an annotation says, None where it says nothing that we know."""
    match node:
        case ast.Constant(None):
            return NullShape()
        case ast.Constant(str() as text):
            try:
                return of_annotation(ast.parse(text, mode="eval").body)
            except (SyntaxError, ValueError):
                return None
        case ast.BinOp(left, ast.BitOr(), right):
            return one_of([of_annotation(left), of_annotation(right)])
        case ast.Name(name) | ast.Attribute(_, name):
            return of_word(name)
        case ast.Subscript(ast.Name(name) | ast.Attribute(_, name), inside):
            arguments = inside.elts if isinstance(inside, ast.Tuple) else [inside]
            return _generic(name.lower(), arguments)
    return None


def _generic(name: str, arguments: list[ast.expr]) -> Shape | None:
    shapes = [of_annotation(argument) or AnyShape() for argument in arguments]
    if name == "optional":
        return one_of([*shapes, NullShape()])
    if name == "union":
        return one_of(shapes)
    if name in SEQUENCES:
        return SequenceShape(shapes[0], SEQUENCES[name])
    if name == "tuple":
        if len(arguments) == 2 and isinstance(arguments[1], ast.Constant) and arguments[1].value is ...:
            return SequenceShape(shapes[0], "tuple")
        return TupleShape(tuple(shapes))
    if name in SETS:
        return GroupShape(shapes[0], SETS[name])
    if name in MAPS:
        return MappingShape(shapes[0], shapes[-1] if len(shapes) > 1 else IntShape())
    return None
