"""Inputs that a candidate declares not to take, and the reference does: just outside its narrower types.

Small inputs fit into a `byte` as well as into an `int`, so that chance would not show the difference.  Limits of the
machine's numbers are nobody's choice: from 31 bits on the widths count as the same.  Pure.  Neighbours:
`languages.shapes` (what a declared type takes), `evidence.session` (asks for these inputs once per candidate).
"""

from __future__ import annotations

from collections.abc import Iterator

from codescore.evidence.generate import MACHINE
from codescore.languages.execution import Entry, Input
from codescore.languages.shapes import IntShape, SequenceShape, Shape
from codescore.languages.values import Int, Sequence, Value


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
