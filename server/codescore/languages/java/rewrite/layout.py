"""How a Java loop stands in its source, and where control can go in it.

Neighbours: `region` for facts; `loops` holds the rules.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from tree_sitter import Node

from codescore.languages.java.rewrite.region import Region
from codescore.languages.protocols import Replacement
from codescore.languages.rewriting import ancestors, indent_of, newline_of
from codescore.languages.spans import encloses

_STATEMENT_LISTS = frozenset(("block", "constructor_body", "program"))
_LOOPS = frozenset(("for_statement", "enhanced_for_statement", "while_statement", "do_statement"))
# What a `continue` must not leave on its way: it would run code there after the step instead of before.
_GUARDS = frozenset(("try_statement", "try_with_resources_statement", "synchronized_statement"))
_COMPLETING = frozenset((
    "expression_statement", "local_variable_declaration", ";", "assert_statement", "enhanced_for_statement",
    "class_declaration", "record_declaration",
))  # fmt: skip


@dataclass(frozen=True, slots=True)
class Frame:
    """Where a loop stands.

    `indent` and `inner` are the white space of its line and of its body's lines; `listed` says that it stands among
    statements, where it may be preceded by a declaration.
    """

    node: Node
    body: Node
    indent: bytes
    inner: bytes
    newline: bytes
    listed: bool

    def opened(self, start: list[bytes], head: bytes, *, block: bool) -> list[Replacement]:
        """Replace everything before the body by the statements `start` and the head, all in a block if so wanted."""
        lines = [*(b"{",) * block, *start, head]
        before = [c for c in self.node.children if c.type == ")" and c.end_byte <= self.body.start_byte]
        text = (self.newline + self.indent).join(lines)
        return [Replacement(self.node.start_byte, before[-1].end_byte, text)]

    def closed(self, *, block: bool) -> list[Replacement]:
        """End the block that `opened` began."""
        end = self.node.end_byte
        return [Replacement(end, end, self.newline + self.indent + b"}")] if block else []

    def bodied(self, first: list[bytes], last: list[bytes]) -> list[Replacement]:
        """Let the body begin and end with some more lines; a body without braces gets some."""
        body, gap = self.body, self.newline + self.inner
        before = b"".join(gap + line for line in first)
        after = b"".join(gap + line for line in last)
        if body.type != "block" and (first or last):
            opening = Replacement(body.start_byte, body.start_byte, b"{" + before + gap)
            return [opening, Replacement(body.end_byte, body.end_byte, after + self.newline + self.indent + b"}")]
        brace = body.start_byte + 1
        inside = body.named_children[-1].end_byte if body.named_children else brace
        if body.named_children and body.named_children[-1].type == "line_comment":
            after += self.newline + self.indent
        places = ((brace, before), (inside, after))
        return [Replacement(at, at, text) for at, text in places if text]


def framed(region: Region, node: Node) -> Frame | None:
    """Where a loop stands; None under a label, whose `continue` a block or another loop would not serve."""
    body, parent = node.child_by_field_name("body"), node.parent
    if body is None or parent is None or parent.type == "labeled_statement":
        return None
    indent = indent_of(region.source, node)
    first = next((c for c in body.named_children if "comment" not in c.type), None) if body.type == "block" else body
    unit = b"\t" if indent.startswith(b"\t") else b"    "
    inner = indent_of(region.source, first) if first is not None else indent
    deeper = inner if inner.startswith(indent) and inner != indent else indent + unit
    return Frame(node, body, indent, deeper, newline_of(region.source), parent.type in _STATEMENT_LISTS)


def hidden(region: Region, body: Node, steps: list[Node]) -> bool:
    """Whether the body declares a name that the step uses, which then would mean another variable."""
    used = {name for step in steps for name in re.findall(rb"\w+", region.text(step))}
    return any(body.start_byte <= local.start < body.end_byte for name in used for local in region.locals.get(name, ()))


def continues(region: Region, loop: Node) -> list[Node] | None:
    """The `continue`s of a loop without label, None if one leaves a `try` or the like."""
    found = []
    for node in region.all("continue"):
        if node.named_child_count or not encloses(loop, node):
            continue
        path = _path(node)
        if path and path[-1] == loop:
            if any(step.type in _GUARDS for step in path):
                return None
            found.append(node)
    return found


def _path(node: Node) -> list[Node]:
    """The nodes around a `continue` up to the loop it continues."""
    path: list[Node] = []
    for parent in ancestors(node.parent):
        if parent.type in ("lambda_expression", "class_body"):
            break
        path.append(parent)
        if parent.type in _LOOPS:
            return path
    return []


def completes(region: Region, node: Node) -> bool:
    """Whether a statement surely can complete normally (JLS 14.22); code behind it is reachable then."""
    match node.type:
        case "block" | "constructor_body" | "switch_block_statement_group":
            statements = [c for c in node.named_children if "comment" not in c.type and c.type != "switch_label"]
            return not statements or completes(region, statements[-1])
        case "if_statement":
            other = node.child_by_field_name("alternative")
            first = node.child_by_field_name("consequence")
            return other is None or completes(region, other) or (first is not None and completes(region, first))
        case "while_statement" | "for_statement":
            return _asks(region, node.child_by_field_name("condition"))
        case "try_statement" | "synchronized_statement":
            return _try_completes(region, node)
        case "switch_expression":
            return _switch_completes(region, node)
        case _:
            return node.type in _COMPLETING


def _asks(region: Region, condition: Node | None) -> bool:
    """Whether a condition is surely no constant: it calls something or names a variable that is no constant."""
    if condition is None or condition.type in ("method_invocation", "array_access"):
        return condition is not None
    if condition.type == "identifier":
        local = region.local(condition)
        constant = local is None or local.value is not None
        return not constant or region.assigned(region.text(condition), region.node)
    return any(_asks(region, child) for child in condition.named_children)


def _try_completes(region: Region, node: Node) -> bool:
    body = node.child_by_field_name("body")
    final = next((c for c in node.named_children if c.type == "finally_clause"), None)
    if final is not None and not all(completes(region, c) for c in final.named_children if c.type == "block"):
        return False
    catches = [c.child_by_field_name("body") for c in node.named_children if c.type == "catch_clause"]
    return any(completes(region, part) for part in (body, *catches) if part is not None)


def _switch_completes(region: Region, node: Node) -> bool:
    """A `switch` of the old kind completes by its last group, or by a `break` that stands right in a group."""
    body = node.child_by_field_name("body")
    groups = [c for c in body.named_children if c.type == "switch_block_statement_group"] if body is not None else []
    breaks = any(c.type == "break_statement" and not c.named_child_count for g in groups for c in g.named_children)
    return bool(groups) and (breaks or completes(region, groups[-1]))
