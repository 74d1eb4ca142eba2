"""What calls on an object say of the time: parameters that are called so, which go on from one call to the next.

What is called a day is one where several methods take it.  Who keeps what was born when is hardly meant for a clock
that goes back.  Pure.  Neighbours: `evidence.domain` (asks).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise

from codescore.languages.called import CLOCKS, DAYS, last_word
from codescore.languages.execution import Entry, Input
from codescore.languages.standard import DATE, DATETIME, TIME, order
from codescore.languages.values import Float, Int, Record, Value

_LETTER = "t"  # where other methods take the time, or several that
_SEVERAL = 2  # methods

#: What parameters are called, method by method.
Names = tuple[tuple[str, ...], ...]


def clocks(members: Iterable[Entry]) -> frozenset[str]:
    """The parameters of methods that say what time it is."""
    return _clocks(tuple(tuple(parameter.name for parameter in one.parameters) for one in members))


@lru_cache(maxsize=64)
def _clocks(names: Names) -> frozenset[str]:
    often = Counter(name for some in names for name in {*some})
    clear = {name for name in often if last_word(name) in CLOCKS}
    other = {name for name, number in often.items() if number >= _SEVERAL and last_word(name) in (*DAYS, _LETTER)}
    return frozenset(clear | other | ({_LETTER} & often.keys() if clear else set()))


def _places(entry: Entry | None, given: Input, said_by: frozenset[str]) -> Iterator[int]:
    parameters = entry.parameters if entry is not None else ()
    for place, (parameter, value) in enumerate(zip(parameters, given.arguments, strict=False)):
        if parameter.name in said_by and _number(value)[1]:
            yield place


def times(entry: Entry, given: Input, said_by: frozenset[str]) -> list[Value]:
    """What the arguments of one call say of the time, in the parameters that say it."""
    return [given.arguments[place] for place in _places(entry, given, said_by)]


def goes_back(said: Iterable[Value]) -> bool:
    """Whether one of the times is before the one said last."""
    return any(two[0] == one[0] and two < one for one, two in pairwise(map(_number, said)))


def going_on(entries: list[Entry | None], given: list[Input], said_by: frozenset[str]) -> list[Input]:
    """The arguments of calls, one after the other, with the same times in order."""
    found = [list(_places(entry, one, said_by)) for entry, one in zip(entries, given, strict=True)]
    said = sorted((one.arguments[n] for n_, one in zip(found, given, strict=True) for n in n_), key=_number)
    if len({_number(one)[0] for one in said}) > 1:  # days, and numbers
        return given
    ordered = iter(said)
    return [_with(one, places, ordered) for one, places in zip(given, found, strict=True)]


def _with(given: Input, places: list[int], ordered: Iterator[Value]) -> Input:
    arguments = list(given.arguments)
    for place in places:
        arguments[place] = next(ordered)
    return replace(given, arguments=tuple(arguments))


def _number(value: Value) -> tuple[str, tuple[object, ...]]:
    """What times of one sort are ordered by, behind their sort; nothing of anything else."""
    match value:
        case Int(number) | Float(number):
            return "", (number,)
        case Record(type_) if type_ in (DATE, TIME, DATETIME):
            return type_, order(value)
    return "", ()
