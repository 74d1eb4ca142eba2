"""What running shows: when typing rests, compared functions run beside their references in a sandbox.

Nothing is run unless the user turned it on (`Settings.evidence`; no workspace can), and never outside the sandbox:
where there is none the client is told why, once, and nothing is run.  What was found is kept by the source that it
depends on, so that an edit elsewhere runs nothing.  The next keystroke drops what waits; a pair that runs is left to
end within its budget, and its result goes nowhere.  Neighbours: `judge` (calls this last), `runs` (runs them).
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from codescore.foundation.errors import EnvironmentProblem, InputError
from codescore.lsp import describe, show, status
from codescore.lsp.analysis import Record
from codescore.lsp.documents import Open
from codescore.lsp.runs import Key, key_of
from codescore.lsp.schedule import Priority
from codescore.lsp.state import State
from codescore.syntax import Unit

if TYPE_CHECKING:
    from codescore.evidence.contract import Evidence

_REST_SECONDS = 0.6  # of no typing, after the model has spoken


async def examine(state: State, document: Open, records: list[Record]) -> None:
    """Run what is compared and show what differs; shows at once what is known already."""
    settings = state.settings_of(state.root_of(document.path))
    wanted = [record for record in records if _worth_running(record)] if settings.evidence else []
    step = state.schedule.checks.run
    keyed = await step(Priority.BACKGROUND, _keyed, wanted, settings.evidence_seconds) if wanted else []
    _tell(state, document, keyed, settings.severity)
    new = [(record, key) for record, key in keyed if key not in state.runs.known]
    if not new:
        return
    await asyncio.sleep(_REST_SECONDS)
    with status.working(state, long=True):
        for record, key in new:
            try:
                found = await state.schedule.runs.run(
                    Priority.BACKGROUND, state.runs.judge, record.pair, settings.evidence_seconds, record.said.assume
                )
            except (EnvironmentProblem, InputError) as error:
                state.health.notices = tuple(dict.fromkeys((*state.health.notices, f"evidence is on, but {error}")))
                return
            state.runs.keep(key, found)
            _tell(state, document, keyed, settings.severity)


def evidence_of(state: State, record: Record, seconds: float) -> Evidence | None:
    """What running this very pair showed, None where it was not run."""
    return state.runs.known.get(key_of(record.pair, seconds, record.said.assume))


def of_unit(state: State, document: Open, unit: Unit) -> Evidence | None:
    """What running a unit as it is now showed, None where it was not run."""
    held = state.view_of(document).record_of(unit)
    if held is None or not held[1]:
        return None
    return evidence_of(state, held[0], state.settings_of(state.root_of(document.path)).evidence_seconds)


def _worth_running(record: Record) -> bool:
    """Both compile, and a caller can reach the function."""
    return record.verdict.compiles and not record.unit.nested and record.verdict.reference_compiles


def _keyed(records: list[Record], seconds: float) -> list[tuple[Record, Key]]:
    """Records with keys, without those whose two sides are the same text in the same surroundings; in a worker."""
    keyed = [(record, key_of(record.pair, seconds, record.said.assume)) for record in records]
    return [(record, key) for record, key in keyed if key.ours != key.theirs]


def _tell(state: State, document: Open, keyed: list[tuple[Record, Key]], severity: str) -> None:
    """Show what is known of the present pairs, and nothing of earlier ones."""
    view = state.view_of(document)
    known = [(record, state.runs.known.get(key)) for record, key in keyed]
    said = [describe.of_behaviour(record, found, severity) for record, found in known if found is not None]
    made = [finding for finding in said if finding is not None]
    if made != view.behaviour:
        view.behaviour = made
        show.refresh(state, document)
