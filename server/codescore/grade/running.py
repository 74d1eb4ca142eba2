"""Submissions run beside the references, in the sandbox of `codescore.evidence`: what a model estimates, this observes.

One reference's inputs serve the whole class, so that counterexamples can be compared; who differs from it may still be
like another one.  Each worker process has a session of its own.  Neighbours: `run` says which submissions are run and
remembers what came out; `told` changes a verdict by it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from codescore.errors import InputError
from codescore.evidence import sandbox
from codescore.evidence.contract import Evidence
from codescore.evidence.session import EvidenceSession, Options
from codescore.grade.record import Graded, Outcome
from codescore.languages import Language, by_id
from codescore.study.workers import workers

_FEW = 6  # fewer are run in this process
_MOST = 2000  # characters of a value that is shown

#: A key and a program's code; what came of it.
Task = tuple[bytes, str]
Done = tuple[bytes, Outcome]


@dataclass(frozen=True, slots=True)
class Trial:
    """How submissions are run: the references' codes, the first one first, and evidence's own options."""

    language: str
    references: tuple[str, ...]
    budget: float = 2.0
    assume: str | None = None


_BENCH: list[tuple[EvidenceSession, Language, Trial]] = []


def require(language: Language) -> None:
    """Raise where nothing could be run: no sandbox (EnvironmentProblem), or not in this language (InputError)."""
    sandbox.require()
    if language.runner() is None:
        raise InputError(f"programs in {language.name} cannot be run for evidence yet; leave --evidence out")


def ran(trial: Trial, tasks: Sequence[Task], jobs: int) -> Iterator[Done]:
    """What came of each task, as they end.  Raises EnvironmentProblem where there is no sandbox."""
    crew_size = jobs if len(tasks) >= _FEW else 1
    with workers(crew_size, _start, trial) as crew:
        try:
            yield from (done for _, done in crew.map(_run, tasks))
        finally:
            _end()


def told(graded: Graded, outcome: Outcome) -> Graded:
    """A verdict after its code was run."""
    chance = graded.probability if outcome.probability is None else outcome.probability
    change: dict[str, Any] = {"tested": outcome, "probability": chance}
    if outcome.verdict == "same":
        change |= {"verdict": "behaves", "reason": "", "group": ""}
    elif outcome.verdict == "differs":
        change |= {"verdict": "differs", "reason": _reason(outcome), "group": _group(outcome)}
    return msgspec.structs.replace(graded, **change)


def _reason(outcome: Outcome) -> str:
    if outcome.input is None:
        return outcome.summary
    return f"{_short(outcome.input)}: expected {_short(outcome.expected or '')}, got {_short(outcome.got or '')}"


def _group(outcome: Outcome) -> str:
    return f"differs:{_short(outcome.input)}" if outcome.input is not None else f"differs:{outcome.summary}"


def _short(text: str, most: int = 80) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= most else f"{flat[: most - 1]}…"


def _start(trial: Trial) -> None:
    language = by_id(trial.language)
    assert language is not None  # it was found by whoever started us
    _BENCH[:] = [(EvidenceSession(), language, trial)]


def _end() -> None:
    for session, _, _ in _BENCH:
        session.close()
    _BENCH.clear()


def _run(task: Task) -> Done:
    session, language, trial = _BENCH[0]
    key, code = task
    options = Options(budget=trial.budget, assume=trial.assume)
    first: Outcome | None = None
    for reference in trial.references:
        outcome = _outcome(session.judge(code, reference, language, options))
        if outcome.verdict == "same":
            return key, outcome
        first = first or outcome
    assert first is not None  # there is at least one reference
    return key, first


def _outcome(found: Evidence) -> Outcome:
    """Evidence as it is recorded; a program that crashes, or does not end where the reference does, differs from it."""
    kinds = {"equivalent": "same", "differs": "differs", "timeout": "differs", "crash": "differs"}
    example = found.counterexample
    return Outcome(
        verdict=kinds.get(found.verdict, "unknown"),
        probability=found.probability,
        summary=found.reason,
        input=example.input[:_MOST] if example is not None else None,
        expected=example.expected[:_MOST] if example is not None else None,
        got=example.got[:_MOST] if example is not None else None,
        details="; ".join(found.assumptions) or None,
    )
