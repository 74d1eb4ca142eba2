"""What calls on an object say of the time: parameters that are called so, which go on from one call to the next.

Who keeps what was born when is hardly meant for a clock that goes back.  Pure.  Neighbours: `evidence.domain` (asks).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import pairwise

from codescore.languages.execution import Entry, Input
from codescore.languages.guessing import names_in
from codescore.languages.values import Float, Int, Value

_CALLED = frozenset(("now", "time", "timestamp", "ts", "tick", "clock", "moment", "today"))

_UNITS = frozenset(("ms", "millis", "milliseconds", "sec", "secs", "seconds", "us", "micros", "ns", "nanos", "minutes"))


def _places(entry: Entry | None, given: Input) -> Iterator[int]:
    parameters = entry.parameters if entry is not None else ()
    for place, (parameter, value) in enumerate(zip(parameters, given.arguments, strict=False)):
        words = [word for word in names_in(parameter.name) if word not in _UNITS]
        if words[-1:] and words[-1] in _CALLED and isinstance(value, (Int, Float)):
            yield place


def times(entry: Entry, given: Input) -> list[Value]:
    """What the arguments of one call say of the time."""
    return [given.arguments[place] for place in _places(entry, given)]


def goes_back(said: Iterable[Value]) -> bool:
    """Whether one of the times is before the one said last."""
    return any(two < one for one, two in pairwise(map(_number, said)))


def going_on(entries: list[Entry | None], given: list[Input]) -> list[Input]:
    """The arguments of calls, one after the other, with the same times in order."""
    found = [list(_places(entry, one)) for entry, one in zip(entries, given, strict=True)]
    ordered = iter(sorted((one.arguments[n] for n_, one in zip(found, given, strict=True) for n in n_), key=_number))
    return [_with(one, places, ordered) for one, places in zip(given, found, strict=True)]


def _with(given: Input, places: list[int], ordered: Iterator[Value]) -> Input:
    arguments = list(given.arguments)
    for place in places:
        arguments[place] = next(ordered)
    return replace(given, arguments=tuple(arguments))


def _number(value: Value) -> float:
    return value.value if isinstance(value, (Int, Float)) else 0
