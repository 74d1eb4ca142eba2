"""The steps after a keystroke: references, compiler, model, each shown as soon as it has spoken.

A judgement is one task on the event loop that awaits steps in workers and is cancelled by the next keystroke.
"""

from __future__ import annotations

import asyncio
import logging
from functools import partial

from codescore.foundation.errors import InputError
from codescore.lsp import analysis, behaviour, compilers, describe, show
from codescore.lsp.analysis import Beside, Compiled, Judged, Task
from codescore.lsp.findings import Finding
from codescore.lsp.schedule import Priority
from codescore.lsp.state import Open, State
from codescore.lsp.survey import Survey, survey
from codescore.lsp.view import View
from codescore.syntax.document import Parsed

_PAIRS_AT_ONCE = 16
_SMALL_BYTES = 64_000  # up to here a whole file is compiled in every pause; beyond, only what was touched
_LARGE_PAUSE_SECONDS = 1.0

#: What a document is compared with, the pairs that the model knows, what the compiler said.
Heard = tuple[Survey, list[Beside], Compiled | None]

log = logging.getLogger(__name__)


async def judge(state: State, document: Open, pause: float, priority: Priority) -> None:
    """Judge a document after a pause in seconds, and show what comes of it."""
    if pause:
        await asyncio.sleep(pause)
    try:
        await _judge(state, document, priority)
    except Exception:
        show.settle(state, document)  # what an earlier judgement wanted to run is run by nobody now
        raise


async def _judge(state: State, document: Open, priority: Priority) -> None:
    small = len(document.text.data) <= _SMALL_BYTES
    # Parsing a large broken file anew would hold up the next keystroke: that waits for a longer pause.
    parsed = document.settle() if small else document.snapshot()
    view = show.show(state, document)
    if parsed is None:
        return
    found = await _survey(state, document, parsed, priority)
    view.files = found.files
    view.other = [describe.of_missing(m) for m in found.missing]
    await state.has_session.wait()
    at_once = small or not view.compiled
    compiled = await _compile(state, document, view, found, priority, whole=at_once)
    matched = await _score(state, view, found, priority)
    judged = await _conclude(state, document, (found, matched, compiled), priority)
    if not at_once:
        await asyncio.sleep(_LARGE_PAUSE_SECONDS)
        settled = document.settle()
        if settled is not None and settled is not parsed:
            found = await _survey(state, document, settled, priority)
            matched = await _score(state, view, found, priority)
        compiled = await _compile(state, document, view, found, priority, whole=True)
        judged = await _conclude(state, document, (found, matched, compiled), priority)
    await behaviour.examine(state, document, judged)


async def _survey(state: State, document: Open, parsed: Parsed, priority: Priority) -> Survey:
    """What the document is compared with, as its references are now.

    A reference that was edited while we looked is not known to be one yet, so nobody tells us: we look again.
    """
    while True:
        job = state.job(document, parsed)
        found = await state.schedule.checks.run(priority, survey, job, state.memory)
        now = state.open_texts()
        if all(now.get(file) is job.open_texts.get(file) for file in found.files):
            return found


async def _compile(
    state: State, document: Open, view: View, found: Survey, priority: Priority, *, whole: bool
) -> Compiled | None:
    """The compiler's word, of the whole file or of what was touched, shown as soon as it is there."""
    session = state.session
    if session is None or found.settings.problems == "off":
        view.compiler = []
        return None
    step = state.schedule.checks.run
    checked = frozenset(view.checked)
    compiled = await step(priority, partial(analysis.compile_units, session, found.source, checked, whole=whole))
    asked = {(u.start, u.end) for u in compiled.units}
    kept = [] if whole else [f for f in view.compiler if f.within not in asked]
    view.compiler = kept + compilers.of_compiler(compiled, found.source.units)
    view.overruled = compilers.overruled(compiled, len(found.source.syntax.source))
    view.compiled = view.compiled or whole
    sound = analysis.sound_units(found.source, compiled)
    view.checked = sound if whole else view.checked | sound
    show.refresh(state, document)
    show.tell_status(state)
    return compiled


async def _score(state: State, view: View, found: Survey, priority: Priority) -> list[Beside]:
    """The model's word on every pair, in steps that other work can come between; the memory keeps it."""
    session = state.session
    if session is None or not found.targets:
        return []
    await state.model_settled.wait()
    step = state.schedule.scores.run
    matched, missing = await step(priority, analysis.match, session, found)
    view.other += [describe.of_missing(m) for m in missing]
    fresh = analysis.unknown(matched, state.memory)
    try:
        with show.working(state, long=len(fresh) > _PAIRS_AT_ONCE):
            for i in range(0, len(fresh), _PAIRS_AT_ONCE):
                some: list[Task] = fresh[i : i + _PAIRS_AT_ONCE]
                await step(priority, analysis.judge, session, some, found, state.memory)
    except InputError as error:
        view.other.append(Finding(0, 0, "configuration", str(error), "warning"))
        return []
    return matched


async def _conclude(state: State, document: Open, heard: Heard, priority: Priority) -> list[Judged]:
    """The verdicts, after the compiler and the model spoke; shown."""
    session, judged, (found, matched, compiled) = state.session, [], heard
    if session is not None and matched:
        step = state.schedule.checks.run
        judged = await step(priority, analysis.conclude, session, found, matched, state.memory, compiled)
    if judged and state.settings_of(state.root_of(document.path)).evidence:
        judged = await behaviour.recalled(state, document, judged, priority)
    show.take(state, document, judged)
    return judged
