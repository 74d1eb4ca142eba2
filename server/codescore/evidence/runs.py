"""Texts and lists in which one item comes so many times in a row as a number that the reference knows says.

Who codes runs, or cuts after nine, treats nine alike ones as no other number of them, and chance draws no such run: one
of nine, one more, one less and twice as many, with something else before and behind.  Neighbours:
`evidence.special_inputs` (asks), `evidence.boundaries` (how long texts and lists are), `evidence.cases` (runs the
reference).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random

from codescore.evidence.cases import SEED, Cases, extend
from codescore.evidence.channel import Room
from codescore.languages.execution import Input
from codescore.languages.values import Int, Sequence, Text, Value

_LEAST, _MOST = 3, 40  # the numbers that may be of things in a row
_NUMBERS, _SEEDS, _INPUTS = 3, 3, 40
_SHORT = 12  # items of what a run is put in
_KINDS = frozenset(("list", "array"))


def with_runs(cases: Cases, room: Room) -> None:
    """Add such inputs for each text and list of a function."""
    known = sorted({one.value for one in cases.constants if isinstance(one, Int) and _LEAST <= one.value <= _MOST})
    if cases.problem or cases.left <= 0 or not known:
        return
    answered = [case.given for case in cases.inside()]
    made = islice(_made(answered, known[:_NUMBERS], Random(SEED)), _INPUTS)  # noqa: S311  repeatable
    extend(cases, room, [(cases.domain.fulfilled(given, cases.pool), False) for given in made])


def _made(answered: list[Input], known: list[int], chance: Random) -> Iterator[Input]:
    for place in range(max((len(given.arguments) for given in answered), default=0)):
        fitting = [one for one in answered if place < len(one.arguments) and 1 < _size(one.arguments[place]) <= _SHORT]
        for seed in fitting[:: max(1, len(fitting) // _SEEDS)][:_SEEDS]:
            for number in known:
                for size in (number, number - 1, number + 1, 2 * number):
                    yield seed.put(place, _with_run(seed.arguments[place], size, chance))


def _size(value: Value) -> int:
    match value:
        case Text(text):
            return len(text)
        case Sequence(kind, items) if kind in _KINDS and len({*items}) > 1:
            return len(items)
    return 0


def _with_run(value: Value, size: int, chance: Random) -> Value:
    """The same with so many of one of its items in the place of it."""
    place = chance.randrange(_size(value))
    match value:
        case Text(text):
            return Text(text[:place] + text[place] * size + text[place + 1 :])
        case Sequence(_, items):
            return replace(value, items=(*items[:place], *[items[place]] * size, *items[place + 1 :]))
    return value
