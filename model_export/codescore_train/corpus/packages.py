"""One package's archives -> its usable source files, each with the permissive licence that it is under.

Nothing of a package whose licence is not surely permissive leaves this module, and within a permissive package
files with another licence are left out.  An archive with a hostile entry is bad as a whole.  Neighbours: `metadata` and
`debian` judge licences, `projects` turns the files into functions.
"""

from __future__ import annotations

import hashlib
import platform
import sysconfig
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from codescore.foundation.archives import ArchiveError, Limits, Odd, entries
from codescore_train.corpus import debian, metadata

Files = Iterator[tuple[str, bytes, str]]  # path, content, licence
Wanted = Callable[[str], bool]  # of a path

_LIBRARY_SKIP = {"site-packages", "dist-packages", "test", "tests", "idle_test", "idlelib", "lib2to3", "pydoc_data"}

_HOSTILE = {Odd.OUTSIDE, Odd.ENCRYPTED, Odd.UNUSUAL}  # no published package has one
_LARGEST = 2_000_000  # bytes of a source file
LIMITS = Limits(
    packed=2_000_000_000,
    unpacked=2_000_000_000,
    entries=200_000,
    entry=lambda _name: _LARGEST,
    depth=200,
    ratio_from=64_000_000,
)


def members(path: Path, wanted: Wanted, limits: Limits = LIMITS) -> Iterator[tuple[str, bytes]]:
    """Path and content of each wanted file of an archive in its order, without those that are too large.

    Raises ArchiveError; what was yielded before it must be thrown away.
    """
    with path.open("rb") as file:
        for entry in entries(file, wanted, limits):
            if entry.odd in _HOSTILE:
                raise ArchiveError(f"{entry.name:.200}: {entry.odd.value}")
            if entry.data is not None and len(entry.data) <= limits.entry(entry.name):
                yield entry.name, entry.data


@dataclass(frozen=True, slots=True)
class Package:
    """A package's files and why they may be used.

    `licence` is None where nothing may be used, and "" where it differs from file to file.
    """

    licence: str | None
    evidence: str
    files: Files


def of_wheel(paths: tuple[Path, ...], wanted: Wanted) -> Package:
    """A wheel or sdist, judged by the metadata inside."""
    about = {name: data for path in paths for name, data in members(path, metadata.is_metadata)}
    licence, evidence = metadata.decide(about)
    if licence is None:
        return Package(None, evidence, iter(()))
    found = (item for path in paths for item in members(path, wanted))
    files = ((name, data, licence) for name, data in found if not debian.names_copyleft(data))
    return Package(licence, evidence, files)


def of_debian(paths: tuple[Path, ...], wanted: Wanted) -> Package:
    """A Debian source package: upstream's archives, judged by debian/copyright and the files' own headers."""
    upstream = tuple(path for path in paths if ".orig" in path.name)
    packaging = (path for path in paths if path not in upstream)
    found = [data for path in packaging for _, data in members(path, _is_copyright)]
    decision = debian.decide(found[0] if found else None)
    if decision.licence_of is None:
        return Package(None, decision.evidence, iter(()))
    return Package("", decision.evidence, _judged(upstream, decision.licence_of, wanted))


def library_hash(wanted: Wanted) -> tuple[tuple[str, str], ...]:
    """One hash over the paths and contents of all library files that `of_interpreter` would use, with its name."""
    digest = hashlib.sha256()
    for path, data, _ in of_interpreter((), wanted).files:
        digest.update(f"{path}\0{len(data)}\0".encode() + data)
    return ((f"library of Python {platform.python_version()}", digest.hexdigest()),)


def of_interpreter(paths: tuple[Path, ...], wanted: Wanted) -> Package:
    """The running interpreter's own library, which is under the PSF licence; `paths` are not needed."""
    root = paths[0] if paths else Path(sysconfig.get_path("stdlib"))
    return Package("PSF-2.0", "the interpreter's own library", _library(root, wanted))


KINDS: dict[str, Callable[[tuple[Path, ...], Wanted], Package]] = {
    "pypi": of_wheel,
    "debian": of_debian,
    "cpython": of_interpreter,
}


def _is_copyright(name: str) -> bool:
    return name == "debian/copyright"


def _judged(upstream: tuple[Path, ...], licence_of: debian.FileLicence, wanted: Wanted) -> Files:
    for path in upstream:
        for name, data in members(path, wanted):
            inner = name.split("/", 1)[-1]  # upstream's archive holds one folder, or else the files themselves
            licence = licence_of(inner) if licence_of(name) is not None else None
            if licence == "":
                licence = debian.by_header(data)
            if licence and not debian.names_copyleft(data):
                yield inner, data, licence


def _library(root: Path, wanted: Wanted) -> Files:
    for path in sorted(root.rglob("*")):
        inner = path.relative_to(root)
        if not wanted(inner.as_posix()) or path.is_symlink() or not path.is_file():
            continue
        data = path.read_bytes()
        if not _LIBRARY_SKIP.intersection(inner.parts) and not debian.names_copyleft(data):
            yield inner.as_posix(), data, "PSF-2.0"
