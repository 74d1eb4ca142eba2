"""Where two programs part in a sequence of calls.

A difference is told as the sequence up to the call in which it shows, with what that call did: the rest of the stage
need not know that there were others before it.  Pure.  Neighbours: `evidence.calls` (the inputs), `evidence.compare`
(`told`), `evidence.verdicts` (asks).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from codescore.evidence.calls import sequence, steps_of
from codescore.evidence.case import Case
from codescore.evidence.compare import OPAQUE, told
from codescore.evidence.contract import Outcome
from codescore.evidence.shrink import Difference
from codescore.languages.execution import Entry, Input
from codescore.languages.values import Opaque, Record, Text, Value

_MISSING = Opaque("missing")


def parted(
    entry: Entry,
    case: Case,
    outcome: Outcome,
    differ: Callable[[Case, Outcome], str],
    weigh: Callable[[Difference], int],
) -> Difference:
    """Where two programs part: the case cut behind the call that says most, what the candidate did there, what differs.

    `differ` compares two calls; `weigh` says of a difference how much it counts.
    """
    attributes = {member.name for member in entry.members if member.kind == "attribute"}
    shown = any(member.tells and member.kind != "attribute" for member in entry.members[1:])
    steps = steps_of(case.given)
    found: Difference = (case, outcome, OPAQUE)
    best = -1
    for number, one, other in told(case.expected, outcome):
        expected, got = one, other
        if shown and steps[number].name in attributes:
            expected, got = (_left(steps[number].name, each) for each in (one, other))
        place = "rejected" if expected.how == "raise" else case.place
        cut = replace(case, given=sequence(steps[: number + 1]), expected=expected, place=place)
        aspect = differ(cut, got)
        if not aspect and (both := _held_by_others(one, other)):
            expected, got = both
            cut = replace(cut, expected=expected)
            aspect = differ(cut, got)
        if not aspect and number and best < 0:
            found = (case, outcome, "")
        if aspect and (counts := weigh((cut, got, aspect))) > best:
            # With what the calls before did: a test can be made of them where none was refused.
            whole = replace(expected, steps=case.expected.steps[: number + 1])
            found, best = (replace(cut, expected=whole), got, aspect), counts
        if expected.how != got.how:
            break
    return found


def where_made(case: Case, outcome: Outcome) -> tuple[Case, Outcome]:
    """Where one program makes the object and the other raises instead: the case up to there, and what came of that."""
    steps, expected = steps_of(case.given), case.expected
    if not steps or "raise" not in (expected.how, outcome.how) or bool(expected.steps) == bool(outcome.steps):
        return case, outcome
    first = replace(case, given=sequence(steps[:1]), expected=(*expected.steps, expected)[0])
    return first, (*outcome.steps, outcome)[0]


def as_run(entry: Entry, outcome: Outcome, given: Input) -> Entry:
    """The entry, with the members marked that gave another object, or a function, in this sequence."""
    pairs = zip(steps_of(given), outcome.steps, strict=False)
    gave = {(step.name, one.value.type) for step, one in pairs if isinstance(one.value, Record)}

    def marked(member: Entry) -> Entry:
        given_back = {type_ for name, type_ in gave if name == member.name}
        return replace(
            member,
            makes="another" in given_back,
            gives_function="function" in given_back,
            manages="with" in given_back,
        )

    return replace(entry, members=tuple(map(marked, entry.members))) if gave else entry


def _held_by_others(one: Outcome, other: Outcome) -> tuple[Outcome, Outcome] | None:
    """What other objects of the class show after a call that they were given to, where both show the same of them."""
    names = [
        [[name for name, _ in held.fields] for held in each.held if isinstance(held, Record)] for each in (one, other)
    ]
    if not one.held or names[0] != names[1] or one.how != "return":
        return None
    return _beside_answers("held", one.held), _beside_answers("held", other.held)


def _left(name: str, outcome: Outcome) -> Outcome:
    """What an attribute holds, as what is left beside the answers: methods show what the object does."""
    held = outcome.value if outcome.how == "return" and outcome.value is not None else _MISSING
    return _beside_answers(name, (held,))


def _beside_answers(name: str, held: tuple[Value, ...]) -> Outcome:
    return Outcome("return", Text(name), arguments=held)
