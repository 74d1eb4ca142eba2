"""What a candidate's calls leave behind for the next ones: a list of the module that grows, what is remembered.

Each call is made in a program that was loaded for it alone, so that nothing of that shows.  Here a few calls are made
first in both programs, and one that then gives something else is told with the call before it that is to blame.  Where
that shows nothing, a caller empties what a call gave it and makes the call again: who keeps that very list is seen to.
Neighbours: `evidence.session` (asks), `evidence.saying` (says what came out).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeAlias

from codescore.evidence.calls import renamed
from codescore.evidence.case import Case
from codescore.evidence.channel import Job, Room
from codescore.evidence.compare import OPAQUE
from codescore.evidence.contract import Outcome
from codescore.evidence.shrink import Difference, weight
from codescore.evidence.trial import Trial, run_all
from codescore.languages.execution import Input
from codescore.languages.values import REMEMBERING, Group, Int, Mapping, Null, Record, Text, Value
from codescore.languages.values import Sequence as Items

#: Makes calls, each in a program that was loaded for it and has made others first (and, where that is so, itself, whose
#: answer was then emptied): what came of each.
Calls: TypeAlias = Callable[[list[Case], list[Case], bool], list[Outcome]]
Compare: TypeAlias = Callable[[list[Case], list[Outcome]], list[Difference]]
_BEFORE, _ASKED = 8, 24  # calls that are made first, and those that are asked about then
_BLAMED = 4  # of these that differ, tried with each of the calls before by itself
_ENDED, _AFTER, _AFTER_MANY = "ended", "after", "after many"  # what came of a call, and what of it after others
_AFTER_EMPTYING = "after emptying"  # and what of it after its caller emptied what it gave
#: Where a difference is that shows only because the reference remembers its calls.
BOTH = "other calls came before, which the reference remembers"
#: Where it shows only because the candidate gives away what it keeps.
SPOILED = "its caller empties what it gave, and calls it again"


def calls_in(room: Room, job: Job, trial: Trial, names: dict[str, str]) -> Calls:
    """Calls of the program of a job, whose inputs are the reference's with other `names` for what is called.

    Each makes the others first and then itself, and may take as long as all of them.
    """

    def made(cases: list[Case], first: list[Case], emptied: bool) -> list[Outcome]:
        given, before = ([renamed(case.given, names) for case in some] for some in (cases, first))
        seconds = job.seconds * (len(before) + 2)
        patient = replace(job, before=tuple(before), again=True, emptied=emptied, seconds=seconds, coverage=False)
        return run_all(room, patient, given, trial=trial, quick=True)[0]

    return made


def left_behind(
    pairs: Sequence[Difference], ours: Calls, theirs: Calls, compare: Compare, *, shares: bool
) -> list[Difference]:
    """The simplest difference that shows only after other calls, or none; `pairs` are how all came out alone.

    Where the reference remembers its calls, both should give the same then; whether that is meant is in doubt.
    `shares`: what a call gives may be shared with its caller, as in all languages but C++.
    """
    alone = {case.given: (case, outcome) for case, outcome, aspect in pairs if _plain(case, outcome, aspect)}
    known = sorted((case for case, _ in alone.values()), key=lambda case: weight(case.given))
    if not known or known[0].given.stdin:
        return []
    before, asked = _some(known, _BEFORE), _some(known, _ASKED)

    def after(cases: list[Case], first: list[Case]) -> list[tuple[int, Difference]]:
        mine = ours(cases, first, False)
        if first is not before and not any(map(_counts, compare(cases, mine))):
            return []  # whether the reference remembers was asked the first time
        now = [replace(case, expected=told) for case, told in zip(cases, theirs(cases, first, False), strict=False)]
        return [(number, one) for number, one in enumerate(compare(now, mine)) if _counts(one)]

    def told(case: Case, first: list[Case], one: Difference) -> list[Difference]:
        kept = [each for each in compare([case], [one[0].expected]) if each[2] not in ("", OPAQUE)]
        return [_told(*alone[(first or [case])[0].given], case, first, one, remembered=bool(kept))]

    # Of calls that are otherwise every second or third time, one number of calls before shows nothing.
    counts = (before, before[1:], before[2:])
    some, many = next(((some, found) for some in counts if (found := after(asked, some))), (before, []))
    for number, _ in many[:_BLAMED]:
        case = asked[number]
        for first in ([], *([one] for one in before if one is not case)):
            if again := after([case], first):
                return told(case, first, again[0][1])
    surely = [(number, one) for number, one in many if one[1].how != "timeout"]
    if surely:
        return told(asked[surely[0][0]], some, surely[0][1])
    given = [case for case in known if shares and _gives_collection(case)]
    return _spoiled(given[:_ASKED], alone, ours, theirs, compare)


def _spoiled(
    asked: list[Case], alone: dict[Input, tuple[Case, Outcome]], ours: Calls, theirs: Calls, compare: Compare
) -> list[Difference]:
    """A call whose answer changes where its caller empties the one before, and that of the reference does not."""
    found = [one for one in compare(asked, ours(asked, [], True)) if _counts(one)] if asked else []
    if not found or any(one[2] for one in compare(asked, theirs(asked, [], True))):
        return []
    case, outcome, _ = found[0]
    first = alone[case.given][1]
    value = Record(REMEMBERING, (
        ("first", first.value or Null()), ("again", Record(_AFTER_EMPTYING, (("now", _given(outcome)),))),
    ))  # fmt: skip
    return [(replace(case, unmeant=SPOILED, likely=0.0), replace(first, value=value), "value")]


def _gives_collection(case: Case) -> bool:
    """Whether a call gives a collection with something in it, which its caller may change."""
    match case.expected.value:
        case Items("list" | "array" | "deque", parts) | Group("set" | "sorted", parts) | Mapping(_, parts):
            return bool(parts)
        case Record("Object", fields):
            return bool(fields)
    return False


def _plain(case: Case, outcome: Outcome, aspect: str) -> bool:
    """Whether a call says what it gives, and both give the same."""
    return aspect == "" and case.place == "inside" and (case.expected.how, outcome.how) == ("return", "return")


def _counts(one: Difference) -> bool:
    return one[2] not in ("", OPAQUE, "arguments", "stdout") and not one[0].unmeant


def _some(known: list[Case], most: int) -> list[Case]:
    """So many of them, the simplest first."""
    return known[:: -(-len(known) // most)] if len(known) > most else known


def _told(
    case: Case, outcome: Outcome, other: Case, before: list[Case], again: Difference, *, remembered: bool
) -> Difference:
    """A difference of the call that came first: what it gave, and what the other one, or it itself, gives then."""
    then, now, _ = again

    def both(alone: Outcome, after: Outcome) -> Value:
        second: Value = _given(after)
        if before[1:]:
            second = Record(_AFTER_MANY, (("calls", Int(len(before))), ("now", second)))
        elif before:
            given, fresh = Items("tuple", other.given.arguments), other.expected.value or Null()
            second = Record(_AFTER, (("given", given), ("now", second), ("fresh", fresh)))
        return Record(REMEMBERING, (("first", alone.value or Null()), ("again", second)))

    if before[1:]:
        case, outcome = other, replace(outcome, value=other.expected.value)
    if remembered:
        expected = replace(case.expected, value=both(case.expected, then.expected))
        case = replace(case, expected=expected, unmeant=BOTH)
    return case, replace(outcome, value=both(outcome, now)), "value"


def _given(outcome: Outcome) -> Value:
    """What came of a call; how it ended where it gave nothing."""
    if outcome.how == "return":
        return outcome.value or Null()
    ended = {"raise": f"raises {outcome.error}", "exit": "ends the program", "timeout": "no answer in time"}
    return Record(_ENDED, (("how", Text(ended.get(outcome.how, "the process died"))),))


def in_words(value: Value | None, literal: Callable[[Value], str]) -> str:
    """A value for a person, with what the same or another call gives after it."""
    match value:
        case None:
            return "nothing"
        case Record(type_, ((_, first), (_, again))) if type_ == REMEMBERING:
            return f"{literal(first)}, and {_then(again, literal)}"
    return literal(value)


def _then(again: Value, literal: Callable[[Value], str]) -> str:
    """What came after a first call, of another one, of the same after many, or of the same."""
    match again:
        case Record(type_, ((_, Items(_, given)), (_, now), (_, fresh))) if type_ == _AFTER:
            other = f"({', '.join(map(literal, given))})"
            return f"then {_word(now, literal)} for {other}, which alone gives {literal(fresh)}"
        case Record(type_, ((_, Int(calls)), (_, now))) if type_ == _AFTER_MANY:
            return f"after {calls} other calls {_word(now, literal)}"
        case Record(type_, ((_, now),)) if type_ == _AFTER_EMPTYING:
            return f"when called again after that was emptied {_word(now, literal)}"
    return f"when called again {_word(again, literal)}"


def _word(value: Value, literal: Callable[[Value], str]) -> str:
    match value:
        case Record(type_, ((_, Text(how)),)) if type_ == _ENDED:
            return how
    return literal(value)
