"""Short texts of hardly more than the signs that a reference looks for: `"a",` for who parts fields and takes quotes.

A program goes from sign to sign through states, and one state comes behind another only where two such signs stand side
by side; most texts have one, or none.  Pure.  Neighbours: `evidence.usual` (which signs are looked for),
`evidence.cases` (runs the reference), `evidence.nearly` (two arguments of one sort).
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from codescore.evidence.cases import SEED, Cases, extend
from codescore.evidence.channel import Room
from codescore.evidence.known_signs import signs_sought
from codescore.languages.execution import Input
from codescore.languages.shapes import TextShape
from codescore.languages.values import Char, Text

_MOST = 5  # signs, from which on most texts of a few have another two side by side
_TEXTS, _LONGEST = 24, 7
_OTHER = "a"  # what stands for all others


def of_few_signs(cases: Cases, room: Room) -> None:
    """Add inputs with such a text in the place of each that is not written in parts."""
    known = {one.value for one in cases.constants if isinstance(one, (Text, Char)) and len(one.value) == 1}
    signs = sorted(known & signs_sought([cases.source]))
    if cases.problem or cases.left <= 0 or not 0 < len(signs) <= _MOST:
        return
    seeds = [case.given for case in cases.inside()]
    extend(cases, room, [(cases.domain.fulfilled(one, cases.pool), False) for one in _made(cases, seeds, signs)])


def _made(cases: Cases, seeds: list[Input], signs: list[str]) -> Iterator[Input]:
    chance = Random(SEED)  # noqa: S311  repeatable
    for place, parameter in enumerate(cases.entry.parameters):
        fitting = [seed for seed in seeds if place < len(seed.arguments) and isinstance(seed.arguments[place], Text)]
        if not fitting or not isinstance(parameter.shape, TextShape) or parameter.shape.written is not None:
            continue
        for _ in range(_TEXTS):
            text = "".join(chance.choices([*signs, _OTHER], k=chance.randrange(1, _LONGEST + 1)))
            yield chance.choice(fitting).put(place, Text(text))
