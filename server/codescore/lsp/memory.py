"""What workers remember between documents and edits: parsed references, configurations, verdicts.  Thread-safe."""

from __future__ import annotations

import threading
from collections import OrderedDict
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING

from codescore.languages import Language
from codescore.lsp.settings import of_project
from codescore.references import Configuration, ConfigurationError, Reader, Resolved, load_configuration

if TYPE_CHECKING:
    from codescore.engine import Source, UnitVerdict

_PARSED_REFERENCES = 64
_VERDICTS = 16_384


class Memory:
    """Bounded; the oldest goes first.  A verdict's key is everything that it depends on but the model."""

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self._lock = threading.Lock()
        self._sources: OrderedDict[tuple[str, str, bytes], Source] = OrderedDict()
        self._verdicts: OrderedDict[tuple[object, ...], UnitVerdict] = OrderedDict()

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
        with self._lock:
            if key in self._sources:
                self._sources.move_to_end(key)
                return self._sources[key]
        source = make_source(language, said.data, said.label)
        with self._lock:
            self._sources[key] = source
            while len(self._sources) > _PARSED_REFERENCES:
                self._sources.popitem(last=False)
        return source

    def verdict(self, key: tuple[object, ...]) -> UnitVerdict | None:
        """What was said before."""
        with self._lock:
            return self._verdicts.get(key)

    def remember(self, key: tuple[object, ...], verdict: UnitVerdict) -> None:
        """Keep a verdict."""
        with self._lock:
            self._verdicts[key] = verdict
            while len(self._verdicts) > _VERDICTS:
                self._verdicts.popitem(last=False)

    def forget_verdicts(self) -> None:
        """Another model judges from now on."""
        with self._lock:
            self._verdicts.clear()
