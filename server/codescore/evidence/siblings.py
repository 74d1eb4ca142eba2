"""Parameters that stand for things of one sort, as their names say: `r1` and `r2`, `x_1` and `x_2`.

What is assumed of the one by itself, or beside a third one, holds of the other, too: a program may look the one up in
a table and compare the other only.  Pure.  Neighbour: `evidence.assumptions` (asks).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from codescore.languages.assumed import Assumption, Property
from codescore.languages.execution import Entry, Parameter

_NUMBERED = re.compile(r"(.*[A-Za-z])_?(\d)$")
_SHARED: frozenset[Property] = frozenset((
    "at least", "at most", "within", "place", "column", "counted in", "places of", "letters", "digits", "lower case",
    "upper case", "one of", "known as", "pictured", "decimals",
))  # fmt: skip
_AS_SURE = 0.95  # as what it is concluded from


def shared(entry: Entry, known: Sequence[Assumption]) -> Iterator[Assumption]:
    """What is assumed of each parameter because it is of another one of its sort, and of which nothing else is."""
    sorts = {one.name: _sort(one) for one in entry.parameters}
    told = {(one.parameter, one.property) for one in known}
    for one in known:
        if one.property not in _SHARED or one.part or (sort := sorts.get(one.parameter)) is None:
            continue
        for name, other in sorts.items():
            if name not in (one.parameter, one.other) and other == sort and (name, one.property) not in told:
                why = f"{one.parameter}, which is of its sort, {one.words().partition(' ')[2]}"
                yield replace(one, parameter=name, because=why, certain=False, weight=_AS_SURE * one.weight)


def _sort(parameter: Parameter) -> tuple[str, str] | None:
    """What a parameter is called but for its number, and what it takes; None where it has no number."""
    found = _NUMBERED.fullmatch(parameter.name)
    return (found[1], repr(parameter.shape)) if found else None
