"""Which reference each unit has: the order of precedence, and the values that say so.

Precedence, first match wins for each unit: set by the client for the unit, then for the file; a directive about
the unit, then about the file; the first rule of `codescore.toml` that matches the file.  This is where the other
modules of the stage meet; it runs in a worker because it reads files.  Offsets are byte offsets into the candidate's
source; lines are zero-based.  Neighbours: `written` finds what was asked for, `read` reads it.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from codescore.languages import by_path
from codescore.references.read import Reader, Refused, locate
from codescore.references.written import (
    CONFIG_FILE,
    Configuration,
    ConfigurationError,
    Directive,
    find_directives,
    parse_configuration,
)
from codescore.syntax import Syntax, Unit

How = Literal["set", "comment", "rule"]
Span = tuple[int, int]


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


Reference = Resolved | NotFound


@dataclass(frozen=True, slots=True)
class Group:
    """Units that share what they are compared with: with several references the best match counts.

    `whole` says that the references are the file's, and these units all that have none of their own.
    """

    units: tuple[Unit, ...]
    references: tuple[Reference, ...]
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Resolution:
    """Every unit that has a reference, grouped, and the directives that mean nothing."""

    groups: tuple[Group, ...]
    problems: tuple[NotFound, ...] = ()


@dataclass(frozen=True, slots=True)
class _Context:
    """What resolving one source needs to know."""

    place: CandidateLocation
    reader: Reader
    open_texts: Mapping[Path, bytes]
    allow_outside: bool


@dataclass(frozen=True, slots=True)
class _Asked:
    """How and where a reference was asked for; `name` picks one unit of it."""

    how: How
    origin: Origin
    name: str | None
    assume: str | None = None
    count: tuple[str, ...] = ()


class _Groups:
    """Groups found so far, and the units that still have no reference."""

    def __init__(self, units: tuple[Unit, ...]) -> None:
        self.found: list[Group] = []
        self.left: dict[Span, Unit] = {(u.start, u.end): u for u in units}

    def take(self, units: Iterable[Unit], references: tuple[Reference, ...], *, whole: bool = False) -> None:
        """Give those of the units that are left these references."""
        mine = tuple(u for u in units if self.left.pop((u.start, u.end), None) is not None)
        if mine:
            self.found.append(Group(mine, references, whole))


def resolve(
    syntax: Syntax,
    units: tuple[Unit, ...],
    place: CandidateLocation,
    *,
    reader: Reader,
    configuration: Configuration | None = None,
    set_references: Mapping[str | None, Sequence[SetReference]] | None = None,
    open_texts: Mapping[Path, bytes] | None = None,
    allow_outside: bool = False,
) -> Resolution:
    """The references of a source's units.

    `set_references` are the client's, by qualified unit name, None for the whole file.  `open_texts` are the contents
    of files that an editor has open, by real path.  Units without any reference are in no group.
    """
    context = _Context(place, reader, open_texts or {}, allow_outside)
    groups = _Groups(units)
    _client_set(groups, units, set_references or {}, context)
    directives = find_directives(syntax, units)
    _directed(groups, directives, context)
    if groups.left and configuration is not None:
        _ruled(groups, configuration, context)
    return Resolution(tuple(groups.found), tuple(_meaningless(d) for d in directives if not (d.path and d.units)))


def load_configuration(root: Path, reader: Reader) -> Configuration | None:
    """The configuration of a workspace folder, None where there is none."""
    if not (root / CONFIG_FILE).exists():
        return None
    path = locate(CONFIG_FILE, root, root, allow_outside=False)
    data = reader.read(path) if isinstance(path, Path) else path
    if isinstance(data, Refused):
        return Configuration(errors=(ConfigurationError(0, f"{data.reason}; {data.remedy}"),))
    return parse_configuration(data)


def _client_set(
    groups: _Groups,
    units: tuple[Unit, ...],
    wanted: Mapping[str | None, Sequence[SetReference]],
    context: _Context,
) -> None:
    if not wanted:
        return
    for unit in units:
        if unit.qualified in wanted:
            groups.take((unit,), tuple(_set(r, context) for r in wanted[unit.qualified]))
    if None in wanted:
        groups.take(units, tuple(_set(r, context) for r in wanted[None]), whole=True)


def _directed(groups: _Groups, directives: tuple[Directive, ...], context: _Context) -> None:
    """Directives about few units before those about more, the file last; those about the same units go together."""
    alike: dict[tuple[Span, ...], list[Directive]] = {}
    for directive in directives:
        if directive.path is not None and directive.units:
            alike.setdefault(tuple((u.start, u.end) for u in directive.units), []).append(directive)
    for together in sorted(alike.values(), key=lambda ds: (ds[0].whole, len(ds[0].units))):
        groups.take(together[0].units, tuple(_said(d, context) for d in together), whole=together[0].whole)


def _ruled(groups: _Groups, configuration: Configuration, context: _Context) -> None:
    path, root = context.place.path, context.place.root
    if path is None or root is None or not path.is_relative_to(root):
        return
    rule = configuration.rule_for(path.relative_to(root).as_posix())
    if rule is None:
        return
    asked = _Asked("rule", Origin(file=root / CONFIG_FILE, line=rule.line), rule.name, rule.assume, rule.count)
    found = [_file(spec, root, asked, context) for spec in rule.references]
    # A file is no reference for itself: rules may match the reference too.
    others = tuple(r for r in found if isinstance(r, NotFound) or r.path != Path(os.path.realpath(path)))
    if others:
        groups.take(tuple(groups.left.values()), others, whole=True)


def _set(wanted: SetReference, context: _Context) -> Reference:
    """What the client set: text as it is, or a file, which the editor may have open anywhere."""
    if wanted.text is not None:
        return Resolved(wanted.label, wanted.path, wanted.text, wanted.name, "set", wanted.language, Origin())
    path = wanted.path
    if path is None:
        return NotFound("the reference that was set is empty", "set it again", "set", Origin())
    asked = _Asked("set", Origin(), wanted.name)
    if path in context.open_texts:
        return _read(path, wanted.label, asked, context)
    return _file(str(path), path.parent, asked, context)


def _said(directive: Directive, context: _Context) -> Reference:
    origin = Origin(start=directive.start, end=directive.end)
    path = context.place.path
    base = path.parent if path is not None else context.place.root
    if base is None:
        return NotFound(
            "a relative path means nothing in a buffer that was never saved", "save the file first", "comment", origin
        )
    return _file(directive.path or "", base, _Asked("comment", origin, directive.name), context)


def _file(spec: str, base: Path, asked: _Asked, context: _Context) -> Reference:
    limit = context.place.limit or base
    path = locate(spec, base, limit, allow_outside=context.allow_outside)
    if isinstance(path, Refused):
        return NotFound(path.reason, path.remedy, asked.how, asked.origin)
    return _read(path, _label(path, limit), asked, context)


def _read(path: Path, label: str, asked: _Asked, context: _Context) -> Reference:
    data = context.reader.read(path, context.open_texts)
    if isinstance(data, Refused):
        return NotFound(data.reason, data.remedy, asked.how, asked.origin)
    language = by_path(path)
    known = language.id if language else None
    return Resolved(label, path, data, asked.name, asked.how, known, asked.origin, asked.assume, asked.count)


def _label(path: Path, limit: Path) -> str:
    """The path as a person in this workspace would write it."""
    for root in (limit, limit.resolve()):
        if path.is_relative_to(root):
            return path.relative_to(root).as_posix()
    return str(path)


def _meaningless(directive: Directive) -> NotFound:
    origin = Origin(start=directive.start, end=directive.end)
    if directive.path is None:
        return NotFound("this directive is not understood", "write codescore: reference=PATH#name", "comment", origin)
    return NotFound("this directive is about no function", "put it above or inside a function", "comment", origin)
