"""Everything that one connection knows: the mirror of what the client has open, settings, model and work.

Changed on the event loop only (invariant 8).  Open documents are replayed one change at a time.  A change that cannot
be understood puts the document out of step: it is then left alone until the client sends it whole again.  Texts beyond
the size limit are mirrored but not parsed.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from codescore.foundation.text import Edit, Encoding, Text, common_beginning, encode
from codescore.languages import Language, by_lsp_id, by_path
from codescore.lsp import settings
from codescore.lsp.client import Client
from codescore.lsp.messages import Change, Item
from codescore.lsp.paths import cell_path, real_path, to_path
from codescore.lsp.protocol import Protocol
from codescore.lsp.runs import Runs
from codescore.lsp.schedule import Schedule
from codescore.lsp.survey import Job, Memory
from codescore.lsp.view import View
from codescore.references import CandidateLocation, Reader, SetReference
from codescore.syntax import Document, Syntax
from codescore.syntax.document import Parsed

if TYPE_CHECKING:
    from codescore.engine import Session
    from codescore.lsp.tracked import Capture

_MANY_CHANGES = 16

log = logging.getLogger(__name__)


# -- what the client has open


@dataclass(slots=True, eq=False)
class Open:
    """One open document.  `tree` is None where the text is too large to be parsed; `generation` counts its states."""

    uri: str
    path: Path | None
    real: Path | None
    language: Language
    version: int | None
    text: Text
    tree: Document | None
    is_cell: bool = False
    generation: int = 0
    in_step: bool = True
    edits: list[Edit] = field(default_factory=list)  # of the last change

    def snapshot(self) -> Parsed | None:
        """Text, tree and units as they are, for workers too; None where the text is not parsed."""
        return self.tree.snapshot() if self.tree is not None else None

    def syntax(self) -> Syntax | None:
        """The tree as it is, at once; None where the text is not parsed."""
        return self.tree.syntax() if self.tree is not None else None

    def settle(self) -> Parsed | None:
        """The snapshot that parsing from scratch gives."""
        return self.tree.settle() if self.tree is not None else None


class Documents:
    """Every open document of a language we know, by URI."""

    def __init__(self) -> None:
        self.encoding: Encoding = "utf-16"
        self.max_bytes = 1_000_000
        self._open: dict[str, Open] = {}

    def __iter__(self) -> Iterator[Open]:
        return iter(tuple(self._open.values()))

    def get(self, uri: str) -> Open | None:
        """The document of a URI, None where it is not open or not ours."""
        return self._open.get(uri)

    def open(self, item: Item, *, is_cell: bool = False) -> Open | None:
        """Take in a document; None where its language is not ours, which is no mistake."""
        path = to_path(item.uri) or (cell_path(item.uri) if is_cell else None)
        language = by_lsp_id(item.language_id) or (None if is_cell or path is None else by_path(path))
        if language is None:
            self._open.pop(item.uri, None)
            return None
        text = Text.of(item.text)
        known = self._open.get(item.uri)
        document = Open(
            item.uri, path, real_path(path), language, item.version, text, self._tree(language, text), is_cell
        )
        document.generation = known.generation + 1 if known is not None else 0
        self._open[item.uri] = document
        return document

    def close(self, uri: str) -> Open | None:
        """Forget a document."""
        return self._open.pop(uri, None)

    def change(self, uri: str, version: int | None, changes: Sequence[Change]) -> Open | None:
        """Follow a change; None where there is nothing to follow."""
        document = self._open.get(uri)
        if document is None:
            return None
        if version is not None and document.version is not None and version <= document.version:
            log.warning("%s: version %d came after %d and is ignored", uri, version, document.version)
            return None
        whole = next((i for i in range(len(changes) - 1, -1, -1) if changes[i].range is None), None)
        if not document.in_step:
            if whole is None:
                return None
            changes, document.in_step = changes[whole:], True
        document.version = version
        document.generation += 1
        document.edits = []
        self._replay(document, changes)
        return document

    def lose_step(self, uri: str, reason: str) -> Open | None:
        """A change of the document could not be understood: what we hold is no longer what the client sees."""
        document = self._open.get(uri)
        if document is not None:
            log.error("%s: %s; it is left alone until it is sent whole", uri, reason)
            document.in_step = False
            document.generation += 1
        return document

    def limit(self, max_bytes: int) -> None:
        """Change the size limit; documents that it concerns are parsed or given up."""
        self.max_bytes = max_bytes
        for document in self._open.values():
            self._fit(document)

    def _tree(self, language: Language, text: Text) -> Document | None:
        return Document(language, text) if len(text.data) <= self.max_bytes else None

    def _replay(self, document: Open, changes: Sequence[Change]) -> None:
        if len(changes) > _MANY_CHANGES:
            # Parsing once for each of many small changes takes long; what they do together is one edit.
            text = document.text
            for change in changes:
                text = text.replace(self._edit(text, change))
            self._apply(document, difference(document.text.data, text.data))
            return
        for change in changes:
            self._apply(document, self._edit(document.text, change))

    def _edit(self, text: Text, change: Change) -> Edit:
        """A change in bytes; positions outside the text are clamped."""
        new = encode(change.text)
        if change.range is None:
            return difference(text.data, new)
        start = text.offset(change.range.start.where(), self.encoding)
        end = text.offset(change.range.end.where(), self.encoding)
        return Edit(min(start, end), max(start, end), new)

    def _apply(self, document: Open, edit: Edit) -> None:
        if document.tree is not None:
            document.tree.edit(edit)
            document.text = document.tree.text
        else:
            document.text = document.text.replace(edit)
        document.edits.append(edit)
        self._fit(document)

    def _fit(self, document: Open) -> None:
        """Parse what has become small enough, give up what has become too large."""
        small = len(document.text.data) <= self.max_bytes
        if small != (document.tree is not None):
            document.tree = self._tree(document.language, document.text)


def difference(old: bytes, new: bytes) -> Edit:
    """One edit that makes `new` of `old`: what lies between their common beginning and end."""
    start = common_beginning(old, new)
    limit = min(len(old), len(new)) - start
    tail = common_beginning(old[len(old) - limit :][::-1], new[len(new) - limit :][::-1]) if limit else 0
    # Never inside a character: a continuation byte belongs to what is before it.
    while start and ((start < len(old) and _inside(old[start])) or (start < len(new) and _inside(new[start]))):
        start -= 1
    while tail and _inside(old[len(old) - tail]):
        tail -= 1
    return Edit(start, len(old) - tail, new[start : len(new) - tail])


def _inside(byte: int) -> bool:
    return byte & 0xC0 == 0x80


# -- the connection


@dataclass(slots=True, eq=False)
class Health:
    """What `codescore/status` is made of; `told` is what the client was last told."""

    loading: bool = True
    showing: bool = False  # progress, in the client
    broken: str | None = None  # why there is no model
    complaints: tuple[str, ...] = ()
    notices: tuple[str, ...] = ()
    working: int = 0  # long pieces of work under way
    told: dict[str, Any] | None = None


@dataclass(slots=True, eq=False)
class State:
    """One connection's documents, settings, model and work.

    `session` is made in a worker; `has_session` and `model_settled` tell when it is there, and when its model is
    loaded or known not to be.  `selection` is what the user last marked as a reference.
    """

    protocol: Protocol
    schedule: Schedule
    client: Client = field(default_factory=Client)
    documents: Documents = field(default_factory=Documents)
    views: dict[str, View] = field(default_factory=dict)
    roots: tuple[Path, ...] = ()
    options: dict[Path | None, object] = field(default_factory=dict)
    initial_options: object = None
    configured: bool = False  # whether the client was asked for its settings
    references: dict[str, dict[str | None, list[SetReference]]] = field(default_factory=dict)
    selection: SetReference | None = None
    memory: Memory = field(default_factory=lambda: Memory(Reader()))
    session: Session | None = None
    capture: Capture | None = None  # where suggestions are recorded
    runs: Runs = field(default_factory=Runs)
    has_session: asyncio.Event = field(default_factory=asyncio.Event)
    model_settled: asyncio.Event = field(default_factory=asyncio.Event)
    bundle: str | None = None
    health: Health = field(default_factory=Health)
    configuration_errors: dict[Path, tuple[Any, ...]] = field(default_factory=dict)
    results: Iterator[int] = field(default_factory=lambda: count(1))  # names for states of diagnostics
    _settings: dict[Path | None, settings.Settings] = field(default_factory=dict)

    def root_of(self, path: Path | None) -> Path | None:
        """The innermost workspace folder around a file; of an unsaved buffer the only one there is."""
        if path is None:
            return self.roots[0] if len(self.roots) == 1 else None
        around = [root for root in self.roots if path.is_relative_to(root)]
        return max(around, key=lambda root: len(root.parts), default=None)

    def settings_of(self, root: Path | None) -> settings.Settings:
        """The client's settings for a workspace folder."""
        held = self._settings.get(root)
        if held is None:
            held = self._settings[root] = self._resolved(root).settings
        return held

    def configure(self, options: Mapping[Path | None, object]) -> None:
        """Take in options as sent, by workspace folder, None for those of no folder."""
        self.options = dict(options)
        self._settings.clear()
        complaints = [c for root in (None, *self.roots) for c in self._resolved(root).complaints]
        self.health.complaints = tuple(dict.fromkeys(complaints))
        self.documents.limit(self.settings_of(None).max_file_bytes)

    def view_of(self, document: Open) -> View:
        """What is known of an open document."""
        return self.views.setdefault(document.uri, View())

    def label_of(self, document: Open) -> str:
        """How a person knows a document."""
        return label_of(document.uri, document.path, self.root_of(document.path))

    def job(self, document: Open, parsed: Parsed) -> Job:
        """A picture of a document for workers."""
        return self.job_of(document.uri, document.path, document.language, parsed, piece=document.is_cell)

    def job_of(self, uri: str, path: Path | None, language: Language, parsed: Parsed, *, piece: bool = False) -> Job:
        """A picture of a document that need not be open."""
        root = self.root_of(path)
        return Job(
            label=label_of(uri, path, root),
            language=language,
            parsed=parsed,
            place=CandidateLocation(path, root),
            settings=self.settings_of(root),
            set_references={k: tuple(v) for k, v in self.references.get(uri, {}).items()},
            open_texts=self.open_texts(),
            piece=piece,
        )

    def open_texts(self) -> dict[Path, bytes]:
        """What the editor has open, by real path."""
        return {d.real: d.text.data for d in self.documents if d.real is not None and not d.is_cell}

    def _resolved(self, root: Path | None) -> settings.Resolved:
        layers = [("initializationOptions", self.initial_options), ("settings", self.options.get(None))]
        if root is not None and root in self.options:
            layers.append(("settings", self.options[root]))
        return settings.resolve(*layers)


def label_of(uri: str, path: Path | None, root: Path | None) -> str:
    """How a person knows a document: its path in the workspace, its name, else the end of its URI."""
    if path is None:
        return re.split("[/:]", uri)[-1] or uri
    if root is not None and path.is_relative_to(root):
        return path.relative_to(root).as_posix()
    return path.name
