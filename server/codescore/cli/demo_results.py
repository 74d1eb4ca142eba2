"""The samples scored: each variant's verdict beside the truth.  Shows nothing."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from codescore.cli.cases import FOLDER, Case, Variant, all_cases
from codescore.cli.evidence_json import decision_json
from codescore.cli.reading import read_parsed
from codescore.cli.verdict_json import score_json
from codescore.engine import FileVerdict, ScoreOptions, Session, Source, compare, file_another_way
from codescore.engine.compare import Standing


@dataclass(frozen=True, slots=True, eq=False)
class Outcome:
    """A variant, what was said of it, and whether that is true."""

    variant: Variant
    verdict: FileVerdict

    @property
    def right(self) -> bool:
        return (self.verdict.score == 1) == self.variant.same

    @property
    def same_task(self) -> float | None:
        """The number, where it may be said that it is another way to do the same."""
        return file_another_way(self.verdict)


@dataclass(frozen=True, slots=True, eq=False)
class CaseResults:
    """A reference and the outcomes of its variants."""

    case: Case
    reference: Source
    outcomes: tuple[Outcome, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Ran:
    """A variant, and what is said of it once it was run."""

    case: str
    outcome: Outcome
    standing: Standing

    @property
    def right(self) -> bool:
        """Whether that is true; an answer that leaves it open is not."""
        return self.standing.score == int(self.outcome.variant.same)


@dataclass(frozen=True, slots=True, eq=False)
class Results:
    """All cases, with the bundle that judged, what the session had to say, and how long it took (seconds).

    `runs` is what running shows of some of them; `not_run` why nothing was run, where it was asked for.
    """

    cases: tuple[CaseResults, ...]
    bundle: str
    notices: tuple[str, ...]
    seconds: float
    runs: tuple[Ran, ...] = ()
    not_run: str = ""

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """Those of all cases."""
        return tuple(outcome for case in self.cases for outcome in case.outcomes)


def demo_results(session: Session) -> Results:
    """Score every variant of every case against its reference."""
    started = time.perf_counter()
    cases = tuple(_case_results(session, case) for case in all_cases())
    seconds = time.perf_counter() - started
    return Results(cases, session.bundle_label or "no model", session.status().notices, seconds)


def demo_json(results: Results) -> dict[str, Any]:
    """The results as JSON; each variant has a whole `score` document."""
    outcomes = results.outcomes
    right = Counter(outcome.variant.kind for outcome in outcomes if outcome.right)
    total = Counter(outcome.variant.kind for outcome in outcomes)
    return {
        "bundle": results.bundle,
        "seconds": round(results.seconds, 3),
        "right": sum(right.values()),
        "of": len(outcomes),
        "by_kind": {kind: {"right": right[kind], "of": total[kind]} for kind in total},
        "run": {
            "right": sum(one.right for one in results.runs),
            "of": len(results.runs),
            "not_run_because": results.not_run or None,
        },
        "cases": [_case_json(one, results) for one in results.cases],
        "samples": str(FOLDER),
        "notes": list(results.notices),
    }


def _case_results(session: Session, case: Case) -> CaseResults:
    reference = _source(case.reference)
    outcomes = []
    for variant in case.variants:
        verdict = compare(session, _source(variant.path), [reference], ScoreOptions())
        outcomes.append(Outcome(variant, verdict))
    return CaseResults(case, reference, tuple(outcomes))


def _source(path: Path) -> Source:
    parsed = read_parsed(str(path))
    return Source(path.relative_to(FOLDER).as_posix(), parsed.syntax, parsed.units)


def _case_json(results: CaseResults, whole: Results) -> dict[str, Any]:
    seen = {one.outcome: one.standing for one in whole.runs}
    run = {
        outcome: decision_json(outcome.verdict, shown, shown.found) for outcome, shown in seen.items() if shown.found
    }
    return {
        "name": results.case.name,
        "task": results.case.task,
        "language": results.reference.syntax.language.id,
        "variants": [
            {
                "kind": outcome.variant.kind,
                "title": outcome.variant.title,
                "change": outcome.variant.change,
                "behaves_the_same": outcome.variant.same,
                "right": outcome.right,
                **score_json([outcome.verdict], found=seen[outcome].found if outcome in seen else None),
                **run.get(outcome, {}),
            }
            for outcome in results.outcomes
        ],
    }
