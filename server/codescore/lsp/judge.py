"""The steps after a keystroke: references, compiler, model, each shown as soon as it has spoken.

A judgement is one task on the event loop that awaits steps in workers and is cancelled by the next keystroke.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from pathlib import Path

from codescore.foundation.errors import InputError
from codescore.foundation.text import Text
from codescore.languages import CheckResult
from codescore.lsp import analysis, behaviour, describe, show, status, unit_list
from codescore.lsp.analysis import Match, Record
from codescore.lsp.documents import Open
from codescore.lsp.findings import Finding, Related
from codescore.lsp.places import range_of
from codescore.lsp.schedule import Priority
from codescore.lsp.state import State
from codescore.lsp.survey import Survey, survey
from codescore.syntax.document import Parsed

_PAIRS_AT_ONCE = 16
_SMALL_BYTES = 64_000  # up to here a whole file is compiled in every pause; beyond, only what was touched
_LARGE_PAUSE_SECONDS = 1.0

log = logging.getLogger(__name__)


async def judge(state: State, document: Open, pause: float, priority: Priority) -> None:
    """Judge a document after a pause in seconds, and show what comes of it."""
    if pause:
        await asyncio.sleep(pause)
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
    whole = await _compile(state, document, found, priority, whole=small or not view.compiled)
    records = await _score(state, document, found, priority)
    _settle(state, document, records, whole)
    if not small and whole is None:
        await asyncio.sleep(_LARGE_PAUSE_SECONDS)
        settled = document.settle()
        if settled is not None and settled is not parsed:
            found = await _survey(state, document, settled, priority)
            records = await _score(state, document, found, priority)
        _settle(state, document, records, await _compile(state, document, found, priority, whole=True))
    await behaviour.examine(state, document, records)


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
    state: State, document: Open, found: Survey, priority: Priority, *, whole: bool
) -> CheckResult | None:
    """The compiler's word, shown as soon as it is there; gives that on the whole file, if it was asked for."""
    session, view = state.session, state.view_of(document)
    if session is None or found.settings.problems == "off":
        view.compiler = []
        return None
    step = state.schedule.checks.run
    checked = frozenset(view.checked)
    compiled = await step(priority, lambda: analysis.compile_units(session, found.source, checked, whole=whole))
    asked = {(u.start, u.end) for u in compiled.units}
    kept = [] if whole else [f for f in view.compiler if f.within not in asked]
    view.compiler = kept + describe.of_compiler(compiled, found.source.units)
    view.overruled = describe.overruled(compiled, len(found.source.syntax.source))
    view.compiled = view.compiled or whole
    sound = analysis.sound_units(found.source, compiled)
    view.checked = sound if whole else view.checked | sound
    show.refresh(state, document)
    status.tell(state)
    return compiled.whole


async def _score(state: State, document: Open, found: Survey, priority: Priority) -> list[Record]:
    """The model's word on every pair, in steps that other work can come between."""
    session, view = state.session, state.view_of(document)
    if session is None or not found.targets:
        return []
    await state.model_settled.wait()
    step = state.schedule.scores.run
    matches, missing = await step(priority, analysis.match, session, found)
    view.other += [describe.of_missing(m) for m in missing]
    records, fresh = analysis.known(matches, state.memory)
    try:
        with status.working(state, long=len(fresh) > _PAIRS_AT_ONCE):
            for i in range(0, len(fresh), _PAIRS_AT_ONCE):
                some: list[Match] = fresh[i : i + _PAIRS_AT_ONCE]
                records += await step(priority, analysis.judge, session, some, found, state.memory)
    except InputError as error:
        view.other.append(Finding(0, 0, "configuration", str(error), "warning"))
    return list(analysis.best_of(records).values())


def _settle(state: State, document: Open, records: list[Record], whole: CheckResult | None) -> None:
    """Take in verdicts and show them."""
    view, settings = state.view_of(document), state.settings_of(state.root_of(document.path))
    records = analysis.with_whole(records, whole)
    view.records = {}
    for record in records:
        view.records.setdefault(record.unit.qualified, []).append(record)
    view.compared = [(r.unit.start, r.unit.end) for r in records]
    said = _unlike(state, records, settings.severity)
    said += [describe.of_broken_reference(r) for r in records]
    if settings.problems != "off":
        told = {f.within for f in view.compiler}
        alone = [r for r in records if (r.unit.start, r.unit.end) not in told]
        said += [f for r in alone for f in describe.of_verdict_problems(r)]
    view.scores = [f for f in said if f is not None]
    unit_list.tell(state, document)  # first: a badge is what a person looks at
    show.refresh(state, document)
    status.tell(state)


def _unlike(state: State, records: list[Record], severity: str) -> list[Finding | None]:
    """Findings on functions that are unlike their references, with the places of these."""
    texts: dict[int, Text] = {}
    said: list[Finding | None] = []
    for record in records:
        finding = describe.of_record(record, severity)
        if finding is not None and record.said.path is not None:
            reference = record.pair.reference
            text = texts.get(id(reference)) or Text.of(reference.syntax.source)
            texts[id(reference)] = text
            finding = replace(finding, related=_related(state, record, record.said.path, text))
        said.append(finding)
    return said


def _related(state: State, record: Record, path: Path, text: Text) -> tuple[Related, ...]:
    """Where the reference stands, and what in it the first difference is about, for whoever wants to go there."""
    other = record.pair.reference_unit
    opened = next((d.uri for d in state.documents if d.real == path), None)
    uri = opened or path.as_uri()
    place = range_of(text, other.name_start, other.name_end, state.client.encoding)
    found = [Related(uri, place, f"the reference, {other.qualified}")]
    there = describe.first_of_reference(record)
    if there is not None:
        start, end, message = there
        found.append(Related(uri, range_of(text, start, end, state.client.encoding), message))
    return tuple(found)
