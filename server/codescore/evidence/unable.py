"""Why a reference cannot be run: it does not load, a module is missing, or what is assumed cannot be asked.

The first word says which, what follows a colon says it to a person.  Neighbours: `evidence.cases` (asks of each run),
`evidence.session` (says it), `evidence.able` (whether this machine can run a language at all).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from codescore.evidence.channel import Job, Ran, Room
from codescore.evidence.contract import Outcome

#: The assumption names what neither the parameters nor the program have, or does not compile.
ASSUMPTION = "assumption"
MODULE = "module"
_UNLOADED = ("load", MODULE, "entry")


def why(problem: str) -> str:
    """What the matter is, without the word that says of what kind it is."""
    kind, _, detail = problem.partition(": ")
    return detail or kind


_PRINTED = 1 << 20  # bytes of standard output that every harness keeps


def unprovided(outcome: Outcome) -> bool:
    """Whether a call, or one of a sequence, failed for want of a module: no word on the program."""
    return _lacking(outcome) is not None


def _lacking(outcome: Outcome) -> Outcome | None:
    """The call that failed for want of a module."""
    calls = (outcome, *outcome.steps)
    wanted = (one for one in calls if one.how == "raise" and one.error == "ModuleNotFoundError")
    return next((one for one in wanted if not one.deliberate), None)


def wanting(outcomes: Sequence[Outcome]) -> str:
    """What a program cannot be run for; "" where nothing lacks, or a class that is nowhere in a few of its calls: that
    is a slip of its own."""
    found = [one.message for one in map(_lacking, outcomes) if one is not None]
    slips = 2 * len(found) < len(outcomes) and all(one.endswith("is not defined") for one in found)
    return "" if slips or not found else found[0]


def cut(outcome: Outcome) -> bool:
    """Whether a call printed as much as is kept of it: nobody knows how that goes on."""
    return len(outcome.stdout) > _PRINTED // 4 and len(outcome.stdout.encode(errors="replace")) >= _PRINTED - 4


def useless(outcome: Outcome) -> bool:
    """Whether what came of a call says nothing of the program: a module lacks, or it is cut off."""
    return unprovided(outcome) or cut(outcome)


def unable(room: Room, job: Job, outcomes: list[Outcome], ran: Ran) -> str:
    """What kept a job from showing anything; "" where nothing did.

    A compiled program that does not load is run once without the assumption, to tell which of the two is at fault.
    """
    if ran.how in _UNLOADED:
        loads = job.assume is not None and room.run(replace(job, assume=None)).how not in _UNLOADED
        return f"{ASSUMPTION if loads else ran.how}: {ran.detail}"
    unnamed = next((one.message for one in outcomes if one.how == "assumption" and one.error), "")
    if unnamed:
        return f"{ASSUMPTION}: {unnamed}"
    lacks = [one for one in map(_lacking, outcomes) if one is not None]
    return f"{MODULE}: {lacks[0].message}" if lacks and all(one.how == "raise" for one in outcomes) else ""
