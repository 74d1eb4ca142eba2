"""Collections that a caller empties after an object was given them, or after it gave them: who keeps the caller's list,
or gives its own away, is then seen to.

Tried last, where nothing else differs, and only where the reference is safe from it: its later calls answer as if
nothing had been emptied.  Where it shares its lists itself, a candidate that copies them is asked nothing.  It is not
usual that a caller does so, and makes a verdict conditional.  Pure.  Neighbours: `evidence.given_twice` (what is usual
of a caller), `evidence.session` (asks for these inputs once per candidate).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TypeAlias

from codescore.evidence.calls import sequence, steps_of
from codescore.evidence.cases import Cases
from codescore.evidence.compare import OPAQUE, difference
from codescore.evidence.contract import Outcome
from codescore.evidence.shrink import Difference
from codescore.languages.execution import EMPTIED, Input
from codescore.languages.values import Call, Group, Int, Mapping, Record, Sequence, Text, Value, walk

_GIVEN = -1  # what the call gave, for the number of an argument
_EACH, _MOST = 32, 192  # sequences for each place of a method, and all of them
_LONGEST = 8  # calls of a sequence: what nobody reads shows no more
_KEPT = ("list", "array", "deque")
Path: TypeAlias = tuple[Value, ...]  # keys and places that lead into a value


def emptied_inputs(cases: Cases) -> list[Input]:
    """Sequences in which one collection is emptied that a call was given, or gave, before others show the object."""
    entry = cases.entry
    if not entry.shares or not entry.members or cases.foreign:
        return []
    known = sorted(cases.inside(), key=lambda case: abs(len(steps_of(case.given)) - _LONGEST // 2))
    places: list[tuple[bool, tuple[str, int, int], tuple[Call, ...], int, Call]] = []
    for case in known:
        steps = steps_of(case.given)
        for number, (step, outcome) in enumerate(zip(steps[:-1], case.expected.steps, strict=False)):
            values = [*enumerate(step.arguments), *([(_GIVEN, outcome.value)] if outcome.value is not None else [])]
            for place, value in values if outcome.how == "return" else ():
                for kind, path in _collections(value):
                    emptied = Call(EMPTIED, (Int(place), Text(kind), *path))
                    hidden, key = not _named(value, steps[number + 1 :]), (step.name, place, len(path))
                    places.append((hidden, key, steps, number + 1, emptied))
    found: list[Input] = []
    asked: Counter[tuple[str, int, int]] = Counter()
    for _, key, steps, at, emptied in sorted(places, key=lambda one: one[0]):
        asked[key] += 1
        if asked[key] <= _EACH:
            found.append(sequence((*steps[:at], emptied, *steps[at:])))
    return found[:_MOST]


def _named(value: Value, steps: Iterable[Call]) -> bool:
    """Whether calls name something that is in a collection: there it shows that it is gone."""
    texts = {part for part in walk(value) if isinstance(part, Text)}
    return any(part in texts for step in steps for argument in step.arguments for part in walk(argument))


def safe(cases: Cases, pairs: list[Difference]) -> list[Difference]:
    """What differs where the reference's calls, up to there, answer as they do where nothing is emptied."""
    found = []
    for pair in pairs:
        steps = steps_of(pair[0].given)
        at = next((number for number, step in enumerate(steps) if step.name == EMPTIED), len(steps))
        without, now = (*steps[:at], *steps[at + 1 :]), pair[0].expected.steps
        before = (c.expected.steps for c in cases.inside() if steps_of(c.given)[: len(without)] == without)
        plain = next(before, ())[: len(without)]
        if at < len(steps) and pair[2] not in ("", OPAQUE) and all(map(_same, plain, (*now[:at], *now[at + 1 :]))):
            found.append(pair)
    return found


def _same(one: Outcome, two: Outcome) -> bool:
    return not difference(one, two, effects=False)


def _collections(value: Value) -> Iterator[tuple[str, Path]]:
    """A collection with something in it, and the first one inside of it: what kind each is, and where it stands."""
    kind, parts = _parts(value)
    if parts:
        yield kind, ()
        inside = ((part, _parts(item)) for part, item in parts if part is not None)
        yield from ((kind, (place,)) for place, (kind, more) in islice((one for one in inside if one[1][1]), 1))


def _parts(value: Value) -> tuple[str, list[tuple[Value | None, Value]]]:
    """What kind of collection a value is, and what is in it by place or key; nothing where it cannot be emptied."""
    match value:
        case Sequence(kind, items) if kind in _KEPT:
            return kind, [(Int(place), item) for place, item in enumerate(items)]
        case Mapping(kind, pairs):
            return "map" if kind == "map" else "object", list(pairs)
        case Record("Object", fields):
            return "object", [(Text(name), item) for name, item in fields]
        case Group("set" | "sorted", items):
            return "set", [(None, item) for item in items]
    return "", []
