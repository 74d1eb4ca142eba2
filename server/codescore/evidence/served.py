"""Functions that only serve another one: across languages they are judged by the calls that it makes.

How a port divides its work is its own, and what a helper is given on the way (a depth, a table half filled, an object
that stands for none) is no input of the task.  So a function that another compared function of the reference calls is
run by that one, where its counterpart is called in the port as well, or is not there.  It is run by itself where a
person asks for it alone; so the calls that it is judged by must show all of it.  Pure.  Neighbours: `evidence.entries`
(which entries answer each other), `evidence.session` (asks).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from codescore.evidence.contract import Evidence
from codescore.evidence.entries import Asked
from codescore.languages.execution import Entry


def callers_first(wanted: Sequence[Asked]) -> list[Asked]:
    """The same pairs, those that serve others after their callers."""
    return [*(one for one in wanted if not _callers(one, wanted)), *(one for one in wanted if _callers(one, wanted))]


def by_caller(asked: Asked, wanted: Sequence[Asked], found: Sequence[Evidence]) -> Evidence | None:
    """What was found of the function that runs this one, of several the first; None where it is run by itself."""
    callers = _callers(asked, wanted)
    known = [one for caller in callers for one in found if one.pair == caller[0]]
    if not known:
        return None
    return replace(known[0], pair=asked[0], reason=f"run by {known[0].reference_unit}: {known[0].reason}")


def in_order(found: Sequence[Evidence], wanted: Sequence[Asked]) -> list[Evidence]:
    """What was found in the order in which it was asked for."""
    places = {names: place for place, (names, _, _) in reversed(list(enumerate(wanted)))}
    return sorted(found, key=lambda one: places[one.pair] if one.pair is not None else 0)


def _callers(asked: Asked, wanted: Sequence[Asked]) -> list[Asked]:
    """The pairs whose functions call the two, and which they do not call in turn, directly or by way of others."""
    _, entry, other = asked
    if entry is None or entry.kind not in ("function", "method"):
        return []
    ours, theirs = _reached([two for _, _, two in wanted]), _reached([one for _, one, _ in wanted])
    return [
        caller
        for caller in wanted
        if (one := caller[1]) is not None
        and (two := caller[2]) is not None
        and entry.name in theirs.get(one.name, ())
        and one.name not in theirs.get(entry.name, ())
        and (other is None or other.name in ours.get(two.name, ()))
    ]


def _reached(entries: Sequence[Entry | None]) -> dict[str, set[str]]:
    """The names of what each of them calls, directly or by way of others."""
    reached = {one.name: set(one.uses) for one in entries if one is not None}
    for _ in range(len(reached)):
        reached = {name: names.union(*(reached.get(one, ()) for one in names)) for name, names in reached.items()}
    return reached
