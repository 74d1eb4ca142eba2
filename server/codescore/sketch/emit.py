"""A unit's tree to its sketch: canonical token text with user-defined names replaced (paper, section 3.1.1).

Functions become `f`, parameters `arg_0, arg_1, ...`, variables `var_0, var_1, ...`, numbered by first appearance.
Library names, attributes, types, builtins and literals stay; comments and docstrings are left out.  Tokens are
separated by one space and statements by line, so that layout never matters and a sketch still is source code.

Pure and total.  `VERSION` changes whenever any sketch may change; it enters cache keys and bundle manifests.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeAlias

from tree_sitter import Node

from codescore.languages import Language
from codescore.sketch.scopes import Entity, Resolution

VERSION = "1"

_INDENT = "    "
# A name of someone's own that looks like a placeholder must not be taken for one: it gets one underscore more.
_LOOKS_LIKE_PLACEHOLDER = re.compile(r"(?:f|(?:arg|var)_[0-9]+)_*")
# Interpolated strings inside interpolated strings, deeper than any person writes, stay to the letter.
_MAX_NESTED_STRINGS = 30
#: The indentation of a line in steps, and its tokens.
Row: TypeAlias = tuple[int, tuple[str, ...]]
_TERMINATED = -1  # in place of a depth: the sign that ends a statement is missing behind this node


class SketchText(str):
    """The text of a sketch, which still knows its tokens: nobody has to find them in it again.

    `rows` has for each line its indentation in steps and its tokens.  Texts are equal, and keys, by their characters.
    """

    __slots__ = ("rows",)
    rows: tuple[Row, ...]

    def __new__(cls, rows: Iterable[Row] = ()) -> SketchText:
        made = tuple(rows)
        self = super().__new__(cls, "\n".join([_INDENT * depth + " ".join(tokens) for depth, tokens in made]))
        self.rows = made
        return self

    def __reduce__(self) -> tuple[type[SketchText], tuple[tuple[Row, ...]]]:
        return SketchText, (self.rows,)


@dataclass(frozen=True, slots=True)
class Sketch:
    """The canonical text of a unit.

    `lines[i]` is the byte offset, in the source the tree was parsed from, of the first token of the sketch's line i;
    `names` maps each placeholder to what the source calls it (every function is `f`: only the first is listed).
    """

    text: SketchText
    lines: tuple[int, ...]
    names: tuple[tuple[str, str], ...]
    version: str = VERSION


@dataclass(frozen=True, slots=True)
class SourceMap:
    """Where the tokens of a sketch come from.

    `starts` are the tokens' offsets in the sketch's text, `places` the byte ranges of the source they were made from.
    Kept apart from the sketch, as only who explains a difference needs it.
    """

    starts: tuple[int, ...]
    places: tuple[tuple[int, int], ...]

    def place(self, start: int, end: int) -> tuple[int, int]:
        """The bytes of the source that characters [start, end) of the sketch's text stand for."""
        if not self.starts:
            return 0, 0
        first = max(0, bisect_right(self.starts, start) - 1)
        last = max(first, bisect_left(self.starts, end) - 1)
        covered = self.places[first : last + 1]
        return min(place[0] for place in covered), max(place[1] for place in covered)

    def moved(self, by: int) -> SourceMap:
        """The same with places counted from elsewhere."""
        return SourceMap(self.starts, tuple([(start + by, end + by) for start, end in self.places]))


def emit(
    language: Language, node: Node, source: bytes, resolution: Resolution, only: frozenset[int] | None = None
) -> Sketch:
    """The sketch of `node`; `resolution` may be of `node` or of any node around it.

    `only`: of the node's own children just those that begin at these bytes.
    """
    writer = _Writer(language, source, resolution, (node.start_byte, node.end_byte))
    writer.walk(node, only)
    return Sketch(SketchText(writer.done), tuple(writer.starts), tuple(writer.listing))


def placeholders(language: Language, node: Node, source: bytes, resolution: Resolution) -> dict[int, str]:
    """What each replaced identifier of `node` becomes in its sketch, by the identifier's start byte."""
    writer = _Writer(language, source, resolution, (node.start_byte, node.end_byte))
    writer.walk(node)
    labels = writer.labels
    return {start: labels[id(e)] for start, e in resolution.entities.items() if id(e) in labels}


