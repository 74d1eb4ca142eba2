"""What the client sees: diagnostics pushed or ready to be pulled, badges asked for again, and how the server is.

Syntax errors are found at every keystroke; what a compiler or the model said stands beside them until they speak again.
A compiler's word on code that is being edited is kept only while the tree still has an error there: a mended line must
not stay red until the next pause.  `codescore/status` tells what works, what does not, and what to do about it.

On the event loop.  Neighbours: `judge` and `behaviour` bring verdicts, `describe` words them, `findings` moves them
along with the text.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from codescore.check import syntax_problems
from codescore.foundation.intake import is_magic
from codescore.foundation.text import Encoding, Text
from codescore.languages import Problem
from codescore.lsp import compilers, describe, unit_list
from codescore.lsp.analysis import Judged, Record
from codescore.lsp.findings import SEVERITIES, SOURCE, SYNTAX, Finding, Place, Related
from codescore.lsp.protocol import range_of
from codescore.lsp.settings import Problems
from codescore.lsp.state import Open, State
from codescore.lsp.view import View

log = logging.getLogger(__name__)


def soon(state: State, document: Open) -> None:
    """Show once the messages that are already here are handled: of several keystrokes only the last."""
    generation = document.generation

    def now() -> None:
        if document.generation == generation and state.documents.get(document.uri) is document:
            try:
                show(state, document)
            except Exception:
                log.exception("%s could not be shown", document.uri)

    asyncio.get_running_loop().call_soon(now)


def show(state: State, document: Open) -> View:
    """Bring a document's diagnostics up to date; push them where the client does not pull."""
    view, settings = state.view_of(document), state.settings_of(state.root_of(document.path))
    client = state.client
    found = _findings(state, document, view, settings.problems)
    made = diagnostics(found, document.text, client.encoding, related=client.related)
    view.shown = document.generation
    if made != view.diagnostics or view.result == 0:
        view.diagnostics = made
        view.result = next(state.results)
    if not client.pulls and view.pushed != view.result:
        params: dict[str, Any] = {"uri": document.uri, "diagnostics": made}
        if document.version is not None:
            params["version"] = document.version
        state.protocol.tell("textDocument/publishDiagnostics", params)
        view.pushed = view.result
    return view


def current(state: State, document: Open) -> View:
    """The view of a document with diagnostics of its present text."""
    view = state.view_of(document)
    return view if view.shown == document.generation else show(state, document)


def refresh(state: State, document: Open) -> None:
    """Ask the client to ask again, where diagnostics have changed since it was told."""
    view = show(state, document)
    if state.client.pulls and view.pushed != view.result:
        view.pushed = view.result
        state.schedule.start(lambda: _ask(state, "workspace/diagnostic/refresh"))


def refresh_badges(state: State, *, lenses: bool = True, hints: bool = True) -> None:
    """Ask the client to ask for badges again."""
    if lenses and state.client.refreshes_lenses:
        state.schedule.start(lambda: _ask(state, "workspace/codeLens/refresh"))
    if hints and state.client.refreshes_hints:
        state.schedule.start(lambda: _ask(state, "workspace/inlayHint/refresh"))


def hide(state: State, uri: str) -> None:
    """Nothing is said of a document any more."""
    view = state.views.pop(uri, None)
    if view is not None and view.diagnostics and not state.client.pulls:
        state.protocol.tell("textDocument/publishDiagnostics", {"uri": uri, "diagnostics": []})


async def _ask(state: State, method: str) -> None:
    await state.protocol.ask(method, None)


def _findings(state: State, document: Open, view: View, switch: Problems) -> list[Finding]:
    """Everything there is to say of the present text."""
    if not document.in_step:
        return []
    syntax = document.syntax()
    if syntax is None:
        return [describe.too_large(len(document.text.data), state.documents.max_bytes)]
    problems = syntax_problems(syntax.language, syntax.source, syntax.tree, syntax.prefix)
    view.compiler = still_true(view.compiler, problems)
    if switch == "all" and not (document.is_cell and _has_magic(document)):
        return merged([*view.compiler, *view.scores, *view.other], problems, view.overruled)
    within = view.compared if switch == "referenced" else []
    return merged(
        [*_inside(view.compiler, within), *view.scores, *view.other],
        [p for p in problems if any(low <= p.start <= high for low, high in within)],
        view.overruled,
    )


