"""What a language offers that can build a project from an answer, as types.

A project is what somebody would put on disk to build it: source files and a manifest that names the libraries.  A
`Builder` is the optional package `build` of a language's folder.  Building reads hostile text, and runs nothing of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

#: What building showed.  `no_code`: there was nothing to build.
BuildStatus: TypeAlias = Literal["built", "not_built", "no_code"]

#: Why a project is not built: an error of its own, a library that is not on this machine, or limits of ours.
BuildReason: TypeAlias = Literal["", "code", "libraries", "limits"]


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of an answer: the word behind its fence in lower case (empty where there is none), and its text."""

    tag: str
    text: str


@dataclass(frozen=True, slots=True)
class Project:
    """Files by their path, the manifest's name and text, libraries as `group:name:version`, what was left out."""

    files: Mapping[str, str]
    manifest_name: str
    manifest: str
    libraries: tuple[str, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Build:
    """What became of building; `problems` are the compiler's first lines, `missing` packages that are not here."""

    status: BuildStatus
    reason: BuildReason = ""
    problems: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    compiler: str = ""


class Builder(Protocol):
    """Builds projects of one language behind the wall, without network."""

    def project(self, blocks: Sequence[Block]) -> Project:
        """What to build, from the pieces of an answer.  Pure and total."""

    def build(self, project: Project) -> Build:
        """Compile everything.  Raises EnvironmentProblem where there is no compiler or no wall."""

    @property
    def signature(self) -> str:
        """The compiler, and a digest of the libraries it is given: a build is as good as these."""
