"""The languages that are installed: one folder each, found by its `language.toml`, never named in code.

A `Language` holds the folder's data ready for use (layout sets, operators) and gives lazy access to what costs more:
its grammar, its queries, and its optional capabilities: the packages `check`, `rewrite`, `run` and `build`, the modules
`formatting` and `matching`.  A folder with `like` takes from the named one what it does not say itself.  Folders of
other distributions are found by the entry points of the group `codescore.languages`.  Knows nothing of the stages.
"""

from __future__ import annotations

import importlib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib.metadata import entry_points
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path, PurePath
from types import ModuleType
from typing import TYPE_CHECKING, Any, cast

import tree_sitter

from codescore.foundation.errors import EnvironmentProblem
from codescore.languages.data import (
    Control,
    Layout,
    Operators,
    Outside,
    Program,
    Scopes,
    Structure,
    operators_of,
    program_of,
    sets_of,
    structure_of,
)

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from codescore.languages.building import Builder
    from codescore.languages.execution import Bundling, Importing, Neighbouring, Runner
    from codescore.languages.matching import Matcher
    from codescore.languages.protocols import Checker, Formatter, Rewriter

_PACKAGE = "codescore.languages"
#: The group of entry points by which another distribution brings a language: its name, and the package of its folder.
ENTRY_POINTS = "codescore.languages"
_INHERITS = "; inherits"  # how a query begins that adds to another language's


@dataclass(frozen=True, eq=False)
class Language:
    """One language: identity, grammar, queries, data.  Compared by identity; obtain it from this module only."""

    id: str
    name: str
    extensions: tuple[str, ...]
    lsp_ids: tuple[str, ...]
    line_comments: tuple[str, ...]
    parser: str  # the module of its grammar, and its function where that is not `language`
    package: str = field(repr=False)  # of its folder, for its optional modules
    folders: tuple[Traversable, ...] = field(repr=False)  # its own, then that of the language that it is like
    structure: Structure = field(repr=False)
    scopes: Scopes = field(repr=False)
    layout: Layout = field(repr=False)
    outside: Outside = field(repr=False)
    operators: Operators = field(repr=False)
    control: Control = field(repr=False)
    program: Program = field(repr=False)
    wraps: tuple[tuple[bytes, bytes], ...] = field(repr=False)
    builtins: frozenset[str] = field(repr=False, default=frozenset())  # names that need no definition; empty: unknown
    compiler: str = ""  # what its `check` asks, as people call it
    typing: str = ""  # `static` or `dynamic`: whether types are known before a program runs; empty: not said
    editors: Mapping[str, Any] = field(repr=False, default_factory=dict)  # what editors call it, for their files

    @property
    def shipped(self) -> bool:
        """Whether it is one of ours."""
        return self.package.startswith(f"{_PACKAGE}.")

    @property
    def installed(self) -> bool:
        """Whether its grammar is there."""
        return find_spec(self.parser.partition(":")[0]) is not None

    @cached_property
    def grammar(self) -> tree_sitter.Language:
        """Its compiled grammar, loaded when it is first asked for: a process speaks few languages."""
        return grammar_of(self.parser)

    @cached_property
    def units_query(self) -> tree_sitter.Query:
        """What is a unit."""
        return self._query("units.scm")

    @cached_property
    def locals_query(self) -> tree_sitter.Query:
        """What names mean."""
        return self._query("locals.scm")

    @cached_property
    def keywords(self) -> frozenset[str]:
        """Its reserved words."""
        return frozenset((self.text("keywords.txt") or "").split())

    def file(self, name: str) -> Traversable | None:
        """A file of its folder, else of the folder of the language that it is like; None where neither has it."""
        return next((path for folder in self.folders if (path := folder.joinpath(name)).is_file()), None)

    def text(self, name: str) -> str | None:
        """The text of such a file."""
        path = self.file(name)
        return None if path is None else path.read_text(encoding="utf-8")

    def _query(self, name: str) -> tree_sitter.Query:
        """A query of its folder; one that says so goes on from that of the language that it is like."""
        texts: list[str] = []
        for path in (folder.joinpath(name) for folder in self.folders):
            if path.is_file():
                texts.append(path.read_text(encoding="utf-8"))
                if not texts[-1].startswith(_INHERITS):
                    break
        return tree_sitter.Query(self.grammar, "\n".join(texts))

    def new_checker(self) -> Checker | None:
        """A checker of this language's real compiler, or None where the language has none."""
        module = self._module("check")
        return cast("Checker | None", module.new_checker()) if module else None

    def rewriter(self) -> Rewriter | None:
        """The rules of tables 1 and 2 for this language, or None where it has none."""
        module = self._module("rewrite")
        return cast("Rewriter", module) if module else None

    def formatter(self) -> Formatter | None:
        """The formatter of this language, or None where it has none."""
        module = self._module("formatting")
        return cast("Formatter", module) if module else None

    def runner(self) -> Runner | None:
        """What makes programs of this language run for evidence, or None where they cannot be run."""
        module = self._module("run")
        return cast("Runner", module) if module else None

    def builder(self, libraries: Path | None = None) -> Builder | None:
        """What builds projects of this language, with a folder of the user's libraries, or None where nothing does."""
        module = self._module("build")
        return cast("Builder", module.new_builder(libraries)) if module else None

    def matcher(self) -> Matcher | None:
        """What Run Match needs of this language, or None where it is not defined for it."""
        module = self._module("matching")
        return cast("Matcher", module) if module else None

    def importing(self) -> Importing | None:
        """How programs of this language get at libraries, or None where that is not known."""
        module = self._module("libraries")
        return cast("Importing", module) if module else None

    def bundling(self) -> Bundling | None:
        """How programs of this language get what lies beside them, where that becomes part of their text."""
        module = self._module("bundling")
        return cast("Bundling", module) if module else None

    def neighbouring(self) -> Neighbouring | None:
        """How programs of this language get what lies beside them, where that goes with them as texts."""
        module = self._module("neighbours")
        return cast("Neighbouring", module) if module else None

    def offers(self, name: str) -> bool:
        """Whether its folder has this optional part, a package or a module."""
        folder = self.folders[0]
        return folder.joinpath(f"{name}.py").is_file() or folder.joinpath(name, "__init__.py").is_file()

    def _module(self, name: str) -> ModuleType | None:
        if not self.offers(name):
            return None
        return importlib.import_module(f"{self.package}.{name}")


