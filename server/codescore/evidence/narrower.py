"""Inputs that a candidate takes for less than the reference does: just outside its narrower types, and texts written
otherwise (blanks around them, letters of the other case) where one of the two alone makes nothing of that.

Small inputs fit into a `byte` as well as into an `int`, so that chance would not show the difference.  Limits of the
machine's numbers are nobody's choice: from 31 bits on the widths count as the same.  Pure.  Neighbours:
`languages.shapes` (what a declared type takes), `evidence.session` (asks for these inputs once per candidate).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial

from codescore.evidence.case import Case
from codescore.evidence.generate import MACHINE
from codescore.evidence.profile import FOLDS
from codescore.languages.execution import Entry, Input
from codescore.languages.shapes import IntShape, SequenceShape, Shape
from codescore.languages.values import Int, Mapping, Sequence, Text, Value, rebuilt

#: What takes blanks off a text, in some language.
TAKES_OFF = re.compile(r"\.(?:l?r?strip(?:_suffix)?|trim(?:Start|End)?|strip(?:Leading|Trailing)?)\s*\(")
_OTHERWISE = 24  # inputs for each argument


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


def written_otherwise(reference: str, candidate: str, seeds: list[Case]) -> list[Input]:
    """Inputs made of seeds with other answers each, in which the texts of one argument have blanks around them, or
    letters of the other case, where one of the two programs takes these off, or makes letters small, more often than
    the other; not names of a table, which are what is looked up."""
    answers = {case.expected.value: case.given for case in reversed(seeds)}
    found: list[Input] = []
    for way, change in _WAYS:
        if len(way.findall(candidate)) == len(way.findall(reference)):
            continue
        for place in range(max((len(given.arguments) for given in answers.values()), default=0)):
            values = ((given, given.arguments[place]) for given in answers.values() if place < len(given.arguments))
            made = ((given, value, _changed(value, change)) for given, value in values)
            found += [given.put(place, new) for given, value, new in made if new != value][:_OTHERWISE]
    return found


def _changed(value: Value, change: Callable[[str], str]) -> Value:
    match value:
        case Text(text):
            return Text(change(text))
        case Mapping(kind, pairs):
            return Mapping(kind, tuple((key, _changed(item, change)) for key, item in pairs))
    return rebuilt(value, partial(_changed, change=change))


def _padded(text: str) -> str:
    return f" {text} " if text.strip() else text


#: What a program does to texts, and how they are then written otherwise.
_WAYS: tuple[tuple[re.Pattern[str], Callable[[str], str]], ...] = ((TAKES_OFF, _padded), (FOLDS, str.swapcase))
