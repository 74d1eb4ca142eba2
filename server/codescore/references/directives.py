"""Comment directives of a source: `codescore: reference=PATH[#name]` after the language's line comment marker.

A directive is about what follows it (a function, or a class with all its methods), else about the function around
it; in the comment at the head of a file, or anywhere above the first function, it is about the whole file.  A path
with spaces is written in double quotes.  Pure; paths are not looked at here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from tree_sitter import Node

from codescore.syntax import Syntax, Unit

MAX_DIRECTIVES = 1_000

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
    for count, mark in enumerate(_MARK.finditer(syntax.parsed)):
        if count >= MAX_DIRECTIVES:
            break
        comment = _comment_at(syntax, mark.start())
        if comment is not None and comment.start_byte not in found:
            directive = _directive(syntax, comment, units)
            if directive is not None:
                found[comment.start_byte] = directive
    return tuple(found.values())


def _comment_at(syntax: Syntax, offset: int) -> Node | None:
    node = syntax.root.descendant_for_byte_range(offset, offset + 1)
    return node if node is not None and node.type in syntax.language.layout.comments else None


def _directive(syntax: Syntax, comment: Node, units: tuple[Unit, ...]) -> Directive | None:
    text = syntax.parsed[comment.start_byte : comment.end_byte].decode("utf-8", errors="replace")
    marker = next((m for m in syntax.language.line_comments if text.startswith(m)), None)
    said = _DIRECTIVE.fullmatch(text[len(marker) :]) if marker is not None else None
    if said is None:
        return None
    start, end = comment.start_byte - syntax.prefix, comment.end_byte - syntax.prefix
    reference = _REFERENCE.fullmatch(said[1])
    if reference is None:
        return Directive(start, end, None, None, (), whole=False)
    path, _, name = (reference[1] or reference[2]).rpartition("#")
    if not path:
        path, name = name, ""
    about, whole = _about(syntax, comment, units, named=bool(name))
    return Directive(start, end, path, name or None, _one(about, name) if name else about, whole)


def _about(syntax: Syntax, comment: Node, units: tuple[Unit, ...], *, named: bool) -> tuple[tuple[Unit, ...], bool]:
    """The units that a directive is about, and whether that is the whole file."""
    own_line = _starts_line(syntax, comment)
    following = _following(syntax, comment, units) if own_line else ()
    position = comment.start_byte - syntax.prefix
    if _is_top(syntax, comment) and own_line:
        if _is_head(syntax, comment) and not (named and following):
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


def _following(syntax: Syntax, comment: Node, units: tuple[Unit, ...]) -> tuple[Unit, ...]:
    """The units in the first thing after the comment that is not a comment."""
    layout = syntax.language.layout
    node = comment.next_named_sibling
    while node is not None and (node.type in layout.comments or node.type in layout.bodies):
        inner = node.named_child(0) if node.type in layout.bodies else None
        node = inner if inner is not None else node.next_named_sibling
    if node is None:
        return ()
    start, end = node.start_byte - syntax.prefix, node.end_byte - syntax.prefix
    return tuple(u for u in units if start <= u.start and u.end <= end and u.kind != "snippet")


def _starts_line(syntax: Syntax, node: Node) -> bool:
    before = syntax.parsed[: node.start_byte]
    line = max(before.rfind(b"\n"), before.rfind(b"\r")) + 1
    return not before[line:].strip()


def _is_top(syntax: Syntax, node: Node) -> bool:
    """At the top level of the source, also where a fragment was wrapped."""
    parent = node.parent
    if syntax.prefix:
        return parent is not None and parent.start_byte < syntax.prefix
    return parent is None or parent.parent is None


def _is_head(syntax: Syntax, node: Node) -> bool:
    """Whether nothing but comments stands before the node."""
    before = node.prev_named_sibling
    while before is not None and before.type in syntax.language.layout.comments:
        before = before.prev_named_sibling
    return before is None or before.start_byte < syntax.prefix


def _one(units: tuple[Unit, ...], name: str) -> tuple[Unit, ...]:
    """The one unit that a named unit of the reference is meant for: its namesake, else the first."""
    namesake = [u for u in units if name in (u.qualified, u.name)]
    return tuple((namesake or list(units))[:1])
