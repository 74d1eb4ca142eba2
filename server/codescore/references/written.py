"""Where a reference is asked for in writing: a comment of a source, or a rule of `codescore.toml`.

In a source it is `codescore: reference=PATH[#name]` after the language's line comment marker.  Such a directive is
about what follows it (a function, or a class with all its methods), else about the function around it; in the comment
at the head of a file, or anywhere above the first function, it is about the whole file.  A path with spaces is written
in double quotes.

`codescore.toml` says which reference the files of a workspace have, and settings that a workspace may make:

    [[rule]]
    files = "submissions/*/sorting.py"   # a glob from the workspace root; without a slash it means any folder
    reference = "solutions/sorting.py"   # from the workspace root; a list: the best match counts
    name = "merge_sort"                  # optional: one unit of the reference; also `reference = "PATH#merge_sort"`
    assume = "xs is not None"            # optional: what inputs must fulfil, where programs are run for evidence
    count = "no-order"                   # optional: differences that decide, or do not count; a list for several

    [settings]
    threshold = 0.6

A workspace is not trusted: the text may be anything.  What is wrong becomes a `ConfigurationError` with a line, the
rules that are right still hold.  This module reads no files and looks at no path; `resolve` does.
"""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_left
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Annotated, Any

import msgspec
from tree_sitter import Node

from codescore.foundation import shapes
from codescore.syntax import Syntax, Unit

CONFIG_FILE = "codescore.toml"
MAX_CONFIG_BYTES = 64_000
MAX_RULES = 1_000
MAX_DIRECTIVES = 200

_Line = Annotated[str, msgspec.Meta(min_length=1, max_length=1_000)]
_AT_LINE = re.compile(r"\(at line (\d+), column \d+\)")
_RULE_HEADER = re.compile(r"^[ \t]*\[\[[ \t]*(?:rule|'rule'|\"rule\")[ \t]*\]\]", re.MULTILINE)
_TABLES = {"rule", "settings"}

_MARK = re.compile(rb"codescore:")
_DIRECTIVE = re.compile(r"\s*codescore:\s*(.*?)\s*", re.DOTALL)
_REFERENCE = re.compile(r'reference\s*=\s*(?:"([^"]+)"|(\S+))')


@dataclass(frozen=True, slots=True)
class Rule:
    """Files that match one of the globs are compared with the references; `line` is where the rule stands.

    `assume` is a condition on inputs, in the programs' language, for evidence; `count` says which classes of
    differences decide.
    """

    files: tuple[str, ...]
    references: tuple[str, ...]
    name: str | None
    line: int
    assume: str | None = None
    count: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ConfigurationError:
    """One thing that is wrong with the file, at a zero-based line."""

    line: int
    message: str


@dataclass(frozen=True, slots=True)
class Configuration:
    """What a `codescore.toml` says; `settings` is as sent, for whoever owns the settings' schema to judge."""

    rules: tuple[Rule, ...] = ()
    settings: dict[str, Any] | None = None
    errors: tuple[ConfigurationError, ...] = ()

    def rule_for(self, path: str) -> Rule | None:
        """The first rule for a file, by its path from the workspace root with forward slashes."""
        return next((r for r in self.rules if any(glob_matches(g, path) for g in r.files)), None)


