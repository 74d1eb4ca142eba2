"""How a Python loop is laid out, and what else in its function could notice that it has another form.

Neighbours: `region` for facts; `loops` holds the rules.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from tree_sitter import Node

from codescore.languages.protocols import Replacement
from codescore.languages.python.rewrite.conditions import colon_of
from codescore.languages.python.rewrite.region import Region, binds
from codescore.languages.rewriting import newline_of
from codescore.languages.spans import Interval, encloses, span, within_any

_INDENT = re.compile(rb"[ \t\f]*")


@dataclass(frozen=True, slots=True)
class Loop:
    """A loop laid out: its statement, colon, body, and the white space that starts its lines and its body's lines."""

    node: Node
    colon: Node
    body: Node
    indent: bytes
    inner: bytes
    newline: bytes
    has_else: bool

    def head(self, lines: list[bytes], first: list[bytes]) -> list[Replacement]:
        """Replace the head by `lines`, and let the body begin with the lines `first`."""
        parts = (self.newline + self.indent).join(lines) + b"".join(self.newline + self.inner + line for line in first)
        made = [Replacement(self.node.start_byte, self.colon.end_byte, parts)]
        if self.inline:
            made.append(Replacement(self.colon.end_byte, self.body.start_byte, self.newline + self.inner))
        return made

    def tail(self, line: bytes) -> Replacement:
        """Let the body end with a line."""
        return Replacement(self.body.end_byte, self.body.end_byte, self.newline + self.inner + line)

    @property
    def inline(self) -> bool:
        """Whether the body stands on the line of the head."""
        return self.body.start_point.row == self.colon.end_point.row


def laid_out(region: Region, node: Node) -> Loop | None:
    """The layout of a loop; None in a class body (new names would be attributes) or if its lines are shared."""
    colon, body = colon_of(node), node.child_by_field_name("body")
    indent = line_start(region, node)
    if colon is None or body is None or indent is None or _in_class_body(region, node):
        return None
    first = next((child for child in body.children if child.type != "comment"), None)
    if first is None:
        return None
    inner = indent + b"    " if body.start_point.row == colon.end_point.row else line_start(region, first)
    if inner is None or not inner.startswith(indent) or inner == indent:
        return None
    has_else = node.child_by_field_name("alternative") is not None
    return Loop(node, colon, body, indent, inner, newline_of(region.source), has_else)


def line_start(region: Region, node: Node) -> bytes | None:
    """The white space before a node, None if the line begins with something else."""
    begin = max(region.source.rfind(b"\n", 0, node.start_byte), region.source.rfind(b"\r", 0, node.start_byte)) + 1
    before = region.source[begin : node.start_byte]
    return before if _INDENT.fullmatch(before) else None


def _in_class_body(region: Region, node: Node) -> bool:
    owner = region.owner(node) or (-1, -1)
    return any(s <= node.start_byte and node.end_byte <= e and s > owner[0] for s, e in region.classes)


def names_in(region: Region, node: Node) -> list[bytes]:
    """Every name in a node."""
    if node.type == "identifier":
        return [region.text(node)]
    return [name for child in node.named_children for name in names_in(region, child)]


def unchanging(region: Region, loop: Loop, name: bytes) -> bool:
    """Whether a name keeps its value during the loop: bound by the loop's own function, but not in the loop's body."""
    owner = region.owner(loop.node)
    bindings = region.bindings(name)
    if owner is None or name in region.elsewhere or any(encloses(loop.body, n) for n in bindings):
        return False
    return any(region.owner(n) == owner for n in bindings)


def only_read(region: Region, loop: Loop, name: bytes, own: tuple[Node, ...]) -> bool:
    """Whether, apart from the nodes `own`, a name is only read, only in the loop's body, by no function made there.

    Other loops of the region may bind the name anew; so may comprehensions, whose names are their own.
    """
    around = (loop.node.start_byte, loop.node.end_byte)
    lazy: list[Interval] = [*region.functions, *region.classes, *(span(node) for node in region.all("generator"))]
    lazy = [(s, e) for s, e in lazy if not (s <= around[0] and around[1] <= e)]
    for node in region.names.get(name, ()):
        if any(encloses(part, node) for part in own) or _own_comprehension(region, node, name):
            continue
        if within_any(node, lazy):
            return False
        if encloses(loop.body, node):
            if binds(node):
                return False
        elif not _rebound_elsewhere(region, loop, node, name):
            return False
    return True


def _rebound_elsewhere(region: Region, loop: Loop, node: Node, name: bytes) -> bool:
    """Whether an occurrence belongs to another loop that binds the name first and does not contain this one."""
    for other in region.all("for"):
        left, body = other.child_by_field_name("left"), other.child_by_field_name("body")
        if left is None or body is None or encloses(other, loop.node) or region.text(left) != name:
            continue
        if encloses(left, node) or encloses(body, node):
            return True
    return False


def _own_comprehension(region: Region, node: Node, name: bytes) -> bool:
    """Whether an occurrence belongs to a comprehension that binds the name itself."""
    for comprehension in region.all("comprehension"):
        if not encloses(comprehension, node):
            continue
        clauses = [c for c in comprehension.named_children if c.type == "for_in_clause"]
        first = clauses[0].child_by_field_name("right") if clauses else None
        if first is None or encloses(first, node):
            continue
        if any(name in names_in(region, t) for c in clauses if (t := c.child_by_field_name("left")) is not None):
            return True
    return False


def continues(region: Region, loop: Node) -> list[Node] | None:
    """The `continue`s of a loop, None if one leaves a `try` or `with`, whose end would then run too late."""
    found = []
    for node in region.all("continue"):
        path = _path_to_loop(node)
        if path and path[-1] == loop:
            if any(step.type in ("try_statement", "with_statement") for step in path):
                return None
            found.append(node)
    return found


def _path_to_loop(node: Node) -> list[Node]:
    """The nodes around a `continue` up to the loop it continues."""
    path: list[Node] = []
    child, parent = node, node.parent
    while parent is not None:
        path.append(parent)
        if parent.type in ("for_statement", "while_statement") and parent.child_by_field_name("body") == child:
            return path
        child, parent = parent, parent.parent
    return []
