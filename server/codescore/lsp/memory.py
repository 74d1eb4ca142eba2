"""What workers remember between documents and edits: parsed references, configurations, verdicts.  Thread-safe."""

from __future__ import annotations

from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING

from codescore.foundation.recent import Recent
from codescore.languages import Language
from codescore.lsp.settings import of_project
from codescore.references import Configuration, ConfigurationError, Reader, Resolved, load_configuration

if TYPE_CHECKING:
    from codescore.engine import Source, UnitVerdict

_PARSED_REFERENCES = 64
_VERDICTS = 2_048


class Memory:
    """Bounded; what was used least recently goes first.  A verdict's key is everything it depends on but the model."""

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self._sources: Recent[tuple[str, str, bytes], Source] = Recent(_PARSED_REFERENCES)
        self._verdicts: Recent[tuple[object, ...], UnitVerdict] = Recent(_VERDICTS)

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

        key = (language.id, said.label, blake2b(said.data, digest_size=16).digest())
        source = self._sources.get(key)
        if source is None:
            source = make_source(language, said.data, said.label)
            self._sources.put(key, source)
        return source

    def verdict(self, key: tuple[object, ...]) -> UnitVerdict | None:
        """What was said before."""
        return self._verdicts.get(key)

    def remember(self, key: tuple[object, ...], verdict: UnitVerdict) -> None:
        """Keep a verdict."""
        self._verdicts.put(key, verdict)

    def forget_verdicts(self) -> None:
        """Another model judges from now on."""
        self._verdicts.clear()
