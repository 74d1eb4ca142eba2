"""The event log of a Tabby server (`~/.tabby/events/*.json`): JSON lines `{user, ts, event: {KIND: {...}}}`.

Read are `completion`, `view`, `select` and `dismiss` (TabbyML/tabby: crates/tabby-common/src/api/event.rs).  The log
has no version; a kind that is not known here is refused.  A completion counts as shown when it was viewed, not when the
server made it; what it said is remembered until then.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from typing import Annotated, Any

from msgspec import Meta, Struct

from codescore.experiments.events import Accepted, Content, Event, Rejected, Shown
from codescore.experiments.hashing import keyed
from codescore.experiments.importers.importer import Importer, json_line, shaped
from codescore.foundation.errors import InputError

_SOURCE = "tabby"
_REMEMBERED = 50_000  # completions, and suggestions that were viewed: the last ones
_OTHER = ("chat_completion",)

Natural = Annotated[int, Meta(ge=0)]


class _Entry(Struct):
    ts: Annotated[int, Meta(ge=0, le=1 << 53)]
    event: dict[str, Any]
    user: str | None = None


class _Choice(Struct):
    index: Natural
    text: str


class _Segments(Struct):
    filepath: str | None = None


class _Completion(Struct):
    completion_id: str
    choices: list[_Choice]
    language: str = ""
    segments: _Segments | None = None


class _Act(Struct):
    completion_id: str
    choice_index: Natural
    kind: str | None = None
    view_id: str | None = None
    elapsed: Natural | None = None


class Tabby(Importer):
    """One line, one event of theirs."""

    def __init__(self, setting: Any) -> None:  # noqa: ANN401  (as the contract's)
        super().__init__(setting)
        self._made: OrderedDict[str, tuple[str | None, str | None, dict[int, Content]]] = OrderedDict()
        self._seen: OrderedDict[str, None] = OrderedDict()

    def events(self, number: int, line: bytes) -> Iterator[Event]:  # noqa: ARG002  (the line says all)
        """What a line says of a suggestion."""
        entry = shaped(json_line(line), _Entry, "entry")
        if len(entry.event) != 1:
            raise InputError(f"an event with {len(entry.event)} kinds; Tabby writes one")
        ((kind, body),) = entry.event.items()
        self._id = keyed(line.decode("utf-8"), self.setting.key)
        match kind:
            case "completion":
                self._remember(shaped(body, _Completion, kind))
            case "view" | "select" | "dismiss":
                yield from self._acted(kind, entry, shaped(body, _Act, kind))
            case _ if kind in _OTHER:
                self.other[kind] += 1
            case _:
                raise InputError(f"unknown event {kind!r}: written by a version of Tabby that is not known here")

    def _remember(self, made: _Completion) -> None:
        language, path = made.language or None, made.segments.filepath if made.segments else None
        kept = {c.index: found for c in made.choices if (found := self.setting.content(c.text, language)) is not None}
        self._made[made.completion_id] = language, path, kept
        _shorten(self._made)
        self.other["completion"] += 1

    def _acted(self, kind: str, entry: _Entry, act: _Act) -> Iterator[Event]:
        named = f"{act.completion_id}:{act.choice_index}:{act.view_id or ''}"
        suggestion = f"{_SOURCE}:{keyed(named, self.setting.key)}"
        head: dict[str, Any] = {
            "id": f"{_SOURCE}:{self._id}", "suggestion": suggestion, "at_ms": entry.ts, "source": _SOURCE,
            "study": self.setting.study, "arm": self.setting.arm, "participant": self.setting.pseudonym(entry.user),
            "surface": "inline",
        }  # fmt: skip
        language, path, texts = self._made.get(act.completion_id, (None, None, {}))
        offered = texts.get(act.choice_index)
        if suggestion not in self._seen:  # an acceptance whose view is not in the log was shown all the same
            yield Shown(
                **head | {"id": f"{suggestion}:shown"},
                provider=_SOURCE,
                language=language,
                document=self.setting.document(path),
                offered=offered,
                choice=act.choice_index,
            )
            self._seen[suggestion] = None
            _shorten(self._seen)
        if kind == "select":
            part = act.kind == "line"
            chars = offered.chars if offered is not None and not part else None
            yield Accepted(**head, extent="line" if part else "whole", shown_ms=act.elapsed, chars=chars)
        elif kind == "dismiss":
            yield Rejected(**head, shown_ms=act.elapsed)


def _shorten(remembered: OrderedDict[str, Any]) -> None:
    while len(remembered) > _REMEMBERED:
        remembered.popitem(last=False)
