"""Grids of the few numbers that two programs know: 0 and 1, or 0, 1 and 2.

Who compares what is in a grid with 1 leaves all other numbers to the rest, and who compares it with 0 does so, too: the
two differ on a 2, of which nothing was said.  That the reference does is seen by running it with other numbers in
the place of those that nobody names.  Neighbours: `evidence.promising` (asks), `evidence.usual` (the same of
signs), `evidence.agreed` (proves it).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace

from codescore.evidence.contract import Outcome
from codescore.evidence.shrink import Difference
from codescore.evidence.usual import WEIGHT, Usual, counted_tables
from codescore.evidence.verdicts import Findings
from codescore.languages.assumed import Assumption
from codescore.languages.execution import Input
from codescore.languages.values import Int, Sequence, Value

_CELL = r"\b{}\s*\[[^\]\n]{{0,60}}\]\s{{0,3}}\[[^\]\n]{{0,60}}\]\s{{0,3}}"
_NUMBER = r"[!=]==?\s*(-?\d)\b(?![.\w])"
#: A small number that an item of a table, or anything, is compared with.
_COMPARED, _ANY = _CELL + _NUMBER, re.compile(r"[\w\])]\s*" + _NUMBER)
_FEW = 5  # numbers, at most
_TRIED, _SEEN = 16, 6  # inputs with other numbers, and how many must be answered
_SHIFT = 3


def known_numbers(findings: Findings, attempt: Callable[[list[Input]], list[Difference]], because: str) -> list[Usual]:
    """That a table has no numbers but those from 0 on that a reference and a candidate compare something with, or all
    of these but one; of tables only in which the reference tells no others apart.  In a list any number may be.
    """
    entry, found = findings.cases.entry, list[Usual]()
    for place, name in counted_tables(entry):
        theirs = [one.name for one in findings.entry.parameters[place : place + 1]]
        known = {0, *_compared(findings.cases.source, name), *_compared(findings.candidate, *theirs)}
        low, high = min(known), max(1, *known)
        if not high - low <= len(known) <= _FEW:
            continue
        strange = [pair for pair in findings.differences if not _within(pair[0].given.arguments[place], low, high)]
        others = {_with_others(pair[0].given, place, low, high): pair for pair in strange[:_TRIED]}
        ran = [(pair, others[pair[0].given]) for pair in attempt([*others]) if pair[0].given in others]
        enough = len(ran) >= min(_SEEN, len(strange)) > 0
        if enough and all(_alike(one[0].expected, two[0].expected) for one, two in ran):
            make = Assumption(name, "at least", because, weight=WEIGHT, bound=low)
            found.append((make, replace(make, property="at most", bound=high)))
    return found


def _alike(one: Outcome, other: Outcome) -> bool:
    return (one.how, one.value) == (other.how, other.value)


def _compared(source: str, name: str = "") -> set[int]:
    """What a program compares the items of a table of this name with, or anything where it does so with none."""
    items = re.findall(_COMPARED.format(re.escape(name)), source) if name else []
    return {int(number) for number in items or _ANY.findall(source)}


def _within(value: Value, low: int, high: int) -> bool:
    return all(low <= number <= high for number in _numbers(value))


def _numbers(value: Value) -> Iterable[int]:
    match value:
        case Int(number):
            yield number
        case Sequence(items=items):
            for item in items:
                yield from _numbers(item)


def _with_others(given: Input, place: int, low: int, high: int) -> Input:
    """An input with other numbers, in another order, in the place of those that are not between two."""

    def changed(value: Value) -> Value:
        match value:
            case Int(number) if number > high:
                return Int(high + _SHIFT if number == high + 1 else high + 1)
            case Int(number) if number < low:
                return Int(low - _SHIFT if number == low - 1 else high + _SHIFT + 1)
            case Sequence(items=items):
                return replace(value, items=tuple(map(changed, items)))
        return value

    return given.put(place, changed(given.arguments[place]))
