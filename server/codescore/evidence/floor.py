"""What must be shown before two programs are called equivalent: how many inputs, and what of the reference they show.

Pure; neighbours: `evidence.verdicts` (asks), `evidence.reach` and `evidence.strength` (what is known of the inputs).
"""

from __future__ import annotations

import re
from math import prod

from codescore.evidence.cases import Cases
from codescore.evidence.contract import EXPOSED, EXPOSED_OF_CLASSES, EXPOSED_OF_FEW, FEW, FLOOR, MISSED, TRIED, Outcome
from codescore.languages.execution import Entry
from codescore.languages.shapes import BoolShape, CallShape, IntShape, NullShape, OneOf, Samples, Shape
from codescore.languages.values import Text, walk


def enough(entry: Entry) -> int:
    """FLOOR, or all that the entry can be called with where that is less (it takes nothing, or a truth value)."""
    return min(FLOOR, prod(_values(parameter.shape) for parameter in entry.parameters))


_ALIKE = 2  # answers that tell nothing apart
#: How values that are not there, or are no numbers, are written out by languages that go on with them.
_NOTHINGS = ("undefined", "NaN")


def unshown(cases: Cases, entry: Entry, candidate: str, apart: frozenset[str] = frozenset()) -> str:
    """What of the reference no input shows, to be said behind "the same on all n inputs, but"; "" where they show it.

    `entry` and `candidate` are what it was compared with; what is `apart` is compared by itself.
    """
    code = [line for line in cases.reach.missed(apart) if line > 0]
    if len(code) > MISSED:
        return f"none reaches {'all of ' * cases.reach.entered(code[0])}line {code[0]}"
    if senseless(cases):
        return f"each answer of the reference has {' or '.join(_NOTHINGS)} in it, which it never writes"
    if weak(cases):
        mutants = cases.mutants
        return f"they expose only {mutants.exposed} of the reference's {mutants.total} mutants"
    for mutant in () if cases.foreign else cases.unasked:
        name = entry.name if mutant.lost == cases.entry.name else mutant.lost
        if name and not _used(name, candidate, entry) and not cases.reach.apart(mutant.line, apart):
            return f"on none {mutant.lost} in line {mutant.line} alters anything, and the candidate does not call it"
    return ""


def untried(cases: Cases) -> list[str]:
    """What was not tried, to be said beside "the same"."""
    lines = cases.reach.idle_refusals()
    return [f"other kinds of values, which the reference refuses in line {lines[0]}, were not tried"] if lines else []


def senseless(cases: Cases) -> bool:
    """Whether each answer of a reference has a text in which a value that is not there was written out: no input that
    was found is one that it is meant for."""
    words = [word for word in _NOTHINGS if word not in cases.source]
    found = [_texts(case.expected) for case in cases.inside() if case.expected.how == "return"]
    few = len({*map(tuple, found)}) <= _ALIKE  # not who prints `undefined` behind each of many answers
    return bool(words and found) and few and all(any(word in text for text in one for word in words) for one in found)


def _texts(outcome: Outcome) -> list[str]:
    """The texts that an answer is, or has, or that are printed."""
    value = outcome.value
    return [
        outcome.stdout,
        *(part.value for part in (walk(value) if value is not None else ()) if isinstance(part, Text)),
    ]


def weak(cases: Cases) -> bool:
    """Whether too few of the reference's mutants are exposed."""
    exposed, total = cases.mutants.exposed, cases.mutants.total
    of_functions = EXPOSED if total > FEW else EXPOSED_OF_FEW
    return total >= TRIED and exposed < (EXPOSED_OF_CLASSES if cases.entry.members else of_functions) * total


def _used(name: str, candidate: str, entry: Entry) -> bool:
    """Whether a program speaks of a function, besides where it defines what is called."""
    return len(re.findall(rf"\b{re.escape(name)}\b", candidate)) > (name == entry.name)


def _values(shape: Shape) -> int:
    """How many values there are, up to FLOOR."""
    match shape:
        case BoolShape():
            return 2
        case NullShape():
            return 1
        case Samples(values):
            return min(FLOOR, len(values))
        case IntShape(int(low), int(high)):
            return max(1, min(FLOOR, high - low + 1))
        case CallShape(_, parameters, 0, filling=()) if parameters:
            return min(FLOOR, prod(_values(inner) for inner in parameters))
        case OneOf(options):
            return min(FLOOR, sum(_values(option) for option in options))
    return FLOOR
