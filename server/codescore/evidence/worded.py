"""Words that a class takes: where its methods refuse whatever they do not know, most of what they get is what they do.

A machine of states (`pay`, `pack`, `ship`) refuses nearly every text, and chance hardly leads it through three states.
Which texts a method answered, and that it never answered one that does not stand in the program, outcomes show in
every language.  Neighbours: `evidence.cases` (runs the reference), `evidence.session` (asks).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from codescore.evidence.calls import steps_of
from codescore.evidence.cases import Cases, extend, fitting
from codescore.evidence.channel import Room
from codescore.evidence.contract import Outcome
from codescore.evidence.generate import random_input
from codescore.languages.execution import CALLS, Entry, Input, Parameter
from codescore.languages.shapes import CallShape, CallsShape, OneOf, Samples, Shape, TextShape
from codescore.languages.values import Text, Value

_REFUSED = 12  # texts that it does not know, none of which it takes
_OFTEN, _ROUNDS, _MADE = 6, 4, 80  # times as often as any text it gets one that it took; rounds, sequences in each

#: A method, and which of its arguments.
_Place = tuple[str, int]


def known_words(cases: Cases, room: Room) -> None:
    """Where a class refuses all texts that do not stand in the program, add sequences with those that it takes.

    In several rounds: what it takes in one state shows only when that is reached.  They are few, and worth more than
    what was tried before, so that what is left of the reference's time is not asked.
    """
    plain = cases.entry
    for _ in range(_ROUNDS):
        found = worded(plain, cases.constants, ((case.given, case.expected) for case in cases.cases))
        if found == cases.entry or cases.problem:
            return
        cases.domain = replace(cases.domain, entry=found)
        made = fitting(cases, lambda: random_input(cases.entry, cases.pool), _MADE)
        extend(cases, room, [(given, False) for given in made])


def worded(entry: Entry, constants: Iterable[Value], tried: Iterable[tuple[Input, Outcome]]) -> Entry:
    """The class with the texts of the program where its methods take no others; the same where they do."""
    shape = entry.parameters[0].shape if entry.members else None
    if not isinstance(shape, CallsShape):
        return entry
    known = dict.fromkeys(one for one in constants if isinstance(one, Text))
    taken: dict[_Place, dict[Text, None]] = {}
    refused: dict[_Place, set[Text]] = {}
    for given, outcome in tried:
        for step, one in zip(steps_of(given), outcome.steps, strict=False):
            for place, argument in enumerate(step.arguments):
                if isinstance(argument, Text) and one.how == "return":
                    taken.setdefault((step.name, place), {})[argument] = None
                elif isinstance(argument, Text):
                    refused.setdefault((step.name, place), set()).add(argument)
    words = {
        place: (Samples(tuple(some)), Samples(tuple(known)))
        for place, some in taken.items()
        if some.keys() <= known.keys() and len(refused.get(place, set()) - known.keys()) >= _REFUSED
    }
    if not words:
        return entry

    def told(call: CallShape) -> CallShape:
        return replace(
            call, parameters=tuple(_told(one, words.get((call.name, n))) for n, one in enumerate(call.parameters))
        )

    made = replace(shape, methods=tuple(map(told, shape.methods)), tells=tuple(map(told, shape.tells)))
    return replace(entry, parameters=(Parameter(CALLS, made), *entry.parameters[1:]))


def _told(shape: Shape, words: tuple[Samples, Samples] | None) -> Shape:
    """Mostly a text that was taken, now and then one that stands in the program, or any."""
    if words is None or not isinstance(shape, TextShape):
        return shape
    taken, known = words
    return OneOf((*[taken] * _OFTEN, known, known, shape))
