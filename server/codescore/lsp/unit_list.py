"""The units of a document with their verdicts, as plain values: for badges, trees and status lines that a client draws.

Sent to clients that asked for it (`Client.follows_verdicts`) after each judgement; without `units` where nothing
changed, so that a client knows that what it shows is of that version.  A client that moves what it shows along with
the text itself gets only what is said anew (`changed`): a keystroke in a long file costs one unit, not hundreds.
Words and numbers are `describe`'s.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from codescore.foundation.text import Encoding, Text
from codescore.lsp import describe, units
from codescore.lsp.analysis import Judged, Record
from codescore.lsp.protocol import range_of
from codescore.lsp.state import Open, State
from codescore.syntax import Unit

METHOD = "codescore/verdicts"

#: The verdict on a unit, and whether it is of the present text; None where there is none.
Held = Callable[[Unit], tuple[Record, bool] | None]
Listed = tuple[Unit, Record, bool]


def all_units(state: State, document: Open) -> list[dict[str, Any]]:
    """Every unit as it is now, in order, with its verdict or None."""
    view = state.view_of(document)
    every = (*units.units_of(document), *units.module_level(view.judged))
    return listed(document.text, every, view.record_of, state.client.encoding)


def listed(text: Text, every: Iterable[Unit], held: Held, encoding: Encoding) -> list[dict[str, Any]]:
    """Units of a text with what `held` gives for each."""
    return [_unit_json(text, unit, held(unit), encoding) for unit in every]


def of_file(judged: Iterable[Judged]) -> dict[str, Any]:
    """The verdict on a document that is compared with a reference as a whole, or None; and what it lacks of it."""
    whole = next((one for one in judged if one.whole), None)
    if whole is None:
        return {"file": None, "missing_units": []}
    verdict, path, shown = whole.file, whole.said.path, whole.standing
    uri = path.as_uri() if path is not None else None
    return {
        "file": {
            "score": shown.score,
            "similarity": verdict.similarity,
            "probability": shown.probability,
            "answer": shown.answer,
            "decided_by": shown.by,
            "compiles": verdict.compiles,
            "reference": whole.said.label,
            "reference_uri": uri,
        },
        "missing_units": [
            {"name": unit.qualified, "kind": unit.kind, "reference": whole.said.label, "reference_uri": uri}
            for unit in verdict.matching.missing
        ],
    }


def tell(state: State, document: Open) -> None:
    """Send the judged units, or what changed of them, to a client that wants to know."""
    judged = list(units.judged(state, document))
    anew = state.client.follows_verdicts == "changes"
    news = _changes(state, document, judged) if anew else _everything(state, document, judged)
    view = state.view_of(document)
    whole = of_file(view.judged)
    if whole != view.told_file:
        view.told_file = whole
        news |= whole
    state.protocol.tell(METHOD, {"uri": document.uri, "version": document.version, **news})


def _everything(state: State, document: Open, judged: list[Listed]) -> dict[str, Any]:
    """All units, unless they are as the client knows them."""
    view = state.view_of(document)
    made = [_unit_json(document.text, unit, (record, now), state.client.encoding) for unit, record, now in judged]
    if made == view.told:
        return {}
    view.told = made
    return {"units": made}


def _changes(state: State, document: Open, judged: list[Listed]) -> dict[str, Any]:
    """Units of which something new is said, their places aside; all where units came, went or changed their names."""
    view, encoding = state.view_of(document), state.client.encoding
    said = [_said(*one) for one in judged]
    known, view.told = view.told, said
    alike = known is not None and [name for name, *_ in known] == [name for name, *_ in said]
    news = [i for i, new in enumerate(said) if not alike or known is None or new != known[i]]
    made = [{"index": i, **_unit_json(document.text, judged[i][0], judged[i][1:], encoding)} for i in news]
    if alike:
        return {"changed": made} if made else {}
    return {"units": made}


def _said(unit: Unit, record: Record, current: bool) -> tuple[object, ...]:
    """The name of a unit, and what a client shows of it."""
    reason = None if record.standing.score == 1 else describe.reason(record)
    badge = describe.badge(record, current=current)
    return unit.qualified, badge, reason, describe.reference_name(record), record.verdict.similarity


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
    verdict, path, shown = record.verdict, record.said.path, record.standing
    return {
        "score": shown.score,
        "similarity": verdict.similarity,
        "probability": shown.probability,
        "answer": shown.answer,
        "decided_by": shown.by,
        "evidence": shown.found.verdict if shown.found is not None else None,
        "threshold": verdict.threshold,
        "compiles": verdict.compiles,
        "current": current,
        "running": record.running and current,
        "badge": describe.badge(record, current=current),
        "reason": describe.reason(record),
        "reference": describe.reference_name(record),
        "reference_uri": path.as_uri() if path is not None else None,
    }
