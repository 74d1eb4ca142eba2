"""What clients send that is decoded by us: document synchronisation, leniently, and the `codescore/` requests.

An edit that is lost corrupts a document, so positions may be anything numeric here and are clamped later; other
messages go through lsprotocol's stricter types.
"""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from codescore.foundation import shapes
from codescore.foundation.text import Position
from codescore.lsp.protocol import Refusal

_LARGE = 2**31 - 1

T = TypeVar("T")


class Point(Struct):
    """A position as sent; `where` is what it means."""

    line: int | float
    character: int | float

    def where(self) -> Position:
        return Position(_whole(self.line), _whole(self.character))


class Span(Struct):
    """A range as sent."""

    start: Point
    end: Point


class Change(Struct):
    """One change of a document: of a range, or of everything."""

    text: str
    range: Span | None = None


class Item(Struct, rename="camel"):
    """A document as it is opened."""

    uri: str
    language_id: str = ""
    version: int | None = None
    text: str = ""


class Versioned(Struct):
    """Which document."""

    uri: str
    version: int | None = None


class DidOpen(Struct, rename="camel"):
    """textDocument/didOpen."""

    text_document: Item


class DidChange(Struct, rename="camel"):
    """textDocument/didChange."""

    text_document: Versioned
    content_changes: list[Change]


class DidClose(Struct, rename="camel"):
    """textDocument/didClose and didSave."""

    text_document: Versioned


class DidOpenNotebook(Struct, rename="camel"):
    """notebookDocument/didOpen: cells are documents."""

    notebook_document: Versioned
    cell_text_documents: list[Item] = []


class CellStructure(Struct, rename="camel"):
    """Cells that came and went."""

    did_open: list[Item] | None = None
    did_close: list[Versioned] | None = None


class CellText(Struct):
    """Edits of a cell."""

    document: Versioned
    changes: list[Change]


class Cells(Struct, rename="camel"):
    """What changed in a notebook's cells."""

    structure: CellStructure | None = None
    text_content: list[CellText] | None = None


class NotebookChange(Struct):
    """What changed in a notebook."""

    cells: Cells | None = None


class DidChangeNotebook(Struct, rename="camel"):
    """notebookDocument/didChange."""

    notebook_document: Versioned
    change: NotebookChange


class DidCloseNotebook(Struct, rename="camel"):
    """notebookDocument/didClose."""

    notebook_document: Versioned
    cell_text_documents: list[Versioned] = []


class ScoreChoice(Struct, forbid_unknown_fields=True):
    """How to score; what is left out is as the settings say."""

    threshold: float | None = None
    pooling: str | None = None


class ScoreRequest(Struct, forbid_unknown_fields=True):
    """codescore/score: `language` is a language id of the editor's or ours."""

    language: str
    candidate: str
    references: list[str]
    options: ScoreChoice | None = None


class GivenReference(Struct, forbid_unknown_fields=True):
    """A reference as a client gives it: `text`, or a file by `uri` or `path`; `name` picks one unit of it."""

    text: str | None = None
    uri: str | None = None
    path: str | None = None
    name: str | None = None
    label: str | None = None
    language: str | None = None


class UnitAddress(Struct, forbid_unknown_fields=True):
    """A unit of a document: by qualified name, or by a position in it; neither means the whole document."""

    uri: str
    unit: str | None = None
    position: Point | None = None


class SetReferenceRequest(Struct, forbid_unknown_fields=True):
    """codescore/setReference: several references mean that the best match counts."""

    uri: str
    reference: GivenReference | list[GivenReference]
    unit: str | None = None
    position: Point | None = None


class RankRequest(Struct, forbid_unknown_fields=True):
    """codescore/rank: which of several texts does most likely what a reference does."""

    language: str
    candidates: list[str]
    references: list[str]
    options: ScoreChoice | None = None


class SuggestionRequest(Struct, forbid_unknown_fields=True):
    """codescore/suggestion: texts that could each stand in place of a range of an open document.

    `text` is the document's where it has gone on since: a suggestion that was accepted to be looked at.
    """

    uri: str
    range: Span
    texts: list[str]
    text: str | None = None


class EventMessage(Struct, forbid_unknown_fields=True):
    """codescore/event: an event as `experiments.events` defines it, without what the server adds, and where it was.

    `text` is what was offered (`shown`) or what entered the document (`accepted`); `range` what it would replace, or
    where it begins, in `version` of the document.
    """

    event: dict[str, Any]
    uri: str | None = None
    version: int | None = None
    range: Span | None = None
    text: str | None = None


class Selection(Struct, forbid_unknown_fields=True):
    """A piece of a document."""

    uri: str
    range: Span


def decode(params: object, kind: type[T]) -> T:
    """Parameters as `kind`; raises Refusal with one line that says what is wrong."""
    try:
        return shapes.convert(params, kind)
    except msgspec.ValidationError as error:
        raise Refusal(f"the parameters are not understood: {error}") from None


def _whole(value: float) -> int:
    """A number as a line or column: clamped, never an error (JSON knows infinite and absurd ones)."""
    if not -_LARGE < value < _LARGE:
        return _LARGE if value > 0 else 0
    return max(0, int(value))
