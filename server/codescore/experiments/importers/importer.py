"""What an importer is: a line of a log in, events out.

Ids are made from what the line says, so that the same file can be imported again and nothing is stored twice.  Names of
people become pseudonyms, paths become hashes, and code is kept as far as the level allows, before anything is stored.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar, cast

import msgspec

from codescore.experiments.contents import content
from codescore.experiments.events import Content, Event, Judgement, Level
from codescore.experiments.hashing import keyed
from codescore.foundation import shapes
from codescore.foundation.errors import InputError
from codescore.languages import by_path

T = TypeVar("T")

#: (suggested code, the code it replaces, language) → the verdict, or why there is none.
Judging = Callable[[str, str, str | None], Judgement | str]


@dataclass(frozen=True, slots=True)
class Setting:
    """What all lines of an import have in common."""

    key: bytes
    level: Level
    study: str | None = None
    arm: str | None = None
    participant: str | None = None  # of all lines; otherwise who the log names, under a pseudonym
    judging: Judging | None = None
    mapping: Path | None = None

    def pseudonym(self, name: str | None) -> str | None:
        """The participant of a line that names somebody; an empty name is nobody's."""
        if self.participant is not None:
            return self.participant
        return f"u-{keyed('participant:' + name, self.key)[:16]}" if name else None

    def content(self, text: str | None, language: str | None) -> Content | None:
        """What may be kept of a text."""
        return None if text is None else content(text, self.level, self.key, language)

    def document(self, path: str | None) -> str | None:
        """A file by the hash of its path."""
        return f"d-{keyed('document:' + path, self.key)}" if path else None

    def judged(self, offered: str | None, replaced: str | None, language: str | None) -> dict[str, Any]:
        """The fields `verdict` or `verdict_reason` of a `Shown`."""
        if self.judging is None:
            return {}
        if not offered or not replaced:
            return {"verdict_reason": "the log does not say what was replaced, or by what"}
        found = self.judging(offered, replaced, language)
        return {"verdict_reason": found[:500]} if isinstance(found, str) else {"verdict": found}


@dataclass(frozen=True, slots=True)
class Refused:
    """A line that was not imported, and why; lines count from 1."""

    line: int
    reason: str


class Outcome:
    """What came of a file, counted while it is read.

    Events by kind, lines that are about something else by what they are, and how many lines were refused; `refused`
    holds the first of them.
    """

    def __init__(self) -> None:
        self.events: Counter[str] = Counter()
        self.other: Counter[str] = Counter()
        self.refused: list[Refused] = []
        self.refusals = 0


class Importer(ABC):
    """One format.  `other` counts lines that are fine and about something else."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.other: Counter[str] = Counter()

    @abstractmethod
    def events(self, number: int, line: bytes) -> Iterator[Event]:
        """The events of a line, which has no line end; InputError with the reason where it is not understood."""


def language_of(path: str | None) -> str | None:
    """The language of a file by its name, None for one that is not known here."""
    found = by_path(path) if path else None
    return found.id if found is not None else None


def made(fields: dict[str, Any]) -> Event:
    """The event that has these fields, `kind` among them; InputError names the field that does not fit."""
    union: Any = Event
    return cast("Event", shaped(fields, union, "row"))


def json_line(line: bytes) -> dict[str, Any]:
    """The JSON object of a line; InputError for anything else."""
    try:
        found = msgspec.json.decode(line)
    except msgspec.DecodeError as error:
        raise InputError(f"not JSON: {error}") from None
    except UnicodeDecodeError:
        raise InputError("not UTF-8") from None
    except RecursionError:
        raise InputError("JSON nested too deeply") from None
    if not isinstance(found, dict):
        raise InputError(f"a JSON {type(found).__name__}, not an object")
    return found


def shaped(found: object, shape: type[T], what: str) -> T:
    """Data as a type that says what its fields are; InputError names the field that does not fit."""
    try:
        return shapes.convert(found, shape)
    except msgspec.ValidationError as error:
        raise InputError(f"{what}: {error}") from None
    except RecursionError:
        raise InputError(f"{what}: nested too deeply") from None
