"""What stays warm between requests: the model, the compilers, and what was computed before.

A `Session` is thread-safe and lives as long as the server or the command.  The bundle is loaded at the first need, or
by `warm`; without a usable one everything but similarities still works, and `status` says why.  It hands out parts and
caches; the steps themselves are in `pipeline`, `match`, `checking` and `compare`.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from codescore.check import Checkers
from codescore.embed import (
    Bundle,
    CacheCounts,
    Encoded,
    Encoder,
    Manifest,
    TaskModel,
    Tick,
    VectorCache,
    default_bundle_path,
    layout_of,
    load_bundle,
    resident_mb,
)
from codescore.engine.model import Source
from codescore.engine.outside import module_program, module_sketch, module_trace
from codescore.engine.source import around_of
from codescore.foundation.caches import slots
from codescore.foundation.errors import BundleError
from codescore.foundation.folders import cache_folder
from codescore.languages import CheckResult
from codescore.program import Program
from codescore.score import TaskVector
from codescore.sketch import Sketch, SourceMap, map_unit, program_unit, sketch_unit
from codescore.syntax import Unit

_SKETCHES = 2_048
_CHECKS = 2_048
_TASKS = 2_048
_PROGRAMS = 256  # large, and needed only where two sketches are alike but not equal
_TRACES = 256  # large, and needed only where a sketch differs from its reference's

#: A language, the digest of an outermost unit, and from where to where in it.
_Key = tuple[str, bytes, int, int]


@dataclass(frozen=True, slots=True)
class SessionStatus:
    """How a session is: `ready` once the model is warm; `error` is why it cannot be."""

    bundle: str | None
    provider: str | None
    notices: tuple[str, ...]
    ready: bool
    error: str | None


@dataclass(frozen=True, slots=True)
class _Model:
    bundle: Bundle
    label: str
    encoder: Encoder
    cache: VectorCache


class Session:
    """Long-lived state; `bundle` None means the default one, `cache_dir` None the user's cache folder."""

    def __init__(
        self,
        *,
        bundle: Path | None = None,
        cache_dir: Path | None = None,
        disk_cache: bool = True,
        threads: int | None = None,
    ) -> None:
        self.checkers = Checkers()
        self.checks: Callable[[tuple[str, bytes, bytes]], list[CheckResult]] = slots(_CHECKS)
        self._sketches: Callable[[_Key], list[Sketch]] = slots(_SKETCHES)
        self._traces: Callable[[_Key], list[SourceMap]] = slots(_TRACES)
        self._programs: Callable[[_Key], list[Program | None]] = slots(_PROGRAMS)
        self.tasks: Callable[[tuple[object, ...]], list[TaskVector | None]] = slots(_TASKS)
        self._bundle_path = bundle
        self._cache_dir = cache_dir
        self._disk_cache = disk_cache
        self._threads = threads
        self._telling = threading.Lock()
        self._notices: dict[str, None] = {}  # checkers tell each thing once, a status tells all
        self._loading = threading.Lock()
        self._model: _Model | None = None
        self._error: BundleError | None = None

    def warm(self) -> None:
        """Load bundle and model unless they are; waits where another thread is loading.  Raises BundleError."""
        self._load(retry=True)
        if self._error is not None:
            raise BundleError(str(self._error))

    @property
    def manifest(self) -> Manifest | None:
        """The manifest of the bundle, which is loaded if need be; None without a usable one."""
        model = self._load()
        return model.bundle.manifest if model is not None else None

    @property
    def bundle_label(self) -> str | None:
        """How signatures name the bundle; None without a usable one."""
        model = self._load()
        return model.label if model is not None else None

    @property
    def error(self) -> str | None:
        """Why there is no model, once loading it was tried and failed."""
        return str(self._error) if self._error is not None else None

    def vectors(self, texts: Sequence[str], tick: Tick | None = None) -> Mapping[str, Encoded]:
        """The vectors of sketch texts: from the cache, the others from one call of the model.  Empty without one."""
        model = self._load()
        if model is None:
            return {}
        found = model.cache.get(texts)
        wanted = [text for text in dict.fromkeys(texts) if text not in found]
        if wanted:
            fresh = dict(zip(wanted, model.encoder.encode(wanted, tick), strict=True))
            model.cache.put(fresh)
            found.update(fresh)
        return found

    @property
    def task_model(self) -> TaskModel | None:
        """The same-task part of the bundle; None without one."""
        model = self._load()
        return model.bundle.task if model is not None else None

    def token_place(self, text: str, token: int) -> tuple[int, int]:
        """The characters [start, end) of a sketch's text that one of its token vectors stands for, without spaces."""
        model = self._load()
        assert model is not None  # whose vectors are asked about
        start, end = model.encoder.token_places(text)[token]
        written = text[start:end]
        start += len(written) - len(written.lstrip())
        return start, max(start, end - (len(written) - len(written.rstrip())))

    def sketch(self, source: Source, unit: Unit) -> Sketch:
        """The sketch of a unit of a source.  `lines` are offsets in the source."""
        return _moved(self.cached_sketch(source, unit), unit.start)

    def cached_sketch(self, source: Source, unit: Unit) -> Sketch:
        """As `sketch`, but `lines` count from the unit's start, so that it holds wherever the unit moves."""
        around, key = _place(source, unit)
        held = self._sketches(key)
        if not held:
            made = module_sketch(source) if unit.kind == "module" else sketch_unit(source.syntax, unit, around)
            held.append(_moved(made, -(unit.start + source.syntax.prefix)))
        return held[0]

    def cached_source_map(self, source: Source, unit: Unit) -> SourceMap:
        """Where the tokens of a unit's sketch are, counted from the unit's start."""
        around, key = _place(source, unit)
        held = self._traces(key)
        if not held:
            made = module_trace(source) if unit.kind == "module" else map_unit(source.syntax, unit, around)
            held.append(made.moved(-(unit.start + source.syntax.prefix)))
        return held[0]

    def cached_program(self, source: Source, unit: Unit) -> Program | None:
        """What a unit means, its places counted from the unit's start; None where that is not known."""
        around, key = _place(source, unit)
        held = self._programs(key)
        if not held:
            whole = unit.kind == "module"
            held.append(module_program(source, unit) if whole else program_unit(source.syntax, unit, around))
        return held[0]

    def status(self) -> SessionStatus:
        """How things are, without loading or waiting for anything."""
        model = self._model
        said = [*self.checkers.notices(), *filter(None, [model.cache.notice if model is not None else None])]
        with self._telling:
            self._notices.update(dict.fromkeys(said))
            notices = tuple(self._notices)
        return SessionStatus(
            bundle=model.label if model is not None else None,
            provider=model.encoder.provider if model is not None else None,
            notices=notices,
            ready=model is not None,
            error=self.error,
        )

    def usage(self) -> tuple[CacheCounts, float | None]:
        """How full the cache of vectors is, and the memory of this process in MB."""
        model = self._model
        return model.cache.counts() if model is not None else CacheCounts(0, 0, 0, 0), resident_mb()

    def close(self) -> None:
        """End compilers, close the cache; the session is not used afterwards."""
        self.checkers.close()
        if self._model is not None:
            self._model.encoder.close()
            self._model.cache.close()

    def _load(self, *, retry: bool = False) -> _Model | None:
        if self._model is not None or (self._error is not None and not retry):
            return self._model
        with self._loading:
            if self._model is None and (self._error is None or retry):
                try:
                    self._model = self._loaded()
                    self._error = None
                except BundleError as error:
                    self._error = error
            return self._model

    def _loaded(self) -> _Model:
        bundle = load_bundle(self._bundle_path or default_bundle_path())
        encoder = Encoder(bundle, threads=self._threads)
        folder = (self._cache_dir or cache_folder()) if self._disk_cache else None
        cache = VectorCache(bundle.digest, layout_of(bundle.manifest), folder)
        return _Model(bundle, bundle.label, encoder, cache)


def _place(source: Source, unit: Unit) -> tuple[Unit | None, _Key]:
    """The unit around a nested one; and all that a unit's sketch depends on."""
    around = around_of(source, unit) if unit.nested else None
    outer = around or unit
    return around, (source.syntax.language.id, outer.digest, unit.start - outer.start, unit.end - outer.start)


def _moved(sketch: Sketch, by: int) -> Sketch:
    lines = tuple(line + by for line in sketch.lines)
    return Sketch(sketch.text, lines, sketch.names, sketch.version)
