"""Submissions run beside the references, in the sandbox of `codescore.evidence`: what a model estimates, this observes.

One reference's inputs serve the whole class, so that counterexamples can be compared; who differs from it may still be
like another one.  The class is asked first: an input on which most of those who otherwise agree with the reference do
something else is put aside, and told.  Each worker process has a session of its own.  Neighbours: `run` says which
submissions are run and remembers what came out; `told` changes a verdict by it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

import msgspec

from codescore.engine import Estimated, Standing, first_right, weakest
from codescore.evidence.contract import Evidence
from codescore.evidence.entries import Pairs
from codescore.evidence.policy import apart
from codescore.evidence.session import EvidenceSession, Options
from codescore.foundation.workers import workers
from codescore.grade.record import Graded, Outcome
from codescore.languages import Language, by_id

_FEW = 6  # fewer are run in this process
_MOST = 2000  # characters of a value that is shown

#: Programs of a class that are asked what is no input of the task.
ASKED = 48

#: A program's code; for each reference, the best first: its number, and which of the program's functions answer which
#: there.
Program = tuple[str, tuple[tuple[int, Pairs], ...]]
#: A key, a program, and what is known of its functions without running them; what came of it.
Task = tuple[bytes, Program, tuple[Estimated, ...]]
Done = tuple[bytes, Outcome]


@dataclass(frozen=True, slots=True)
class Trial:
    """How submissions are run: the references' codes, those of some of the class, and evidence's own options."""

    language: str
    references: tuple[str, ...]
    classmates: tuple[Program, ...] = ()
    budget: float = 2.0
    assume: str | None = None


_BENCH: list[tuple[EvidenceSession, Language, Trial]] = []
_ASIDE: list[str] = []


def asked(codes: Iterable[str]) -> tuple[str, ...]:
    """Which of a class's programs are asked: few, and nearly the same ones when more are handed in."""
    return tuple(sorted(set(codes), key=lambda code: blake2b(code.encode("utf-8", "replace")).digest())[:ASKED])


def ran(trial: Trial, tasks: Sequence[Task], jobs: int, note: Callable[[str], None]) -> Iterator[Done]:
    """What came of each task, as they end; `note` is told what the class put aside.

    Raises EnvironmentProblem where there is no sandbox.
    """
    if not tasks:
        return
    with workers(jobs if len(tasks) >= _FEW else 1, _start, trial) as crew:
        try:
            for _, words in crew.map(_aside, [trial]):
                for line in words:
                    note(line)
            yield from (done for _, done in crew.map(_run, tasks))
        finally:
            _end()


def told(graded: Graded, outcome: Outcome) -> Graded:
    """A verdict after its code was run."""
    # Beside what was seen an estimate only confuses; `outcome` keeps it.
    change: dict[str, Any] = {"tested": outcome}
    if outcome.verdict != "unknown":
        change["probability"] = None
    if outcome.verdict == "same":
        change |= {"verdict": "behaves", "reason": "", "group": ""}
    elif outcome.verdict == "differs":
        change |= {"verdict": "differs", "reason": _reason(outcome), "group": _group(outcome)}
    elif outcome.verdict in ("conditional", "insufficient"):
        group = f"{outcome.verdict}:{outcome.summary}"
        change |= {"verdict": outcome.verdict, "reason": outcome.summary, "group": group}
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
    session = EvidenceSession()
    _BENCH[:] = [(session, language, trial)]
    numbers = range(len(trial.references))
    _ASIDE[:] = [line for number in numbers for line in _agreed(session, language, trial, number)]


def _agreed(session: EvidenceSession, language: Language, trial: Trial, number: int) -> Iterator[str]:
    """Ask the class about a reference's inputs; what is put aside, in words."""
    runner = language.runner()
    if runner is None or not trial.classmates:
        return
    programs = [(code, dict(pairs)[number]) for code, pairs in trial.classmates]
    for entry, one in session.consensus(trial.references[number], programs, language, _options(trial)):
        if one.outside:
            lacking = one.lacking
            which = f" (where {lacking.parameter} is not {lacking.property})" if lacking is not None else ""
            yield (
                f"{len(one.outside)} inputs{which} were put aside, such as "
                f"{_short(runner.call_text(entry, one.outside[0]))}: of {one.heard} programs that else agree with the "
                "reference most do something else there"
            )


def _aside(_trial: Trial) -> tuple[str, ...]:
    return tuple(_ASIDE)


def _options(trial: Trial, pairs: Pairs | None = None) -> Options:
    return Options(budget=trial.budget, assume=trial.assume, pairs=pairs)


def _end() -> None:
    for session, _, _ in _BENCH:
        session.close()
    _BENCH.clear()


def _run(task: Task) -> Done:
    session, language, trial = _BENCH[0]
    key, (code, answers), estimated = task
    seen: list[Standing] = []

    def judged(number: int, pairs: Pairs) -> Standing:
        known = {one.names: one for one in estimated}
        units = [known.get(names, Estimated(names, None, None)) for names in pairs]
        seen.append(weakest(units, session.judge(code, trial.references[number], language, _options(trial, pairs))))
        return seen[-1]

    return key, _outcome(seen[first_right(judged(number, pairs) for number, pairs in answers)])


def _outcome(shown: Standing) -> Outcome:
    """What is recorded of a program: what the engine lets a person see of it."""
    found = shown.found
    assert found is not None  # it was run
    example = found.counterexample
    kind = {"right": "same", "wrong": "differs", "conditional": "conditional"}.get(shown.answer, "unknown")
    if shown.by != "execution":
        kind = "insufficient" if shown.thin else "unknown"
    return Outcome(
        verdict=kind,
        probability=shown.probability,
        summary=found.reason,
        input=example.input[:_MOST] if example is not None else None,
        expected=example.expected[:_MOST] if example is not None else None,
        got=example.got[:_MOST] if example is not None else None,
        details="; ".join((*found.assumptions, *_outside(found))) or None,
    )


def _outside(found: Evidence) -> Iterator[str]:
    """An input on which the two differ that is probably none of the task."""
    if found.counterexample is None and found.outside is not None:
        yield f"{apart(found.outside.kind)} they differ: {_short(found.outside.input)}"