def _inside(findings: Iterable[Finding], within: list[tuple[int, int]]) -> list[Finding]:
    return [f for f in findings if any(low <= f.start <= high for low, high in within)]


def take(state: State, document: Open, judged: list[Judged]) -> None:
    """Take in verdicts and show them."""
    view, settings = state.view_of(document), state.settings_of(state.root_of(document.path))
    view.fresh = True
    records = view.hold(judged)
    view.compared = [(r.unit.start, r.unit.end) for r in records]
    said = _unlike(state, records, settings.severity)
    said += [finding for one in judged for finding in describe.of_reference(one)]
    said += [finding for one in judged for finding in _lacking(state, one, settings.severity)]
    if settings.problems != "off":
        told = {f.within for f in view.compiler}
        alone = [r for r in records if (r.unit.start, r.unit.end) not in told]
        said += [f for r in alone for f in compilers.of_verdict_problems(r)]
    view.scores = said
    _tell_units(state, document)  # first: a badge is what a person looks at
    refresh(state, document)
    _draw_badges(state, document, records)
    tell_status(state)


def settle(state: State, document: Open) -> None:
    """Nothing is run any more: take the marks away that say so."""
    view = state.view_of(document)
    if not any(record.running for held in view.records.values() for record in held):
        return
    still = [replace(one, records=[replace(r, running=False) for r in one.records]) for one in view.judged]
    records = view.hold(still)
    _tell_units(state, document)
    _draw_badges(state, document, records)
    tell_status(state)


def _tell_units(state: State, document: Open) -> None:
    if state.client.follows_verdicts != "no":
        unit_list.tell(state, document)


def _draw_badges(state: State, document: Open, records: list[Record]) -> None:
    """Ask the client to ask for badges again, where they are others."""
    view, settings = state.view_of(document), state.settings_of(state.root_of(document.path))
    badges = tuple((r.unit.qualified, describe.lens(r, current=True)) for r in records)
    if badges != view.badges:
        view.badges = badges
        refresh_badges(state, lenses=settings.badges in ("lens", "both"), hints=settings.badges in ("hints", "both"))


def _unlike(state: State, records: list[Record], severity: str) -> list[Finding]:
    """Findings on functions that are unlike their references, with the places of these."""
    texts: dict[int, Text] = {}
    said: list[Finding] = []
    for record in records:
        finding = describe.of_record(record, severity) or describe.of_behaviour(record, severity)
        if finding is not None and record.said.path is not None:
            reference = record.pair.reference
            text = texts.setdefault(id(reference), Text.of(reference.syntax.source))
            other = record.pair.reference_unit
            places = [(other.name_start, other.name_end, f"the reference, {other.qualified}")]
            there = describe.first_of_reference(record)
            places += [there] if there is not None else []
            finding = replace(finding, related=_related(state, record.said.path, text, places))
        if finding is not None:
            said.append(finding)
    return said


def _lacking(state: State, one: Judged, severity: str) -> list[Finding]:
    """Findings on what a document lacks, with the places of it in the reference."""
    said = []
    for finding, units in describe.of_lacking(one, severity):
        if one.said.path is None:
            said.append(finding)
            continue
        text = Text.of(one.file.reference.syntax.source)
        places = [(unit.name_start, unit.name_end, f"the reference, {unit.qualified}") for unit in units]
        said.append(replace(finding, related=_related(state, one.said.path, text, places)))
    return said


def _related(state: State, path: Path, text: Text, places: list[tuple[int, int, str]]) -> tuple[Related, ...]:
    """Places in a reference, for whoever wants to go there."""
    opened = next((d.uri for d in state.documents if d.real == path), None)
    uri, encoding = opened or path.as_uri(), state.client.encoding
    ranges = [range_of(text, start, end, encoding) for start, end, _ in places]
    return tuple([Related(uri, there, message) for there, (_, _, message) in zip(ranges, places, strict=True)])


