"""Sequences in which every number that an object is given is below 0, where that is only unusual.

A largest value that begins with 0 shows in these alone: numbers below 0 beside others hardly ever are the largest.
They stand outside of the task like all that is unusual.  Neighbour: `evidence.special_inputs` (asks).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from codescore.evidence.calls import sequence, steps_of
from codescore.evidence.cases import Cases, extend
from codescore.evidence.channel import Room
from codescore.languages.execution import Entry, Input
from codescore.languages.ordinary import USUAL
from codescore.languages.values import Call, Float, Int, Value

_MOST = 12


def all_below(cases: Cases, room: Room) -> None:
    """Add such sequences, from shorter and longer ones that are meant."""
    if cases.problem or not cases.entry.members:
        return
    places = {member.name: found for member in cases.entry.members[1:] if (found := _unusual(member))}
    made = [*dict.fromkeys(_made(cases, places))] if places else []
    extend(cases, room, [(given, False) for given in made[:: max(1, len(made) // _MOST)][:_MOST]])


def _unusual(member: Entry) -> set[int]:
    """The places of parameters of which it is merely usual that they are not below 0."""
    names = {one.parameter for one in member.assumptions if one.because == USUAL and not one.part}
    return {place for place, one in enumerate(member.parameters) if one.name in names}


def _made(cases: Cases, places: Mapping[str, set[int]]) -> Iterator[Input]:
    for case in sorted(cases.inside(), key=lambda case: len(steps_of(case.given))):
        steps = steps_of(case.given)
        turned = tuple(_turned(call, places.get(call.name, set())) for call in steps)
        if turned != steps:
            yield sequence(turned)


def _turned(call: Call, places: set[int]) -> Call:
    given = (_below(one) if place in places else one for place, one in enumerate(call.arguments))
    return replace(call, arguments=tuple(given))


def _below(value: Value) -> Value:
    match value:
        case Int(number) if number > 0:
            return Int(-number)
        case Float(amount) if amount > 0:
            return Float(-amount)
    return value
