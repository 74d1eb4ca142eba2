"""TypeScript → JavaScript: a program without its types, so that one author teaches two languages."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from codescore.languages import by_id
from codescore.syntax import parse

_TYPES = frozenset((
    "type_annotation", "type_parameters", "type_arguments", "interface_declaration", "type_alias_declaration",
    "ambient_declaration", "function_signature", "abstract_method_signature", "method_signature", "implements_clause",
    "accessibility_modifier", "override_modifier", "readonly", "abstract",
))  # fmt: skip
_WITH_TYPE = frozenset(("as_expression", "satisfies_expression", "non_null_expression"))  # whose first part is a value
_OPTIONAL = frozenset(("optional_parameter", "public_field_definition", "variable_declarator"))


#: Languages that are another one without their types.
PLAIN = {"typescript": "javascript"}


def erased(code: str, lang: str) -> str | None:
    """A program of one of these in the other language; None where it cannot be read whole."""
    typed, plain = by_id(lang), by_id(PLAIN[lang])
    if typed is None or plain is None:
        return None
    source = code.encode("utf-8", "replace")
    root = parse(typed, source).tree.root_node
    if root.has_error:
        return None
    kept, at = bytearray(), 0
    for start, end in sorted(_ranges(root)):
        if start >= at:
            kept += source[at:start]
            at = end
    kept += source[at:]
    made = bytes(kept).decode("utf-8", "replace")
    return None if parse(plain, made.encode()).tree.root_node.has_error else made


def _ranges(root: Node) -> Iterator[tuple[int, int]]:
    """Where types stand, in bytes."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if node.type in _TYPES:
            yield node.start_byte, node.end_byte
            continue
        if node.type in _WITH_TYPE:
            yield node.children[0].end_byte, node.end_byte
        if node.type in _OPTIONAL:
            yield from ((mark.start_byte, mark.end_byte) for mark in node.children if mark.type in ("?", "!"))
        waiting.extend(node.children)
