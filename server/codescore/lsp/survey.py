"""The first step for a document: find and read what its units are compared with.  Runs in a worker.

`Memory` is what workers remember between documents and edits; it is thread-safe.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING

from codescore.foundation.caches import slots
from codescore.foundation.errors import InputError
from codescore.languages import Language, by_id
from codescore.lsp.settings import Settings, of_project, with_project
from codescore.references import (
    CONFIG_FILE,
    CandidateLocation,
    Configuration,
    ConfigurationError,
    NotFound,
    Reader,
    Resolution,
    Resolved,
    SetReference,
    load_configuration,
    resolve,
)
from codescore.syntax import Unit
from codescore.syntax.document import Parsed

if TYPE_CHECKING:
    from codescore.engine import Source, UnitVerdict

_PARSED_REFERENCES = 64
_VERDICTS = 2_048


class Memory:
    """Bounded; what was used least recently goes first.

    `verdicts` holds the last verdict on a pair; its key is everything that it depends on but the model.
    """

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self._sources: Callable[[tuple[str, str, bytes]], list[Source]] = slots(_PARSED_REFERENCES)
        self.forget_verdicts()

    def configuration(self, root: Path) -> Configuration | None:
        """The configuration of a workspace folder as it is on disk now, with complaints about its settings."""
        read = load_configuration(root, self.reader)
        if read is None or read.settings is None:
            return read
        complaints = of_project(read.settings, "[settings]").complaints
        errors = tuple(ConfigurationError(0, complaint) for complaint in complaints)
        return Configuration(read.rules, read.settings, read.errors + errors)

    def source(self, language: Language, said: Resolved) -> Source:
        """The parsed reference.  Raises InputError for what is no source code."""
        from codescore.engine import make_source  # noqa: PLC0415  heavy, and only workers need it

        held = self._sources((language.id, said.label, blake2b(said.data, digest_size=16).digest()))
        if not held:
            held.append(make_source(language, said.data, said.label))
        return held[0]

    def forget_verdicts(self) -> None:
        """Another model judges from now on."""
        self.verdicts: Callable[[tuple[object, ...]], list[UnitVerdict]] = slots(_VERDICTS)


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


_SAME = "name a reference in the same language"
_OR_RUN = ", or turn `evidence` on: only running compares two"


def survey(job: Job, memory: Memory) -> Survey:
    """Find and parse what the document is compared with."""
    from codescore.engine import Source  # noqa: PLC0415  heavy: only workers load it

    root = job.place.root
    configuration = memory.configuration(root) if root is not None else None
    settings = job.settings
    if configuration is not None:
        settings = with_project(settings, configuration.settings, CONFIG_FILE)
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
            found = _parsed(reference, job, memory, runs=settings.evidence)
            if isinstance(found, NotFound):
                missing[found] = None
            else:
                ready.append(found)
        if ready:
            targets.append(Target(group.units, tuple(ready), group.whole and not job.piece))
    source = Source(job.label, job.parsed.syntax, job.parsed.units)
    return Survey(source, settings, tuple(targets), tuple(missing), _files(resolution))


def _files(resolution: Resolution) -> frozenset[Path]:
    """The files whose change would change something."""
    found = (r.path for group in resolution.groups for r in group.references if isinstance(r, Resolved))
    return frozenset(path for path in found if path is not None)


def _parsed(
    reference: Resolved | NotFound, job: Job, memory: Memory, *, runs: bool
) -> tuple[Resolved, Source] | NotFound:
    """A reference as a source, or why it is none; `runs`: programs are run, which compares two languages as well."""
    if isinstance(reference, NotFound):
        return reference
    language = by_id(reference.language) if reference.language is not None else job.language
    if language is None or (language is not job.language and not (runs and _both_run(language, job.language))):
        name = language.name if language is not None else reference.language
        reason = f"{reference.label} is {name}, this is {job.language.name}"
        running = language is not None and _both_run(language, job.language)
        remedy = f"{_SAME}{_OR_RUN if running else ''}"
        return NotFound(reason, remedy, reference.how, reference.origin)
    try:
        source = memory.source(language, reference)
    except InputError as error:
        return NotFound(str(error), "name a source file", reference.how, reference.origin)
    if not source.units:
        reason = f"{reference.label} holds no code"
        return NotFound(reason, "name a file with the reference in it", reference.how, reference.origin)
    return reference, source


def _both_run(ours: Language, theirs: Language) -> bool:
    return ours.runner() is not None and theirs.runner() is not None
