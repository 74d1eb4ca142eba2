"""The values of reference resolution.  No behaviour, no I/O.

Offsets are byte offsets into the candidate's source; lines are zero-based.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from codescore.syntax import Unit

How = Literal["set", "comment", "rule"]


@dataclass(frozen=True, slots=True)
class CandidateLocation:
    """Where a candidate lives: its file (None for an unsaved buffer) and the workspace folder around it.

    Without a workspace folder the file's own folder is the limit of what may be read.
    """

    path: Path | None
    root: Path | None

    @property
    def limit(self) -> Path | None:
        """The folder that references must lie in, unless the user allowed more."""
        return self.root or (self.path.parent if self.path is not None else None)


@dataclass(frozen=True, slots=True)
class SetReference:
    """A reference that the client set: `text` itself, or a file at `path`; `name` picks one unit of it."""

    label: str
    text: bytes | None = None
    path: Path | None = None
    name: str | None = None
    language: str | None = None  # id; None: as the path says, else the candidate's


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a reference was asked for: a range of the candidate, or a line of a configuration file."""

    start: int | None = None
    end: int | None = None
    file: Path | None = None
    line: int | None = None


@dataclass(frozen=True, slots=True)
class Resolved:
    """A reference that can be compared with; `name` picks one unit of it, None matches unit by unit.

    `assume` is what a rule says of the inputs on which programs are run, `count` of the differences that decide.
    """

    label: str
    path: Path | None
    data: bytes
    name: str | None
    how: How
    language: str | None
    origin: Origin
    assume: str | None = None
    count: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class NotFound:
    """A reference that was asked for and cannot be had."""

    reason: str
    remedy: str
    how: How
    origin: Origin


@dataclass(frozen=True, slots=True)
class Group:
    """Units that share what they are compared with: with several references the best match counts.

    `whole` says that the references are the file's, and these units all that have none of their own.
    """

    units: tuple[Unit, ...]
    references: tuple[Resolved | NotFound, ...]
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Resolution:
    """Every unit that has a reference, grouped, and the directives that mean nothing."""

    groups: tuple[Group, ...]
    problems: tuple[NotFound, ...] = ()
