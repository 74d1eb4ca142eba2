"""How many inputs must be compared before two programs are called equivalent.  Pure; neighbour: `evidence.verdicts`."""

from __future__ import annotations

from math import prod

from codescore.evidence.contract import FLOOR
from codescore.languages.execution import Entry
from codescore.languages.shapes import BoolShape, IntShape, NullShape, OneOf, Samples, Shape


def enough(entry: Entry) -> int:
    """FLOOR, or all that the entry can be called with where that is less (it takes nothing, or a truth value)."""
    return min(FLOOR, prod(_values(parameter.shape) for parameter in entry.parameters))


def _values(shape: Shape) -> int:
    """How many values there are, up to FLOOR."""
    match shape:
        case BoolShape():
            return 2
        case NullShape():
            return 1
        case Samples(values):
            return min(FLOOR, len(values))
        case IntShape(int(low), int(high)):
            return max(1, min(FLOOR, high - low + 1))
        case OneOf(options):
            return min(FLOOR, sum(_values(option) for option in options))
    return FLOOR
