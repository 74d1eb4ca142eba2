"""What a class asks its teacher: where many programs that else agree with the reference do something else.

The reference is a strong voice and not the only one.  Programs are grouped by what they do: those that differ in one
class where one condition holds are one group.  Many of them (three at least, and a tenth of those that
agree on most inputs) make a question, and so does whatever makes a verdict conditional.  Nothing that a student wrote
enters a question: its words are ours and the reference's, its example an input that every program met.  Pure.
Neighbours: `running` (outcomes), `answers` (what was said), `evidence.rulings` (verdicts made again).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from hashlib import blake2b
from typing import Literal

from codescore.evidence.contract import Differing
from codescore.evidence.rulings import Compared, Ruling, Scope, ruled
from codescore.evidence.separating import does
from codescore.grade.answers import Answers
from codescore.grade.record import Example, Question

_AGREES = 0.5  # share of inputs on which a program must do as the reference does, to be heard
_MANY, _SHARE = 3, 0.1  # persons who do the same, and their share of those who are heard
_EACH_ITS_OWN = "something else; each its own"
_NEEDS_A_CONDITION = ("value", "time")  # classes that nobody would call a matter of taste as a whole


@dataclass(frozen=True, slots=True)
class Voice:
    """One submission: whose it is, by any name that is the same for one person, and what its run showed."""

    person: str
    kept: tuple[Compared, ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with those that it is about, by their places in the class; `heard`: how many agree on most inputs."""

    scope: Scope
    members: tuple[int, ...]
    heard: int

    @property
    def id(self) -> str:
        """The same for the same question in another class; short enough to be typed."""
        where = self.scope.where
        said = [self.scope.unit, self.scope.kind, [asdict(one) for one in where.literals] if where else []]
        return blake2b(json.dumps(said).encode(), digest_size=4).hexdigest()


def questions_of(voices: Sequence[Voice]) -> list[Asked]:
    """The questions of a class, those that concern most first."""
    units = dict.fromkeys(one.unit for voice in voices for one in voice.kept if one.differing)
    found = [asked for unit in units for asked in _of_unit(unit, voices)]
    return sorted(found, key=lambda one: (-len(one.members), one.id))


def _of_unit(unit: str, voices: Sequence[Voice]) -> Iterator[Asked]:
    rows = {k: one for k, voice in enumerate(voices) for one in voice.kept if one.unit == unit}
    for kind in dict.fromkeys(each.kind for one in rows.values() for each in one.differing):
        heard = {k: one for k, one in rows.items() if _heard(one, kind)}
        waiting = {k: differing for k, one in heard.items() if (differing := _of_kind(one, kind))}
        groups = _groups(unit, kind, {k: heard[k] for k in waiting})
        worth = [
            (scope, members)
            for scope, members in groups
            if _worth_asking([waiting[k] for k in members], {voices[k].person for k in members}, len(heard))
        ]
        # Who has no condition of its own, or shares it with too few, belongs to the largest group that explains it.
        for k in waiting.keys() - {k for _, members in worth for k in members}:
            mine = (members for scope, members in worth if all(scope.covers(unit, each) for each in waiting[k]))
            next(mine, []).append(k)
        yield from (Asked(scope, tuple(sorted(members)), len(heard)) for scope, members in worth)


def _heard(one: Compared, kind: str) -> bool:
    """Whether a program agrees with the reference otherwise."""
    return one.agrees(_AGREES) or (kind not in _NEEDS_A_CONDITION and one.explained())


def _of_kind(one: Compared, kind: str) -> list[Differing]:
    """Its differences of a class that say anything against it."""
    return [each for each in one.differing if each.kind == kind and (each.decides or each.doubted)]


