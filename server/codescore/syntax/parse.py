"""Source bytes to a concrete syntax tree, from scratch; fragments are completed where the language says how.

A `Syntax` is a value: the tree, the bytes it was parsed from, and by how many bytes these are shifted because a
fragment (a constructor without its class) was wrapped.  Parsing never fails on user code.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass, field

import tree_sitter
from tree_sitter import Node, Tree

from codescore.languages import Language

# A fragment is something a person cut out of a file; larger broken texts are files that are being edited.
MAX_FRAGMENT_BYTES = 20_000

_local = threading.local()


@dataclass(frozen=True, slots=True, eq=False)
class Syntax:
    """A parsed source: `parsed[prefix : prefix + len(source)] == source`, node offsets count in `parsed`."""

    language: Language
    source: bytes
    tree: Tree
    parsed: bytes
    prefix: int = 0
    root: Node = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "root", self.tree.root_node)


def parse(language: Language, source: bytes) -> Syntax:
    """The tree of a source; a fragment with syntax errors is wrapped if that removes them."""
    tree = parse_bytes(language, source)
    return complete(language, source, tree)


def parse_bytes(language: Language, source: bytes, old: Tree | None = None) -> Tree:
    """The tree of exactly these bytes; `old` is the edited former tree, for an incremental parse."""
    parser = _parser(language)
    return parser.parse(source) if old is None else parser.parse(source, old)


def complete(language: Language, source: bytes, tree: Tree) -> Syntax:
    """Keep a tree that is sound; otherwise try the language's ways of completing a fragment."""
    if tree.root_node.has_error and len(source) <= MAX_FRAGMENT_BYTES:
        for before, after in language.wraps:
            wrapped = before + source + after
            candidate = parse_bytes(language, wrapped)
            if not candidate.root_node.has_error:
                return Syntax(language, source, candidate, wrapped, len(before))
    return Syntax(language, source, tree, source)


def walk(node: Node) -> Iterator[Node]:
    """A node and all below it, in source order."""
    stack = [node]
    while stack:
        one = stack.pop()
        yield one
        stack.extend(reversed(one.children))


def _parser(language: Language) -> tree_sitter.Parser:
    """One parser per thread and language: tree-sitter parsers must not be shared between threads."""
    parsers: dict[str, tree_sitter.Parser] = _local.__dict__.setdefault("parsers", {})
    if language.id not in parsers:
        parsers[language.id] = tree_sitter.Parser(language.grammar)
    return parsers[language.id]
