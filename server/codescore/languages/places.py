"""Which parameters are places in another one that is a table, a pair of a row and a column or two numbers, or say how
many of something are taken.

One reader for all languages without declared types, however the place got there: by a queue, by another function.
Neighbours: `languages.kinds` (what is known of a program), each language's survey (asks).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import permutations

from codescore.languages.assumed import Assumption
from codescore.languages.kinds import Guess

_LOOKED, _ASKED = 0.75, 0.15  # weight where a table is looked into, and where the program asks if the place is in it
EXTENT, _MANY = "extent", 0.6  # a vote for what says how many of something are taken; how surely it is not negative


@dataclass(frozen=True, slots=True)
class _Table:
    """A parameter, the kinds of its rows' and columns' numbers, and how surely a place is one of its own."""

    name: str
    row: Guess
    column: Guess
    weight: float


def cells(kinds: dict[str, Guess]) -> Iterator[Assumption]:
    """What is a place in a table, of the parameters of one function."""
    for table in _tables(kinds):
        why = f"it looks into {table.name} with it"
        for name, kind in kinds.items():
            pair = _pair(kind.root())
            if name != table.name and pair is not None and pair[0] is table.row and pair[1] is table.column:
                yield Assumption(name, "cell", why, weight=table.weight, other=table.name)
        for one, two in permutations((name for name in kinds if name != table.name), 2):
            if kinds[one].root() is table.row and kinds[two].root() is table.column:
                yield Assumption(one, "place", why, weight=table.weight, other=table.name)
                yield Assumption(two, "column", why, weight=table.weight, other=table.name)


def extents(kinds: dict[str, Guess]) -> Iterator[Assumption]:
    """Numbers of which a program takes so many of something are not negative, unless it asks for that itself."""
    for name, kind in kinds.items():
        found = kind.root()
        asked = any(isinstance(one, (int, float)) and one <= 0 for one in found.constants)
        if found.votes[EXTENT] and not asked:
            yield Assumption(name, "at least", "it takes so many of something", weight=_MANY, bound=0)


def looked_into(kinds: dict[str, Guess], looked: Iterable[tuple[Guess, Guess]]) -> Iterator[Assumption]:
    """Numbers that a program looks into lists of its own with are not negative: those in a list, and others where it
    does not ask for that itself.

    `looked` are what is looked into anywhere in the program, each with what it is looked into by.
    """
    places = {key.root() for of, key in looked if of.root().votes["list"] and not of.is_mapping()}
    for name, kind in kinds.items():
        found, inside = kind.root(), kind.root().element
        asked = any(isinstance(one, (int, float)) and one <= 0 for one in found.constants)
        if (found in places and not asked) or (inside is not None and inside.root() in places):
            yield Assumption(name, "at least", "it looks into a list with it", weight=_MANY, bound=0)


def indices(kinds: dict[str, Guess]) -> Iterator[Assumption]:
    """Places in lists are not negative where a language has nothing there, unless the program asks for that itself."""
    for name, kind in kinds.items():
        found = kind.root()
        asked = any(isinstance(one, (int, float)) and one < 0 for one in found.constants)
        for holder, around in kinds.items():
            of = around.root()
            if not asked and of.key is not None and of.key.root() is found and of is not found and not of.is_mapping():
                yield Assumption(name, "at least", f"it looks into {holder} with it", weight=_MANY, bound=0)


def _tables(kinds: dict[str, Guess]) -> Iterator[_Table]:
    """The parameters that are looked into twice."""
    for name, kind in kinds.items():
        found = kind.root()
        inner = found.value or found.element
        row, column = found.key, inner.root().key if inner is not None else None
        if row is not None and column is not None and not found.is_mapping():
            asked = found.length is not None and found.length.root() is row.root()
            yield _Table(name, row.root(), column.root(), _ASKED if asked else _LOOKED)


def _pair(kind: Guess) -> tuple[Guess, Guess] | None:
    """The kinds of the two of a pair."""
    if kind.items is not None:
        return (kind.items[0].root(), kind.items[1].root()) if len(kind.items) == 2 else None
    inner = kind.value or kind.element
    return (inner.root(), inner.root()) if inner is not None and kind.places == {0, 1} else None
