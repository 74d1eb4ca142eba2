"""What a class is told of before it is asked about it: titles that a library has, before they are lent.

Where calls of one method just fail (no refusal of the program's own) on what no other method was given before, and
never on what it was, nobody is meant to make them; so neither are calls of further methods that happen to answer there.
Pure.  Neighbours: `evidence.domain` (what is likely), `evidence.cases` (asks, once the reference has been run).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from random import Random

from codescore.evidence.calls import steps_of
from codescore.evidence.contract import Outcome
from codescore.languages.execution import BACK, Entry, Input
from codescore.languages.values import Value

WEIGHT = 0.6  # how surely nobody asks about what is not there
_OFTEN, _HARDLY, _SEEN = 0.5, 0.02, 4  # share of calls that fail on what is not there, and on what is; of so many

#: A call of a sequence: its name, what the method calls its parameters, and what it gets.
Called = tuple[str, tuple[str, ...], Input]


@dataclass(frozen=True, slots=True)
class Entered:
    """A parameter of several methods; one of them, `by`, enters what the others are given."""

    parameter: str
    by: str
    make: str  # what makes another object, which knows nothing yet

    def words(self) -> str:
        """What is assumed, for a person."""
        return f"every {self.parameter} was given to {self.by} before"


def entered(make: str, members: Mapping[str, Entry], tried: Iterable[tuple[Input, Outcome]]) -> tuple[Entered, ...]:
    """What is entered before it is asked about, as the outcomes of sequences show it; `make` makes an object."""
    names = {name: tuple(p.name for p in one.parameters) for name, one in members.items()}
    runs = [
        ([(step.name, names.get(step.name, ()), Input(step.arguments)) for step in steps_of(given)], outcome.steps)
        for given, outcome in tried
        if outcome.steps
    ]
    found: dict[str, Entered] = {}
    for by, parameters in names.items():
        for parameter in parameters:
            one = Entered(parameter, by, make)
            if parameter not in found and sum(parameter in some for some in names.values()) > 1 and _tells(runs, one):
                found[parameter] = one
    return tuple(found.values())


def _tells(runs: list[tuple[list[Called], tuple[Outcome, ...]]], one: Entered) -> bool:
    """Whether a method just fails on what was not entered, and none of them on what was."""
    counts: dict[tuple[str, bool], list[int]] = defaultdict(lambda: [0, 0])  # calls, and those that just failed
    for calls, outcomes in runs:
        for number, there in _about(one, calls):
            if number < len(outcomes):
                count = counts[calls[number][0], there]
                count[0] += 1
                count[1] += outcomes[number].how == "raise" and not outcomes[number].deliberate
    known = [_share(count) for (_, there), count in counts.items() if there]
    fails = {name for (name, there), count in counts.items() if not there and count[0] >= _SEEN and _fails(count)}
    sure = any(counts[name, True][0] >= _SEEN for name in fails)
    return sure and max(known) <= _HARDLY


def _fails(count: list[int]) -> bool:
    return _share(count) >= _OFTEN


def _share(count: list[int]) -> float:
    return count[1] / count[0] if count[0] else 0.0


def _about(one: Entered, calls: Iterable[Called]) -> Iterator[tuple[int, bool]]:
    """The calls about such a thing, by number, and whether it had been entered."""
    objects: list[set[Value]] = [set()]
    for number, (name, parameters, given) in enumerate(calls):
        if name == one.make:
            objects.append(set())
        elif name == BACK and len(objects) > 1:
            objects.pop()
        elif one.parameter in parameters[: len(given.arguments)]:
            value = given.arguments[parameters.index(one.parameter)]
            if name == one.by:
                objects[-1].add(value)
            else:
                yield number, value in objects[-1]


def missing(some: Iterable[Entered], calls: list[Called]) -> Iterator[Entered]:
    """What a sequence asks about that was not entered before."""
    for one in some:
        if not all(there for _, there in _about(one, calls)):
            yield one


def put_first(some: Iterable[Entered], calls: list[Called], chance: Random) -> list[Input]:
    """What the calls get, about things that are entered in the place of others; as it is where none are before."""
    for one in some:
        strange = {number for number, there in _about(one, calls) if not there}
        known: list[Value] = []
        made: list[Called] = []
        for number, (name, parameters, given) in enumerate(calls):
            place = parameters.index(one.parameter) if one.parameter in parameters[: len(given.arguments)] else None
            known = [] if name == one.make else known
            if place is not None and name == one.by:
                known.append(given.arguments[place])
            chosen = chance.choice(known) if number in strange and known and place is not None else None
            if chosen is not None and place is not None:
                arguments = (*given.arguments[:place], chosen, *given.arguments[place + 1 :])
                made.append((name, parameters, Input(arguments, given.stdin)))
            else:
                made.append((name, parameters, given))
        calls = made
    return [given for _, _, given in calls]
