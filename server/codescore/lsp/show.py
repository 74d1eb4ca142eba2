"""Findings to what the client sees: diagnostics pushed or ready to be pulled, lenses and hints asked for again."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from typing import Any

from codescore.check import syntax_problems
from codescore.foundation.intake import is_magic
from codescore.lsp import describe
from codescore.lsp.documents import Open
from codescore.lsp.findings import Finding, still_true, together
from codescore.lsp.places import diagnostic
from codescore.lsp.state import State
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
    view = state.view_of(document)
    client = state.client
    made = [
        diagnostic(f, document.text, client.encoding, related=client.related) for f in _findings(state, document, view)
    ]
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
    """Ask the client to ask again, for what has changed since it was told."""
    view = show(state, document)
    if state.client.pulls and view.pushed != view.result:
        view.pushed = view.result
        state.schedule.start(lambda: _ask(state, "workspace/diagnostic/refresh"))
    badges = tuple((r.unit.qualified, describe.lens(r, current=True)) for held in view.records.values() for r in held)
    if badges == view.badges:
        return
    view.badges = badges
    switch = state.settings_of(state.root_of(document.path)).badges
    refresh_badges(state, lenses=switch in ("lens", "both"), hints=switch in ("hints", "both"))


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


def _findings(state: State, document: Open, view: View) -> list[Finding]:
    """Everything there is to say of the present text."""
    if not document.in_step:
        return []
    syntax = document.syntax()
    if syntax is None:
        return [describe.too_large(len(document.text.data), state.documents.max_bytes)]
    problems = syntax_problems(syntax.language, syntax.source, syntax.tree, syntax.prefix)
    view.compiler = still_true(view.compiler, problems)
    switch = state.settings_of(state.root_of(document.path)).problems
    if switch == "all" and not (document.is_cell and _has_magic(document)):
        return together([*view.compiler, *view.scores, *view.other], problems, view.overruled)
    within = view.compared if switch == "referenced" else []
    return together(
        [*_inside(view.compiler, within), *view.scores, *view.other],
        [p for p in problems if any(low <= p.start <= high for low, high in within)],
        view.overruled,
    )


def _inside(findings: Iterable[Finding], within: list[tuple[int, int]]) -> list[Finding]:
    return [f for f in findings if any(low <= f.start <= high for low, high in within)]


def _has_magic(document: Open) -> bool:
    """Whether a notebook cell holds lines for the notebook itself, which no compiler knows."""
    return any(map(is_magic, document.text.data.decode("utf-8", errors="replace").split("\n")))
