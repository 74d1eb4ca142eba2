"""Inputs that a candidate takes for less than the reference does: just outside its narrower types, and texts with
blanks around them where it alone takes these off.

Small inputs fit into a `byte` as well as into an `int`, so that chance would not show the difference.  Limits of the
machine's numbers are nobody's choice: from 31 bits on the widths count as the same.  Pure.  Neighbours:
`languages.shapes` (what a declared type takes), `evidence.session` (asks for these inputs once per candidate).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from codescore.evidence.case import Case
from codescore.evidence.generate import MACHINE
from codescore.languages.execution import Entry, Input
from codescore.languages.shapes import IntShape, SequenceShape, Shape
from codescore.languages.values import Int, Mapping, Sequence, Text, Value, rebuilt

#: What takes blanks off a text, in some language.
TAKES_OFF = re.compile(r"\.(?:l?r?strip(?:_suffix)?|trim(?:Start|End)?|strip(?:Leading|Trailing)?)\s*\(")
_PADDED = 24  # inputs for each argument


def beyond(reference: Entry, candidate: Entry, seeds: list[Input]) -> list[Input]:
    """For each parameter that the candidate declares narrower, inputs made of a seed with a value just outside."""
    found: list[Input] = []
    for position, (wide, narrow) in enumerate(zip(reference.parameters, candidate.parameters, strict=False)):
        seed = next((given for given in seeds if position < len(given.arguments)), None)
        if seed is None:
            continue
        found += [seed.put(position, value) for value in _outside(wide.shape, narrow.shape)]
    return found


def _outside(wide: Shape, narrow: Shape) -> Iterator[Value]:
    """Values of the one shape that are next to, and not in, the other."""
    match wide, narrow:
        case IntShape(low, high), IntShape(least, most):
            if most is not None and most < MACHINE and (high is None or most < high):
                yield Int(most + 1)
            if least is not None and least > -MACHINE and (low is None or low < least):
                yield Int(least - 1)
        case SequenceShape(), SequenceShape():
            for value in _outside(wide.element, narrow.element):
                yield Sequence(wide.kind, (value,))


def padded(reference: str, candidate: str, seeds: list[Case]) -> list[Input]:
    """Inputs made of seeds with other answers each, with blanks around the texts of one argument, where a candidate
    takes blanks off more often than its reference; not around names of a table, which are what is looked up."""
    if len(TAKES_OFF.findall(candidate)) <= len(TAKES_OFF.findall(reference)):
        return []
    answers = {case.expected.value: case.given for case in reversed(seeds)}
    found: list[Input] = []
    for place in range(max((len(given.arguments) for given in answers.values()), default=0)):
        values = ((given, given.arguments[place]) for given in answers.values() if place < len(given.arguments))
        found += [given.put(place, wide) for given, value in values if (wide := _with_blanks(value)) != value][:_PADDED]
    return found


def _with_blanks(value: Value) -> Value:
    match value:
        case Text(text) if text.strip():
            return Text(f" {text} ")
        case Mapping(kind, pairs):
            return Mapping(kind, tuple((key, _with_blanks(item)) for key, item in pairs))
    return rebuilt(value, _with_blanks)