class _RuleTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A rule as written."""

    files: _Line | list[_Line]
    reference: _Line | list[_Line]
    name: _Line | None = None
    assume: _Line | None = None
    count: _Line | list[_Line] = []


def parse_configuration(data: bytes) -> Configuration:
    """The configuration that a text holds; total."""
    if len(data) > MAX_CONFIG_BYTES:
        return _broken(0, f"is larger than {MAX_CONFIG_BYTES:,} bytes")
    try:
        text = data.decode("utf-8")
        tables = tomllib.loads(text)
    except UnicodeDecodeError as error:
        return _broken(data.count(b"\n", 0, error.start), "is not UTF-8 text")
    except tomllib.TOMLDecodeError as error:
        return _broken(_line_in(str(error)), f"is not valid TOML: {_AT_LINE.sub('', str(error)).strip()}")
    except (RecursionError, ValueError):
        return _broken(0, "is not sensible TOML: numbers or nesting beyond all bounds")
    return _read_tables(text, tables)


def glob_matches(pattern: str, path: str) -> bool:
    """Whether a glob matches a path from the root: `*` stays within a folder, `**` spans folders.

    A pattern without a slash matches a file name in any folder.  Linear in pattern times path.
    """
    pattern = pattern.removeprefix("./").removeprefix("/")
    wanted = pattern.split("/") if "/" in pattern else ["**", pattern]
    have = path.split("/")
    reached = {0}
    for piece in wanted:
        if piece == "**":
            reached = set(range(min(reached), len(have) + 1)) if reached else reached
        else:
            reached = {i + 1 for i in reached if i < len(have) and fnmatchcase(have[i], piece)}
    return len(have) in reached


def _read_tables(text: str, tables: dict[str, Any]) -> Configuration:
    errors = [
        ConfigurationError(_line_of(text, key), f"`{key}` means nothing here; known are [[rule]] and [settings]")
        for key in tables
        if key not in _TABLES
    ]
    written = tables.get("rule", [])
    if not isinstance(written, list):
        errors.append(ConfigurationError(_line_of(text, "rule"), "rules are written [[rule]], with double brackets"))
        written = []
    if len(written) > MAX_RULES:
        errors.append(ConfigurationError(0, f"only the first {MAX_RULES:,} rules are read"))
    lines = [text.count("\n", 0, m.start()) for m in _RULE_HEADER.finditer(text)]
    read = [_rule(t, lines[i] if i < len(lines) else 0, i + 1) for i, t in enumerate(written[:MAX_RULES])]
    rules = tuple(r for r in read if isinstance(r, Rule))
    errors += [r for r in read if isinstance(r, ConfigurationError)]
    settings = tables.get("settings")
    if settings is not None and not isinstance(settings, dict):
        errors.append(ConfigurationError(_line_of(text, "settings"), "settings are written as a table, [settings]"))
        settings = None
    return Configuration(rules, settings, tuple(errors))


def _rule(table: object, line: int, number: int) -> Rule | ConfigurationError:
    try:
        rule = shapes.convert(table, _RuleTable)
    except msgspec.ValidationError as error:
        return ConfigurationError(line, f"rule {number} is ignored: {error}")
    parted = [split_name(one) for one in _tuple(rule.reference)]
    names = {name for _, name in parted if name} | ({rule.name} if rule.name else set())
    if len(names) > 1:
        said = f"it names several units ({', '.join(sorted(names))}); give each a rule of its own"
        return ConfigurationError(line, f"rule {number} is ignored: {said}")
    paths = tuple(path for path, _ in parted)
    return Rule(_tuple(rule.files), paths, next(iter(names), None), line, rule.assume, _tuple(rule.count))


def split_name(reference: str) -> tuple[str, str | None]:
    """`PATH#name` → path and the unit's name; None where it names none."""
    path, _, name = reference.rpartition("#")
    return (path, name or None) if path else (name, None)


def _tuple(value: str | list[str]) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value)


def _broken(line: int, message: str) -> Configuration:
    return Configuration(errors=(ConfigurationError(line, f"the file {message}; none of it is used"),))


def _line_in(message: str) -> int:
    found = _AT_LINE.search(message)
    return int(found[1]) - 1 if found else 0


def _line_of(text: str, key: str) -> int:
    found = re.search(rf"^[ \t]*\[*[ \t]*{re.escape(key)}\b", text, re.MULTILINE)
    return text.count("\n", 0, found.start()) if found else 0


# -- directives in comments


@dataclass(frozen=True, slots=True)
class Directive:
    """A directive at [start, end): `path` is None where it cannot be understood.

    `units` are those it is about; `whole` says that it is about the file.
    """

    start: int
    end: int
    path: str | None
    name: str | None
    units: tuple[Unit, ...]
    whole: bool


def find_directives(syntax: Syntax, units: tuple[Unit, ...]) -> tuple[Directive, ...]:
    """All directives of a source, in order; `units` are those of this very syntax."""
    found: dict[int, Directive] = {}
    families = _Families(syntax)
    for count, mark in enumerate(_MARK.finditer(syntax.parsed)):
        if count >= MAX_DIRECTIVES:
            break
        comment = _comment_at(syntax, mark.start())
        if comment is not None and comment.start_byte not in found:
            directive = _directive(syntax, comment, units, families)
            if directive is not None:
                found[comment.start_byte] = directive
    return tuple(found.values())


