"""Keeps what is shown in step with what is typed.

At a keystroke the tree is followed and the parser's errors are shown; in the pause after it the compiler speaks, then
the model (`judge`).  Nothing here waits: typing never does (invariant 9).
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from pathlib import Path

from codescore.lsp import show
from codescore.lsp.judge import judge
from codescore.lsp.schedule import Priority
from codescore.lsp.state import Open, State
from codescore.lsp.view import View

_IDLE_SECONDS = 1.0  # without a keystroke for so long, the next one need not wait for a pause
_DEPENDENT_PAUSE_SECONDS = 0.3


def opened(state: State, document: Open) -> None:
    """A document came: show what there is to see, judge it at once."""
    state.views[document.uri] = View()
    show.soon(state, document)
    start(state, document)
    touched(state, (document.real,), but=document.uri)


def changed(state: State, document: Open) -> None:
    """A document changed: show errors now, judge in the next pause."""
    view = state.view_of(document)
    for edit in document.edits:
        view.follow(edit)
    now = asyncio.get_running_loop().time()
    idle = now - view.changed_at > _IDLE_SECONDS and not state.schedule.busy()
    view.changed_at = now
    show.soon(state, document)
    pause = state.settings_of(state.root_of(document.path)).pause / 1000
    start(state, document, pause=0.0 if idle else pause)
    touched(state, (document.real,), but=document.uri)


def lost(state: State, document: Open) -> None:
    """We no longer know what a document holds: say nothing about it."""
    state.schedule.cancel(document.uri)
    known = state.view_of(document)
    state.views[document.uri] = View(diagnostics=known.diagnostics, result=known.result, pushed=known.pushed)
    show.soon(state, document)


def closed(state: State, document: Open) -> None:
    """A document went."""
    state.schedule.cancel(document.uri)
    show.hide(state, document.uri)
    touched(state, (document.real,))


def touched(state: State, files: Iterable[Path | None], but: str | None = None) -> None:
    """Files changed: judge again what is compared with them."""
    real = {f for f in files if f is not None}
    for document in state.documents:
        view = state.views.get(document.uri)
        if document.uri != but and view is not None and not real.isdisjoint(view.files):
            start(state, document, pause=_DEPENDENT_PAUSE_SECONDS, priority=Priority.BACKGROUND)


def judge_all(state: State) -> None:
    """Something that concerns every document changed: settings, configuration, the model."""
    for document in state.documents:
        start(state, document, priority=Priority.BACKGROUND)


def start(state: State, document: Open, *, pause: float = 0.0, priority: Priority = Priority.TYPING) -> None:
    """Judge a document after a pause in seconds, in place of what still runs for it."""
    if document.in_step:
        state.schedule.restart(document.uri, lambda: judge(state, document, pause, priority))
