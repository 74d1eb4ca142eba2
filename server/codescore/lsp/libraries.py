"""What programs that are run from the editor may import: what settings name, and what lies beside their files.

A workspace is not trusted: its own files may hold the settings, and where a path leads is its to say.  So everything,
all links followed, lies in the workspace, unless the user allowed what lies outside (`allowOutsideReferences`); that is
decided where it is for references.  Reads files: for workers.  Neighbours: `evidence.libraries` (says what they are),
`behaviour` (asks), `runs` (keys).
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from codescore.evidence.libraries import STDIN, allowed, inside, of_program, state_of
from codescore.foundation.errors import EnvironmentProblem, InputError
from codescore.languages import Language
from codescore.languages.execution import NO_LIBRARIES, Libraries
from codescore.lsp.settings import Settings, with_project
from codescore.references import CONFIG_FILE, CandidateLocation, Resolved
from codescore.references.read import Refused, locate

if TYPE_CHECKING:
    from codescore.engine import Pair, Source
    from codescore.lsp.survey import Memory


@dataclass(frozen=True, slots=True)
class Imports:
    """Where to look for what the programs of one document's pairs may import."""

    sent: Settings
    place: CandidateLocation
    memory: Memory

    def look(self) -> Looked:
        """Begin to look; in a worker."""
        root = self.place.root
        read = self.memory.configuration(root) if root is not None else None
        settings = with_project(self.sent, read.settings, CONFIG_FILE) if read is not None else self.sent
        return Looked(settings, self.place)


@dataclass(slots=True)  # mutable: what was found for a document's pairs
class Looked:
    """What they may import; `problem` says what is wrong with the settings."""

    settings: Settings
    place: CandidateLocation
    problem: str = ""
    _named: dict[Language, Libraries] = field(default_factory=dict)
    _found: dict[tuple[int, int], tuple[Libraries, Libraries]] = field(default_factory=dict)

    def of(self, pair: Pair, said: Resolved) -> tuple[Libraries, Libraries]:
        """What a pair's candidate and its reference may import."""
        key = id(pair.candidate), id(pair.reference)
        if key not in self._found:
            mine, other = (str(one) if one is not None else STDIN for one in (self.place.path, said.path))
            self._found[key] = self._beside(pair.candidate, mine, other), self._beside(pair.reference, other, mine)
        return self._found[key]

    def _beside(self, source: Source, path: str, other: str) -> Libraries:
        language = source.syntax.language
        given = self._of(language)
        found = of_program(given, language, path, source.syntax.source.decode("utf-8", "replace"), other)
        limit = self.place.limit
        if limit is not None and not self.settings.allow_outside_references:
            found = inside(found, limit)
            if path == STDIN or not Path(path).resolve().is_relative_to(limit.resolve()):
                found = replace(found, bundled="", neighbours=())
        return replace(found, state=state_of(found, quickly=True)) if found != NO_LIBRARIES else found

    def _of(self, language: Language) -> Libraries:
        """What settings name, for programs of a language; nothing where that is wrong, or it knows of none."""
        if language not in self._named:
            self._named[language] = NO_LIBRARIES
            library = [one for one in (self.settings.library or "").split(os.pathsep) if one]
            if language.importing() is not None and (library or self.settings.environment):
                try:
                    self._named[language] = allowed(library, self.settings.environment, language, self._where)
                except (EnvironmentProblem, InputError) as error:
                    self.problem = str(error)
        return self._named[language]

    def _where(self, written: str) -> Path:
        limit = self.place.limit
        if limit is None:
            raise InputError(f"{written}: a library needs a workspace; save the file first")
        found = locate(written, limit, limit, allow_outside=self.settings.allow_outside_references)
        if isinstance(found, Refused):
            raise InputError(f"{found.reason}; {found.remedy}")
        return found
