"""One project's archives -> its functions, with the caps that keep one project, or its tests, from dominating.

Neighbours: `packages` gives the files that may be used, `functions` cuts them up, `build` runs this per project.
"""

from __future__ import annotations

import hashlib
import platform
import re
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path, PurePosixPath

from codescore.foundation.archives import ArchiveError
from codescore.languages import Language, by_id
from codescore_train.corpus import functions
from codescore_train.corpus.packages import KINDS, Files, Wanted, library_hash
from codescore_train.corpus.recipe import Recipe, Source

VERSION = 3  # of extraction: a change makes what was extracted before worthless

_TEST_PART = re.compile(
    r"(?:^|/)(?:tests?|testing|unittests?|src/(?:\w*test\w*|it)|test-?cases?|testsuite|testdata)/", re.IGNORECASE
)
_TEST_NAME = re.compile(r"(?:^|/)(?:test_[^/]*|conftest|[^/]*_tests?|[^/]*Tests?(?:Case)?|Test[A-Z][^/]*)\.\w+$")


@dataclass(frozen=True, slots=True)
class CorpusRow:
    """One line of the corpus."""

    lang: str
    project: str
    version: str
    licence: str
    path: str
    name: str
    code: str
    comment: str


@dataclass(frozen=True, slots=True)
class Extract:
    """A project's rows, or why there are none (`skipped`); `licence` and `evidence` are recorded either way.

    `sha256`: name and hash of what was read where the recipe pins no file.
    """

    rows: tuple[CorpusRow, ...]
    licence: str
    evidence: str
    skipped: str
    sha256: tuple[tuple[str, str], ...] = ()


def extract(source: Source, paths: tuple[Path, ...], recipe: Recipe) -> Extract:
    """Everything usable in one project.  A bad archive is a reason, not an exception."""
    language = by_id(source.language)
    if language is None:
        return Extract((), "", "", f"no such language: {source.language}")
    if source.kind == "cpython" and not f"{platform.python_version()}.".startswith(f"{source.version}."):
        return Extract((), "", "", f"another interpreter: run the command with Python {source.version}")
    try:
        package = KINDS[source.kind](paths, _wanted(language, recipe))
        rows = _rows(source, package.files, language)
    except ArchiveError as error:
        return Extract((), "", "", f"bad archive: {error}")
    if package.licence is None:
        return Extract((), "", package.evidence, "licence not permissive or unknown")
    kept = _capped(rows, recipe)
    main = package.licence or _most_common(row.licence for row in kept)
    hashes = library_hash(_wanted(language, recipe)) if source.kind == "cpython" else ()
    return Extract(kept, main, package.evidence, "" if kept else "no usable function", hashes)


def as_json(row: CorpusRow) -> dict[str, str]:
    """The row as written to disk."""
    return asdict(row)


def _wanted(language: Language, recipe: Recipe) -> Wanted:
    endings = tuple(e for e in language.extensions if not e.endswith("i"))  # stubs have no bodies

    def wanted(name: str) -> bool:
        return name.endswith(endings) and not recipe.skip_parts.intersection(PurePosixPath(name).parts[:-1])

    return wanted


def _rows(source: Source, files: Files, language: Language) -> list[CorpusRow]:
    rows = []
    for path, data, licence in files:
        for found in functions.extract(data, language):
            row = CorpusRow(
                language.id, source.name, source.version, licence, path, found.name, found.code, found.comment
            )
            rows.append(row)
    return rows


def is_test(path: str) -> bool:
    """Whether a file is, by its path, a test."""
    return bool(_TEST_PART.search(path) or _TEST_NAME.search(path))


def _capped(rows: list[CorpusRow], recipe: Recipe) -> tuple[CorpusRow, ...]:
    """At most `cap` rows, at most `test_share` of them tests; which ones is decided by hash, the order is kept."""
    tests = [i for i, row in enumerate(rows) if is_test(row.path)]
    others = sorted(set(range(len(rows))) - set(tests))
    share = recipe.test_share
    room = int(min(len(others) * share / (1 - share), recipe.cap * share))
    chosen = _pick(rows, tests, room)
    chosen += _pick(rows, others, recipe.cap - len(chosen))
    return tuple(rows[i] for i in sorted(chosen))


def _pick(rows: list[CorpusRow], indices: list[int], count: int) -> list[int]:
    if len(indices) <= count:
        return indices
    return sorted(indices, key=lambda i: _hash(rows[i]))[:count]


def _hash(row: CorpusRow) -> bytes:
    return hashlib.blake2b(f"{row.path}\0{row.name}\0{row.code}".encode(), digest_size=8).digest()


def _most_common(names: Iterable[str]) -> str:
    counts: dict[str, int] = {}
    for name in names:
        counts[name] = counts.get(name, 0) + 1
    return min(counts, key=lambda name: (-counts[name], name)) if counts else ""