def trace(
    language: Language, node: Node, source: bytes, resolution: Resolution, only: frozenset[int] | None = None
) -> SourceMap:
    """Where the characters of the sketch of `node` come from; the arguments are those of `emit`."""
    tracer = _Tracer(language, source, resolution, (node.start_byte, node.end_byte))
    tracer.walk(node, only)
    starts: list[int] = []
    places: list[tuple[int, int]] = []
    at = 0
    for (depth, tokens), line in zip(tracer.done, tracer.traced, strict=True):
        at += len(_INDENT) * depth
        for token, place in zip(tokens, line, strict=True):
            starts.append(at)
            places.append(place)
            at += len(token) + 1
    return SourceMap(tuple(starts), tuple(places))


class _Writer:
    """Collects tokens into lines; lives for one call of `emit`."""

    def __init__(self, language: Language, source: bytes, resolution: Resolution, extent: tuple[int, int]) -> None:
        self.layout = language.layout
        self.identifiers = language.scopes.identifiers
        self.source = source
        self.resolution = resolution
        self.extent = extent
        self.done: list[Row] = []
        self.starts: list[int] = []
        self.listing: list[tuple[str, str]] = []
        self.labels: dict[int, str] = {}
        self.counts = {"arg": 0, "var": 0}
        self.line: list[str] = []
        self.line_start = 0
        self.line_depth = 0
        self.nested_strings = 0

    def walk(self, root: Node, only: frozenset[int] | None = None) -> None:
        """Visit the tree in source order with an explicit stack of (node, depth, starts a line)."""
        layout = self.layout
        stack: list[tuple[Node, int, bool]] = [(root, 0, True)]
        while stack:
            node, depth, fresh = stack.pop()
            if depth == _TERMINATED:
                self._token(layout.terminator, node)
                continue
            kind = node.type
            if kind in layout.comments or node.id in self.resolution.docstrings:
                if fresh and layout.empty_body and _only_child(node, layout.comments):
                    self._break(depth)
                    self._token(layout.empty_body, node)
                continue
            if kind in layout.separators:
                continue
            if fresh or kind in layout.line_starts:
                self._break(depth)
            if kind in layout.strings:
                text = self._string(node)
                self._token(text.replace(" ", "\\x20") if kind in layout.patterns else text, node)
            elif node.child_count == 0:
                self._leaf(node)
            elif " " in kind:  # an operator of two words
                self._token(kind, node)
            else:
                children = self._children(node, kind, depth)
                if only is not None and node == root:
                    children = [child for child in children if child[0].start_byte in only]
                stack.extend(children)
        self._break(0)
        if not self.done and _covers_nothing(root):
            self._token(" ".join(_decode(self.source[root.start_byte : root.end_byte]).split()), root)
            self._break(0)

    def _children(self, node: Node, kind: str, depth: int) -> list[tuple[Node, int, bool]]:
        """Children to visit, last first, as the stack wants them."""
        layout = self.layout
        body = kind in layout.bodies
        inner = depth + 1 if kind in layout.indents else depth
        children = node.children
        has_named = body and any(c.is_named for c in children)
        heads = _heads(node, layout.heads) if body and layout.heads else ()
        items = []
        for child in children:
            if body and child.is_named and child not in heads:
                items.append((child, inner, True))
            else:
                items.append((child, depth, has_named and child.type in layout.closers))
        items.reverse()
        if kind in layout.terminated and children[-1].type != layout.terminator:
            items.insert(0, (children[-1], _TERMINATED, False))
        return items

    def _leaf(self, node: Node) -> None:
        if node.start_byte == node.end_byte:
            return
        text = " ".join(self._text(node).split())
        if node.type in self.layout.shorthands:
            own = _decode(self.source[node.start_byte : node.end_byte])
            for token in (own, ":") if text != own else ():
                self._token(token, node)
        self._token(text, node)

    def _text(self, node: Node) -> str:
        """A leaf's text, or what stands for it."""
        start = node.start_byte
        entity = self.resolution.entities.get(start)
        if entity is not None and entity.role != "kept" and node.is_named:
            return self._placeholder(entity)
        text = _decode(self.source[start : node.end_byte])
        if node.type in self.identifiers and start not in self.resolution.members:
            return text + "_" if _LOOKS_LIKE_PLACEHOLDER.fullmatch(text) else text
        return text

    def _string(self, node: Node) -> str:
        """A string literal to the letter, but for the names inside its interpolations."""
        return self._around(node, lambda child: child.type in self.layout.interpolations)

    def _around(self, node: Node, is_code: Callable[[Node], bool]) -> str:
        """The literal text of a node around those of its children that are code."""
        parts: list[str] = []
        position = node.start_byte
        self.nested_strings += 1
        for child in node.children if self.nested_strings <= _MAX_NESTED_STRINGS else ():
            if is_code(child):
                parts.append(_decode(self.source[position : child.start_byte]))
                parts.append(self._interpolation(child))
                position = child.end_byte
        self.nested_strings -= 1
        parts.append(_decode(self.source[position : node.end_byte]))
        return "".join(parts)

    def _interpolation(self, node: Node) -> str:
        """An interpolation's tokens, with a space only where two words would run together."""
        parts: list[str] = []
        stack = [node]
        while stack:
            current = stack.pop()
            if current.type in self.layout.comments:
                continue
            if current.type in self.layout.strings:
                token = self._string(current)
            elif current.child_count == 0:
                token = self._text(current)
            elif current.type == node.type or current.type not in self.layout.interpolations:
                stack.extend(reversed(current.children))
                continue
            else:
                token = self._format(current)
            if parts and token and _is_word(parts[-1][-1:]) and _is_word(token[:1]):
                parts.append(" ")
            if token:
                parts.append(token)
        return "".join(parts)

    def _format(self, node: Node) -> str:
        """A format specifier: literal text around nested expressions."""
        return self._around(node, lambda c: bool(c.child_count) or c.type in self.layout.interpolations)

    def _placeholder(self, entity: Entity) -> str:
        label = self.labels.get(id(entity))
        if label is None:
            label = self._new_label(entity)
            self.labels[id(entity)] = label
            if label != "f" or all(known != "f" for known, _ in self.listing):
                self.listing.append((label, entity.name))
        return label

    def _new_label(self, entity: Entity) -> str:
        if entity.role == "function":
            return "f"
        # A parameter of the function around a nested unit is, seen from inside, a variable.
        inside = self.extent[0] <= entity.home[0] and entity.home[1] <= self.extent[1]
        prefix = "arg" if entity.role == "parameter" and inside else "var"
        number = self.counts[prefix]
        self.counts[prefix] += 1
        return f"{prefix}_{number}"

    def _token(self, text: str, node: Node) -> None:
        if not text:
            return
        if not self.line:
            self.line_start = node.start_byte
        self.line.append(text)

    def _break(self, depth: int) -> None:
        """End the line; the next one is indented by `depth`."""
        if self.line:
            self.done.append((self.line_depth, tuple(self.line)))
            self.starts.append(self.line_start)
            self.line = []
        self.line_depth = depth