def grammar_of(parser: str) -> tree_sitter.Language:
    """The grammar of `MODULE` or `MODULE:FUNCTION`.  Raises ImportError, AttributeError where that is not there."""
    module, _, function = parser.partition(":")
    return tree_sitter.Language(getattr(importlib.import_module(module), function or "language")())


@cache
def all_languages() -> tuple[Language, ...]:
    """Every language whose grammar is installed, in order of its id."""
    return tuple(language for language in known_languages() if language.installed)


@cache
def known_languages() -> tuple[Language, ...]:
    """Every language with a folder, also where its grammar is not installed; in order of its id.

    One that another distribution brings takes the place of none of ours.  Raises EnvironmentProblem where it is broken.
    """
    ours = files(_PACKAGE)
    found = {entry.name: f"{_PACKAGE}.{entry.name}" for entry in ours.iterdir() if _is_language(entry)}
    brought = {point.name: point.value for point in entry_points(group=ENTRY_POINTS) if point.name not in found}
    found |= brought
    return tuple((_brought if id_ in brought else _load)(found[id_], found) for id_ in sorted(found))


def _brought(package: str, packages: Mapping[str, str]) -> Language:
    """A language of another distribution, of which nothing is known yet."""
    try:
        return _load(package, packages)
    except (ImportError, OSError, LookupError, TypeError, ValueError, AttributeError, RecursionError) as error:
        what = f"{type(error).__name__}: {error}"
        raise EnvironmentProblem(
            f"the package {package} brings no usable language ({what}); mend or remove it"
        ) from error


@cache
def _ours_first() -> tuple[Language, ...]:
    """In the order in which they may claim a name or a file's ending."""
    return tuple(sorted(all_languages(), key=lambda language: not language.shipped))


def _is_language(folder: Traversable) -> bool:
    return folder.joinpath("language.toml").is_file()


def by_id(id_: str) -> Language | None:
    """The language with this id, or None."""
    return next((lang for lang in all_languages() if lang.id == id_), None)


def by_lsp_id(lsp_id: str) -> Language | None:
    """The language that an editor calls `lsp_id`, or None."""
    return next((lang for lang in _ours_first() if lsp_id in lang.lsp_ids), None)


def by_name(name: str) -> Language | None:
    """The language that people call so: by its id, what an editor or they call it, or an ending of its files."""
    wanted = name.strip().lower()
    found = by_id(wanted) or by_lsp_id(wanted)
    if found is not None:
        return found
    return next(
        (lang for lang in _ours_first() if wanted == lang.name.lower() or f".{wanted}" in lang.extensions), None
    )


def by_path(path: str | PurePath) -> Language | None:
    """The language of a file by its name's ending, or None."""
    suffix = PurePath(path).suffix.lower()
    return next((lang for lang in _ours_first() if suffix in lang.extensions), None)


def _load(package: str, packages: Mapping[str, str]) -> Language:
    folders, data = _read(package, packages)
    scopes = data["scopes"]
    return Language(
        id=data["id"],
        name=data["name"],
        extensions=tuple(data["extensions"]),
        lsp_ids=tuple(data["lsp_ids"]),
        line_comments=tuple(data["line_comments"]),
        parser=data["grammar"],
        package=package,
        folders=folders,
        structure=structure_of(data["structure"]),
        scopes=Scopes(
            identifiers=frozenset(scopes["identifiers"]),
            hoisted=scopes["declaration"] == "hoisted",
            class_is_opaque=scopes["class_scope"] == "opaque",
            functions_apart=scopes["function_namespace"] == "separate",
        ),
        layout=Layout(**sets_of(data["layout"])),
        operators=operators_of(data.get("operators", {})),
        outside=Outside(**sets_of(data.get("outside", {}))),
        control=Control(**sets_of(data.get("control", {}))),
        program=program_of(data.get("program", {})),
        wraps=tuple((a.encode(), b.encode()) for a, b in data.get("fragment", {}).get("wraps", ())),
        builtins=frozenset(data.get("names", {}).get("builtins", ())),
        compiler=data.get("compiler", ""),
        typing=data.get("typing", ""),
        editors=data.get("editors", {}),
    )


def _read(package: str, packages: Mapping[str, str]) -> tuple[tuple[Traversable, ...], dict[str, Any]]:
    """A language's folders, its own first, and its data on top of those of the language that it is like."""
    folder = files(package)
    data = tomllib.loads(folder.joinpath("language.toml").read_text(encoding="utf-8"))
    like = data.pop("like", None)
    if like is None:
        return (folder,), data
    folders, base = _read(packages[like], packages)
    return (folder, *folders), _over(base, data)


def _over(base: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
    """Tables joined, everything else replaced."""
    both = {key: _over(base[key], value) for key, value in own.items() if isinstance(value, dict) and key in base}
    return base | own | both
