"""Who can share inputs: functions of one language whose parameters are of the same kinds.

What a function takes is what evidence's survey reads in its text.  A kind is a shape without what one function alone
says of it (bounds, words, keys).  Parameters with a default keep it, so that they do not part functions.  Pure.
Neighbours: `languages.shapes`, `running` (tries kinds where the text tells none).
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from codescore.evidence.cases import SEED
from codescore.evidence.generate import edges, random_input
from codescore.evidence.pool import pool_of
from codescore.languages.execution import Entry, Input, Parameter, Survey
from codescore.languages.shapes import (
    AnyShape,
    BoolShape,
    BytesShape,
    CharShape,
    FloatShape,
    GroupShape,
    IntShape,
    MappingShape,
    NullShape,
    OneOf,
    Samples,
    SequenceShape,
    Shape,
    TextShape,
    TupleShape,
)  # fmt: skip
from codescore.languages.values import Bool, Float, Int, Null, Text, Value, encode

#: What is tried for a parameter of which the text tells nothing.
TRIED: tuple[Shape, ...] = (
    IntShape(), TextShape(), SequenceShape(IntShape()), SequenceShape(TextShape()), FloatShape(),
    SequenceShape(SequenceShape(IntShape())), MappingShape(TextShape(), IntShape()),
)  # fmt: skip
_LEAVES: tuple[Shape, ...] = (
    AnyShape(), BoolShape(), BytesShape(), CharShape(), FloatShape(), IntShape(), NullShape(), TextShape(),
)  # fmt: skip
_EDGES = 24  # inputs at the edge; the others are random
_CONSTANTS = 24  # of a bucket's functions, the commonest ones
_VALUES: dict[type, Shape] = {Bool: BoolShape(), Int: IntShape(), Float: FloatShape(), Text: TextShape()}


def entry_of(survey: Survey) -> Entry | str:
    """The one function or method of a corpus function's text, with the parameters that have no default; or why none."""
    if survey.problem:
        return "cannot be read"
    called = {name for entry in survey.entries for name in entry.uses if name != entry.name}
    found = [entry for entry in survey.entries if entry.kind in ("function", "method")]
    found = [entry for entry in found if entry.name not in called] or found
    if len(found) != 1:
        return "nothing to call" if not found else "several functions"
    entry = found[0]
    if entry.awaited:
        return "has to be awaited"
    wanted = tuple(one for one in entry.parameters if not one.optional) or entry.parameters
    if not wanted:
        return "takes nothing"
    shapes = [plain(parameter.shape) for parameter in wanted]
    known = tuple(replace(p, shape=s, optional=False) for p, s in zip(wanted, shapes, strict=True) if s is not None)
    return replace(entry, parameters=known) if len(known) == len(wanted) else "takes objects of its own"


def plain(shape: Shape) -> Shape | None:
    """A shape without what only one function says; None for one that means nothing to another function."""
    match shape:
        case SequenceShape(element, kind):
            inner = plain(element)
            return SequenceShape(inner, kind) if inner else None
        case GroupShape(element, kind):
            inner = plain(element)
            return GroupShape(inner, kind) if inner else None
        case TupleShape(items, kind):
            parts = [plain(item) for item in items]
            return TupleShape(tuple(part for part in parts if part), kind) if all(parts) else None
        case MappingShape(key, value, kind):
            one, two = plain(key), plain(value)
            return MappingShape(one, two, kind) if one and two else None
        case OneOf(options):
            kinds = {label(part): part for option in options if (part := plain(option))}
            alone = next(iter(kinds.values()), None)
            return OneOf(tuple(kinds[name] for name in sorted(kinds))) if len(kinds) > 1 else alone
        case Samples(values):
            classes = {type(value) for value in values if not isinstance(value, Null)}
            return _VALUES.get(classes.pop()) if len(classes) == 1 else None
    return next((leaf for leaf in _LEAVES if type(leaf) is type(shape)), None)


def label(shape: Shape) -> str:
    """A plain shape in words: `list<int>`."""
    match shape:
        case SequenceShape(element, kind) | GroupShape(element, kind):
            return f"{kind}<{label(element)}>"
        case TupleShape(items, kind):
            return f"{kind}({', '.join(map(label, items))})"
        case MappingShape(key, value, kind):
            return f"{kind}<{label(key)}: {label(value)}>"
        case OneOf(options):
            return " | ".join(map(label, options))
    return type(shape).__name__.removesuffix("Shape").lower()


def bucket_of(language: str, shapes: Iterable[Shape]) -> str:
    """The name of the functions that share inputs: `python(int, list<int>)`, whatever the language is called."""
    return f"{language}({', '.join(map(label, shapes))})"


def common(constants: Iterable[tuple[Value, ...]]) -> tuple[Value, ...]:
    """The constants that most functions of a bucket have, the commonest first."""
    spelled = {json.dumps(encode(value)): value for own in constants for value in own if type(value) in _VALUES}
    counted = Counter(name for own in constants for name in {json.dumps(encode(value)) for value in own})
    ranked = sorted(spelled, key=lambda name: (-counted[name], len(name), name))
    return tuple(spelled[name] for name in ranked[:_CONSTANTS])


def shared_inputs(shapes: tuple[Shape, ...], constants: tuple[Value, ...], count: int) -> list[Input]:
    """At most so many different inputs, the same for all functions of a bucket: edges, then random ones."""
    entry = Entry("shared", "function", tuple(Parameter(f"p{n}", shape) for n, shape in enumerate(shapes)))
    pool = pool_of(constants, SEED)
    found = dict.fromkeys(edges(entry, pool, _EDGES))
    for _ in range(4 * count):
        if len(found) >= count:
            break
        found[random_input(entry, pool)] = None
    return list(found)[:count]
