"""Whether a candidate that gives no answer in time is slow, or never ends; and whether one that calls itself too often
goes down as far as the input is large, or for ever.

Who tries all subsets takes longer with each item, until there is too little time; who never ends is quick on all that
it answers.  Who calls itself for each item answers all inputs up to some size.  So the input is made smaller by halves,
and what comes just below tells them apart.
Neighbours: `evidence.session` (asks where nothing else differs), `evidence.policy` (what time says).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from codescore.evidence.case import Case
from codescore.evidence.channel import Job, Room
from codescore.evidence.contract import Outcome
from codescore.evidence.policy import LARGE_INPUT
from codescore.evidence.properties import length
from codescore.evidence.shrink import weight
from codescore.evidence.trial import Trial, run_all
from codescore.evidence.verdicts import Findings
from codescore.languages.execution import Input
from codescore.languages.values import Group, Int, Mapping, Sequence, Text, Value, rebuilt, walk

_HALVINGS = 8
_DEEPEST, _LARGE = 3, 100  # inputs that are made smaller; what is large for a program that calls itself
_BELOW = (0.99, 0.97, 0.94, 0.9)  # sizes at which it must answer
_DEEP = "the input is so large that it calls itself too often"
_NOTICED = 0.04  # share of a limit that an answer takes from a program that is slow


def still_to_run(findings: Findings, known: list[Case], room: Room, job: Job, trial: Trial) -> list[Case]:
    """Where a candidate gives no answer in time and does nothing else otherwise, and is seen to be slow: what it was
    not run on of what was `known`, the smallest first; what takes too long is left open then."""
    late = [case.given for case, _, aspect in findings.differences if aspect == "timeout"]
    plain = not findings.cases.entry.members and findings.cases.entry.kind != "script"
    if not late or len(late) < len(findings.differences) or not plain:
        return []
    if not slow(min(late, key=weight), _once(room, job, trial), job.seconds):
        return []
    findings.slow, findings.stopped, findings.unanswered = True, False, 0
    findings.pairs = [(replace(p[0], unmeant=LARGE_INPUT), *p[1:]) if p[2] == "timeout" else p for p in findings.pairs]
    done = {case.given for case, _, _ in findings.pairs}
    return sorted((case for case in known if case.given not in done), key=lambda case: weight(case.given))


def too_deep(findings: Findings, room: Room, job: Job, trial: Trial) -> None:
    """Leave open where a candidate calls itself more often than its language lets it, as the input is so large."""
    plain = not findings.cases.entry.members and findings.cases.entry.kind != "script"
    deep = [pair[0].given for pair in findings.differences if _is_deep(pair[1])]
    if not plain or not deep:
        return
    run = _once(room, job, trial)
    named = {int(number) for number in re.findall(r"\b\d{1,18}\b", f"{findings.candidate}\n{findings.cases.source}")}
    found = [given for given in sorted(set(deep), key=weight)[:_DEEPEST] if _as_deep_as_large(given, run, named)]
    if found:
        least = min(map(_amount, found))
        findings.pairs = [
            (replace(p[0], unmeant=_DEEP), *p[1:]) if _is_deep(p[1]) and _amount(p[0].given) >= least else p
            for p in findings.pairs
        ]


def _once(room: Room, job: Job, trial: Trial) -> Callable[[Input], Outcome | None]:
    """Runs the program of a job on one input, once; None where nothing came of it."""

    def run(given: Input) -> Outcome | None:
        outcomes, _ = run_all(room, replace(job, coverage=False), [given], stops=1, trial=trial)
        return outcomes[0] if outcomes else None

    return run


def _is_deep(outcome: Outcome) -> bool:
    stack = outcome.error == "RangeError" and "call stack" in outcome.message
    return outcome.how == "raise" and (stack or outcome.error in ("RecursionError", "StackOverflowError"))


def _as_deep_as_large(given: Input, run: Callable[[Input], Outcome | None], named: set[int]) -> bool:
    """Whether a program answers all inputs just below some size, and calls itself too often above it; not where that is
    one of the numbers that are `named`, from which on it may do so for ever."""
    less, more = 0.0, 1.0
    for _ in range(_HALVINGS):
        share = (less + more) / 2
        outcome = run(scaled(given, share))
        if outcome is None or not (outcome.how == "return" or _is_deep(outcome)):
            return False
        less, more = (share, more) if outcome.how == "return" else (less, share)
    below = {scaled(given, less * part) for part in _BELOW}
    answered = [run(one) for one in below]
    low, high = (_amount(scaled(given, share)) for share in (less, more))
    chosen = any(low - 1 <= number <= high + 1 for number in named)
    enough = len(below) == len(_BELOW) and low >= _LARGE
    return enough and not chosen and all(one is not None and one.how == "return" for one in answered)


def _amount(given: Input) -> int:
    """The largest number, or how many items the longest collection or text has."""
    parts = (part for value in given.arguments for part in walk(value))
    return max((abs(part.value) if isinstance(part, Int) else length(part) or 0 for part in parts), default=0)


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
