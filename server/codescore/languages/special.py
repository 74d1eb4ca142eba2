"""Numbers that are none, or do not end: drawn where a program asks for them (`isnan`, `Number.isFinite`).  Pure."""

from __future__ import annotations

from dataclasses import replace

from codescore.languages.shapes import FloatShape, IntShape, OneOf, Shape

UNFINITE = "unfinite"  # a vote for numbers that are asked whether they are numbers, and end


def with_special(shape: Shape) -> Shape:
    """The same numbers, and those among them."""
    match shape:
        case FloatShape():
            return replace(shape, special=True)
        case IntShape():
            return OneOf((shape, FloatShape(special=True)))
        case OneOf(options):
            return replace(shape, options=tuple(with_special(option) for option in options))
    return shape


def special_as(use: Shape | None, declared: Shape) -> Shape:
    """What is declared as a number, with those among them where its use has some."""
    options = use.options if isinstance(use, OneOf) else (use,)
    return with_special(declared) if any(isinstance(one, FloatShape) and one.special for one in options) else declared
