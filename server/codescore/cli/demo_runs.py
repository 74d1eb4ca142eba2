"""What running shows of the samples that compile and that similarity calls unlike, each beside its reference.

Behind the wall, as `codescore score --evidence` does it.  Neighbours: `demo_results` scores, `demo_text` shows both.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from codescore.cli.demo_results import CaseResults, Outcome, Ran, Results
from codescore.engine import standing_of_file
from codescore.evidence.able import require
from codescore.evidence.options import Options
from codescore.evidence.session import EvidenceSession
from codescore.foundation.errors import EnvironmentProblem


def with_runs(results: Results, tell: Callable[[str], None]) -> Results:
    """The results with what running shows; where nothing can be run here, with the reason and the remedy."""
    unlike = [(case, one) for case in results.cases for one in case.outcomes if one.verdict.score == 0]
    todo = [(case, one) for case, one in unlike if one.verdict.compiles and not one.verdict.missing]
    try:
        for language in {
            case.reference.syntax.language.id: case.reference.syntax.language for case, _ in todo
        }.values():
            require(language)
        with EvidenceSession() as session:
            runs = []
            for number, (case, outcome) in enumerate(todo, 1):
                tell(f"running what looks unlike beside its reference ({number} of {len(todo)})")
                runs.append(_run(session, case, outcome))
    except EnvironmentProblem as problem:
        return replace(results, not_run=str(problem))
    return replace(results, runs=tuple(runs))


def _run(session: EvidenceSession, case: CaseResults, outcome: Outcome) -> Ran:
    verdict = outcome.verdict
    ours, theirs = (one.syntax.source.decode("utf-8") for one in (verdict.candidate, verdict.reference))
    language = case.reference.syntax.language
    found = session.judge(ours, theirs, language, Options(pairs=verdict.matching.to_run()))
    return Ran(case.case.name, outcome, standing_of_file(verdict, found))
