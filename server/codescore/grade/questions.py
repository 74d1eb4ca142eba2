"""What a class asks its teacher: where many programs that else agree with the reference do something else.

The reference is a strong voice and not the only one.  Programs are grouped by what they do: those that differ in one
class where one condition holds, and give the same there, are one group.  Many of them (three at least, and a tenth of
those that agree on most inputs) make a question, and so does whatever makes a verdict conditional.  Where hardly two do
the same, the condition itself is the question, and its words say so.  Nothing that a student wrote enters a question:
its words are ours and the reference's, its example an input that every program met, or several, or numbers.  Pure.
Neighbours: `running` (outcomes), `doing` (what is the same), `answers` (what was said), `evidence.rulings` (verdicts
made again).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from hashlib import blake2b
from typing import Literal

from codescore.evidence.contract import Differing
from codescore.evidence.features import unpacked
from codescore.evidence.rulings import WRONG, Compared, Ruling, Scope, evidence_of, ruled
from codescore.evidence.separating import does
from codescore.grade.answers import Answer, Answers, InputDecision
from codescore.grade.doing import (
    BY_ANSWER,
    about,
    alike,
    does_so,
    in_known_words,
    narrower,
    speaking,
    together,
    units,
)
from codescore.grade.record import Example, Question
from codescore.languages.values import Call, Text, walk

_AGREES = 0.5  # share of inputs on which a program must do as the reference does, to be heard
_MANY, _SHARE = 3, 0.1  # persons who do the same, and their share of those who are heard
_OWN_WORDS, _EACH_ITS_OWN = "something else, in words of its own", "something else; each its own"
_NEEDS_A_CONDITION = ("value", "time")  # classes that nobody would call a matter of taste as a whole


@dataclass(frozen=True, slots=True)
class Voice:
    """One submission: whose it is, by any name that is the same for one person, and what its run showed."""

    person: str
    kept: tuple[Compared, ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with those that it is about, by their places in the class; `heard`: how many agree on most inputs.

    `gives` is what they give there, as digests; empty where they do not do the same (`own`), or that is not the matter.
    `others`: another question of this class is about the same condition.
    """

    scope: Scope
    members: frozenset[int]
    heard: int
    gives: dict[str, str] = field(default_factory=dict)
    own: bool = False
    others: bool = False

    @property
    def id(self) -> str:
        """The same for the same question in another class; short enough to be typed."""
        where = self.scope.where
        said: list[object] = [
            self.scope.unit,
            self.scope.kind,
            [asdict(one) for one in where.literals] if where else [],
        ]
        if self.others:
            said.append(sorted(self.gives.items()))
        return blake2b(json.dumps(said).encode(), digest_size=4).hexdigest()


@dataclass(frozen=True, slots=True)
class _Group:
    """Programs that one question is about, and what they give, where they do the same."""

    scope: Scope
    members: list[int]
    gives: dict[str, str] = field(default_factory=dict)
    own: bool = False


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
        parts = (part for group in groups for part in _parts(*group, waiting, voices, len(heard)))
        worth = [asked for part in parts if (asked := _worth_asking(part, waiting, voices, len(heard))) is not None]
        # Who has no condition of its own, or shares it with too few, belongs to the largest group that explains it.
        for k in waiting.keys() - {k for part in worth for k in part.members}:
            mine = (part.members for part in worth if does_so(voices[k].kept, part.scope, part.gives))
            next(mine, []).append(k)
        scopes = [part.scope for part in worth]
        for part in worth:
            others = scopes.count(part.scope) > 1
            yield Asked(part.scope, frozenset(part.members), len(heard), part.gives, part.own, others)


