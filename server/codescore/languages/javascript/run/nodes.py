"""What small pieces of a JavaScript syntax tree say: names, strings, what is declared at top level.  Pure.

Neighbours: `weaving`, `surveying` and `usage` ask.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from tree_sitter import Node

FUNCTIONS = frozenset((
    "function_declaration", "generator_function_declaration", "function_expression", "generator_function",
    "arrow_function", "method_definition",
))  # fmt: skip
DECLARED = ("function_declaration", "generator_function_declaration", "class_declaration", "abstract_class_declaration",
            "enum_declaration")  # fmt: skip
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "0": "\0", "b": "\b", "f": "\f", "v": "\v"}
_ESCAPE = re.compile(r"\\(?:u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|\r?\n|(.))", re.DOTALL)


def text(node: Node) -> str:
    """The text of a node."""
    return (node.text or b"").decode("utf-8", "replace")


def child(node: Node, name: str) -> Node | None:
    """The child in a field."""
    return node.child_by_field_name(name)


def walk(node: Node) -> Iterator[Node]:
    """A node and everything inside it, outermost first, in source order."""
    left = [node]
    while left:
        one = left.pop()
        yield one
        left.extend(reversed(one.children))


def outside_functions(body: Node) -> Iterator[Node]:
    """A body without what stands in functions inside of it; those themselves are there."""
    left = [body]
    while left:
        one = left.pop()
        yield one
        if one is body or one.type not in FUNCTIONS:
            left.extend(reversed(one.named_children))


def bound_function(node: Node) -> Iterator[tuple[Node, Node]]:
    """A name and the function that it is bound to."""
    name, value = child(node, "name"), child(node, "value")
    if node.type == "function_declaration" and name is not None:
        yield name, node
    elif node.type == "variable_declarator" and name is not None and value is not None and value.type in FUNCTIONS:
        yield name, value


def top_level(root: Node) -> Iterator[Node]:
    """The statements of a program, those that are exported without the word."""
    for node in root.named_children:
        declared = child(node, "declaration") if node.type == "export_statement" else None
        yield declared if declared is not None else node


def declared_names(root: Node) -> list[str]:
    """What a program declares at top level, each once."""
    found: dict[str, None] = {}
    for node in top_level(root):
        name = child(node, "name") if node.type in DECLARED else None
        if name is not None:
            found[text(name)] = None
        if node.type in ("lexical_declaration", "variable_declaration"):
            for one in node.named_children:
                bound = child(one, "name") if one.type == "variable_declarator" else None
                if bound is not None and bound.type == "identifier":
                    found[text(bound)] = None
        found |= dict.fromkeys(_specifiers(node))
    return list(found)


def _specifiers(node: Node) -> Iterator[str]:
    """What an import binds."""
    if node.type != "import_statement" or any(c.type == "type" for c in node.children):
        return
    for inner in walk(node):
        if inner.type == "import_specifier":
            name = child(inner, "alias") or child(inner, "name")
            if name is not None:
                yield text(name)


def string(node: Node) -> str | None:
    """What a string says; None for anything else, and for a template with something in it."""
    if node.type not in ("string", "template_string") or any(c.type == "template_substitution" for c in node.children):
        return None
    return _ESCAPE.sub(_unescaped, text(node)[1:-1])


def _unescaped(match: re.Match[str]) -> str:
    code = match[1] or match[2] or match[3]
    if code:
        return chr(int(code, 16)) if int(code, 16) < 0x110000 else ""
    return _ESCAPES.get(match[4] or "", match[4] or "")


def number(node: Node) -> int | float | None:
    """What a number says, with its sign; of a large one that is no fraction too."""
    if node.type == "unary_expression" and text(node)[:1] in "+-":
        inner = number(node.named_children[0])
        return None if inner is None else -inner if text(node)[0] == "-" else inner
    if node.type != "number":
        return None
    said = text(node).replace("_", "").rstrip("n").lower()
    try:
        if said[:2] in ("0x", "0o", "0b"):
            return int(said, 0)
        return int(said) if said.isdigit() else _whole(float(said))
    except ValueError:
        return None


def _whole(value: float) -> int | float:
    return int(value) if value.is_integer() and abs(value) < 2**53 else value


def quoted(value: str) -> str:
    """A string as JavaScript writes it."""
    return json.dumps(value, ensure_ascii=False).replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def pairs_of(node: Node) -> list[tuple[str, Node]]:
    """The keys and values that an object is written with; "" for a key that is computed."""
    found = []
    for pair in node.named_children:
        key, value = child(pair, "key"), child(pair, "value")
        if pair.type == "shorthand_property_identifier":
            found.append((text(pair), pair))
        elif key is not None and value is not None:
            found.append(("" if key.type.startswith("computed") else string(key) or text(key), value))
    return found
