"""What a whole class says about a task: an input on which most programs that otherwise agree with the reference agree
against it lies outside the task.

Students were told something that the reference takes for granted (the list is sorted).  Who does the same as the
reference on nearly all inputs has understood the task; where most of these do something else, and the same thing, the
input is not theirs.  Such inputs are put outside (they are told, and decide nothing), and where they are just those
that lack a property, so are all inputs that lack it.  Neighbours: `evidence.session` (asks), `evidence.cases`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from codescore.evidence.calls import renamed
from codescore.evidence.cases import Case, Cases, run_all
from codescore.evidence.channel import Job, Room
from codescore.evidence.compare import differs
from codescore.evidence.contract import Outcome
from codescore.evidence.entries import in_candidate
from codescore.evidence.properties import holds
from codescore.languages.execution import Assumption, Entry, Input, Property

_AGREES = 0.6  # share of inputs on which a program must do as the reference does, to be heard
_HEARD = 4  # programs that must be heard
_MOST = 0.5  # share of them that must stand against the reference
_CLEAN = 0.9  # share of the inputs outside that must lack a property, and of those inside that must have it
_PROPERTIES: tuple[Property, ...] = ("ordered", "distinct", "non-empty", "non-negative", "positive")
_SECONDS = 0.5
_SURE = 0.95  # weight of what a class takes for granted


@dataclass(frozen=True, slots=True)
class Consensus:
    """What a class said: the inputs that lie outside, the property they lack (None: no single one), who was heard."""

    outside: tuple[Input, ...] = ()
    lacking: Assumption | None = None
    heard: int = 0


def consensus(cases: Cases, programs: Sequence[tuple[str, Entry]], room: Room) -> Consensus:
    """Ask a class (source and entry of each program) about the cases of a reference, and move those that lie
    outside."""
    inside = cases.inside()
    rows = [
        _outcomes(Job(source, entry, (), probes=cases.probes), in_candidate(cases.entry, entry), inside, room)
        for source, entry in programs
    ]
    heard = [row for row in rows if _agrees(inside, row)]
    if len(heard) < _HEARD or not inside:
        return Consensus(heard=len(heard))
    against = [number for number, case in enumerate(inside) if _stands_against(case, [row[number] for row in heard])]
    outside = [inside[number] for number in against]
    kept = [case for number, case in enumerate(inside) if number not in set(against)]
    lacking = _lacking(cases.entry, outside, kept)
    if lacking is not None:
        likely = (*cases.conditions.likely, lacking)
        cases.domain = replace(cases.domain, conditions=replace(cases.conditions, likely=likely))
        outside += [case for case in kept if not case.shown and not holds(case.given, cases.entry, (lacking,))]
    moved = {id(case) for case in outside}
    cases.cases = [replace(case, place="outside", likely=0.0) if id(case) in moved else case for case in cases.cases]
    return Consensus(tuple(case.given for case in outside), lacking, len(heard))


def _outcomes(job: Job, names: dict[str, str], inside: list[Case], room: Room) -> list[Outcome | None]:
    given = [renamed(case.given, names) for case in inside]
    outcomes, _ = run_all(room, replace(job, coverage=False, seconds=_SECONDS), given, stops=2)
    return [*outcomes, *([None] * (len(inside) - len(outcomes)))]


def _agrees(inside: list[Case], row: list[Outcome | None]) -> bool:
    same = sum(o is not None and not differs(case.expected, o) for case, o in zip(inside, row, strict=True))
    return same >= _AGREES * len(inside)


def _stands_against(case: Case, outcomes: list[Outcome | None]) -> bool:
    """Whether most programs differ from the reference here."""
    said = [o for o in outcomes if o is not None and o.how in ("return", "raise", "exit")]
    differing = sum(differs(case.expected, o) for o in said)
    return not case.shown and differing > _MOST * len(outcomes)


def _lacking(entry: Entry, outside: list[Case], kept: list[Case]) -> Assumption | None:
    """The property of a parameter that tells the inputs outside from those inside, if there is one."""
    if len(outside) < _HEARD:
        return None
    for parameter in entry.parameters:
        for property_ in _PROPERTIES:
            because = "most programs of the class take it for granted"
            tried = Assumption(parameter.name, property_, because, weight=_SURE)
            lack = sum(not holds(case.given, entry, (tried,)) for case in outside)
            have = sum(holds(case.given, entry, (tried,)) for case in kept)
            if lack >= _CLEAN * len(outside) and have >= _CLEAN * len(kept):
                return tried
    return None
