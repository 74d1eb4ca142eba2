"""Code lenses and inlay hints: the score of every compared function, behind one switch (`badges`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from lsprotocol import types

from codescore.lsp import describe, units
from codescore.lsp.analysis import Record
from codescore.lsp.protocol import position_of, range_of
from codescore.lsp.register import On
from codescore.lsp.state import Open, State
from codescore.syntax import Unit


def register(state: State, on: On) -> None:  # noqa: ARG001  every family registers alike
    """Attach the handlers."""
    on(types.TEXT_DOCUMENT_CODE_LENS, lenses)
    on(types.TEXT_DOCUMENT_INLAY_HINT, hints)


def lenses(state: State, params: types.CodeLensParams) -> list[dict[str, Any]]:
    """A lens above each compared function; choosing it compares."""
    document = _wanted(state, params.text_document.uri, "lens")
    if document is None:
        return []
    return [
        {
            "range": range_of(document.text, unit.name_start, unit.name_end, state.client.encoding),
            "command": {
                "title": describe.lens(record, current=current),
                "command": "codescore.compare",
                "arguments": [units.address_of(state, document, unit)],
            },
        }
        for unit, record, current in _shown(state, document)
    ]


def hints(state: State, params: types.InlayHintParams) -> list[dict[str, Any]]:
    """A hint at the end of the line with each compared function's name."""
    document = _wanted(state, params.text_document.uri, "hints")
    if document is None:
        return []
    start, end = params.range.start, params.range.end
    low = units.offset_at(state, document, start.line, start.character)
    high = units.offset_at(state, document, end.line, end.character)
    result = []
    for unit, record, current in _shown(state, document):
        line_end = document.text.line_range(document.text.position(unit.name_end).line)[1]
        if low <= line_end <= high:
            result.append(
                {
                    "position": position_of(document.text, line_end, state.client.encoding),
                    "label": describe.badge(record, current=current),
                    "tooltip": describe.lens(record, current=current),
                    "paddingLeft": True,
                }
            )
    return result


def _shown(state: State, document: Open) -> Iterator[tuple[Unit, Record, bool]]:
    """What gets a badge: everything that was judged, or only what is not shown to be right."""
    quiet = state.settings_of(state.root_of(document.path)).badge_detail == "quiet"
    return (held for held in units.judged(state, document) if not quiet or held[1].standing.score != 1)


def _wanted(state: State, uri: str, what: str) -> Open | None:
    """The document, where this kind of badge is switched on for it."""
    document = state.documents.get(uri)
    if document is None:
        return None
    switch = state.settings_of(state.root_of(document.path)).badges
    return document if switch in (what, "both") else None
