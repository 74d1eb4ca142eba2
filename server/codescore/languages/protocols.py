"""What a language offers to the stages, as types: the only module a language adapter must know besides `text`.

A language is a folder: `language.toml` (data), `units.scm` and `locals.scm` (tree-sitter queries), `keywords.txt`,
`examples/`, and optionally `check.py` (its compiler) and `rewrite.py` (its rules of tables 1 and 2); for metrics also
`flow.toml` (how values flow), `shared_ngrams.json` (what all its code shares) and `codebleu.toml` (the common library's
view), see the modules `flow`, `shared_ngrams` and `library` beside this one.  A missing part is a capability the
language lacks, which callers see as `None`.  Neighbours: `languages.registry` loads
folders into `Language` values; `check` and `rewrite` hold what is common to all languages.

All offsets are UTF-8 byte offsets; ranges are half open.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from tree_sitter import Node, Tree


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong with a piece of code; `source` names who says so (`tree-sitter`, `javac 17`)."""

    start: int
    end: int
    message: str
    source: str


@dataclass(frozen=True, slots=True)
class CheckResult:
    """What a compiler said: `compiles` is its verdict, `checker` its name and version, problems in source order.

    `warnings` are what it says that decides nothing.  Both are relative to the source that was given to the checker.
    """

    compiles: bool
    checker: str
    problems: tuple[Problem, ...] = ()
    warnings: tuple[Problem, ...] = ()


class Checker(Protocol):
    """A real compiler.  Never executes what it is given, never raises on it, never depends on user environment."""

    name: str  # e.g. "python 3.11", "javac 17"

    def check(self, source: bytes, *, fragment: bool) -> CheckResult | None:
        """Compile one source: a whole file, or (`fragment`) a function, method or statements cut out of one.

        None where this compiler cannot judge it (not installed, source too large, no answer in time); `notices`
        then says why, and the caller judges by the syntax tree.
        """

    @property
    def where(self) -> str | None:
        """The program that judges, for whoever asks which one it is; None before its first answer."""

    def notices(self) -> tuple[str, ...]:
        """What the checker has had to say about itself so far, each thing once: what is missing and the remedy."""

    def close(self) -> None:
        """Release processes; the next `check` may start them again."""


class Formatter(Protocol):
    """How a language's people lay out their code: two sources are the same text if they are formatted alike."""

    REQUIRES: str  # the module it cannot do without

    def version(self) -> str:
        """Name and version of the formatter."""

    def formatted(self, source: str) -> str | None:
        """The source as the formatter writes it, None where it has syntax errors."""

    def unformatted(self, source: str) -> str | None:
        """What formatting never changes: sources that differ here are never formatted alike; None if unknown."""


@dataclass(frozen=True, slots=True)
class Replacement:
    """Replace source[start:end] by `text`."""

    start: int
    end: int
    text: bytes


@dataclass(frozen=True, slots=True)
class Site:
    """One place where one rule can be applied: all its replacements together, or none.

    `rule` is the rule's name (e.g. `loop-exchange`, `relational`), `start`/`end` the range that the edit is
    reported for.  For mutations `variants` lists the alternatives at this place, one of which is drawn.
    """

    rule: str
    start: int
    end: int
    variants: tuple[tuple[Replacement, ...], ...]


class Rewriter(Protocol):
    """The rules of one language: where they apply in a tree.  Both functions are pure and total."""

    def equivalences(self, source: bytes, tree: Tree, within: Node) -> Iterable[Site]:
        """Sites of table 1 rules (loop, expression, permute, condition exchange) that surely keep meaning."""

    def mutations(self, source: bytes, tree: Tree, within: Node) -> Iterable[Site]:
        """Sites of table 2 rules (arithmetic, relational, conditional, shift, logical, assignment)."""
