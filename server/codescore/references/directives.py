"""Comment directives of a source: `codescore: reference=PATH[#name]` after the language's line comment marker.

A directive is about what follows it (a function, or a class with all its methods), else about the function around
it; in the comment at the head of a file, or anywhere above the first function, it is about the whole file.  A path
with spaces is written in double quotes.  Pure; paths are not looked at here.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass

from tree_sitter import Node

from codescore.references.config import split_name
from codescore.syntax import Syntax, Unit

MAX_DIRECTIVES = 200

_MARK = re.compile(rb"codescore:")
_DIRECTIVE = re.compile(r"\s*codescore:\s*(.*?)\s*", re.DOTALL)
_REFERENCE = re.compile(r'reference\s*=\s*(?:"([^"]+)"|(\S+))')


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
