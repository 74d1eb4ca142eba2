"""One source file -> its functions worth learning from, each with its comment.

Everything language-specific comes from the language's folder (`codescore.languages`): which node is a unit, which
is a comment or a string.  Code with syntax errors, generated and minified files give nothing.  Pure; knows nothing
of archives or licences.  Neighbours: `comments` cleans the text, `projects` decides which files come here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import tree_sitter
from tree_sitter import Node

from codescore.languages import Language
from codescore_train.corpus import comments

MIN_LINES, MAX_LINES = 3, 60  # of code: blank lines and the leading docstring do not count
MAX_BYTES = 8_000
MAX_LINE = 1_000
_MAX_TANGLE = 20_000  # children of one error node; a query takes time quadratic in them, minutes from 300,000 on

_GENERATED = re.compile(
    rb"(?:auto-?\s?generated|generated (?:by|from|code|file|source|automatically|with)|machine generated|"
    rb"do not (?:edit|modify)|@generated|code generated|automatically generated)",
    re.IGNORECASE,
)
_HEAD = 2_000  # bytes in which a generated file says so
_PARSERS: dict[str, tuple[tree_sitter.Parser, tree_sitter.QueryCursor]] = {}


@dataclass(frozen=True, slots=True)
class Function:
    """A function's name, its dedented source without its leading docstring, and its cleaned comment ("" if none)."""

    name: str
    code: str
    comment: str


def extract(source: bytes, language: Language) -> list[Function]:
    """Functions of MIN_LINES to MAX_LINES lines in source order; one inside another only if the outer is too long."""
    if not _worth_parsing(source):
        return []
    if language.id not in _PARSERS:
        _PARSERS[language.id] = (
            tree_sitter.Parser(language.grammar), tree_sitter.QueryCursor(language.units_query),
        )  # fmt: skip
    parser, cursor = _PARSERS[language.id]
    tree = parser.parse(source)
    if _tangled(tree.root_node):
        return []
    found: list[Function] = []
    kept_until = -1
    for node in sorted(cursor.captures(tree.root_node).get("unit", ()), key=lambda n: (n.start_byte, -n.end_byte)):
        if node.start_byte < kept_until:
            continue
        function = _function(source, node, language)
        if function:
            found.append(function)
            kept_until = node.end_byte
    return found


def _worth_parsing(source: bytes) -> bool:
    if b"\0" in source or _GENERATED.search(source, 0, _HEAD):
        return False
    try:
        source.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return max(map(len, source.split(b"\n")), default=0) <= MAX_LINE


def _tangled(root: Node) -> bool:
    """Whether the source is so broken that what the parser made of it costs more than it is worth."""
    broken = [root] if root.has_error else []
    while broken:
        node = broken.pop()
        if node.is_error and node.child_count > _MAX_TANGLE:
            return True
        broken += [child for child in node.children if child.has_error]
    return False


def _function(source: bytes, unit: Node, language: Language) -> Function | None:
    if unit.has_error or unit.end_point.row - unit.start_point.row + 1 < MIN_LINES:
        return None
    outer = unit
    while outer.parent is not None and outer.parent.type in language.structure.extends:
        outer = outer.parent
    document = _docstring(unit, language)
    start, end = outer.start_byte, outer.end_byte
    if document and document.next_named_sibling is None:
        return None  # nothing but documentation
    if end - start - (document.end_byte - document.start_byte if document else 0) > MAX_BYTES:
        return None
    code = _dedented(source, start, end, document)
    lines = sum(1 for line in code.split("\n") if line.strip())
    if not MIN_LINES <= lines <= MAX_LINES:
        return None
    name = unit.child_by_field_name("name")
    raw = source[document.start_byte : document.end_byte] if document else _leading(source, outer, language)
    return Function(
        name=source[name.start_byte : name.end_byte].decode() if name else "",
        code=code,
        comment=comments.clean(raw.decode()) if raw else "",
    )


def _docstring(unit: Node, language: Language) -> Node | None:
    """The statement that is only a string and opens the body, or None."""
    body = unit.child_by_field_name("body")
    first = next(_without_comments(body, language), None) if body else None
    if first is None or first.named_child_count != 1:
        return None
    only = first.named_children[0]
    plain = only.end_byte - only.start_byte == first.end_byte - first.start_byte
    return first if plain and only.type in language.layout.strings else None


def _without_comments(body: Node, language: Language) -> Iterator[Node]:
    return (child for child in body.named_children if child.type not in language.layout.comments)


def _leading(source: bytes, outer: Node, language: Language) -> bytes:
    """The comments that end on the line above, each on the line below the one before, or b""."""
    first, node = outer, outer.prev_sibling
    while node is not None and node.type in language.layout.comments:
        alone = not source[source.rfind(b"\n", 0, node.start_byte) + 1 : node.start_byte].strip()
        if not alone or first.start_point.row - node.end_point.row > 1:
            break
        first, node = node, node.prev_sibling
    return source[first.start_byte : outer.start_byte].strip() if first is not outer else b""


def _dedented(source: bytes, start: int, end: int, document: Node | None) -> str:
    line_start = source.rfind(b"\n", 0, start) + 1
    indent = source[line_start:start]
    text = source[start:end]
    if document:
        first = source.rfind(b"\n", 0, document.start_byte) + 1
        last = source.find(b"\n", document.end_byte)
        own_lines = first > start and last > 0 and not source[first : document.start_byte].strip()
        if own_lines and not source[document.end_byte : last].strip():
            text = source[start:first] + source[last + 1 : end]
    lines = text.decode().replace("\r\n", "\n").split("\n")
    prefix = indent.decode() if not indent.strip() else ""
    rest = [line.removeprefix(prefix) if line.strip() else "" for line in lines[1:]]
    return "\n".join([lines[0], *rest]).rstrip() + "\n"