def _parts(
    scope: Scope, members: list[int], waiting: dict[int, list[Differing]], voices: Sequence[Voice], heard: int
) -> Iterator[_Group]:
    """Those of a group that do the same and are many; else all of them, as the condition is what they have in common.

    Beside many who do the same the others are asked about together where they are conditional anyway.
    """
    if scope.kind not in BY_ANSWER:
        yield _Group(scope, members)
        return
    same = together({k: waiting[k] for k in members})
    many = [(those, given) for those, given in same if _many(_people(those, voices), heard) or len(same) == 1]
    yield from (_Group(scope, those, given) for those, given in many)
    rest = [k for k in members if not any(k in those for those, _ in many)]
    if many:
        rest = [k for k in rest if not any(each.decides for each in waiting[k])]
    if rest:
        yield _Group(scope, rest, own=len(rest) > 1)


def _people(members: Sequence[int], voices: Sequence[Voice]) -> set[str]:
    return {voices[k].person for k in members}


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


def open_to_answers(asked: Sequence[Asked], voices: Sequence[Voice], answers: Answers) -> list[Asked]:
    """The questions on which the verdict of a program hangs: no others are asked."""
    return [one for one in asked if not all(_differs_anyway(k, voices, asked, answers) for k in one.members)]


def _differs_anyway(k: int, voices: Sequence[Voice], asked: Sequence[Asked], answers: Answers) -> bool:
    """Whether a program is wrong also where nothing counts that is asked of it."""
    aside = [Ruling(one.scope, "aside") for one in asked if k in one.members]
    return evidence_of(voices[k].kept, _decided(k, voices, asked, answers) + aside).verdict in WRONG


def _worth_asking(
    part: _Group, waiting: dict[int, list[Differing]], voices: Sequence[Voice], heard: int
) -> _Group | None:
    """The group where they are many, else those of it who are conditional anyway: these always wait for an answer."""
    open_ = [k for k in part.members if not any(each.decides for each in waiting[k])]
    if _many(_people(part.members, voices), heard) or len(open_) == len(part.members):
        return part
    return replace(part, members=open_, own=part.own and len(open_) > 1) if open_ else None


def _many(people: set[str], heard: int) -> bool:
    return len(people) >= max(_MANY, _SHARE * heard)


def rulings_of(k: int, voices: Sequence[Voice], asked: Sequence[Asked], answers: Answers) -> list[Ruling]:
    """What holds of a program, by its place in the class: questions about it that nobody answered are open, then what
    was decided.
    """
    return [Ruling(one.scope, "open") for one in asked if k in one.members] + _decided(k, voices, asked, answers)


def _decided(k: int, voices: Sequence[Voice], asked: Sequence[Asked], answers: Answers) -> list[Ruling]:
    """What was decided, as rulings on the k-th program.

    An answer holds for those that its question is about, and for whoever gives the same there; never for a program
    about which another question is, only because some inputs are of both.
    """
    found: list[Ruling] = []
    known = {one.id: one for one in asked}
    kept = voices[k].kept
    for decision in answers.decisions:
        if isinstance(decision, InputDecision):
            found.append(decision.ruling())
        if not isinstance(decision, Answer):
            continue
        question = known.get(decision.question)
        if question is not None and alike(decision.gives, question.gives):
            scope, gives, asked_about = question.scope, question.gives, k in question.members
        elif decision.scope is not None:
            scope, gives, asked_about = decision.scope, decision.gives, False
        else:
            continue
        says = decision.says
        if asked_about:
            found.append(Ruling(scope, says))
        elif gives or _nobody_else_asks(k, scope, asked):
            found += about(kept, scope, gives, says)
    return found


def _nobody_else_asks(k: int, scope: Scope, asked: Sequence[Asked]) -> bool:
    """Whether all questions about a program are narrower than an answer that says nothing of what is given."""
    mine = (one.scope for one in asked if k in one.members and one.scope.unit == scope.unit)
    return all(narrower(one, scope) for one in mine if scope.kind in ("", one.kind))


def all_count(voice: Voice) -> list[Ruling]:
    """What holds of a program where every difference counts, whatever was answered."""
    return [Ruling(Scope(unit), "decides") for unit in units(voice.kept)]


