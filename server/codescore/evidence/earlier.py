"""What a candidate's calls leave behind for the next ones: a list of the module that grows, what is remembered.

Each call is made in a program that was loaded for it alone, so that nothing of that shows.  Here a few calls are made
first, and a call that then gives something else, where the reference gives the same as ever, is told with the call
before it that is to blame.  Neighbours: `evidence.session` (asks), `evidence.verdicts` (says what came out).
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
from codescore.languages.values import REMEMBERING, Null, Record, Text, Value
from codescore.languages.values import Sequence as Items

#: Makes calls, each in a program that was loaded for it and has made others first: what came of each.
Calls: TypeAlias = Callable[[list[Case], list[Case]], list[Outcome]]
Compare: TypeAlias = Callable[[list[Case], list[Outcome]], list[Difference]]
_BEFORE, _ASKED = 8, 24  # calls that are made first, and those that are asked about then
_BLAMED = 4  # of these that differ, tried with each of the calls before by itself
_RAISED = "raised"
#: Where a difference is that shows only because the reference remembers its calls.
BOTH = "other calls came before, which the reference remembers"


def calls_in(room: Room, job: Job, trial: Trial, names: dict[str, str]) -> Calls:
    """Calls of the program of a job, whose inputs are the reference's with other `names` for what is called."""

    def made(cases: list[Case], first: list[Case]) -> list[Outcome]:
        given, before = ([renamed(case.given, names) for case in some] for some in (cases, first))
        return run_all(room, replace(job, before=tuple(before)), given, trial=trial, quick=True)[0]

    return made


def left_behind(pairs: Sequence[Difference], ours: Calls, theirs: Calls, compare: Compare) -> list[Difference]:
    """The simplest difference that shows only after another call, or none; `pairs` are how all came out alone.

    Where the reference remembers its calls, both should give the same then; whether that is meant is in doubt.
    """
    alone = {case.given: (case, outcome) for case, outcome, aspect in pairs if _plain(case, outcome, aspect)}
    known = sorted((case for case, _ in alone.values()), key=lambda case: weight(case.given))
    if not known or known[0].given.stdin:
        return []
    before, asked = _some(known, _BEFORE), _some(known, _ASKED)
    now = [replace(case, expected=told) for case, told in zip(asked, theirs(asked, before), strict=False)]
    blamed = [number for number, one in enumerate(compare(now, ours(now, before))) if _counts(one)][:_BLAMED]
    for case in (asked[number] for number in blamed):
        for first in (case, *(one for one in before if one is not case)):
            then = [replace(case, expected=told) for told in theirs([case], [first])]
            again = [one for one in compare(then, ours(then, [first])) if _counts(one)]
            if again:
                remembered = bool([one for one in compare([case], [then[0].expected]) if one[2] not in ("", OPAQUE)])
                return [_told(*alone[first.given], (first, case), again[0], remembered=remembered)]
    return []


def _plain(case: Case, outcome: Outcome, aspect: str) -> bool:
    """Whether a call says what it gives, and both give the same."""
    return aspect == "" and case.place == "inside" and (case.expected.how, outcome.how) == ("return", "return")


def _counts(one: Difference) -> bool:
    _, outcome, aspect = one
    return aspect not in ("", OPAQUE, "arguments", "stdout") and outcome.how in ("return", "raise")


def _some(known: list[Case], most: int) -> list[Case]:
    """So many of them, the simplest first."""
    return known[:: -(-len(known) // most)] if len(known) > most else known


def _told(case: Case, outcome: Outcome, calls: tuple[Case, Case], again: Difference, *, remembered: bool) -> Difference:
    """A difference of the call that came first: what it gave, and what the other one gives then."""
    then, now, _ = again
    first, other = calls

    def both(alone: Outcome, after: Outcome) -> Value:
        second: Value = _given(after)
        if other is not first:
            given, fresh = Items("tuple", other.given.arguments), other.expected.value or Null()
            second = Record("after", (("given", given), ("now", second), ("fresh", fresh)))
        return Record(REMEMBERING, (("first", alone.value or Null()), ("again", second)))

    if remembered:
        expected = replace(case.expected, value=both(case.expected, then.expected))
        case = replace(case, expected=expected, unmeant=BOTH)
    return case, replace(outcome, value=both(outcome, now)), "value"


def _given(outcome: Outcome) -> Value:
    if outcome.how == "raise":
        return Record(_RAISED, (("error", Text(outcome.error)),))
    return outcome.value or Null()


def in_words(value: Value | None, literal: Callable[[Value], str]) -> str:
    """A value for a person, with what the same or another call gives after it."""
    match value:
        case None:
            return "nothing"
        case Record(type_, ((_, first), (_, Record("after", ((_, Items(_, given)), (_, now), (_, fresh)))))) if (
            type_ == REMEMBERING
        ):
            other = f"({', '.join(map(literal, given))})"
            return f"{literal(first)}, and then {_word(now, literal)} for {other}, which alone gives {literal(fresh)}"
        case Record(type_, ((_, first), (_, again))) if type_ == REMEMBERING:
            return f"{literal(first)}, and when called again {_word(again, literal)}"
    return literal(value)


def _word(value: Value, literal: Callable[[Value], str]) -> str:
    match value:
        case Record(type_, ((_, Text(error)),)) if type_ == _RAISED:
            return f"raises {error}"
    return literal(value)
