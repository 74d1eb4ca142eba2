"""Whether what a call leaves in its arguments counts, and where that is a result of it.

A language may declare that a function gives a result in a parameter (`Entry.outputs`).  What the reference wrote there
is as much a result as what it returns; what it left there as it was says nothing of what the candidate should leave.
Pure.  Neighbours: `evidence.compare` (what differs), `evidence.policy` (what decides).
"""

from __future__ import annotations

from itertools import zip_longest

from codescore.evidence.calls import steps_of
from codescore.evidence.case import Case
from codescore.evidence.cases import Cases
from codescore.evidence.compare import same
from codescore.evidence.contract import Outcome
from codescore.evidence.policy import Policy
from codescore.languages.execution import Entry
from codescore.languages.values import Record, Value, nothing

#: What differs where a result that stands in a parameter does.
OUTPUTS = "outputs"


def counted(cases: Cases, case: Case, policy: Policy) -> bool:
    """Whether what is left in the arguments counts on this input."""
    steps = steps_of(case.given)
    left = zip_longest(steps[-1].arguments if steps else (), case.expected.arguments)
    if steps:
        # A method returns nothing because it changes its object; its arguments count where the reference changes them.
        return any(a is None or b is None or not same(a, b) for a, b in left)
    if nothing(case.expected.value) or _managed(case.expected.value) or "effect" in policy.decides:
        return True
    return cases.effects and not cases.foreign  # whether an argument is copied is the language's


def _managed(value: Value | None) -> bool:
    """Whether it is what stands behind `with`: that is there for what it changes, and changes back."""
    return isinstance(value, Record) and value.type == "with"


def aspect(cases: Cases, case: Case, got: Outcome, found: str) -> str:
    """What differs; `OUTPUTS` where it is a result that the reference wrote to one of its arguments."""
    if found != "arguments" or cases.foreign:
        return found
    steps = steps_of(case.given)
    entry = _called(cases.entry, steps[-1].name) if steps else cases.entry
    taken = steps[-1].arguments if steps else case.given.arguments
    return OUTPUTS if _otherwise(entry, taken, case.expected, got) else found


def in_a_call(entry: Entry, case: Case, got: Outcome) -> bool:
    """Whether some call of a sequence wrote another result to one of its arguments."""
    calls = zip(steps_of(case.given), case.expected.steps, got.steps, strict=False)
    return any(
        _otherwise(_called(entry, call.name), call.arguments, one, other)
        for call, one, other in calls
        if one.how == other.how == "return"
    )


def _otherwise(entry: Entry, taken: tuple[Value, ...], expected: Outcome, got: Outcome) -> bool:
    """Whether the reference wrote a result to an argument in which the other left something else."""
    sides = zip(entry.parameters, taken, expected.arguments, got.arguments, strict=False)
    return any(p.name in entry.outputs and not same(a, b) and not same(b, c) for p, a, b, c in sides)


def _called(entry: Entry, step: str) -> Entry:
    return next((member for member in entry.members[1:] if member.name == step), entry)
