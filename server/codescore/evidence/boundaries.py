"""Inputs on either side of where a reference begins to do something else: found by bisection over what it reaches.

Who writes `>` for `>=` differs on one number in a hundred, and where a sum or a product of several numbers is compared
no constant of the program says which.  But where the reference reaches other lines with 5 than with 900 in one place of
an input, there is a number between them at which that begins: halving finds it, and its neighbour.  So it does where
results go by steps (`(minutes + 59) // 60`): other ones far apart, the same for a number and the next.  Numbers are
those of arguments, those written in texts, and how long texts and lists are (`len(password) >= 8`).  Pure.  Neighbours:
`evidence.cases` (asks, and runs the reference).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations, cycle, islice, pairwise
from typing import TypeAlias

from codescore.evidence.calls import steps_of
from codescore.evidence.case import Case
from codescore.evidence.cases import Cases, confirm, extend
from codescore.evidence.channel import Room
from codescore.evidence.contract import Outcome
from codescore.evidence.domain import DECIDES
from codescore.evidence.reach import interesting
from codescore.languages.execution import Input
from codescore.languages.values import Bool, Int, Record, Sequence, Text, Value, rebuilt, walk

_SEEDS, _PLACES = 8, 4  # inputs that are changed, and numbers of each
_PLAIN = 3  # of which there is one with nothing but ones, too
_PAIRS, _ALIKE = 16, 3  # boundaries that are looked for, and those at which the same changes
_AGAIN, _MORE_PLACES = 2, 6  # times that others of their numbers are halved, and how many
_PARTS, _STEPS = 4, 18  # into which each is divided, and how often: milliseconds in a year
_FAR = 1_000  # where so many numbers are between two, more than one thing may begin there
_AWAY = (0, 1, 10, 100)  # what a number is changed to, beside its double, its opposite and the numbers of the reference
_LARGEST, _PRODUCTS = 10_000, 40
_BASES, _HIGHEST = (10, 3), 10**10  # the least and how many numbers of which powers are tried, and up to where
_LENGTHS, _SHORT = 2, (0, 1, 10, 40)  # texts and lists of an input that are made longer or shorter, and how long
_LONGEST, _SMALL = 200, 60  # of what is made longer; numbers of the reference that are tried below 0 as well
_NUMBER = re.compile(r"(?<![\w.])\d{1,6}(?![\w.])|(?<![\w.])\d{1,6}(?=[^\W\d_])")

LISTS = frozenset({"list", "array"})  # what may have any number of things

#: An input with one number changed.
Changed = Callable[[int], Input]
#: What the reference reaches with an input, and what comes out.
_Seen: TypeAlias = tuple[frozenset[int], object]
#: A number, and how to make the value that it is in with another one.
_Number: TypeAlias = tuple[int, Callable[[int], Value]]
#: Numbers in one place of an input, each with what is seen then.
_Row: TypeAlias = list[tuple[int, Changed, _Seen]]


@dataclass(frozen=True, slots=True)
class _Between:
    """Two values of one number of an input on which the reference reaches, or gives, something else."""

    changed: Changed
    low: int
    high: int
    seen: _Seen  # with the lower one, or with the higher one where that is sought
    given: bool = False  # what it gives is another, not what it reaches
    last: bool = False  # the last number at which something begins is sought, not the first

    @property
    def between(self) -> list[int]:
        """The quarters between the two, which take half as many runs as halves, each with a start of its own."""
        inner = {self.low + (self.high - self.low) * part // _PARTS for part in range(1, _PARTS)}
        return sorted(inner - {self.low})


def at_boundaries(cases: Cases, room: Room) -> None:
    """Add inputs with one number on either side of where what the reference reaches changes.

    Where numbers are added up a step in one of them is more than one: what was found is halved in its other numbers.
    """
    if cases.problem or cases.left <= 0:
        return
    since = len(cases.cases)
    seeds = _seeds(cases)
    known = {one.value for one in cases.constants if isinstance(one, Int) and 0 < one.value <= _LARGEST}
    below = sorted(-number for number in known if number <= _SMALL)
    numbers = (*_AWAY, *sorted(known | products(known)), *below)
    powers = tuple(sorted(_powers(known)))  # they may take long: in one input only
    lengths = (*_SHORT, *sorted(number for number in known if number <= _LONGEST))
    inputs = [case.given for case in seeds]
    several = [given for given in inputs[:_PLAIN] if _several_numbers(given) and not steps_of(given)]
    plain = dict.fromkeys(one for one in map(_plain, several) if one not in inputs)
    places = [(*place, numbers) for given in (*inputs, *plain) for place in _first(given)]
    places += [(*place, powers) for case in seeds[:1] for place in _first(case.given) if powers]
    long = [(*place, lengths) for case in seeds for place in islice(_lengths(case.given), _LENGTHS)]
    tried = _tried(cases, room, [*places, *long])
    longer = _apart(tried[len(places) :], stepwise=False)
    changed = {pair.changed for pair in longer}
    pairs = _narrowed(cases, room, [*_apart(tried[: len(places)]), *longer])
    for _ in range(_AGAIN):
        found = dict.fromkeys(pair.changed(pair.high) for pair in pairs if pair.changed not in changed)
        places = [(*place, (0,)) for given in found for place in islice(_numbers(given), _MORE_PLACES)]
        pairs = _narrowed(cases, room, _apart(_tried(cases, room, places)))
    confirm(cases, room, since)


def products(known: set[int]) -> set[int]:
    """Numbers of the reference times each other: what is asked of `minutes // 60` begins at 22 times 60."""
    made = {one * two for one, two in combinations(sorted(known - {1}), 2)}
    return {*sorted(number for number in made if number <= _LARGEST)[:_PRODUCTS]}


def _powers(known: set[int]) -> set[int]:
    """Powers of numbers of the reference and what is just below: who rounds shows `1024 ** 2 - 1` bytes as 1.0 MB."""
    bases = sorted(number for number in known if number >= _BASES[0])[-_BASES[1] :]
    made = {base**power for base in bases for power in (2, 3)}
    return {number - less for number in made if number <= _HIGHEST for less in (0, 1)}


def _first(given: Input) -> list[tuple[int, Changed]]:
    """The numbers that are changed: the first ones, of a sequence of calls the last ones, which all before lead to."""
    found = list(_numbers(given))
    return [*found[:1], *found[1:][:-_PLACES:-1]] if steps_of(given) else found[:_PLACES]


def _narrowed(cases: Cases, room: Room, pairs: list[_Between]) -> list[_Between]:
    """The same boundaries, with two numbers that follow one another where the reference takes what is between."""
    done: list[_Between] = []
    for _ in range(_STEPS):
        done += [pair for pair in pairs if pair.high - pair.low <= 1]
        pairs = [pair for pair in pairs if pair.high - pair.low > 1]
        if not pairs or cases.problem or cases.left <= 0:
            break
        reached = _reached(cases, room, [pair.changed(number) for pair in pairs for number in pair.between])
        seen = [{n: reached[pair.changed(n)] for n in pair.between if pair.changed(n) in reached} for pair in pairs]
        pairs = [_closer(pair, among) for pair, among in zip(pairs, seen, strict=True) if among]
    return done + pairs


def _closer(pair: _Between, seen: dict[int, _Seen]) -> _Between:
    """The boundary between the two of these numbers that are next to it."""
    lower = {number: (one[pair.given] == pair.seen[pair.given]) != pair.last for number, one in seen.items()}
    if pair.last:
        low = max((number for number in lower if lower[number]), default=pair.low)
        return replace(pair, low=low, high=min((number for number in lower if number > low), default=pair.high))
    high = min((number for number in lower if not lower[number]), default=pair.high)
    return replace(pair, low=max((number for number in lower if number < high), default=pair.low), high=high)


def _seeds(cases: Cases) -> list[Case]:
    """Inputs that reach different things, what reaches most first."""
    known: dict[frozenset[int], Case] = {}
    for case in interesting(cases.inside()):
        known.setdefault(frozenset(case.expected.covered), case)
    return sorted(known.values(), key=lambda case: -len(case.expected.covered))[:_SEEDS]


def _several_numbers(given: Input) -> bool:
    """Whether an input has numbers that may be added up or multiplied; those written in texts are mostly alone."""
    return sum(isinstance(part, Int) for value in given.arguments for part in walk(value)) > 1


def _plain(given: Input) -> Input:
    """The input with one item in each list and 1 for each number: what is added to, or multiplied by, another is then
    no step of its own (`price * quantity`)."""
    return replace(given, arguments=tuple(map(_plainly, given.arguments)))


def _plainly(value: Value) -> Value:
    match value:
        case Bool():
            return value
        case Int():
            return Int(1)
        case Sequence(kind, items) if items and kind in LISTS:
            return replace(value, items=(_plainly(items[0]),))
    return rebuilt(value, _plainly)


def _tried(cases: Cases, room: Room, places: list[tuple[int, Changed, tuple[int, ...]]]) -> list[_Row]:
    """For each number what is seen with others in its place, in order of these; `places` has what else to try there."""
    wanted = [(sorted({number, 2 * number, -number, number - 1, *away}), changed) for number, changed, away in places]
    reached = _reached(cases, room, [changed(number) for numbers, changed in wanted for number in numbers])
    return [
        [(number, changed, reached[changed(number)]) for number in numbers if changed(number) in reached]
        for numbers, changed in wanted
    ]


def _apart(tried: list[_Row], *, stepwise: bool = True) -> list[_Between]:
    """Numbers with others between them on which the reference reaches something else; few for each such change.

    Then (`stepwise`) those on which it gives something else, where a number and the next one give the same.
    """
    found: list[_Between] = []
    steps: list[_Between] = []
    known: Counter[tuple[frozenset[int], frozenset[int]]] = Counter()
    for row in tried:
        stepped = stepwise and any(two[0] - one[0] == 1 and one[2][1] == two[2][1] for one, two in pairwise(row))
        for (low, changed, before), (high, _, after) in pairwise(row):
            change = (before[0] - after[0], after[0] - before[0])
            if high - low <= 1 or known[change] >= _ALIKE:
                continue
            if any(change):
                known[change] += 1
                found.append(_Between(changed, low, high, before))
                found += [_Between(changed, low, high, after, last=True)] if high - low > _FAR else []
            elif stepped and before[1] != after[1]:
                known[change] += 1
                steps.append(_Between(changed, low, high, before, given=True))
    return (found + steps)[:_PAIRS]


def _reached(cases: Cases, room: Room, inputs: list[Input]) -> dict[Input, _Seen]:
    """What the reference reaches and gives with each of the inputs of the task that it takes; they are kept."""
    wanted = dict.fromkeys(given for given in inputs if cases.domain.likelihood(given) >= DECIDES)
    extend(cases, room, [(given, False) for given in wanted], twice=False)
    return {
        case.given: (frozenset(case.expected.covered), told(case.expected))
        for case in cases.cases
        if case.given in wanted
    }


def told(outcome: Outcome) -> object:
    """What comes out, call by call."""
    return outcome.how, outcome.value, outcome.stdout, tuple(map(told, outcome.steps))


def _numbers(given: Input) -> Iterator[tuple[int, Changed]]:
    """Each number of an input, and how to make the input with another one there."""
    yield from _in_arguments(given, _written)
    for found in _NUMBER.finditer(given.stdin):
        yield int(found[0]), partial(_with_input, given, found.start(), found.end())


def _with_argument(given: Input, place: int, change: Callable[[int], Value], number: int) -> Input:
    return Input((*given.arguments[:place], change(number), *given.arguments[place + 1 :]), given.stdin)


def _with_input(given: Input, start: int, end: int, number: int) -> Input:
    return Input(given.arguments, f"{given.stdin[:start]}{number}{given.stdin[end:]}")


def _lengths(given: Input) -> Iterator[tuple[int, Changed]]:
    """How long each text and list of an input is, outer ones first, and how to make it longer or shorter."""
    return _in_arguments(given, _length)


def _in_arguments(given: Input, numbers: Callable[[Value], Iterable[_Number]]) -> Iterator[tuple[int, Changed]]:
    for place, value in enumerate(given.arguments):
        for number, change in _inside(value, numbers):
            yield number, partial(_with_argument, given, place, change)


def _inside(value: Value, numbers: Callable[[Value], Iterable[_Number]]) -> Iterator[_Number]:
    """Each number in a value, and how to make the value with another one there; `numbers` finds those of one value."""
    yield from numbers(value)
    if numbers is _length and isinstance(value, Record):
        return
    parts: list[Value] = []
    rebuilt(value, lambda part: parts.append(part) or part)  # type: ignore[func-returns-value]
    for place, part in enumerate(parts):
        for number, change in _inside(part, numbers):
            yield number, partial(_in_part, value, place, change)


def _written(value: Value) -> Iterator[_Number]:
    """The numbers that a value is or, of a text, that are written in it."""
    match value:
        case Int(number):
            yield number, Int
        case Text(text):
            for found in _NUMBER.finditer(text):
                yield int(found[0]), partial(_in_text, text, found.start(), found.end())


def _length(value: Value) -> Iterator[_Number]:
    """How long a text or a list is; how many things a row has is its form, and what an object holds is its own."""
    match value:
        case Text(text) if text:
            yield len(text), lambda number: Text("".join(islice(cycle(text), _bounded(number))))
        case Sequence(kind, items) if items and kind in LISTS:
            yield len(items), lambda number: replace(value, items=tuple(islice(cycle(items), _bounded(number))))


def _bounded(length: int) -> int:
    return min(max(0, length), _LONGEST)


def _in_text(text: str, start: int, end: int, number: int) -> Value:
    return Text(f"{text[:start]}{number}{text[end:]}")


def _in_part(value: Value, place: int, change: Callable[[int], Value], number: int) -> Value:
    left = iter(range(1 << 30))
    return rebuilt(value, lambda part: change(number) if next(left) == place else part)
