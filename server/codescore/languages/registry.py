"""The languages that are installed: one folder each, found by its `language.toml`, never named in code.

A `Language` holds the folder's data ready for use (layout sets, operators) and gives lazy access to what costs more:
its grammar, its queries, and its optional capabilities: the packages `check`, `rewrite` and `run`, the modules
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
from pathlib import PurePath
from types import ModuleType
from typing import TYPE_CHECKING, Any, cast

import tree_sitter

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from codescore.languages.contract import Checker, Formatter, Rewriter
    from codescore.languages.execution import Matcher, Runner

_PACKAGE = "codescore.languages"
#: The group of entry points by which another distribution brings a language: its name, and the package of its folder.
ENTRY_POINTS = "codescore.languages"
_INHERITS = "; inherits"  # how a query begins that adds to another language's


@dataclass(frozen=True, slots=True)
class Structure:
    """Node types that make up units and what contains them."""

    functions: frozenset[str]
    constructors: frozenset[str] = frozenset()
    classes: frozenset[str] = frozenset()
    extends: frozenset[str] = frozenset()
    labels: tuple[str, ...] = ("name", "type")  # fields that name a class or function, the first that is there
    members: frozenset[str] = frozenset()  # say a name of an object: its field `object`, else their first child
    makers: frozenset[str] = frozenset()  # methods that run whenever an object is made
    own: frozenset[str] = frozenset()  # how code names the object or class that it stands in


@dataclass(frozen=True, slots=True)
class Outside:
    """What stands outside of functions: how statements begin that a main program alone runs (`guards`), types of nodes
    that only inform where they stand alone (`prose`), names by which a program reads its input (`reads`).
    """

    guards: frozenset[str] = frozenset()
    prose: frozenset[str] = frozenset()
    reads: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Scopes:
    """How names are bound; the details are captures of `locals.scm`."""

    identifiers: frozenset[str]
    hoisted: bool
    class_is_opaque: bool
    functions_apart: bool


@dataclass(frozen=True, slots=True)
class Layout:
    """How a sketch is laid out on lines."""

    bodies: frozenset[str] = frozenset()
    indents: frozenset[str] = frozenset()
    line_starts: frozenset[str] = frozenset()
    closers: frozenset[str] = frozenset()
    comments: frozenset[str] = frozenset()
    separators: frozenset[str] = frozenset()
    strings: frozenset[str] = frozenset()
    interpolations: frozenset[str] = frozenset()
    quotes: dict[str, str] = field(default_factory=dict)  # tokens that open a text, each with the one that closes it
    empty_body: str = ""
    patterns: frozenset[str] = frozenset()  # literals without quotes: a space inside is written `\x20`
    shorthands: frozenset[str] = frozenset()  # names that are a key and a value at once: `{a}` is `{a: a}`
    terminated: frozenset[str] = frozenset()  # statements whose last sign, `terminator`, may be left out
    terminator: str = ";"
    heads: frozenset[str] = frozenset()  # fields of bodies that stand on the line on which the body begins


@dataclass(frozen=True, slots=True)
class Operators:
    """What operators mean to each other: families of table 2, the pairs that the equivalences of table 1 exchange.

    `level` is how tightly a binary (or the negating) operator binds, 0 the tightest; `stems` gives for `+=` its `+`,
    `steps` for `++` its `+=`.  A language without this data has empty ones: nothing is then known of its operators.
    """

    families: dict[str, frozenset[str]] = field(default_factory=dict)
    family: dict[str, str] = field(default_factory=dict)
    level: dict[str, int] = field(default_factory=dict)
    mirror: dict[str, str] = field(default_factory=dict)
    opposite: dict[str, str] = field(default_factory=dict)
    stems: dict[str, str] = field(default_factory=dict)
    steps: dict[str, str] = field(default_factory=dict)
    negation: str = ""
    ternary: tuple[str, ...] = ()  # the parts of a choice in order: condition, yes, no, and the signs between them
    truth: tuple[str, str] = ("", "")
    constants: frozenset[str] = frozenset()
    operands: frozenset[str] = frozenset()  # keywords that begin or are a value
    assignment: str = ""
    type_brackets: bool = False  # `<` and `>` also enclose arguments of types
    quotes_alike: bool = False  # text reads the same in single and in double quotes


@dataclass(frozen=True, slots=True)
class Control:
    """Keywords (and operators) that steer: loops, branches, the other branch, and what leaves a block.

    `imports` begin statements that only make names known, `annotated` headers whose types only inform,
    `modifiers` change nothing inside a function.
    """

    loops: frozenset[str] = frozenset()
    branches: frozenset[str] = frozenset()
    otherwise: frozenset[str] = frozenset()
    exits: frozenset[str] = frozenset()
    imports: frozenset[str] = frozenset()
    annotated: frozenset[str] = frozenset()
    modifiers: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Program:
    """What the nodes of a tree mean, for `codescore.program`; empty for a language of which that is not known.

    `nodes` gives for a node's type its kind and the fields (or numbers of children) of its parts; `dropped` nodes say
    nothing of what runs; of declared types only `types` change values.  In `statements` stands an expression for its
    effect; `arguments` are lists of a call.  `log` names what only reports; `numeric` calls give numbers, `symmetric`
    ones take their arguments in any order.  `texts` are calls that give an object's text.
    """

    nodes: dict[str, tuple[str, ...]] = field(default_factory=dict)
    dropped: frozenset[str] = frozenset()
    marks: frozenset[str] = frozenset()  # nodes that change what the node around them means
    types: frozenset[str] = frozenset()
    statements: frozenset[str] = frozenset()
    arguments: frozenset[str] = frozenset()
    truths: str = ""  # the type of what is true or false
    both: str = ""
    either: str = ""
    sums: frozenset[str] = frozenset()
    log: frozenset[str] = frozenset()
    numeric: frozenset[str] = frozenset()
    symmetric: frozenset[str] = frozenset()
    pure: frozenset[str] = frozenset()  # functions without effects
    consumers: frozenset[str] = frozenset()  # functions that take any collection, a generator too
    copies: frozenset[str] = frozenset()  # types whose objects hold what they are made from
    fresh: frozenset[str] = frozenset()  # functions that give a new collection of their arguments
    boxed: dict[str, str] = field(default_factory=dict)  # types that stand for others, as `Integer` for `int`
    booleans: frozenset[str] = frozenset()  # functions that answer yes or no
    words: dict[str, str] = field(default_factory=dict)  # of loops: what counts, iterates, collects


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
        module, _, function = self.parser.partition(":")
        return tree_sitter.Language(getattr(importlib.import_module(module), function or "language")())

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

    def matcher(self) -> Matcher | None:
        """What Run Match needs of this language, or None where it is not defined for it."""
        module = self._module("matching")
        return cast("Matcher", module) if module else None

    def _module(self, name: str) -> ModuleType | None:
        folder = self.folders[0]
        if not (folder.joinpath(f"{name}.py").is_file() or folder.joinpath(name, "__init__.py").is_file()):
            return None
        return importlib.import_module(f"{self.package}.{name}")


@cache
def all_languages() -> tuple[Language, ...]:
    """Every language whose grammar is installed, in order of its id."""
    return tuple(language for language in known_languages() if language.installed)


@cache
def known_languages() -> tuple[Language, ...]:
    """Every language with a folder, also where its grammar is not installed; in order of its id.

    One that another distribution brings takes the place of none of ours.
    """
    ours = files(_PACKAGE)
    found = {entry.name: f"{_PACKAGE}.{entry.name}" for entry in ours.iterdir() if _is_language(entry)}
    for point in entry_points(group=ENTRY_POINTS):
        found.setdefault(point.name, point.value)
    return tuple(_load(found[id_], found) for id_ in sorted(found))


def _is_language(folder: Traversable) -> bool:
    return folder.joinpath("language.toml").is_file()


def by_id(id_: str) -> Language | None:
    """The language with this id, or None."""
    return next((lang for lang in all_languages() if lang.id == id_), None)


def by_lsp_id(lsp_id: str) -> Language | None:
    """The language that an editor calls `lsp_id`, or None."""
    return next((lang for lang in all_languages() if lsp_id in lang.lsp_ids), None)


def by_name(name: str) -> Language | None:
    """The language that people call so: by its id, what an editor or they call it, or an ending of its files."""
    wanted = name.strip().lower()
    found = by_id(wanted) or by_lsp_id(wanted)
    if found is not None:
        return found
    return next(
        (lang for lang in all_languages() if wanted == lang.name.lower() or f".{wanted}" in lang.extensions), None
    )


def by_path(path: str | PurePath) -> Language | None:
    """The language of a file by its name's ending, or None."""
    suffix = PurePath(path).suffix.lower()
    return next((lang for lang in all_languages() if suffix in lang.extensions), None)


