"""Any CSV or JSON lines, with a mapping file that says which column is what.

The mapping is TOML:

    version = 1
    format = "csv"                 # or "jsonl"; CSV needs a head line, and each row is one line
    separator = ","                # of CSV
    time = "ms"                    # or "s", "iso"
    [columns]                      # ours = theirs; for JSON a path such as "data.id"
    suggestion = "completion"
    at = "when"
    outcome = "action"
    participant = "user"
    [outcomes]                     # which of their words mean what
    accepted = ["ACCEPT"]
    rejected = ["DISMISS"]
    ignored = ["TIMEOUT"]
    shown = ["DISPLAY"]

Every line gives a `Shown` and what became of it.  Columns that can be named are in `COLUMNS`.
"""

from __future__ import annotations

import csv
import tomllib
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from codescore.experiments.events import Event
from codescore.experiments.hashing import keyed
from codescore.experiments.importers.importer import Importer, Setting, json_line, language_of, made, shaped
from codescore.foundation.errors import InputError

_SOURCE = "mapped"

#: Our names of columns: those of the event itself, of `Shown`, of a decision and of a snapshot.
COLUMNS = (
    "suggestion", "at", "outcome", "participant", "session", "arm", "surface",
    "provider", "model", "language", "path", "offered", "replaced", "latency_ms", "trigger",
    "score", "similarity", "probability",
    "extent", "chars", "shown_ms",
    "window_s", "edit_distance", "four_gram", "retained_chars",
)  # fmt: skip
_NEEDED = ("suggestion", "at", "outcome")
_NUMBERS = {"latency_ms": int, "score": int, "similarity": float, "probability": float, "chars": int, "shown_ms": int,
            "window_s": int, "edit_distance": float, "four_gram": float, "retained_chars": int}  # fmt: skip
_KINDS = ("shown", "accepted", "rejected", "ignored", "snapshot")


class _Mapping(Struct, forbid_unknown_fields=True):
    version: Literal[1]
    format: Literal["csv", "jsonl"]
    columns: dict[str, Annotated[str, Meta(min_length=1)]]
    outcomes: dict[str, list[str]]
    time: Literal["ms", "s", "iso"] = "ms"
    separator: Annotated[str, Meta(min_length=1, max_length=1)] = ","
    against: Literal["replaced", "reference"] = "replaced"


class Mapped(Importer):
    """One row, one suggestion and what became of it."""

    def __init__(self, setting: Setting) -> None:
        super().__init__(setting)
        if setting.mapping is None:
            raise InputError("this format needs a mapping file: --mapping FILE; EXPERIMENTS.md shows one")
        self._map = _mapping(setting.mapping)
        self._words = {word: kind for kind, words in self._map.outcomes.items() for word in words}
        self._head: list[str] | None = None

    def events(self, number: int, line: bytes) -> Iterator[Event]:  # noqa: ARG002  (the line says all)
        """The events of a row; the first line of a CSV names the columns."""
        if self._map.format == "jsonl":
            row: dict[str, Any] = json_line(line)
            get = {ours: _at_path(row, theirs) for ours, theirs in self._map.columns.items()}
        else:
            cells = _cells(line, self._map.separator)
            if self._head is None:
                self._head = _checked_head(cells, self._map)
                return
            if len(cells) != len(self._head):
                raise InputError(f"{len(cells)} cells under {len(self._head)} columns; a row is one line")
            named = dict(zip(self._head, cells, strict=True))
            get = {ours: named[theirs] or None for ours, theirs in self._map.columns.items()}
        yield from self._made(line, {ours: _typed(ours, value) for ours, value in get.items()})

    def _made(self, line: bytes, row: dict[str, Any]) -> Iterator[Event]:
        for needed in _NEEDED:
            if row.get(needed) is None:
                raise InputError(f"no {self._map.columns[needed]!r}, which is the {needed}")
        kind = self._words.get(str(row["outcome"]))
        if kind is None:
            raise InputError(f"outcome {str(row['outcome'])[:40]!r} is in no list of [outcomes]")
        suggestion = f"{_SOURCE}:{keyed(str(row['suggestion']), self.setting.key)}"
        person = row.get("participant")
        head = {
            "id": f"{_SOURCE}:{keyed(line.decode('utf-8'), self.setting.key)}",
            "suggestion": suggestion,
            "at_ms": _time(row["at"], self._map.time),
            "source": _SOURCE,
            "study": self.setting.study,
            "arm": self.setting.arm or row.get("arm"),
            "surface": row.get("surface"),
            "participant": self.setting.pseudonym(None if person is None else str(person)),
            "session": None if row.get("session") is None else keyed(str(row["session"]), self.setting.key),
        }
        yield made(head | {"kind": "shown", "id": f"{suggestion}:shown"} | self._shown(row))
        yield from _outcome(kind, head, row)

    def _shown(self, row: dict[str, Any]) -> dict[str, Any]:
        language = row.get("language") or language_of(row.get("path"))
        texts = {name: self.setting.content(row.get(name), language) for name in ("offered", "replaced")}
        found = {name: row.get(name) for name in ("provider", "model", "latency_ms") if row.get(name) is not None}
        scores = {name: row.get(name) for name in ("score", "similarity", "probability") if row.get(name) is not None}
        if scores:
            found["verdict"] = {"against": self._map.against} | scores
        else:
            found |= self.setting.judged(row.get("offered"), row.get("replaced"), language)
        if row.get("trigger") is not None:
            found["trigger"] = row["trigger"]
        return found | texts | {"language": language, "document": self.setting.document(row.get("path"))}


