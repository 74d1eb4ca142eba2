"""A part beside a whole in which it begins several times, each time within what came before: `aab` in `aaab`.

Who looks for one in the other and does not go back after a beginning that came to nothing finds all but these, and two
things that are drawn by themselves are hardly ever so.  Pure.  Neighbours: `evidence.generate` (asks).
"""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Sequence as SequenceOf
from itertools import permutations

from codescore.languages.execution import Entry, Parameter
from codescore.languages.shapes import IntShape, OneOf, SequenceShape, TextShape
from codescore.languages.values import Int, Sequence, Text, Value

#: A part, and wholes that have a beginning of it before it, or only that.
_PARTS = (
    ("aab", ("aaab", "aabaaab", "aaaa")), ("abac", ("abababac", "abaabac")), ("abab", ("abaabab", "abababab")),
    ("aabaaa", ("aabaaabaaa", "aabaabaaa")),
)  # fmt: skip
_LETTERS = "abc"


def overlapping(entry: Entry) -> Iterator[tuple[int, int, Value, Value]]:
    """Two places of an entry's parameters with values for both, for each two that take texts, or lists of numbers."""
    for one, two in permutations(range(len(entry.parameters)), 2):
        signs = [_signs(entry.parameters[place]) for place in (one, two)]
        if signs[0] is None or signs[0] != signs[1]:
            continue
        for part, wholes in _PARTS:
            for whole in wholes:
                made = [_made(entry.parameters[p], text, signs[0]) for p, text in ((one, whole), (two, part))]
                yield one, two, made[0], made[1]


def _signs(parameter: Parameter) -> SequenceOf[str | int] | None:
    """What stands for the letters of the parts; None where a parameter takes neither texts nor lists of numbers."""
    shape = parameter.shape
    match shape.element if isinstance(shape, SequenceShape) else None:
        case IntShape(low, high) | OneOf([IntShape(low, high), *_]) if not parameter.optional:
            least = max(1, low or 1)
            return range(least, least + len(_LETTERS)) if high is None or high >= least + len(_LETTERS) else None
    match shape:
        case TextShape(alphabet=signs, written=None) if not parameter.optional:
            return signs[: len(_LETTERS)] if len(signs) >= len(_LETTERS) else None if signs else _LETTERS
    return None


def _made(parameter: Parameter, text: str, signs: SequenceOf[str | int]) -> Value:
    told = [signs[_LETTERS.index(letter)] for letter in text]
    if isinstance(parameter.shape, SequenceShape):
        return Sequence(parameter.shape.kind, tuple(Int(int(one)) for one in told))
    return Text("".join(map(str, told)))
