"""One project's archives -> its functions: licence decided first, then files chosen, then functions, then caps.

Nothing of a project whose licence is not surely permissive leaves this module, and within a permissive project
files with another licence are left out.  Neighbours: `archives` reads, `metadata` and `debian` judge licences,
`functions` extracts, `build` runs this for every project.
"""

from __future__ import annotations

import hashlib
import re
import sysconfig
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path, PurePosixPath

from codescore.languages import Language, by_id
from codescore_train.corpus import archives, debian, functions, metadata
from codescore_train.corpus.recipe import Recipe, Source

VERSION = 2  # of extraction: a change makes what was extracted before worthless

_TEST_PART = re.compile(r"(?:^|/)(?:tests?|testing|unittests?|src/(?:\w*test\w*|it)|test-?cases?|testsuite|testdata)/", re.IGNORECASE)
_TEST_NAME = re.compile(r"(?:^|/)(?:test_[^/]*|conftest|[^/]*_tests?|[^/]*Tests?(?:Case)?|Test[A-Z][^/]*)\.\w+$")
_STDLIB_SKIP = {"site-packages", "dist-packages", "test", "tests", "idle_test", "idlelib", "lib2to3", "pydoc_data"}


@dataclass(frozen=True, slots=True)
class Row:
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
    """A project's rows, or why there are none (`skipped`); `licence` and `evidence` are recorded either way."""

    rows: tuple[Row, ...]
    licence: str
    evidence: str
    skipped: str


def extract(source: Source, paths: tuple[Path, ...], recipe: Recipe) -> Extract:
    """Everything usable in one project.  A bad archive is a reason, not an exception."""
    language = by_id(source.language)
    if language is None:
        return Extract((), "", "", f"no such language: {source.language}")
    try:
        licence, evidence, files = _FILES[source.kind](source, paths, language, recipe)
        rows = _rows(source, files, language)
    except archives.BadArchive as error:
        return Extract((), "", "", f"bad archive: {error}")
    if licence is None:
        return Extract((), "", evidence, "licence not permissive or unknown")
    kept = _capped(rows, recipe)
    main = licence or _most_common(row.licence for row in kept)
    return Extract(kept, main, evidence, "" if kept else "no usable function")


def as_json(row: Row) -> dict[str, str]:
    """The row as written to disk."""
    return asdict(row)


Files = Iterator[tuple[str, bytes, str]]  # path, content, licence


def _of_wheel(source: Source, paths: tuple[Path, ...], language: Language, recipe: Recipe) -> tuple[str | None, str, Files]:
    wanted = _wanted(language, recipe)
    about = {name: data for path in paths for name, data in archives.members(path, metadata.is_metadata)}
    licence, evidence = metadata.decide(about)
    content = (item for path in paths for item in archives.members(path, wanted)) if licence else iter(())
    return licence, evidence, ((n, d, licence or "") for n, d in content if not debian.names_copyleft(d))


def _of_debian(source: Source, paths: tuple[Path, ...], language: Language, recipe: Recipe) -> tuple[str | None, str, Files]:
    packaging = [path for path in paths if ".orig" not in path.name]
    found = [data for path in packaging for _, data in archives.members(path, lambda n: n == "debian/copyright")]
    decision = debian.decide(found[0] if found else None)
    if decision.licence_of is None:
        return None, decision.evidence, iter(())
    return "", decision.evidence, _judged(paths, decision.licence_of, _wanted(language, recipe))


def _judged(paths: tuple[Path, ...], licence_of: debian.FileLicence, wanted: archives.Wanted) -> Files:
    for path in paths:
        if ".orig" not in path.name:
            continue
        for name, data in archives.members(path, wanted):
            inner = name.split("/", 1)[-1]  # upstream archives hold one folder
            licence = licence_of(inner)
            if licence == "":
                licence = debian.by_header(data)
            if licence and not debian.names_copyleft(data):
                yield inner, data, licence


def _of_cpython(source: Source, paths: tuple[Path, ...], language: Language, recipe: Recipe) -> tuple[str | None, str, Files]:
    root = Path(sysconfig.get_path("stdlib"))
    return "PSF-2.0", "the interpreter's own library", _library(root, language)


def _library(root: Path, language: Language) -> Files:
    for path in sorted(root.rglob("*")):
        inner = path.relative_to(root)
        regular = path.suffix in language.extensions and path.is_file() and not path.is_symlink()
        if regular and not _STDLIB_SKIP.intersection(inner.parts):
            data = path.read_bytes()
            if not debian.names_copyleft(data):
                yield inner.as_posix(), data, "PSF-2.0"


_FILES = {"pypi": _of_wheel, "debian": _of_debian, "cpython": _of_cpython}


def _wanted(language: Language, recipe: Recipe) -> archives.Wanted:
    endings = tuple(e for e in language.extensions if not e.endswith("i"))  # stubs have no bodies

    def wanted(name: str) -> bool:
        return name.endswith(endings) and not recipe.skip_parts.intersection(PurePosixPath(name).parts[:-1])

    return wanted


def _rows(source: Source, files: Files, language: Language) -> list[Row]:
    rows = []
    for path, data, licence in files:
        for found in functions.extract(data, language):
            row = Row(language.id, source.name, source.version, licence, path, found.name, found.code, found.comment)
            rows.append(row)
    return rows


def is_test(path: str) -> bool:
    """Whether a file is, by its path, a test."""
    return bool(_TEST_PART.search(path) or _TEST_NAME.search(path))


def _capped(rows: list[Row], recipe: Recipe) -> tuple[Row, ...]:
    """At most `cap` rows, at most `test_share` of them tests; which ones is decided by hash, the order is kept."""
    tests = [i for i, row in enumerate(rows) if is_test(row.path)]
    others = sorted(set(range(len(rows))) - set(tests))
    share = recipe.test_share
    room = int(min(len(others) * share / (1 - share), recipe.cap * share))
    chosen = _pick(rows, tests, room)
    chosen += _pick(rows, others, recipe.cap - len(chosen))
    return tuple(rows[i] for i in sorted(chosen))


def _pick(rows: list[Row], indices: list[int], count: int) -> list[int]:
    if len(indices) <= count:
        return indices
    return sorted(indices, key=lambda i: _hash(rows[i]))[:count]


def _hash(row: Row) -> bytes:
    return hashlib.blake2b(f"{row.path}\0{row.name}\0{row.code}".encode(), digest_size=8).digest()


def _most_common(names: Iterable[str]) -> str:
    counts: dict[str, int] = {}
    for name in names:
        counts[name] = counts.get(name, 0) + 1
    return min(counts, key=lambda name: (-counts[name], name)) if counts else ""