def _sets(data: dict[str, Any]) -> dict[str, Any]:
    """Lists as sets, everything else as it is."""
    return {key: frozenset(value) if isinstance(value, list) else value for key, value in data.items()}


def _structure(data: dict[str, Any]) -> Structure:
    labels = {"labels": tuple(data["labels"])} if "labels" in data else {}
    return Structure(**(_sets(data) | labels))


def _operators(data: dict[str, Any]) -> Operators:
    if not data:
        return Operators()
    families = {name: frozenset(members) for name, members in data["families"].items()}
    level = {operator: i for i, row in enumerate(data["precedence"]) for operator in row}
    compound = families.get("assignment", frozenset())
    return Operators(
        families=families,
        family={operator: name for name, members in families.items() for operator in members},
        level=level,
        mirror=data["mirror"],
        opposite=data["opposite"],
        stems={operator: operator[:-1] for operator in compound if operator[:-1] in level},
        steps=data["steps"],
        negation=data["negation"],
        ternary=tuple(data["ternary"].split()),
        truth=(data["truth"][0], data["truth"][1]),
        constants=frozenset(data["constants"]),
        operands=frozenset(data["operands"]),
        assignment=data["assignment"],
        type_brackets=data["type_brackets"],
        quotes_alike=data["quotes_alike"],
    )


def _program(data: dict[str, Any]) -> Program:
    values = _sets(data)
    values["nodes"] = {type_: tuple(rule) for type_, rule in data.get("nodes", {}).items()}
    return Program(**values)


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
        structure=_structure(data["structure"]),
        scopes=Scopes(
            identifiers=frozenset(scopes["identifiers"]),
            hoisted=scopes["declaration"] == "hoisted",
            class_is_opaque=scopes["class_scope"] == "opaque",
            functions_apart=scopes["function_namespace"] == "separate",
        ),
        layout=Layout(**_sets(data["layout"])),
        operators=_operators(data.get("operators", {})),
        outside=Outside(**_sets(data.get("outside", {}))),
        control=Control(**_sets(data.get("control", {}))),
        program=_program(data.get("program", {})),
        wraps=tuple((a.encode(), b.encode()) for a, b in data.get("fragment", {}).get("wraps", ())),
        builtins=frozenset(data.get("names", {}).get("builtins", ())),
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