def recorded(asked: Sequence[Asked], voices: Sequence[Voice], answers: Answers, ids: Sequence[str]) -> list[Question]:
    """Questions as a person reads them; `ids` are those of the submissions."""
    return [
        _recorded(
            one, voices, _answer(one, voices, asked, answers), ids,
            sum(_differs_anyway(k, voices, asked, answers) for k in one.members),
        )
        for one in asked
    ]  # fmt: skip


def _answer(
    one: Asked, voices: Sequence[Voice], asked: Sequence[Asked], answers: Answers
) -> Literal["open", "matters", "aside"]:
    """What was answered: to the question itself, or to others that together are about the same differences."""
    matters = answers.of(one.id, one.gives)
    if matters is None:
        rulings = {k: _decided(k, voices, asked, answers) for k in one.members}
        said = {ruled(unit, each, rulings[k]) for k, unit, each in _differences(one, voices)}
        matters = {"decides": True, "aside": False}.get(next(iter(said)) or "") if len(said) == 1 else None
    return "open" if matters is None else "matters" if matters else "aside"


def _differences(one: Asked, voices: Sequence[Voice]) -> Iterator[tuple[int, str, Differing]]:
    """The differences that a question is about, with whose they are and the function."""
    for k in sorted(one.members):
        for each in speaking(voices[k].kept, one.scope):
            if one.scope.covers(one.scope.unit, each):
                yield k, one.scope.unit, each


def _recorded(
    one: Asked, voices: Sequence[Voice], answer: Literal["open", "matters", "aside"], ids: Sequence[str], anyway: int
) -> Question:
    """The question in words; `anyway`: how many of its programs are wrong whatever is answered."""
    where = one.scope.where
    does_it = does(one.scope.kind, many=len(one.members) != 1) + (f" where {where.where()}" if where else "")
    does_it += ", not all the same" if one.own else ""
    does_it += f"; {anyway} of them differ{'s' * (anyway == 1)} elsewhere too" if anyway else ""
    count = f"{len(one.members)} of {one.heard} programs" if one.heard > 1 else "The program"
    of = f" of {one.scope.unit}" if len({each.unit for voice in voices for each in voice.kept}) > 1 else ""
    return Question(
        id=one.id,
        unit=one.scope.unit,
        kind=one.scope.kind,
        where=where.where() if where else "",
        text=f"{count}{of} {does_it}. Does it matter?",
        of=one.heard,
        ids=tuple(ids[k] for k in sorted(one.members)),
        example=_example(one, voices),
        answer=answer,
    )


def _example(one: Asked, voices: Sequence[Voice]) -> Example | None:
    """The smallest input that every program met, and what comes of it: of the programs' answers the most frequent.

    Where there is none, one that several persons' programs met, or of numbers: another may show what a student wrote.
    """
    found: dict[str, list[tuple[str, Differing]]] = {}
    for k, _, each in _differences(one, voices):
        found.setdefault(each.input, []).append((voices[k].person, each))
    shown = {text: those for text, those in found.items() if those[0][1].shared}
    shown = shown or {text: those for text, those in found.items() if len({person for person, _ in those}) > 1}
    shown = shown or {text: those for text, those in found.items() if _numbers_alone(those[0][1])}
    if not shown:
        return None
    chosen = min(shown.values(), key=lambda those: (-len(those), len(those[0][1].input), those[0][1].input))
    most = [each for _, each in chosen]
    answers = [each.got for each in most]
    often = max(dict.fromkeys(answers), key=answers.count)
    # What one program alone gives may say whose it is.
    alone = _EACH_ITS_OWN if len(one.members) > 1 else in_known_words(most[0]) or _OWN_WORDS
    return Example(most[0].input, most[0].expected, often if answers.count(often) > 1 else alone)


def _numbers_alone(one: Differing) -> bool:
    """Whether nobody's words can be in an input."""
    given = unpacked(one.given)
    return not any(isinstance(part, (Text, Call)) for value in given.arguments for part in walk(value))
