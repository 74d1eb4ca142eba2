"""Runs a program on many inputs, as long as it is worth the time: again after a stop, and not for ever.

Neighbours: `evidence.channel` (one run), `evidence.cases` and `evidence.session` (whose programs run).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from codescore.evidence.case import Case
from codescore.evidence.channel import Job, Ran, Room
from codescore.evidence.contract import Outcome
from codescore.languages.execution import Input

_AT_FIRST, AT_ONCE = 12, 64  # inputs of one job: a program that is slow on the first is not given many more
PATIENCE = 6.0  # seconds by the clock that all runs of a program may take together
_AS_LONG = 3.0  # or so many times as long as the reference took
STOPS = 3  # times that a program may be stopped by a limit before we give up


@dataclass(slots=True)  # mutable: what is left shrinks with every run
class Trial:
    """What one program may still take: seconds by the clock, over all its runs; and whether it ever loaded."""

    left: float = field(default_factory=lambda: PATIENCE)
    loaded: bool = False


def trial_beside(cases: Iterable[Case]) -> Trial:
    """What a candidate may take on all inputs that the reference was run on."""
    return Trial(max(PATIENCE, _AS_LONG * sum(case.expected.seconds for case in cases)))


def run_all(
    room: Room,
    job: Job,
    inputs: list[Input],
    *,
    stops: int = STOPS,
    trial: Trial | None = None,
    enough: Callable[[list[Outcome]], bool] | None = None,
    quick: bool = False,
) -> tuple[list[Outcome], Ran]:
    """Run a program on all inputs, going on after a call that was stopped; fewer outcomes where it was given up.

    One that is known to be `quick` is not tried on a few first.
    It is given up after so many stops, when it sleeps, or once its trial is over; and where the outcomes so far are
    `enough`.
    """
    trial = trial or Trial()
    outcomes: list[Outcome] = []
    last = Ran((), "done")
    branches, lines = 0, tuple[int, ...]()
    while len(outcomes) < len(inputs):
        size = AT_ONCE if outcomes or quick else _AT_FIRST
        if trial.left <= 0:
            return outcomes, Ran((), "deadline", branches=branches, lines=lines)
        last = room.run(replace(job, inputs=inputs[len(outcomes) : len(outcomes) + size], within=trial.left))
        trial.left -= last.seconds / room.pace
        outcomes.extend(last.outcomes)
        branches, lines = max((branches, lines), (last.branches, last.lines))
        if last.how in ("load", "module", "entry") or last.detail == "loading":
            if trial.loaded:  # loading ends once: what does not load any more has died in this call
                outcomes.append(Outcome("crash", message=last.detail))
                last = replace(last, how="crash")
            break
        trial.loaded = True
        stops -= last.how != "done"
        if not last.outcomes or stops <= 0 or last.detail == "asleep" or (enough and enough(outcomes)):
            break
    return outcomes, replace(last, branches=branches, lines=lines)