class _Families:
    """The children of nodes, looked at once: asking tree-sitter for siblings one by one is quadratic."""

    def __init__(self, syntax: Syntax) -> None:
        self._comments = syntax.language.layout.comments
        self._bodies = syntax.language.layout.bodies
        self._prefix = syntax.prefix
        self._known: dict[int, tuple[list[int], list[Node]]] = {}

    def code_after(self, comment: Node) -> Node | None:
        """The first thing after a comment that is none; of a body its first statement."""
        parent = comment.parent
        node = self._next(parent, comment.end_byte) if parent is not None else None
        while node is not None and node.type in self._bodies:
            node = self._next(node, node.start_byte)
        return node

    def is_head(self, comment: Node) -> bool:
        """Whether only comments stand before this one in its parent."""
        parent = comment.parent
        first = self._next(parent, self._prefix) if parent is not None else None
        return first is None or first.start_byte >= comment.end_byte

    def _next(self, parent: Node, offset: int) -> Node | None:
        if parent.id not in self._known:
            code = [child for child in parent.named_children if child.type not in self._comments]
            self._known[parent.id] = ([child.start_byte for child in code], code)
        starts, nodes = self._known[parent.id]
        index = bisect_left(starts, offset)
        return nodes[index] if index < len(nodes) else None


def _comment_at(syntax: Syntax, offset: int) -> Node | None:
    node = syntax.root.descendant_for_byte_range(offset, offset + 1)
    return node if node is not None and node.type in syntax.language.layout.comments else None


def _directive(syntax: Syntax, comment: Node, units: tuple[Unit, ...], families: _Families) -> Directive | None:
    text = syntax.parsed[comment.start_byte : comment.end_byte].decode("utf-8", errors="replace")
    marker = next((m for m in syntax.language.line_comments if text.startswith(m)), None)
    said = _DIRECTIVE.fullmatch(text[len(marker) :]) if marker is not None else None
    if said is None:
        return None
    start, end = comment.start_byte - syntax.prefix, comment.end_byte - syntax.prefix
    reference = _REFERENCE.fullmatch(said[1])
    if reference is None:
        return Directive(start, end, None, None, (), whole=False)
    path, name = split_name(reference[1] or reference[2])
    about, whole = _about(syntax, comment, units, families, named=name is not None)
    return Directive(start, end, path, name, _one(about, name) if name else about, whole)


def _about(
    syntax: Syntax, comment: Node, units: tuple[Unit, ...], families: _Families, *, named: bool
) -> tuple[tuple[Unit, ...], bool]:
    """The units that a directive is about, and whether that is the whole file."""
    own_line = _starts_line(syntax, comment)
    following = _units_in(syntax, families.code_after(comment), units) if own_line else ()
    position = comment.start_byte - syntax.prefix
    if own_line and _is_top(syntax, comment):
        if families.is_head(comment) and not (named and following):
            return units, True
        if following:
            return following, False
        if not units or position < units[0].start or units[0].kind == "snippet":
            return units, True
        return (), False
    if following:
        return following, False
    around = [u for u in units if u.start <= position < u.end]
    return tuple(around[-1:]), False


def _units_in(syntax: Syntax, node: Node | None, units: tuple[Unit, ...]) -> tuple[Unit, ...]:
    if node is None:
        return ()
    start, end = node.start_byte - syntax.prefix, node.end_byte - syntax.prefix
    return tuple(u for u in units if start <= u.start and u.end <= end and u.kind != "snippet")


def _starts_line(syntax: Syntax, node: Node) -> bool:
    """Whether only space stands before a node on its line."""
    data, at = syntax.parsed, node.start_byte
    line = max(data.rfind(b"\n", 0, at), data.rfind(b"\r", 0, at)) + 1
    return not data[line:at].strip()


def _is_top(syntax: Syntax, node: Node) -> bool:
    """At the top level of the source, also where a fragment was wrapped."""
    parent = node.parent
    if syntax.prefix:
        return parent is not None and parent.start_byte < syntax.prefix
    return parent is None or parent.parent is None


def _one(units: tuple[Unit, ...], name: str) -> tuple[Unit, ...]:
    """The one unit that a named unit of the reference is meant for: its namesake, else the first."""
    namesake = [u for u in units if name in (u.qualified, u.name)]
    return tuple((namesake or list(units))[:1])
