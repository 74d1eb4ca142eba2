"""Makes the session and warms its model, in a worker, with progress; says what went wrong instead of failing.

Until the model is there, and if it never is, parsing and compiling answer as always.
"""

from __future__ import annotations

import gc
import logging
from pathlib import Path
from typing import TYPE_CHECKING, Any

from codescore.foundation.errors import CodescoreError
from codescore.lsp import live, show
from codescore.lsp.schedule import Priority
from codescore.lsp.state import State

if TYPE_CHECKING:
    from codescore.engine import Session

_TOKEN = "codescore/model"  # noqa: S105  a progress token
_LOAD = "model"

log = logging.getLogger(__name__)


def load(state: State) -> None:
    """Load the model that the settings name, in place of the one there is."""
    wanted = state.settings_of(None).bundle
    if state.session is not None and wanted == state.bundle:
        return
    state.bundle = wanted
    state.model_settled.clear()
    state.schedule.restart(_LOAD, lambda: _load(state, wanted))


async def _load(state: State, wanted: str | None) -> None:
    health = state.health
    health.loading, health.broken, health.notices = True, None, ()
    show.tell_status(state)
    run = state.schedule.scores.run
    former = state.session
    try:
        state.session = session = await run(Priority.ASKED, _new_session, wanted)
        state.memory.forget_verdicts()
        state.has_session.set()
        state.schedule.start(lambda: _begin(state))
        await run(Priority.ASKED, session.warm)
        gc.freeze()  # what is loaded now stays: collections need not look at it again
    except CodescoreError as error:
        health.broken = str(error)
    except Exception as error:  # a model that cannot be loaded must not keep the rest from working
        log.exception("the model could not be loaded")
        health.broken = f"the model could not be loaded: {error}"
    finally:
        health.loading = False
    _end(state)
    state.has_session.set()
    state.model_settled.set()
    show.tell_status(state)
    if former is not None:
        await run(Priority.BACKGROUND, former.close)
        live.judge_all(state)


def _new_session(wanted: str | None) -> Session:
    from codescore.engine import Session  # noqa: PLC0415  heavy: the loop does not wait for it

    return Session(bundle=_bundle(wanted))


def _bundle(wanted: str | None) -> Path | None:
    """The folder that a setting names: a path, or the name of an installed bundle's folder."""
    from codescore.embed import installed_bundles  # noqa: PLC0415  heavy, and only a worker needs it

    if wanted is None:
        return None
    named = next((p for p in installed_bundles() if p.name == wanted), None)
    return named or Path(wanted).expanduser().absolute()


async def _begin(state: State) -> None:
    """Show progress, unless loading is faster than the client."""
    if not state.client.shows_progress:
        return
    await state.protocol.ask("window/workDoneProgress/create", {"token": _TOKEN})
    if state.health.loading:
        state.health.showing = True
        _progress(state, {"kind": "begin", "title": "CodeScore-R", "message": "loading the model"})


def _end(state: State) -> None:
    if state.health.showing:
        state.health.showing = False
        _progress(state, {"kind": "end", "message": state.health.broken or "ready"})


def _progress(state: State, value: dict[str, Any]) -> None:
    state.protocol.tell("$/progress", {"token": _TOKEN, "value": value})
