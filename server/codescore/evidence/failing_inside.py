"""Sequences in which something fails inside of a `with`: who cleans up in a `finally` does so there, too.

What gives something for `with` is entered for the call behind it; in these there is none, and an error leaves it.
Neighbours: `evidence.special_inputs` (asks), `evidence.effects` (what such an object does that a function gives).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from codescore.evidence.calls import sequence, steps_of
from codescore.evidence.cases import Cases, extend
from codescore.evidence.channel import Room
from codescore.languages.execution import FAILS, Input
from codescore.languages.values import Call, Record

_WITH = "with"  # what harnesses call such an object
_MOST = 24


def with_failures(cases: Cases, room: Room) -> None:
    """Add such sequences, from those in which a call gave something for `with`."""
    if not cases.problem:
        extend(cases, room, [(given, False) for given in islice(dict.fromkeys(_made(cases)), _MOST)])


def _made(cases: Cases) -> Iterator[Input]:
    for case in sorted(cases.inside(), key=lambda case: len(steps_of(case.given))):
        steps = steps_of(case.given)
        for number, outcome in enumerate(case.expected.steps[: len(steps)], 1):
            match outcome.value:
                case Record(type_) if type_ == _WITH and number < len(steps):
                    yield sequence((*steps[:number], Call(FAILS), *steps[number:]))
