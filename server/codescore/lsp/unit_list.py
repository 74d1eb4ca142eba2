"""The units of a document with their verdicts, as plain values: for badges, trees and status lines that a client draws.

Sent to clients that asked for it (`Client.follows_verdicts`) after each judgement; without `units` where nothing
changed, so that a client knows that what it shows is of that version.  Words and numbers are `describe`'s.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from codescore.lsp import describe, units
from codescore.lsp.analysis import Record
from codescore.lsp.documents import Open
from codescore.lsp.places import range_of
from codescore.lsp.state import State
from codescore.syntax import Unit
from codescore.text import Encoding, Text

METHOD = "codescore/verdicts"

#: The verdict on a unit, and whether it is of the present text; None where there is none.
Held = Callable[[Unit], tuple[Record, bool] | None]


def all_units(state: State, document: Open) -> list[dict[str, Any]]:
    """Every unit as it is now, in order, with its verdict or None."""
    view = state.view_of(document)
    return listed(document.text, units.units_of(document), view.record_of, state.client.encoding)


def listed(text: Text, every: Iterable[Unit], held: Held, encoding: Encoding) -> list[dict[str, Any]]:
    """Units of a text with what `held` gives for each."""
    return [_unit_json(text, unit, held(unit), encoding) for unit in every]


def tell(state: State, document: Open) -> None:
    """Send the judged units, if this client wants them."""
    if not state.client.follows_verdicts:
        return
    view = state.view_of(document)
    text, encoding = document.text, state.client.encoding
    made = [_unit_json(text, unit, (record, now), encoding) for unit, record, now in units.judged(state, document)]
    params: dict[str, Any] = {"uri": document.uri, "version": document.version}
    if made != view.told:
        view.told = params["units"] = made
    state.protocol.tell(METHOD, params)


def _unit_json(text: Text, unit: Unit, held: tuple[Record, bool] | None, encoding: Encoding) -> dict[str, Any]:
    return {
        "name": unit.qualified,
        "kind": unit.kind,
        "nested": unit.nested,
        "range": range_of(text, unit.start, unit.end, encoding),
        "name_range": range_of(text, unit.name_start, unit.name_end, encoding),
        "verdict": None if held is None else _verdict_json(*held),
    }


def _verdict_json(record: Record, current: bool) -> dict[str, Any]:
    verdict, path = record.verdict, record.said.path
    return {
        "score": verdict.score,
        "similarity": verdict.similarity,
        "probability": verdict.probability,
        "threshold": verdict.threshold,
        "compiles": verdict.compiles,
        "current": current,
        "badge": describe.badge(record, current=current),
        "reason": describe.reason(record),
        "reference": describe.reference_name(record),
        "reference_uri": path.as_uri() if path is not None else None,
    }
