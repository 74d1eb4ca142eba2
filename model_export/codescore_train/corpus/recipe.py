"""The corpus recipe: which pinned packages make up the corpus, and the limits that shape it.

A TOML file, whose lists hold one pinned source per line:

    <requirement> <file>#sha256=<hex> [<file>#sha256=<hex> ...]

where the requirement is what the package tool is asked for (`name==1.2` of pip, `name=1.2-3` of apt).  No host
appears: archives come through the user's own pip and apt.  Neighbours: `fetch` obtains, `build` runs.
"""

from __future__ import annotations

import hashlib
import re
import tomllib
from dataclasses import dataclass
from pathlib import Path

from codescore.foundation.errors import InputError

_LINE = re.compile(r"(?P<req>[^\s=]+={1,2}\S+)(?P<files>(?:\s+\S+#sha256=[0-9a-f]{64})+)\s*\Z")
_FILE = re.compile(r"[\w.+~%-]+\Z")


@dataclass(frozen=True, slots=True)
class Source:
    """One pinned package: `kind` says where it comes from (`pypi`, `debian`, `cpython`), `files` are (name, sha256)."""

    kind: str
    name: str
    version: str
    language: str
    files: tuple[tuple[str, str], ...]

    @property
    def origin(self) -> str:
        """Where it comes from, in one word without any address: `pypi:requests==2.32.3`."""
        return f"{self.kind}:{self.requirement}" if self.kind != "cpython" else f"cpython:{self.version}"

    @property
    def requirement(self) -> str:
        """What the package tool is asked for."""
        return f"{self.name}{'==' if self.kind == 'pypi' else '='}{self.version}"


@dataclass(frozen=True, slots=True)
class Recipe:
    """A resolved recipe; `digest` changes whenever anything that shapes one source's functions does."""

    sources: tuple[Source, ...]
    cap: int  # functions of one project
    test_share: float  # at most this share of a project's functions comes from its tests
    pip_options: tuple[str, ...]
    skip_parts: frozenset[str]  # folders of other people's code inside a package
    digest: str


def load(path: Path) -> Recipe:
    """Read a recipe; raises InputError with the place of the first thing that is wrong."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise InputError(f"{path}: not a readable recipe ({error}); give a corpus TOML file") from error
    try:
        limits, fetch = data["limits"], data.get("fetch", {})
        sources = [source for entry in data["sources"] for source in _sources(entry, path)]
        shape = repr((limits["functions_per_project"], limits["test_share"], sorted(fetch.get("skip_parts", []))))
        return Recipe(
            sources=tuple(dict.fromkeys(sources)),
            cap=int(limits["functions_per_project"]),
            test_share=float(limits["test_share"]),
            pip_options=tuple(fetch.get("pip_options", [])),
            skip_parts=frozenset(fetch.get("skip_parts", [])),
            digest=hashlib.sha256(shape.encode()).hexdigest(),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise InputError(f"{path}: recipe lacks or misuses {error}; see the shipped corpus.toml") from error


def _sources(entry: dict[str, object], path: Path) -> list[Source]:
    kind, language = str(entry["kind"]), str(entry["language"])
    if kind == "cpython":
        return [Source(kind, "cpython", str(entry["version"]), language, ())]
    if kind not in {"pypi", "debian"}:
        raise InputError(f"{path}: unknown kind of source {kind!r}; use pypi, debian or cpython")
    lines = [line.split("# ", 1)[0].strip() for line in str(entry["packages"]).splitlines()]
    return [_source(line, kind, language, path) for line in lines if line and not line.startswith("#")]


def _source(line: str, kind: str, language: str, path: Path) -> Source:
    match = _LINE.match(line)
    files = [tuple(item.split("#sha256=", 1)) for item in match["files"].split()] if match else []
    if match is None or any(not _FILE.match(name) for name, _ in files):
        raise InputError(f"{path}: cannot read the line {line[:60]!r}; write NAME==VERSION FILE#sha256=HEX")
    name, version = match["req"].split("==" if kind == "pypi" else "=", 1)
    return Source(kind, name, version, language, tuple((n, h) for n, h in files))
