"""`codescore.toml`: which reference the files of a workspace have, and settings that a workspace may make.

    [[rule]]
    files = "submissions/*/sorting.py"   # a glob from the workspace root; without a slash it means any folder
    reference = "solutions/sorting.py"   # from the workspace root; a list: the best match counts
    name = "merge_sort"                  # optional: one unit of the reference; also `reference = "PATH#merge_sort"`
    assume = "xs is not None"            # optional: what inputs must fulfil, where programs are run for evidence
    count = "no-order"                   # optional: differences that decide, or do not count; a list for several

    [settings]
    threshold = 0.6

A workspace is not trusted: the text may be anything.  What is wrong becomes a `ConfigurationError` with a line, the
rules that are right still hold.  This module reads no files; `resolve` does.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Annotated, Any

import msgspec

from codescore.foundation import shapes

CONFIG_FILE = "codescore.toml"
MAX_CONFIG_BYTES = 64_000
MAX_RULES = 1_000

_Line = Annotated[str, msgspec.Meta(min_length=1, max_length=1_000)]
_AT_LINE = re.compile(r"\(at line (\d+), column \d+\)")
_RULE_HEADER = re.compile(r"^[ \t]*\[\[[ \t]*(?:rule|'rule'|\"rule\")[ \t]*\]\]", re.MULTILINE)
_TABLES = {"rule", "settings"}


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
