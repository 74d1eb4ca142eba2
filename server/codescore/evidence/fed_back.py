"""Inputs in which what a reference gave comes back: `f(f(x))`, and lists or sets with a text that is one of its own.

Who makes names unique, abbreviates or escapes makes texts that nobody draws, and meets them again in practice; and an
object is asked about the seat, the ticket, the token that it gave.  Pure.
Neighbours: `evidence.boundaries` (further inputs from what the reference reaches), `evidence.cases` (runs it).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice

from codescore.evidence.calls import sequence, steps_of
from codescore.evidence.case import Case
from codescore.evidence.cases import Cases, extend
from codescore.evidence.channel import Room
from codescore.evidence.domain import DECIDES
from codescore.evidence.reach import interesting
from codescore.languages.execution import Input
from codescore.languages.values import Call, Group, Null, Sequence, Text, Value, walk

_SEEDS, _OF_EACH, _MOST = 12, 6, 40  # cases, inputs from each, and all of them
_GIVEN, _AGAIN = 3, 6  # of what an object gave that is asked about, and calls that are made once more


def feed_back(cases: Cases, room: Room) -> None:
    """Add inputs with texts that the reference gave for others."""
    if cases.problem:
        return
    found: dict[Input, None] = {}
    inside = cases.inside()
    for case in islice(dict.fromkeys((*interesting(inside), *inside)), _SEEDS):
        if steps_of(case.given):
            made = list(_asked_again(case, cases.pool.steps))
        elif case.expected.value is not None and case.given.arguments:
            made = list(_with_results(case.given, case.expected.value))
        else:
            continue
        found |= dict.fromkeys(made[:: -(-len(made) // _OF_EACH) or 1])  # of all of them, not the first ones
    fitting = (given for given in found if cases.domain.likelihood(given) >= DECIDES)
    extend(cases, room, [(given, False) for given in islice(fitting, _MOST)])


def _asked_again(case: Case, calls: Iterable[Call]) -> Iterator[Input]:
    """A sequence up to a call that gave texts, what is said of one of them or all, that call again, and what followed.

    `calls` are those that sequences were made of: of those that take a text one of each name.
    """
    steps = steps_of(case.given)
    about = {call.name: call for call in calls if any(isinstance(one, Text) for one in call.arguments)}
    for number, outcome in enumerate(case.expected.steps[: len(steps)]):
        texts = [part for part in dict.fromkeys(walk(outcome.value or Null())) if isinstance(part, Text)][:_GIVEN]
        before = {part for step in steps[: number + 1] for argument in step.arguments for part in walk(argument)}
        if not texts or outcome.how != "return" or not before.isdisjoint(texts):
            continue
        for call in about.values():
            asked = [replace(call, arguments=tuple(_instead(one, text) for one in call.arguments)) for text in texts]
            for some in (asked, asked[:1]) if asked[1:] else (asked,):
                yield sequence((*steps[: number + 1], *some, steps[number], *steps[1:][-_AGAIN:]))


def _instead(argument: Value, text: Text) -> Value:
    return text if isinstance(argument, Text) else argument


def _with_results(given: Input, result: Value) -> Iterator[Input]:
    """An input with each new text of a result in its place, at each end and inside of its lists, and in its sets."""
    known = {part for argument in given.arguments for part in walk(argument)}
    texts = [part for part in dict.fromkeys(walk(result)) if isinstance(part, Text) and part not in known]
    for text in texts:
        for place, argument in enumerate(given.arguments):
            yield from (given.put(place, changed) for changed in _taking(argument, text))


def _taking(value: Value, text: Text) -> Iterator[Value]:
    match value:
        case Text():
            yield text
        case Sequence(_, items) if items and all(isinstance(item, Text) for item in items):
            middle = (len(items) + 1) // 2
            yield from (
                replace(value, items=(*items[:at], text, *items[at:])) for at in dict.fromkeys((middle, 0, len(items)))
            )
        case Group(_, items) if all(isinstance(item, Text) for item in items):
            yield replace(value, items=(*items, text))