class _Tracer(_Writer):
    """A writer that also notes, for each finished line, where its tokens come from."""

    def __init__(self, language: Language, source: bytes, resolution: Resolution, extent: tuple[int, int]) -> None:
        super().__init__(language, source, resolution, extent)
        self.traced: list[list[tuple[int, int]]] = []
        self.noted: list[tuple[int, int]] = []

    def _token(self, text: str, node: Node) -> None:
        super()._token(text, node)
        if text:
            self.noted.append((node.start_byte, node.end_byte))

    def _break(self, depth: int) -> None:
        if self.line:
            self.traced.append(self.noted)
            self.noted = []
        super()._break(depth)


def _covers_nothing(root: Node) -> bool:
    """Whether a parser has put a text aside: what it made of it has no extent."""
    children = root.children
    return bool(children) and children[0].start_byte == children[-1].end_byte


def _only_child(node: Node, comments: frozenset[str]) -> bool:
    """Whether nothing but comments stands beside a node."""
    parent = node.parent
    if parent is None or node.type in comments or parent.parent is None:
        return False
    return all(c == node or c.type in comments for c in parent.named_children)


def _heads(node: Node, fields: frozenset[str]) -> list[Node]:
    return [child for field in fields for child in node.children_by_field_name(field)]


def _decode(raw: bytes) -> str:
    return raw.decode("utf-8", errors="replace")


def _is_word(char: str) -> bool:
    return char.isalnum() or char == "_"