def _groups(unit: str, kind: str, programs: dict[int, Compared]) -> list[tuple[Scope, list[int]]]:
    """Programs that differ where one condition holds, the largest group first; those without one together at last.

    Where most have none, the others' conditions say nothing more: they are all one group.
    """
    found: dict[str, tuple[Scope, list[int]]] = {}
    for k, one in programs.items():
        own = next((each for each in one.when if each.kind == kind), None)
        if own is None and kind in _NEEDS_A_CONDITION:
            continue
        # A class is asked of the condition alone; that it always holds is one program's matter.
        where = replace(own, always=False, held=0, of=0) if own is not None else None
        found.setdefault(where.where() if where else "", (Scope(unit, kind, where), []))[1].append(k)
    anywhere = found.get("", (Scope(unit, kind), []))[1]
    if len(anywhere) >= max((len(members) for _, members in found.values()), default=1):  # one question is enough
        return [(Scope(unit, kind), list(programs))]
    return sorted(found.values(), key=lambda group: (group[0].where is None, -len(group[1])))


def _worth_asking(differing: list[list[Differing]], people: set[str], heard: int) -> bool:
    """Whether they are many; who is conditional anyway is always worth a question."""
    if not any(each.decides for those in differing for each in those):
        return True
    return len(people) >= max(_MANY, _SHARE * heard)


def rulings_of(asked: Sequence[Asked], answers: Answers) -> list[Ruling]:
    """What holds now: questions that nobody answered are open, then what was decided."""
    return [Ruling(one.scope, "open") for one in asked] + answers.rulings({one.id: one.scope for one in asked})


def recorded(asked: Sequence[Asked], voices: Sequence[Voice], answers: Answers, ids: Sequence[str]) -> list[Question]:
    """Questions as a person reads them; `ids` are those of the submissions."""
    return [_recorded(one, voices, _answer(one, voices, answers), ids) for one in asked]


def _answer(one: Asked, voices: Sequence[Voice], answers: Answers) -> Literal["open", "matters", "aside"]:
    """What was answered: to the question itself, or to others that together are about the same differences."""
    matters = answers.of(one.id)
    if matters is None:
        rulings = answers.rulings({})
        said = {ruled(unit, each, rulings) for unit, each in _differences(one, voices)}
        matters = {"decides": True, "aside": False}.get(next(iter(said)) or "") if len(said) == 1 else None
    return "open" if matters is None else "matters" if matters else "aside"


def _differences(one: Asked, voices: Sequence[Voice]) -> Iterator[tuple[str, Differing]]:
    """The differences that a question is about."""
    for kept in (kept for k in one.members for kept in voices[k].kept):
        yield from ((kept.unit, each) for each in kept.differing if one.scope.covers(kept.unit, each))


def _recorded(
    one: Asked, voices: Sequence[Voice], answer: Literal["open", "matters", "aside"], ids: Sequence[str]
) -> Question:
    where = one.scope.where
    does_it = does(one.scope.kind, many=len(one.members) != 1) + (f" where {where.where()}" if where else "")
    count = f"{len(one.members)} of {one.heard} programs" if one.heard > 1 else "The program"
    of = f" of {one.scope.unit}" if len({each.unit for voice in voices for each in voice.kept}) > 1 else ""
    return Question(
        id=one.id,
        unit=one.scope.unit,
        kind=one.scope.kind,
        where=where.where() if where else "",
        text=f"{count}{of} {does_it}. Does it matter?",
        of=one.heard,
        ids=tuple(ids[k] for k in one.members),
        example=_example(one, voices),
        answer=answer,
    )


def _example(one: Asked, voices: Sequence[Voice]) -> Example | None:
    """The smallest input that every program met, and what comes of it: of the programs' answers the most frequent."""
    found: dict[str, list[Differing]] = {}
    for _, each in _differences(one, voices):
        if each.shared:
            found.setdefault(each.input, []).append(each)
    if not found:
        return None
    most = min(found.values(), key=lambda those: (-len(those), len(those[0].input), those[0].input))
    answers = [each.got for each in most]
    often = max(dict.fromkeys(answers), key=answers.count)
    # What one program alone gives may say whose it is.
    return Example(most[0].input, most[0].expected, often if answers.count(often) > 1 else _EACH_ITS_OWN)
