"""Copilot Chat's OpenTelemetry file: the JSON lines of the extension's file exporter (`…otel.exporterType`: `file`).

Read are the log records `copilot_chat.edit.feedback`, `.edit.hunk.action`, `.edit.survival` and
`copilot_chat.inline.done` (microsoft/vscode-copilot-chat: docs/monitoring/agent_monitoring.md and `genAiEvents.ts`).
A collector's file of the same records (OTLP as JSON lines) is read, too.  Spans, metrics and other records are about
something else.  A suggestion is a request and the file it edits.  The log
holds no code, and an inline edit has no request id there, so its survival cannot be joined to its acceptance.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from codescore.experiments.events import WINDOWS, Accepted, Event, Extent, Rejected, Retention, Shown, Snapshot
from codescore.experiments.hashing import keyed
from codescore.experiments.importers import otlp
from codescore.experiments.importers.importer import Importer, json_line, shaped
from codescore.experiments.windows import BRANCH_SWITCHED
from codescore.foundation.errors import InputError

_SOURCE = "copilot"
_OURS = ("copilot_chat.edit.", "copilot_chat.inline.")
_PATH = "copilot_chat.file.relative_path"
_NEAR_MS = 1_000  # a delay so near to a window is that window

Rate = Annotated[float, Meta(ge=0, le=1)]


class _Record(Struct):
    hrTime: tuple[int, int]  # noqa: N815  (theirs): seconds and nanoseconds
    attributes: dict[str, Any]
    resource: dict[str, Any] = {}


class _Decision(Struct):
    outcome: str
    language_id: str = ""
    request_id: str = ""
    edit_surface: str | None = None


class _Inline(Struct):
    accepted: bool
    language_id: str = ""


class _Survival(Struct):
    survival_rate_four_gram: Rate
    survival_rate_no_revert: Rate
    time_delay_ms: Annotated[float, Meta(ge=0)]
    request_id: str
    edit_source: str = ""
    did_branch_change: bool | Literal["true", "false"] = False
    arc: Annotated[int, Meta(ge=0)] | None = None


class Copilot(Importer):
    """A line is a record or, as a collector writes them, several."""

    def events(self, number: int, line: bytes) -> Iterator[Event]:  # noqa: ARG002  (the line says all)
        """The events of the records about edits."""
        found = json_line(line)
        for index, record in enumerate(otlp.records(found) if "resourceLogs" in found else [found]):
            name = _name(record)
            if name is None or not name.startswith(_OURS):
                self.other[name or "span, metric or empty record"] += 1
                continue
            read = _KINDS.get(name)
            if read is None:
                raise InputError(f"unknown event {name!r}: written by a version of Copilot Chat that is not known here")
            self._record = shaped(record, _Record, name)
            seconds, nanoseconds = self._record.hrTime
            self._id = keyed(f"{index or ''}{line.decode('utf-8')}", self.setting.key)
            yield from read(self, name, seconds * 1000 + nanoseconds // 1_000_000)

    def _decision(self, name: str, at: int) -> Iterator[Event]:
        said = shaped(self._record.attributes, _Decision, name)
        if said.outcome not in ("accepted", "rejected"):
            self.other[f"{name}: {said.outcome}"] += 1
            return
        suggestion = self._suggestion(said.request_id)
        surface = said.edit_surface or "hunk"
        yield self._shown(suggestion, at, said.language_id, surface)
        head = self._head(suggestion, at, surface)
        part: Extent = "line" if name.endswith("hunk.action") else "whole"
        yield Accepted(**head, extent=part) if said.outcome == "accepted" else Rejected(**head)

    def _inline(self, name: str, at: int) -> Iterator[Event]:
        said = shaped(self._record.attributes, _Inline, name)
        suggestion = f"{_SOURCE}:{self._id}"
        yield self._shown(suggestion, at, said.language_id, "inline_chat")
        head = self._head(suggestion, at, "inline_chat")
        yield Accepted(**head) if said.accepted else Rejected(**head)

    def _survival(self, name: str, at: int) -> Iterator[Event]:
        said = shaped(self._record.attributes, _Survival, name)
        delay = round(said.time_delay_ms)
        window = min(WINDOWS, key=lambda window: abs(window * 1000 - delay))
        window = window if abs(window * 1000 - delay) <= _NEAR_MS else round(delay / 1000)
        moved = said.did_branch_change in (True, "true")
        left = Retention(
            four_gram=said.survival_rate_four_gram, no_revert=said.survival_rate_no_revert, retained_chars=said.arc
        )
        yield Snapshot(
            **self._head(self._suggestion(said.request_id), at, said.edit_source or None),
            window_s=window,
            late_ms=max(0, delay - window * 1000),
            retention=None if moved else left,
            censored=BRANCH_SWITCHED if moved else None,
        )

    def _suggestion(self, request: str) -> str:
        path = self._record.attributes.get(_PATH, "")
        return f"{_SOURCE}:{keyed(f'{request}:{path}' if request else self._id, self.setting.key)}"

    def _shown(self, suggestion: str, at: int, language: str, surface: str) -> Shown:
        path = self._record.attributes.get(_PATH)
        head = self._head(suggestion, at, surface) | {"id": f"{suggestion}:shown"}
        document = self.setting.document(path if isinstance(path, str) else None)
        return Shown(**head, provider="copilot-chat", language=language or None, document=document)

    def _head(self, suggestion: str, at: int, surface: str | None) -> dict[str, Any]:
        setting = self.setting
        return {
            "id": f"{_SOURCE}:{self._id}", "suggestion": suggestion, "at_ms": at, "source": _SOURCE,
            "study": setting.study, "arm": setting.arm, "participant": setting.participant,
            "surface": surface,
        }  # fmt: skip


def _name(found: dict[str, Any]) -> str | None:
    """The name of a log record; None for anything else."""
    attributes = found.get("attributes")
    name = attributes.get("event.name") if isinstance(attributes, dict) else None
    return name if isinstance(name, str) else None


_KINDS = {
    "copilot_chat.edit.feedback": Copilot._decision,
    "copilot_chat.edit.hunk.action": Copilot._decision,
    "copilot_chat.edit.survival": Copilot._survival,
    "copilot_chat.inline.done": Copilot._inline,
}
