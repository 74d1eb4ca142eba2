"""textDocument/hover: on a function's name, everything that is known of its verdict."""

from __future__ import annotations

from typing import Any

from lsprotocol import types

from codescore.lsp import describe, units
from codescore.lsp.protocol import range_of
from codescore.lsp.register import On
from codescore.lsp.state import State


def register(state: State, on: On) -> None:  # noqa: ARG001  every family registers alike
    """Attach the handlers."""
    on(types.TEXT_DOCUMENT_HOVER, hover)


def hover(state: State, params: types.HoverParams) -> dict[str, Any] | None:
    """The verdict on the unit whose name is at the position."""
    document = state.documents.get(params.text_document.uri)
    if document is None:
        return None
    offset = units.offset_at(state, document, params.position.line, params.position.character)
    unit = units.unit_named(document, offset)
    held = state.view_of(document).record_of(unit) if unit is not None else None
    if unit is None or held is None:
        return None
    record, current = held
    markdown = state.client.markdown
    text = describe.hover(record, current=current, markdown=markdown)
    return {
        "contents": {"kind": "markdown" if markdown else "plaintext", "value": text},
        "range": range_of(document.text, unit.name_start, unit.name_end, state.client.encoding),
    }