def _has_magic(document: Open) -> bool:
    """Whether a notebook cell holds lines for the notebook itself, which no compiler knows."""
    return any(map(is_magic, document.text.data.decode("utf-8", errors="replace").split("\n")))


# -- findings and diagnostics


def of_syntax(problems: Iterable[Problem]) -> list[Finding]:
    """The parser's errors."""
    return [Finding(p.start, p.end, SYNTAX, p.message, "error") for p in problems]


def still_true(findings: Iterable[Finding], syntax: Sequence[Problem]) -> list[Finding]:
    """Without what the compiler said of syntax that has become sound."""
    return [f for f in findings if f.reach is None or any(f.reach[0] <= p.start <= f.reach[1] for p in syntax)]


def merged(said: Iterable[Finding], syntax: Iterable[Problem], overruled: Sequence[Place]) -> list[Finding]:
    """Everything in order; where the compiler has spoken the parser is silent.

    `overruled` are ranges that the compiler found nothing wrong with, whatever the parser thinks.
    """
    kept = list(said)
    silent = [*overruled, *(f.reach for f in kept if f.reach is not None)]
    kept += [f for f in of_syntax(syntax) if not any(low <= f.start <= high for low, high in silent)]
    return sorted(kept, key=lambda f: (f.start, f.end, f.code, f.message))


def diagnostics(found: Iterable[Finding], text: Text, encoding: Encoding, *, related: bool) -> list[dict[str, Any]]:
    """Findings as diagnostics; `related` says whether the client takes related information."""
    return [_diagnostic(finding, text, encoding, related=related) for finding in found]


def _diagnostic(finding: Finding, text: Text, encoding: Encoding, *, related: bool) -> dict[str, Any]:
    result: dict[str, Any] = {
        "range": range_of(text, finding.start, finding.end, encoding),
        "severity": SEVERITIES[finding.severity],
        "code": finding.code,
        "source": SOURCE,
        "message": finding.message,
    }
    if related and finding.related:
        result["relatedInformation"] = [
            {"location": {"uri": one.uri, "range": one.range}, "message": one.message} for one in finding.related
        ]
    return result


# -- how the server is


STATUS = "codescore/status"


def status_of(state: State) -> dict[str, Any]:
    """`{health, quiescent, message, bundle, provider, cache, memory}`; memory in MB.

    `health` is `error` without a usable model, `warning` where something is missing or a setting is wrong.
    """
    counts = memory = None
    if state.session is not None:
        cache, memory = state.session.usage()
        counts = {"memory": cache.memory, "disk": cache.disk, "hits": cache.hits, "misses": cache.misses}
    return {**_status_news(state), "cache": counts, "memory": memory}


def _status_news(state: State) -> dict[str, Any]:
    """What a client is told of unasked: all but numbers."""
    health = state.health
    session = state.session.status() if state.session is not None else None
    if session is not None:
        health.notices = tuple(dict.fromkeys((*health.notices, *session.notices)))  # a session says each thing once
    notices = (*health.complaints, *health.notices)
    if health.broken is not None:
        level, message = "error", f"{health.broken} (parsing and compiling still work)"
    elif notices:
        level, message = "warning", "; ".join(notices)
    else:
        level, message = "ok", "loading the model" if health.loading else "ready"
    return {
        "health": level,
        "quiescent": not health.loading and health.working == 0,
        "message": message,
        "bundle": session.bundle if session is not None else None,
        "provider": session.provider if session is not None else None,
    }


def tell_status(state: State) -> None:
    """Send the status if what it says has changed."""
    news = _status_news(state)
    if news != state.health.told:
        state.health.told = news
        state.protocol.tell(STATUS, status_of(state))


@contextmanager
def working(state: State, *, long: bool) -> Iterator[None]:
    """While `long` work runs the server is not quiescent; short work is not worth telling."""
    if not long:
        yield
        return
    state.health.working += 1
    tell_status(state)
    try:
        yield
    finally:
        state.health.working -= 1
        tell_status(state)
