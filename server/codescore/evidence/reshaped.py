"""Other shapes for the parameters of a reference that takes hardly anything of what it was given.

Of another type, or lists that are longer: who looks ten frames ahead fails on the few that are usual.  Knows no
language.  Neighbours: `evidence.cases` (asks, and runs the reference).
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import replace

from codescore.evidence.case import Case
from codescore.evidence.contract import Outcome
from codescore.evidence.generate import random_input
from codescore.evidence.pool import Pool
from codescore.languages.execution import Entry, Input
from codescore.languages.shapes import FloatShape, IntShape, MappingShape, SequenceShape, Shape, TextShape

_OTHERS: tuple[Shape, ...] = (
    IntShape(), SequenceShape(IntShape()), TextShape(), SequenceShape(TextShape()), FloatShape(),
    SequenceShape(SequenceShape(IntShape())), MappingShape(TextShape(), IntShape()),
)  # fmt: skip
USABLE = 6  # inputs that are taken, from which on shapes are no misfit unless others show more
_TRIED, _DRAWN, _TAKEN = 80, 6, 0.5  # shapes that are tried, inputs for each, share of them that is to be taken
_MISFITS = ("TypeError", "AttributeError", "KeyError")
_TOO_SHORT = (
    "IndexError",
    "StringIndexOutOfBoundsException",
    "ArrayIndexOutOfBoundsException",
    "IndexOutOfBoundsException",
)
_HARDLY = 0.6  # share of the inputs that is refused
_LONG = (24, 40)  # items of a list that is long


def misfit(entry: Entry, cases: Sequence[Case]) -> bool:
    """Whether the reference takes hardly anything of what it was given, for reasons of type, or none as too short.

    What a whole program reads is text, whatever it makes of it.
    """
    wrong = sum(case.expected.error in _MISFITS for case in cases)
    none = sum(case.expected.how == "return" for case in cases) < USABLE and any(map(_longer, _shapes(entry)))
    short = sum(case.expected.error in _TOO_SHORT for case in cases) if none else 0
    return entry.kind != "script" and not entry.examples and max(wrong, short) > _HARDLY * max(1, len(cases))


def reshaped(
    entry: Entry, usable: Sequence[Case], pool: Pool, run: Callable[[Entry, list[Input]], Sequence[Outcome]]
) -> Entry:
    """The entry with the shapes that the reference takes best; `run` gives nothing once there is no time left.

    Those that it has stay where it takes some of their values and no others show more of it: what it looks up and does
    not find is no reason to give it something else.
    """
    short = len(usable) < USABLE
    choices = itertools.product(*((one, *(_longer(one) if short else ()), *_OTHERS) for one in _shapes(entry)))
    if not 0 < len(entry.parameters) <= 3:
        return entry
    kept = entry
    shown = {branch for case in usable for branch in case.expected.covered}
    best = len(shown) + 1.0 if len(usable) >= USABLE else -1.0
    for shapes in itertools.islice(choices, _TRIED):
        parameters = tuple(replace(p, shape=s) for p, s in zip(entry.parameters, shapes, strict=True))
        tried = replace(entry, parameters=parameters)
        outcomes = run(tried, [random_input(tried, pool) for _ in range(_DRAWN)])
        if not outcomes:
            break
        accepted = sum(outcome.how == "return" for outcome in outcomes) / _DRAWN
        reached = len({n for outcome in outcomes for n in outcome.covered})
        if accepted >= _TAKEN and accepted + reached > best:
            best, kept = accepted + reached, tried
    return kept


def _shapes(entry: Entry) -> list[Shape]:
    return [parameter.shape for parameter in entry.parameters]


def _longer(shape: Shape) -> tuple[Shape, ...]:
    """A list of any number of numbers or texts as a long one; nothing of others."""
    if not isinstance(shape, SequenceShape) or not isinstance(shape.element, (IntShape, FloatShape, TextShape)):
        return ()
    some = shape.max_size is None and shape.min_size < min(_LONG)
    return (replace(shape, min_size=_LONG[0], max_size=_LONG[1]),) if some else ()
