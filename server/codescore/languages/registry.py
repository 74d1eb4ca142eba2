"""The languages that are installed: one folder each, found by its `language.toml`, never named in code.

A `Language` holds the folder's data ready for use (compiled grammar and queries, layout sets) and gives lazy access
to its optional capabilities: the packages `check`, `rewrite` and `run`, the modules `formatting` and `matching`.  It
knows nothing of the stages that use it.
"""

from __future__ import annotations

import importlib
import tomllib
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from pathlib import PurePath
from types import ModuleType
from typing import TYPE_CHECKING, Any, cast

import tree_sitter

if TYPE_CHECKING:
    from codescore.languages.contract import Checker, Formatter, Rewriter
    from codescore.languages.execution import Matcher, Runner

_FOLDERS = files("codescore.languages")


@dataclass(frozen=True, slots=True)
class Structure:
    """Node types that make up units and what contains them."""

    functions: frozenset[str]
    constructors: frozenset[str]
    classes: frozenset[str]
    extends: frozenset[str]
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

    bodies: frozenset[str]
    indents: frozenset[str]
    line_starts: frozenset[str]
    closers: frozenset[str]
    comments: frozenset[str]
    separators: frozenset[str]
    strings: frozenset[str]
    interpolations: frozenset[str]
    quotes: dict[str, str]  # tokens that open a text, each with the one that closes it
    empty_body: str


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


@dataclass(frozen=True, slots=True, eq=False)
class Language:
    """One language: identity, grammar, queries, data.  Compared by identity; obtain it from this module only."""

    id: str
    name: str
    extensions: tuple[str, ...]
    lsp_ids: tuple[str, ...]
    line_comments: tuple[str, ...]
    grammar: tree_sitter.Language = field(repr=False)
    units_query: tree_sitter.Query = field(repr=False)
    locals_query: tree_sitter.Query = field(repr=False)
    keywords: frozenset[str] = field(repr=False)
    structure: Structure = field(repr=False)
    scopes: Scopes = field(repr=False)
    layout: Layout = field(repr=False)
    outside: Outside = field(repr=False)
    operators: Operators = field(repr=False)
    control: Control = field(repr=False)
    program: Program = field(repr=False)
    wraps: tuple[tuple[bytes, bytes], ...] = field(repr=False)
    builtins: frozenset[str] = field(repr=False, default=frozenset())  # names that need no definition; empty: unknown

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
        folder = _FOLDERS.joinpath(self.id)
        if not (folder.joinpath(f"{name}.py").is_file() or folder.joinpath(name, "__init__.py").is_file()):
            return None
        return importlib.import_module(f"codescore.languages.{self.id}.{name}")


@cache
def all_languages() -> tuple[Language, ...]:
    """Every installed language, in order of its id."""
    ids = sorted(entry.name for entry in _FOLDERS.iterdir() if entry.joinpath("language.toml").is_file())
    return tuple(_load(id_) for id_ in ids)


def by_id(id_: str) -> Language | None:
    """The language with this id, or None."""
    return next((lang for lang in all_languages() if lang.id == id_), None)


def by_lsp_id(lsp_id: str) -> Language | None:
    """The language that an editor calls `lsp_id`, or None."""
    return next((lang for lang in all_languages() if lsp_id in lang.lsp_ids), None)


def by_path(path: str | PurePath) -> Language | None:
    """The language of a file by its name's ending, or None."""
    suffix = PurePath(path).suffix.lower()
    return next((lang for lang in all_languages() if suffix in lang.extensions), None)


def _layout(data: dict[str, Any]) -> Layout:
    sets = {key: frozenset(value) for key, value in data.items() if key not in ("quotes", "empty_body")}
    return Layout(**sets, quotes=data["quotes"], empty_body=data["empty_body"])


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
    values: dict[str, Any] = {key: frozenset(v) if isinstance(v, list) else v for key, v in data.items()}
    values["nodes"] = {type_: tuple(rule) for type_, rule in data.get("nodes", {}).items()}
    return Program(**values)


def _load(id_: str) -> Language:
    folder = _FOLDERS.joinpath(id_)
    data = tomllib.loads(folder.joinpath("language.toml").read_text(encoding="utf-8"))
    grammar = tree_sitter.Language(importlib.import_module(data["grammar"]).language())
    scopes = data["scopes"]
    return Language(
        id=data["id"],
        name=data["name"],
        extensions=tuple(data["extensions"]),
        lsp_ids=tuple(data["lsp_ids"]),
        line_comments=tuple(data["line_comments"]),
        grammar=grammar,
        units_query=tree_sitter.Query(grammar, folder.joinpath("units.scm").read_text(encoding="utf-8")),
        locals_query=tree_sitter.Query(grammar, folder.joinpath("locals.scm").read_text(encoding="utf-8")),
        keywords=frozenset(folder.joinpath("keywords.txt").read_text(encoding="utf-8").split()),
        structure=Structure(**{k: frozenset(v) for k, v in data["structure"].items()}),
        scopes=Scopes(
            identifiers=frozenset(scopes["identifiers"]),
            hoisted=scopes["declaration"] == "hoisted",
            class_is_opaque=scopes["class_scope"] == "opaque",
            functions_apart=scopes["function_namespace"] == "separate",
        ),
        layout=_layout(data["layout"]),
        operators=_operators(data.get("operators", {})),
        outside=Outside(**{k: frozenset(v) for k, v in data.get("outside", {}).items()}),
        control=Control(**{k: frozenset(v) for k, v in data.get("control", {}).items()}),
        program=_program(data.get("program", {})),
        wraps=tuple((a.encode(), b.encode()) for a, b in data["fragment"]["wraps"]),
        builtins=frozenset(data.get("names", {}).get("builtins", ())),
    )
