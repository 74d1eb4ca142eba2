"""textDocument/diagnostic: what is known now, at once; what comes later is announced by a refresh."""

from __future__ import annotations

from typing import Any

from lsprotocol import types

from codescore.lsp import show
from codescore.lsp.register import On
from codescore.lsp.state import State


def register(state: State, on: On) -> None:  # noqa: ARG001  every family registers alike
    """Attach the handlers."""
    options = types.DiagnosticOptions(identifier="codescore", inter_file_dependencies=True, workspace_diagnostics=False)
    on(types.TEXT_DOCUMENT_DIAGNOSTIC, diagnostic, options)


def diagnostic(state: State, params: types.DocumentDiagnosticParams) -> dict[str, Any]:
    """A full report, or that nothing changed since the one the client names."""
    document = state.documents.get(params.text_document.uri)
    if document is None:
        return {"kind": "full", "items": []}
    view = show.current(state, document)
    result = str(view.result)
    if state.client.pulls:
        view.pushed = view.result
    if params.previous_result_id == result:
        return {"kind": "unchanged", "resultId": result}
    return {"kind": "full", "resultId": result, "items": view.diagnostics}
