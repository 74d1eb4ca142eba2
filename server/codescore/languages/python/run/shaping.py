"""Shapes of a Python parameter's annotation; what its use and its name say is `languages.guessing`."""

from __future__ import annotations

import ast
import re
from dataclasses import replace

from codescore.languages.given import TELLING
from codescore.languages.guessing import MAP_KINDS, MAPS, SEQUENCES, SETS, of_word
from codescore.languages.python.run.examples import of_literal
from codescore.languages.python.run.standard import Standard
from codescore.languages.shapes import (
    AnyShape,
    GroupShape,
    IntShape,
    MappingShape,
    NullShape,
    OneOf,
    Samples,
    SequenceShape,
    Shape,
    StandardShape,
    TupleShape,
)
from codescore.languages.shown import one_of
from codescore.languages.standard import ASYNC, FUNCTION


def of_annotation(node: ast.expr | None, standard: Standard) -> Shape | None:  # noqa: PLR0911  one form per case
    """The shape that an annotation says, None where it says nothing that we know."""
    known = standard.type_of(node)
    if known is not None:
        return StandardShape(known)
    match node:
        case ast.Constant(None):
            return NullShape()
        case ast.Constant(str() as text):
            try:
                return of_annotation(ast.parse(text, mode="eval").body, standard)
            except (SyntaxError, ValueError):
                return None
        case ast.BinOp(left, ast.BitOr(), right):
            return one_of([of_annotation(left, standard), of_annotation(right, standard)])
        case ast.Name("Callable") | ast.Attribute(_, "Callable"):
            return StandardShape(FUNCTION)
        case ast.Name(name) if name in standard.classes:
            return standard.classes[name].shape
        case ast.Name(name) | ast.Attribute(_, name):
            return of_word(name)
        case ast.Subscript(ast.Name("Literal") | ast.Attribute(_, "Literal"), inside):
            literals = map(of_literal, inside.elts if isinstance(inside, ast.Tuple) else [inside])
            values = tuple(value for value in literals if value is not None)
            return Samples(values) if values else None
        case ast.Subscript(ast.Name("Callable") | ast.Attribute(_, "Callable"), inside):
            waits = re.search("Awaitable|Coroutine", ast.unparse(inside))
            nothing = isinstance(inside, ast.Tuple) and ast.unparse(inside.elts[-1]) == "None"
            return StandardShape(ASYNC if waits else TELLING if nothing else FUNCTION)
        case ast.Subscript(ast.Name(name) | ast.Attribute(_, name), inside):
            arguments = inside.elts if isinstance(inside, ast.Tuple) else [inside]
            return _generic(name.lower(), arguments, standard)
    return None


def _generic(name: str, arguments: list[ast.expr], standard: Standard) -> Shape | None:
    shapes = [of_annotation(argument, standard) or AnyShape() for argument in arguments]
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
        kind = MAP_KINDS.get(name, "dict")
        return MappingShape(shapes[0], shapes[-1] if len(shapes) > 1 else IntShape(), kind)
    return None


def or_nothing(shape: Shape, annotation: ast.expr | None) -> Shape:
    """With nothing among the values of mappings in mappings that an annotation says to be anything (`dict[str, Any]`).

    Whatever a program does with them it has to tell what is not there from what is there and is nothing.
    """
    called = (getattr(one, "id", getattr(one, "attr", "")) for one in ast.walk(annotation or ast.Constant(None)))
    return _or_nothing(shape) if "Any" in called else shape


def _or_nothing(shape: Shape) -> Shape:
    match shape:
        case MappingShape(_, OneOf(options)) if any(isinstance(one, MappingShape) for one in options):
            return replace(shape, value=OneOf((*map(_or_nothing, options), NullShape())))
    return shape