def _outcome(kind: str, head: dict[str, Any], row: dict[str, Any]) -> Iterator[Event]:
    given = {name: row[name] for name in ("extent", "chars", "shown_ms") if row.get(name) is not None}
    if kind == "accepted":
        yield made(head | {"kind": kind} | given)
    elif kind in ("rejected", "ignored"):
        more = {"shown_ms": given["shown_ms"]} if "shown_ms" in given else {}
        yield made(head | {"kind": kind} | more)
    elif kind == "snapshot":
        if row.get("window_s") is None:
            raise InputError("a snapshot without `window_s`")
        names = ("edit_distance", "four_gram", "retained_chars")
        left = {name: row[name] for name in names if row.get(name) is not None}
        if "edit_distance" in left:
            left["still_in_code"] = left["edit_distance"] <= 0.5
        yield made(head | {"kind": kind, "window_s": row["window_s"], "retention": left})


def _mapping(path: Path) -> _Mapping:
    try:
        found = shaped(tomllib.loads(path.read_bytes().decode("utf-8")), _Mapping, str(path))
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror or error}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(f"{path} is not TOML: {error}") from None
    for ours in found.columns:
        if ours not in COLUMNS:
            raise InputError(f"{path}: [columns] names {ours!r}; known are {', '.join(COLUMNS)}")
    missing = [needed for needed in _NEEDED if needed not in found.columns]
    if missing:
        raise InputError(f"{path}: [columns] needs {', '.join(missing)}")
    for kind in found.outcomes:
        if kind not in _KINDS:
            raise InputError(f"{path}: [outcomes] names {kind!r}; known are {', '.join(_KINDS)}")
    return found


def _cells(line: bytes, separator: str) -> list[str]:
    try:
        return next(csv.reader([line.decode("utf-8")], delimiter=separator, strict=True))
    except UnicodeDecodeError:
        raise InputError("not UTF-8") from None
    except (csv.Error, StopIteration) as error:
        raise InputError(f"not CSV: {error}") from None


def _checked_head(cells: list[str], mapping: _Mapping) -> list[str]:
    lacking = [theirs for theirs in mapping.columns.values() if theirs not in cells]
    if lacking:
        raise InputError(f"the head line has no column {', '.join(map(repr, lacking))}")
    twice = [theirs for theirs in mapping.columns.values() if cells.count(theirs) > 1]
    if twice:
        raise InputError(f"the head line has {', '.join(map(repr, twice))} more than once")
    return cells


def _at_path(row: dict[str, Any], path: str) -> object:
    found: object = row
    for part in path.split("."):
        found = found.get(part) if isinstance(found, dict) else None
    return found


def _typed(ours: str, value: object) -> object:
    kind = _NUMBERS.get(ours)
    if value is None or kind is None:
        return value if value is None or isinstance(value, str) or ours in _NEEDED else str(value)
    try:
        return kind(value)
    except (TypeError, ValueError):
        raise InputError(f"{ours} {str(value)[:40]!r} is not a number") from None


def _time(value: object, unit: str) -> int:
    try:
        if unit == "iso":
            moment = datetime.fromisoformat(str(value))
            return round((moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp() * 1000)
        return round(float(str(value)) * (1000 if unit == "s" else 1))
    except (ValueError, OverflowError):
        raise InputError(f"time {str(value)[:40]!r} is not {'ISO 8601' if unit == 'iso' else 'a number'}") from None
