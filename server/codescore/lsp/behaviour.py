"""What running shows: when typing rests, compared functions run beside their references in a sandbox.

Nothing is run unless the user turned it on (`Settings.evidence`; no workspace can), and never outside the sandbox:
where there is none the client is told why, once, and nothing is run.  What was found is kept by the source that it
depends on, so that an edit elsewhere runs nothing.  The next keystroke drops what waits; a pair that runs is left to
end within its budget, and its result goes nowhere.  Neighbours: `judge` (calls this last), `runs` (runs them).
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

from codescore.foundation.errors import EnvironmentProblem, InputError
from codescore.lsp import show
from codescore.lsp.analysis import Judged, Record
from codescore.lsp.runs import key_of
from codescore.lsp.schedule import Priority
from codescore.lsp.state import Open, State
from codescore.references import CandidateLocation
from codescore.syntax import Unit

if TYPE_CHECKING:
    from codescore.engine import Matching
    from codescore.evidence.contract import Evidence
    from codescore.lsp.libraries import Imports, Looked

_REST_SECONDS = 0.6  # of no typing, after the model has spoken


async def recalled(state: State, document: Open, judged: list[Judged], priority: Priority) -> list[Judged]:
    """Verdicts with what is known from running, and with keys where more may be found out.

    Whether anything may be run is for the caller to ask.
    """
    seconds = state.settings_of(state.root_of(document.path)).evidence_seconds
    imports = _imports(state, document)
    keyed, problem = await state.schedule.checks.run(priority, _keys, judged, seconds, imports)
    _notice(state, problem)
    return [_awaited(state, one) for one in keyed]


def _imports(state: State, document: Open) -> Imports:
    """What the document's programs may import; it is found out when a worker asks."""
    from codescore.lsp.libraries import Imports  # noqa: PLC0415  needed only where programs are run

    root = state.root_of(document.path)
    return Imports(state.settings_of(root), CandidateLocation(document.path, root), state.memory)


def _notice(state: State, problem: str) -> None:
    if problem:
        said = f"evidence is on, but {problem}"
        state.health.notices = tuple(dict.fromkeys((*state.health.notices, said)))


async def examine(state: State, document: Open, judged: list[Judged]) -> None:
    """Run what is compared, and show what comes of it; of several references more only where the best one differs.

    At its end nothing is said to be running; where it is cancelled, the judgement that comes next says what is.
    """
    if not any(_waiting(state, one) for group in judged for one in (group, *group.others)):
        return
    try:
        await asyncio.sleep(_REST_SECONDS)
        with show.working(state, long=True):
            await _run_all(state, document, judged)
    except (EnvironmentProblem, InputError) as error:
        _notice(state, str(error))
    show.settle(state, document)


async def _run_all(state: State, document: Open, judged: list[Judged]) -> None:
    for group in judged:
        for one in (group, *group.others):
            for record in _waiting(state, one):
                if record.key is not None and record.key in state.runs.known:  # it was run with another of its class
                    continue
                await _run(state, record)
                show.take(state, document, [_awaited(state, each) for each in judged])
            if _known(state, one).standing.answer != "wrong":
                break


async def _run(state: State, record: Record) -> None:
    assert record.key is not None  # or it would not wait
    try:
        found = await state.schedule.runs.run(Priority.BACKGROUND, state.runs.judge, record.pair, record.key)
    except (EnvironmentProblem, InputError):
        state.runs.vain.add(record.key.languages)
        raise
    state.runs.vain.discard(record.key.languages)
    state.runs.keep(record.key, found)


async def ran(state: State, document: Open, record: Record) -> Record:
    """A pair that no document shows, such as a function with a suggestion in it, with what running it showed.

    Without a key where there is nothing to run.  Raises EnvironmentProblem without a sandbox, InputError for a language
    that is not run.  Whether anything may be run is for the caller to ask.
    """
    seconds = state.settings_of(state.root_of(document.path)).evidence_seconds
    imports = _imports(state, document)
    keyed = await state.schedule.checks.run(Priority.BACKGROUND, _key, record, seconds, imports)
    if keyed.key is None:
        return keyed
    if keyed.key not in state.runs.known:
        await _run(state, keyed)
    return replace(keyed, ran=state.runs.known.get(keyed.key))


def of_unit(state: State, document: Open, unit: Unit) -> Evidence | None:
    """What running a unit as it is now showed, None where it was not run."""
    held = state.view_of(document).record_of(unit)
    return held[0].ran if held is not None and held[1] else None


def _waiting(state: State, judged: Judged) -> list[Record]:
    return [record for record in judged.records if record.key is not None and record.key not in state.runs.known]


def _known(state: State, judged: Judged) -> Judged:
    """With what is known from running; the reference that the document was seen to do the same as, else the best."""
    from codescore.engine import first_right  # noqa: PLC0415  heavy, and needed only once there are verdicts

    known = state.runs.known
    every = [
        replace(one, records=[replace(r, ran=known.get(r.key) if r.key else None, running=False) for r in one.records])
        for one in (replace(judged, others=()), *judged.others)
    ]
    chosen = every.pop(first_right(one.standing for one in every))
    return replace(chosen, others=tuple(every))


def _awaited(state: State, judged: Judged) -> Judged:
    """As `_known`, with a mark on each verdict that a run may change: its own, or one beside another reference."""
    shown, vain = _known(state, judged), state.runs.vain
    wanted = {one.key for one in _next(state, judged) if one.key is not None and one.key.languages not in vain}
    if not wanted:
        return shown
    marked = [record.key in wanted for record in shown.records]
    if not any(marked):
        marked = [record.key is not None and record.standing.answer == "wrong" for record in shown.records]
    both = zip(shown.records, marked, strict=True)
    return replace(shown, records=[replace(record, running=mark) for record, mark in both])


def _next(state: State, judged: Judged) -> list[Record]:
    """What is to be run, of the first reference of which something is."""
    for one in (judged, *judged.others):
        waiting = _waiting(state, one)
        if waiting or _known(state, one).standing.answer != "wrong":
            return waiting
    return []


def _keys(judged: list[Judged], seconds: float, imports: Imports) -> tuple[list[Judged], str]:
    """With keys for what is worth running, and what is wrong with the settings; in a worker."""
    known = imports.look()
    return [_keyed(one, seconds, known) for one in judged], known.problem


def _key(record: Record, seconds: float, imports: Imports) -> Record:
    """The same for one; in a worker."""
    return _with_key(record, seconds, imports.look(), None)


def _keyed(judged: Judged, seconds: float, imports: Looked) -> Judged:
    records = [_with_key(record, seconds, imports, judged.file.matching) for record in judged.records]
    return replace(judged, records=records, others=tuple(_keyed(one, seconds, imports) for one in judged.others))


def _with_key(record: Record, seconds: float, imports: Looked, matching: Matching | None) -> Record:
    """Both must compile, a caller must reach the function, and the two differ, or their surroundings."""
    verdict = record.verdict
    if not verdict.compiles or record.unit.nested or not verdict.reference_compiles:
        return record
    key = key_of(record.pair, record.said, seconds, imports.of(record.pair, record.said), matching)
    if key is None:
        return record
    alike = key.ours == key.theirs and key.imports[0] == key.imports[1]
    return record if alike else replace(record, key=key)
