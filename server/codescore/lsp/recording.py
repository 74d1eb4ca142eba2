"""Recording suggestions: begun and ended as the user's settings say; off unless they turned it on."""

from __future__ import annotations

from pathlib import Path

from codescore.experiments.places import store_path
from codescore.foundation.errors import CodescoreError
from codescore.lsp import following, left_behind
from codescore.lsp.capture import WINDOWS, complain, finish
from codescore.lsp.recorder import Recorder
from codescore.lsp.schedule import Priority
from codescore.lsp.state import State
from codescore.lsp.tracked import Capture


def configure(state: State) -> None:
    """Begin, or stop, as the user's settings say."""
    settings = state.settings_of(None)
    wanted = store_path(Path(settings.experiment_store) if settings.experiment_store else None)
    held = state.capture
    if settings.experiment and (held is None or held.path != wanted):
        _stop(state)
        state.capture = capture = Capture(wanted, Recorder(wanted))
        state.schedule.start(lambda: _begin(state, capture))
    elif not settings.experiment:
        _stop(state)


async def _begin(state: State, capture: Capture) -> None:
    """Open the store and go on with what is unfinished in it; where it cannot be used say so, and record nothing."""
    run = state.schedule.records.run
    try:
        capture.terms = await run(Priority.TYPING, capture.recorder.terms)
        events = await run(Priority.TYPING, capture.recorder.unfinished)
    except CodescoreError as problem:
        capture.problem = str(problem)
        complain(state, capture.problem)
        return
    if not capture.terms.study.recording:
        capture.problem = "recording is turned off in the store; `codescore experiment init` turns it on"
        return
    following.resume(state, left_behind.of(events))


def _stop(state: State) -> None:
    """Write what is queued and let go of the store."""
    capture, state.capture = state.capture, None
    if capture is not None:
        state.schedule.cancel(WINDOWS)
        finish(state, capture)
