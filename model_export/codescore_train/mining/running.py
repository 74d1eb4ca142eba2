"""Runs functions and their mutants on shared inputs, in evidence's own sandboxes and nowhere else.

Every function runs twice, in two sandboxes: the second interpreter has another hash seed, and objects have other
identities there.  What does not repeat itself is left out.  Programs never make anything here raise; a machine without
a sandbox does (EnvironmentProblem).  Neighbours: `kinds` (inputs), `digests`, `evidence.session` (rooms, verdicts).
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from codescore.evidence.cases import SLOW
from codescore.evidence.channel import Job, Ran
from codescore.evidence.compare import difference, differs
from codescore.evidence.contract import FLOOR, Outcome
from codescore.evidence.entries import qualified
from codescore.evidence.gathering import probes
from codescore.evidence.mutants import mutants, spread
from codescore.evidence.options import Options
from codescore.evidence.pool import pool_of
from codescore.evidence.session import EvidenceSession
from codescore.evidence.trial import run_all
from codescore.languages import Language
from codescore.languages.execution import Entry, Input
from codescore.languages.shapes import AnyShape, Shape
from codescore.languages.values import Null
from codescore_train.mining.digests import digest, packed
from codescore_train.mining.functions import Source
from codescore_train.mining.kinds import TRIED, shared_inputs

_FIRST = 12  # inputs after which a function that took none of them is given up
_UNKNOWN = 2  # parameters at most of which the text may tell nothing
_TRIALS = 4  # inputs of each combination of kinds that is tried
_JUDGING = 0.5  # CPU seconds in which evidence looks for inputs that tell a pair apart
_PROBES = probes(pool_of((), 0))
_DELETION = "deletion"  # the rule of mutants that leave a statement out: they have no operator replaced
_ONE, _MUTANTS = "reference", "mutants"  # sides of a session


def kinds_taken(session: EvidenceSession, language: Language, source: Source, entry: Entry) -> tuple[Shape, ...] | str:
    """The kinds that a function takes: those its text tells, the others by trying; or why it cannot be said.

    Of the kinds that it takes at least half of the time those count with which it reaches most.
    """
    shapes = tuple(parameter.shape for parameter in entry.parameters)
    open_ = sum(isinstance(shape, AnyShape) for shape in shapes)
    if not open_:
        return shapes
    if open_ > _UNKNOWN:
        return "nothing tells what it takes"
    options = [TRIED if isinstance(shape, AnyShape) else (shape,) for shape in shapes]
    combinations = list(itertools.product(*options))
    each = max(1, _TRIALS // open_)
    inputs = [shared_inputs(tuple(c), (), 40)[-each:] for c in combinations]
    flat = [given for group in inputs for given in group]
    job = Job(source.code, entry, (), seconds=SLOW, probes=_PROBES)
    outcomes, ran = run_all(session.rooms.room(language, _ONE), job, flat, stops=1)
    if len(outcomes) < len(flat):
        return _stopped(ran)
    best, kept, start = 0.0, None, 0
    for shapes_, group in zip(combinations, inputs, strict=True):
        part = outcomes[start : start + len(group)]
        start += len(group)
        share = sum(outcome.how == "return" for outcome in part) / len(part)
        reached = len({number for outcome in part for number in outcome.covered})
        if share >= 0.5 and share + reached > best:
            best, kept = share + reached, shapes_
    return tuple(kept) if kept is not None else f"takes no kind that was tried{_commonest(outcomes)}"


def run(
    session: EvidenceSession, language: Language, source: Source, entry: Entry, inputs: Sequence[Input]
) -> dict[str, Any]:
    """What a function does on shared inputs, as the journal keeps it: `digests` and `outcomes`, or `why` not."""
    job = Job(source.code, entry, (), coverage=False, seconds=SLOW, probes=_PROBES)
    room, given = session.rooms.room(language, _ONE), list(inputs)
    outcomes, ran = run_all(room, job, given[:_FIRST], stops=1)
    if len(outcomes) == len(given[:_FIRST]) and any(outcome.how == "return" for outcome in outcomes):
        more, ran = run_all(room, job, given[_FIRST:], stops=1)
        outcomes += more
    elif len(outcomes) == len(given[:_FIRST]):
        return {"why": f"takes no input{_commonest(outcomes)}"}
    if len(outcomes) < len(given):
        return {"why": _stopped(ran)}
    digests = [digest(one, outcome) for one, outcome in zip(given, outcomes, strict=True)]
    if sum(map(bool, digests)) < FLOOR:
        return {"why": f"takes too few inputs{_commonest(outcomes)}"}
    again, ran = run_all(session.rooms.room(language, _ONE).second, replace(job, shaken=True), given, stops=1)
    if len(again) < len(given) or any(
        digests[n] != digest(one, again[n]) or differs(outcomes[n], again[n]) for n, one in enumerate(given)
    ):
        return {"why": "does not repeat itself"}
    return {"digests": digests, "outcomes": [packed(one, got) for one, got in zip(given, outcomes, strict=True)]}


def equal(one: Outcome | None, two: Outcome | None, given: Input) -> bool | None:
    """Whether two outcomes are the same, as comparison decides; None where both refused, or say nothing."""
    if one is None and two is None:
        return None
    if one is None or two is None:
        return False
    effects = any(o.arguments != given.arguments or isinstance(o.value or Null(), Null) for o in (one, two))
    return not (difference(one, two, effects=effects) or difference(two, one, effects=effects))


def mutants_of(
    session: EvidenceSession,
    language: Language,
    job: tuple[Source, Entry],
    cases: Sequence[tuple[Input, Outcome]],
    most: int,
) -> list[dict[str, Any]]:
    """One-operator mutants of a function, at most so many, with the share of inputs on which each does the same."""
    source, entry = job
    found: list[dict[str, Any]] = []
    for mutant in spread([m for m in mutants(language, source.code, slipped=False) if m.rule != _DELETION], most):
        ran_as = Job(mutant.source, entry, (), coverage=False, seconds=SLOW, probes=_PROBES)
        outcomes, ran = run_all(session.rooms.room(language, _MUTANTS), ran_as, [given for given, _ in cases], stops=1)
        if ran.how in ("load", "module", "entry") and not outcomes:
            continue
        same = [
            digest(given, got) != "" and equal(expected, got, given) is True
            for (given, expected), got in zip(cases, outcomes, strict=False)
        ]
        share = sum(same) / len(cases)
        found.append({"code": mutant.source, "rule": mutant.rule, "line": mutant.line, "equal": share})
    return found


def verdict(session: EvidenceSession, language: Language, one: tuple[str, Entry], two: tuple[str, Entry]) -> str:
    """Evidence's own verdict on two functions, on inputs made for the first."""
    options = Options(budget=_JUDGING, units=(qualified(two[1]), qualified(one[1])))
    return session.judge(two[0], one[0], language, options).verdict


def _stopped(ran: Ran) -> str:
    if ran.how == "module":
        return "wants a module"
    return f"stopped by a limit: {ran.how}" if ran.how not in ("load", "entry") else "does not load"


def _commonest(outcomes: Sequence[Outcome]) -> str:
    errors = Counter(outcome.error for outcome in outcomes if outcome.how == "raise")
    return f": {errors.most_common(1)[0][0]}" if errors else ""
