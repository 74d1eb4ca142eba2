"""Submissions run beside the references, in the sandbox of `codescore.evidence`: what a model estimates, this observes.

One reference's inputs serve the whole class, so that counterexamples can be compared; who differs from it may still be
like another one.  All that was seen is kept, so that a verdict can be made again when a teacher decides what counts.
Each worker process has a session of its own.  Neighbours: `run` says which submissions are run and remembers what came
out; `concluded` makes a verdict of it, `told` changes a grade by that; `questions` asks about a class.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from codescore.engine import Estimated, Standing, decide, first_right, weakest
from codescore.evidence.contract import Evidence
from codescore.evidence.entries import Pairs
from codescore.evidence.features import unpacked
from codescore.evidence.options import Options
from codescore.evidence.policy import apart
from codescore.evidence.rulings import WRONG, Compared, Ruling, compared, evidence_of, ruled
from codescore.evidence.saying import does
from codescore.evidence.separating import Separation
from codescore.evidence.session import EvidenceSession
from codescore.foundation.workers import workers
from codescore.grade.handed_in import File, beside
from codescore.grade.record import FunctionOutcome, Graded, Outcome, Tested
from codescore.languages import Language, by_id
from codescore.languages.execution import NO_LIBRARIES, Libraries

_FEW = 6  # fewer are run in this process
_COUNTS = re.compile(r"\b(?:all )?\d[\d,]*(?= (?:of|inputs?|that|more)\b)")
_MOST = 2000  # characters of a value that is shown

#: A program's code; for each reference, the best first: its number, and which of the program's functions answer which
#: there.
Program = tuple[str, tuple[tuple[int, Pairs], ...]]
#: A key, a program, what is known of its functions without running them, and the files that were handed in with it;
#: what came of it.
Task = tuple[bytes, Program, tuple[Estimated, ...], tuple[File, ...]]
Done = tuple[bytes, Tested]


@dataclass(frozen=True, slots=True)
class Trial:
    """How submissions are run: the references' codes, and evidence's own options; `must` are inputs that count."""

    language: str
    references: tuple[str, ...]
    budget: float = 2.0
    assume: str | None = None
    count: tuple[str, ...] = ()
    must: tuple[str, ...] = ()
    libraries: Libraries = NO_LIBRARIES  # what programs may import
    theirs: tuple[Libraries, ...] = ()  # the same of each reference, with what lies beside it
    state: str = ""  # a digest of all these


_BENCH: list[tuple[EvidenceSession, Language, Trial]] = []


def ran(trial: Trial, tasks: Sequence[Task], jobs: int) -> Iterator[Done]:
    """What came of each task, as they end.  Raises EnvironmentProblem where there is no sandbox."""
    if not tasks:
        return
    with workers(jobs if len(tasks) >= _FEW else 1, _start, trial) as crew:
        try:
            yield from (done for _, done in crew.map(_run, tasks))
        finally:
            _end()


def told(graded: Graded, outcome: Outcome) -> Graded:
    """A verdict after its code was run."""
    # Beside what was seen an estimate only confuses; `outcome` keeps it.
    change: dict[str, Any] = {"tested": outcome}
    if outcome.verdict != "unknown":
        change |= {"probability": None, "same_task": None}
    if outcome.verdict == "same":
        without = f"{outcome.aside} inputs on which it differs were decided not to count" if outcome.aside else ""
        change |= {"verdict": "behaves", "reason": without, "group": ""}
    elif outcome.verdict == "differs":
        change |= {"verdict": "differs", "reason": _reason(outcome), "group": _group(outcome)}
    elif outcome.verdict in ("conditional", "insufficient"):
        group = f"{outcome.verdict}:{_general(outcome.summary)}"
        change |= {"verdict": outcome.verdict, "reason": outcome.summary, "group": group}
    return msgspec.structs.replace(graded, **change)


def _reason(outcome: Outcome) -> str:
    if outcome.input is None:
        return outcome.summary
    got, wanted = _short(outcome.got or ""), _short(outcome.expected or "")
    came = f"it {got}" if got == does(got) else f"got {got}"
    asked = f"expected that it {wanted}" if wanted == does(wanted) else f"expected {wanted}"
    return f"{_short(outcome.input)}: {asked}, {came}"


def _group(outcome: Outcome) -> str:
    return f"differs:{_short(outcome.input) if outcome.input is not None else _general(outcome.summary)}"


def _general(summary: str) -> str:
    """What running showed without what differs from program to program: on how many inputs, and an example."""
    plain = _COUNTS.sub("…", summary.partition(", e.g. ")[0])
    return plain.removeprefix("the same on … inputs; ")


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
    key, (code, answers), estimated, files = task
    runs: list[tuple[int, tuple[Compared, ...]]] = []

    def judged(number: int, pairs: Pairs) -> Standing:
        options = Options(
            budget=trial.budget,
            ours=ours,
            theirs=trial.theirs[number] if trial.theirs else trial.libraries,
            assume=trial.assume,
            count=trial.count,
            beside=trial.must,
            pairs=pairs,
        )
        found = session.judge(code, trial.references[number], language, options)
        runs.append((number, compared(found, "; ".join(_outside(found)))))
        return _standing(runs[-1][1], estimated, ())

    with beside(trial.libraries, language, code, files) as ours:
        first_right(judged(number, pairs) for number, pairs in answers)
    return key, Tested(tuple(runs))


def concluded(seen: Tested, estimated: Sequence[Estimated], rulings: Sequence[Ruling] = ()) -> Outcome:
    """The outcome of a submission under what was decided; of several references the first that it does the same as."""
    standings = [_standing(kept, estimated, rulings) for _, kept in seen.runs]
    best = first_right(standings)
    kept = seen.runs[best][1]
    aside = sum(ruled(one.unit, each, rulings) == "aside" for one in kept for each in one.differing)
    units = tuple(_by_function(standings[best].found, estimated))
    return msgspec.structs.replace(_outcome(standings[best], kept), aside=aside, units=units)


def chosen(seen: Tested, estimated: Sequence[Estimated]) -> int:
    """Which of its runs decides about a submission, before anything was decided."""
    return first_right(_standing(kept, estimated, ()) for _, kept in seen.runs)


def _standing(kept: Sequence[Compared], estimated: Sequence[Estimated], rulings: Sequence[Ruling]) -> Standing:
    known = {one.names: one for one in estimated}
    asked = [one.pair for one in kept if one.pair is not None]
    return weakest([known.get(names, Estimated(names, None, None)) for names in asked], evidence_of(kept, rulings))


def _outcome(shown: Standing, kept: Sequence[Compared]) -> Outcome:
    """What is recorded of a program: what the engine lets a person see of it."""
    found = shown.found
    assert found is not None  # it was run
    kind = {"right": "same", "wrong": "differs", "conditional": "conditional"}.get(shown.answer, "unknown")
    if shown.by != "execution":
        kind = "insufficient" if shown.thin else "unknown"
    example = next((one for one in found.differing if one.decides or (one.doubted and kind == "conditional")), None)
    aside = [one.outside for one in kept if one.outside] if example is None else []
    return Outcome(
        verdict=kind,
        probability=shown.probability,
        summary=found.reason,
        input=example.input[:_MOST] if example is not None else None,
        expected=example.expected[:_MOST] if example is not None else None,
        got=example.got[:_MOST] if example is not None else None,
        details="; ".join((*found.assumptions, *dict.fromkeys(aside))) or None,
        inputs=found.inputs,
        coverage=found.coverage.candidate if _reach_known(found) else None,
        when=tuple(one.words() if one.always or _only(one, found) else one.beside_others() for one in found.when),
        unit=found.reference_unit,
        innocent=tuple(one.pair[1] for one in found.units if one.pair and one.verdict in ("equivalent", "conditional")),
        wrong=tuple(one.pair[1] for one in found.units if one.pair and one.verdict in WRONG),
    )


def _by_function(found: Evidence | None, estimated: Sequence[Estimated]) -> Iterator[FunctionOutcome]:
    """What is recorded of each of several functions."""
    known = {one.names: one for one in estimated}
    for one in found.units if found is not None and len(found.units) > 1 else ():
        own, name = one.pair or (one.unit, one.reference_unit)
        seen = _outcome(decide(known.get((own or "", name)), one), ())
        differs = "" if seen.verdict == "same" else _reason(seen) if seen.verdict == "differs" else seen.summary
        yield FunctionOutcome(name, own or "", seen.verdict, seen.inputs, differs)


def _reach_known(found: Evidence) -> bool:
    """Whether it was seen how much of a program was reached; one that never comes to an end does not say."""
    endless = found.verdict in ("timeout", "crash") or all(each.kind == "time" for each in found.differing)
    return found.inputs > 0 and (found.coverage.candidate > 0 or not endless)


def _only(one: Separation, found: Evidence) -> bool:
    """Whether a program differs where a condition holds and nowhere else, in no class."""
    speaking = [each for each in found.differing if each.decides or each.doubted]
    return all(one.true_of(unpacked(each.given)) for each in speaking)


def _outside(found: Evidence) -> Iterator[str]:
    """An input on which the two differ that is probably none of the task."""
    if found.counterexample is None and found.outside is not None:
        yield f"{apart(found.outside.kind)} they differ: {_short(found.outside.input)}"
