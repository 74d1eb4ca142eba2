"""The first step for a document: find and read what its units are compared with.  Runs in a worker."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from codescore.foundation.errors import InputError
from codescore.languages import Language, by_id
from codescore.lsp.memory import Memory
from codescore.lsp.settings import Settings, of_project, overlaid
from codescore.references import (
    CONFIG_FILE,
    CandidateLocation,
    NotFound,
    Resolution,
    Resolved,
    SetReference,
    resolve,
)
from codescore.syntax import Unit
from codescore.syntax.document import Parsed

if TYPE_CHECKING:
    from codescore.engine import Source


@dataclass(frozen=True, slots=True, eq=False)
class Job:
    """A picture of a document, and all that is needed to judge it."""

    label: str
    language: Language
    parsed: Parsed
    place: CandidateLocation
    settings: Settings
    set_references: Mapping[str | None, Sequence[SetReference]]
    open_texts: Mapping[Path, bytes]
    piece: bool = False  # a cell of a notebook: what it lacks may be in another one


@dataclass(frozen=True, slots=True, eq=False)
class Target:
    """Units and what they are compared with; `whole` as of `references.Group`."""

    units: tuple[Unit, ...]
    references: tuple[tuple[Resolved, Source], ...]
    whole: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Survey:
    """What a document's units are compared with, and under which settings; `files` are the references' files."""

    source: Source
    settings: Settings
    targets: tuple[Target, ...]
    missing: tuple[NotFound, ...]
    files: frozenset[Path]


def survey(job: Job, memory: Memory) -> Survey:
    """Find and parse what the document is compared with."""
    from codescore.engine import source_of  # noqa: PLC0415  heavy: only workers load it

    root = job.place.root
    configuration = memory.configuration(root) if root is not None else None
    settings = job.settings
    if configuration is not None and configuration.settings is not None:
        settings = overlaid(of_project(configuration.settings, CONFIG_FILE).settings, settings)
    resolution = resolve(
        job.parsed.syntax,
        job.parsed.units,
        job.place,
        reader=memory.reader,
        configuration=configuration,
        set_references=job.set_references,
        open_texts=job.open_texts,
        allow_outside=settings.allow_outside_references,
    )
    missing = dict.fromkeys(resolution.problems)
    targets = []
    for group in resolution.groups:
        ready = []
        for reference in group.references:
            found = _parsed(reference, job, memory)
            if isinstance(found, NotFound):
                missing[found] = None
            else:
                ready.append(found)
        if ready:
            targets.append(Target(group.units, tuple(ready), group.whole and not job.piece))
    source = source_of(job.parsed, job.label)
    return Survey(source, settings, tuple(targets), tuple(missing), _files(resolution))


def _files(resolution: Resolution) -> frozenset[Path]:
    """The files whose change would change something."""
    found = (r.path for group in resolution.groups for r in group.references if isinstance(r, Resolved))
    return frozenset(path for path in found if path is not None)


def _parsed(reference: Resolved | NotFound, job: Job, memory: Memory) -> tuple[Resolved, Source] | NotFound:
    """A reference as a source in the candidate's language, or why it is none."""
    if isinstance(reference, NotFound):
        return reference
    language = by_id(reference.language) if reference.language is not None else job.language
    if language is not job.language:
        name = language.name if language is not None else reference.language
        reason = f"{reference.label} is {name}, this is {job.language.name}"
        return NotFound(reason, "name a reference in the same language", reference.how, reference.origin)
    try:
        source = memory.source(job.language, reference)
    except InputError as error:
        return NotFound(str(error), "name a source file", reference.how, reference.origin)
    if not source.units:
        reason = f"{reference.label} holds no code"
        return NotFound(reason, "name a file with the reference in it", reference.how, reference.origin)
    return reference, source
