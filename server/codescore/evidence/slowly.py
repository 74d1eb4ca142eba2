"""Whether a candidate that gives no answer in time is slow, or never ends.

Who tries all subsets takes longer with each item, until there is too little time; who never ends is quick on all that
it answers.  So the input is made smaller by halves, and what comes just below tells the two apart.
Neighbours: `evidence.session` (asks where nothing else differs), `evidence.policy` (what time says).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from codescore.evidence.case import Case
from codescore.evidence.channel import Job, Room
from codescore.evidence.contract import Outcome
from codescore.evidence.policy import LARGE_INPUT
from codescore.evidence.shrink import weight
from codescore.evidence.trial import Trial, run_all
from codescore.evidence.verdicts import Findings
from codescore.languages.execution import Input
from codescore.languages.values import Group, Int, Mapping, Sequence, Text, Value, rebuilt

_HALVINGS = 8
_NOTICED = 0.04  # share of a limit that an answer takes from a program that is slow


def still_to_run(findings: Findings, known: list[Case], room: Room, job: Job, trial: Trial) -> list[Case]:
    """Where a candidate gives no answer in time and does nothing else otherwise, and is seen to be slow: what it was
    not run on of what was `known`, the smallest first; what takes too long is left open then."""
    late = [case.given for case, _, aspect in findings.differences if aspect == "timeout"]
    plain = not findings.cases.entry.members and findings.cases.entry.kind != "script"
    if not late or len(late) < len(findings.differences) or not plain:
        return []

    def run(given: Input) -> Outcome | None:
        outcomes, _ = run_all(room, replace(job, coverage=False), [given], stops=1, trial=trial)
        return outcomes[0] if outcomes else None

    if not slow(min(late, key=weight), run, job.seconds):
        return []
    findings.slow, findings.stopped, findings.unanswered = True, False, 0
    findings.pairs = [(replace(p[0], unmeant=LARGE_INPUT), *p[1:]) if p[2] == "timeout" else p for p in findings.pairs]
    done = {case.given for case, _, _ in findings.pairs}
    return sorted((case for case in known if case.given not in done), key=lambda case: weight(case.given))


def slow(given: Input, run: Callable[[Input], Outcome | None], limit: float) -> bool:
    """Whether an input on which a program gave no answer within `limit` CPU seconds is too large for it, and no more:
    on a smaller one it answers, and takes a share of the limit."""
    less, more = 0.0, 1.0
    known: dict[Input, bool] = {given: False}  # whether it was answered
    for _ in range(_HALVINGS):
        share = (less + more) / 2
        tried = scaled(given, share)
        if tried not in known:
            outcome = run(tried)
            known[tried] = outcome is not None and outcome.how != "timeout"
            if outcome is not None and outcome.how == "return" and outcome.seconds >= _NOTICED * limit:
                return True
        less, more = (share, more) if known[tried] else (less, share)
    return False


def scaled(given: Input, share: float) -> Input:
    """An input with a share of each number, and of what each collection and text has; items are left as they are."""
    return Input(tuple(_scaled(value, share) for value in given.arguments), given.stdin)


def _scaled(value: Value, share: float) -> Value:
    match value:
        case Int(number):
            return Int(int(number * share) if abs(number) < 1 << 60 else number >> 60)
        case Text(text):
            return Text(text[: round(len(text) * share)])
        case Sequence(_, items) | Group(_, items):
            return replace(value, items=items[: round(len(items) * share)])
        case Mapping(_, pairs):
            return replace(value, items=pairs[: round(len(pairs) * share)])
    return rebuilt(value, lambda inner: _scaled(inner, share))
