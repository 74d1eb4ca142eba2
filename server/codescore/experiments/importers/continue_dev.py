"""Continue's `dev_data`: JSON lines of schema 0.2.0, one file per kind of event.

Read are `autocomplete`, `nextEditOutcome` and `editOutcome` (continuedev/continue, folder
packages/config-yaml/src/schemas/data), with code or without (`noCode`); other kinds are about something else.  Continue
logs a completion that was not taken as `accepted: false`, whether the person dismissed it or it timed out: that is
`Ignored` here.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Annotated, Any

from msgspec import Meta, Struct

from codescore.experiments.events import Accepted, Event, Ignored, Rejected, Shown
from codescore.experiments.hashing import keyed
from codescore.experiments.importers.importer import Importer, json_line, language_of, shaped
from codescore.foundation.errors import InputError

_SOURCE = "continue"
_SCHEMA = "0.2.0"
_UNTAKEN = "not taken; Continue does not tell dismissed from ignored"

_SURFACES = {"autocomplete": "inline", "nextEditOutcome": "next-edit", "editOutcome": "edit"}

Positive = Annotated[float, Meta(ge=0)]


class _Base(Struct):
    eventName: str  # noqa: N815  (theirs, here and below)
    schema: str
    timestamp: str | float = ""
    createdAt: str = ""  # noqa: N815
    userId: str = ""  # noqa: N815
    modelProvider: str | None = None  # noqa: N815
    modelName: str | None = None  # noqa: N815


class _Autocomplete(_Base):
    completionId: str = ""  # noqa: N815
    uniqueId: str = ""  # noqa: N815
    time: Positive | None = None  # until it was there, ms
    completion: str | None = None
    filepath: str | None = None
    accepted: bool | None = None


class _NextEdit(_Base):
    completionId: str = ""  # noqa: N815
    uniqueId: str = ""  # noqa: N815
    elapsed: Positive | None = None
    completion: str | None = None
    originalEditableRange: str | None = None  # noqa: N815
    fileUri: str | None = None  # noqa: N815
    accepted: bool | None = None


class _Edit(_Base):
    accepted: bool = False
    previousCode: str | None = None  # noqa: N815
    newCode: str | None = None  # noqa: N815
    filepath: str | None = None


class ContinueDev(Importer):
    """One line, one outcome."""

    def events(self, number: int, line: bytes) -> Iterator[Event]:  # noqa: ARG002  (the line says all)
        """`Shown`, and what became of it."""
        found = json_line(line)
        base = _versioned(found)
        self._id = keyed(line.decode("utf-8"), self.setting.key)
        match base.eventName:
            case "autocomplete":
                yield from self._autocomplete(shaped(found, _Autocomplete, base.eventName))
            case "nextEditOutcome":
                yield from self._next_edit(shaped(found, _NextEdit, base.eventName))
            case "editOutcome":
                yield from self._edit(shaped(found, _Edit, base.eventName))
            case name:
                self.other[name] += 1

    def _autocomplete(self, said: _Autocomplete) -> Iterator[Event]:
        head = self._head(said, said.completionId, said.userId or said.uniqueId)
        yield self._shown(said, head, (said.completion, None), said.filepath, said.time)
        yield from _decided(head, said.accepted, said.completion)

    def _next_edit(self, said: _NextEdit) -> Iterator[Event]:
        head = self._head(said, said.completionId, said.userId or said.uniqueId)
        yield self._shown(said, head, (said.completion, said.originalEditableRange), said.fileUri, said.elapsed)
        yield from _decided(head, said.accepted, said.completion)

    def _edit(self, said: _Edit) -> Iterator[Event]:
        head = self._head(said, "", said.userId)
        yield self._shown(said, head, (said.newCode, said.previousCode), said.filepath, None)
        chars = None if said.newCode is None else len(said.newCode)
        decided = head | {"id": f"{head['id']}:decided"}
        yield Accepted(**decided, chars=chars) if said.accepted else Rejected(**decided)

    def _shown(
        self,
        said: _Base,
        head: dict[str, Any],
        texts: tuple[str | None, str | None],
        path: str | None,
        wait: float | None,
    ) -> Shown:
        (new, old), language = texts, language_of(path)
        return Shown(
            **head,
            latency_ms=None if wait is None else round(wait),
            provider=f"continue/{said.modelProvider}"[:256] if said.modelProvider else "continue",
            model=said.modelName[:256] if said.modelName else None,
            language=language,
            document=self.setting.document(path),
            offered=self.setting.content(new, language),
            replaced=self.setting.content(old, language),
            **self.setting.judged(new, old, language),
        )

    def _head(self, said: _Base, suggestion: str, person: str) -> dict[str, Any]:
        name = f"{_SOURCE}:{keyed(suggestion, self.setting.key) if suggestion else self._id}"
        return {
            "id": f"{_SOURCE}:{self._id}", "suggestion": name, "at_ms": _at(said), "source": _SOURCE,
            "study": self.setting.study, "arm": self.setting.arm, "participant": self.setting.pseudonym(person),
            "surface": _SURFACES[said.eventName],
        }  # fmt: skip


def _decided(head: dict[str, Any], accepted: bool | None, text: str | None) -> Iterator[Event]:
    decided = head | {"id": f"{head['id']}:decided"}
    if accepted:
        yield Accepted(**decided, chars=None if text is None else len(text))
    elif accepted is not None:
        yield Ignored(**decided, reason=_UNTAKEN)


def _versioned(found: dict[str, Any]) -> _Base:
    if "schema" not in found or "eventName" not in found:
        raise InputError(f"no `schema` and `eventName`: not dev_data of schema {_SCHEMA}; older ones are not read")
    if found["schema"] != _SCHEMA:
        raise InputError(f"schema {found['schema']!r} is not known here; {_SCHEMA} is")
    return shaped(found, _Base, "dev_data")


def _at(said: _Base) -> int:
    """When it was logged: ISO 8601, or milliseconds since 1970."""
    given = said.timestamp or said.createdAt
    if isinstance(given, float):
        return round(given)
    try:
        moment = datetime.fromisoformat(given)
    except ValueError:
        raise InputError(f"`timestamp` {given[:40]!r} is not a time in ISO 8601") from None
    return round((moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp() * 1000)
