"""Everything that one connection knows.  Changed on the event loop only (invariant 8)."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from codescore.languages import Language
from codescore.lsp import settings
from codescore.lsp.client import Client
from codescore.lsp.documents import Documents, Open
from codescore.lsp.protocol import Protocol
from codescore.lsp.runs import Runs
from codescore.lsp.schedule import Schedule
from codescore.lsp.survey import Job, Memory
from codescore.lsp.view import View
from codescore.references import CandidateLocation, Reader, SetReference
from codescore.syntax.document import Parsed

if TYPE_CHECKING:
    from codescore.engine import Session
    from codescore.lsp.tracked import Capture


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
