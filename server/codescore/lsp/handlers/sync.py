"""Documents and notebooks that open, change and close; cells of a notebook are documents."""

from __future__ import annotations

from typing import Any

from lsprotocol import types

from codescore.lsp import following, live
from codescore.lsp.messages import (
    Change,
    DidChange,
    DidChangeNotebook,
    DidClose,
    DidCloseNotebook,
    DidOpen,
    DidOpenNotebook,
    Item,
    decode,
)
from codescore.lsp.protocol import Refusal
from codescore.lsp.register import On
from codescore.lsp.state import State


def register(state: State, on: On) -> None:  # noqa: ARG001  every family registers alike
    """Attach the handlers."""
    on(types.TEXT_DOCUMENT_DID_OPEN, did_open)
    on(types.TEXT_DOCUMENT_DID_CHANGE, did_change)
    on(types.TEXT_DOCUMENT_DID_CLOSE, did_close)
    on(types.TEXT_DOCUMENT_DID_SAVE, did_save)
    on(types.NOTEBOOK_DOCUMENT_DID_OPEN, did_open_notebook)
    on(types.NOTEBOOK_DOCUMENT_DID_CHANGE, did_change_notebook)
    on(types.NOTEBOOK_DOCUMENT_DID_CLOSE, did_close_notebook)


def did_open(state: State, params: object) -> None:
    """Take in a document."""
    _open(state, decode(params, DidOpen).text_document)


def did_change(state: State, params: object) -> None:
    """Follow the changes of a document, one by one."""
    try:
        change = decode(params, DidChange)
    except Refusal as refusal:
        _lost(state, _uri(params), str(refusal))
        return
    _change(state, change.text_document.uri, change.text_document.version, change.content_changes)


def did_close(state: State, params: object) -> None:
    """Forget a document, and what the client set for it."""
    _close(state, decode(params, DidClose).text_document.uri)


def did_save(state: State, params: object) -> None:
    """A file was written: where it is somebody's reference on disk, judge that again."""
    document = state.documents.get(decode(params, DidClose).text_document.uri)
    if document is not None:
        live.touched(state, (document.real,), but=document.uri)


def did_open_notebook(state: State, params: object) -> None:
    """Take in the cells of a notebook."""
    for item in decode(params, DidOpenNotebook).cell_text_documents:
        _open(state, item, is_cell=True)


def did_change_notebook(state: State, params: object) -> None:
    """Cells that came, went, changed."""
    cells = decode(params, DidChangeNotebook).change.cells
    if cells is None:
        return
    if cells.structure is not None:
        for gone in cells.structure.did_close or ():
            _close(state, gone.uri)
        for item in cells.structure.did_open or ():
            _open(state, item, is_cell=True)
    for text in cells.text_content or ():
        _change(state, text.document.uri, text.document.version, text.changes)


def did_close_notebook(state: State, params: object) -> None:
    """Forget the cells of a notebook."""
    for cell in decode(params, DidCloseNotebook).cell_text_documents:
        _close(state, cell.uri)


def _open(state: State, item: Item, *, is_cell: bool = False) -> None:
    document = state.documents.open(item, is_cell=is_cell)
    if document is not None:
        live.opened(state, document)
        following.opened(state, document)


def _change(state: State, uri: str, version: int | None, changes: list[Change]) -> None:
    before = following.before(state, uri)
    document = state.documents.change(uri, version, changes)
    if document is not None:
        live.changed(state, document)
        following.changed(state, document, before)


def _close(state: State, uri: str) -> None:
    document = state.documents.close(uri)
    state.references.pop(uri, None)
    if document is not None:
        live.closed(state, document)
        following.closed(state, document)


def _lost(state: State, uri: str | None, reason: str) -> None:
    document = state.documents.lose_step(uri, reason) if uri is not None else None
    if document is not None:
        live.lost(state, document)
        following.lost(state, document)


def _uri(params: Any) -> str | None:  # noqa: ANN401  whatever was sent
    try:
        uri = params["textDocument"]["uri"]
    except (KeyError, TypeError):
        return None
    return uri if isinstance(uri, str) else None
