"""`while` to `for` for Java, one half of the loop exchange of table 1.

    while (c) { … step }        for (; c; step) {…}               where nothing continues past the step
    while (c) {…}               for (; c;) {…}                    always

A declaration of the counter right before the loop goes along if nothing behind the loop needs it.
Neighbours: `layout`, `region` for facts; `for_loops` is the way back.
"""

from __future__ import annotations

from tree_sitter import Node

from codescore.languages.java.rewrite.conditions import inner_of
from codescore.languages.java.rewrite.layout import continues, hidden
from codescore.languages.java.rewrite.region import Region, target_of
from codescore.languages.protocols import Replacement


def while_to_for(region: Region, node: Node) -> tuple[int, list[Replacement]] | None:
    """The byte where a `while` loop and what belongs to it starts, and how it becomes a `for` loop."""
    condition, body = node.child_by_field_name("condition"), node.child_by_field_name("body")
    inner = inner_of(condition)
    if condition is None or inner is None or body is None:
        return None
    step = _last_step(region, node, body)
    if step is None:
        head = b"for (; " + region.text(inner) + b"; )"
        return node.start_byte, [Replacement(node.start_byte, condition.end_byte, head)]
    start, init = _counter(region, node, step)
    before = step.prev_sibling
    head = b"for (" + init + b" " + region.text(inner) + b"; " + region.text(step).rstrip(b"; \t") + b")"
    gap = before.end_byte if before is not None and before.type != "line_comment" else step.start_byte
    return start, [Replacement(start, condition.end_byte, head), Replacement(gap, step.end_byte, b"")]


def _last_step(region: Region, loop: Node, body: Node) -> Node | None:
    """The last statement of a body if it can be the loop's step."""
    parent = loop.parent
    statements = body.named_children if body.type == "block" else []
    if len(statements) < 2 or parent is None or parent.type == "labeled_statement" or continues(region, loop) != []:
        return None
    last = statements[-1]
    action = last.named_child(0) if last.type == "expression_statement" else None
    target = target_of(action) if action is not None else None
    if action is None or target is None or target.type != "identifier" or region.local(target) is None:
        return None
    return None if hidden(region, body, [action]) else last


def _counter(region: Region, loop: Node, step: Node) -> tuple[int, bytes]:
    """Where the new loop starts and its first part: the declaration right before it, if it declares the counter."""
    before, action = loop.prev_sibling, step.named_child(0)
    target = target_of(action) if action is not None else None
    plain = loop.start_byte, b";"
    if before is None or target is None or before.type != "local_variable_declaration":
        return plain
    declared = before.children_by_field_name("declarator")
    name = declared[0].child_by_field_name("name") if len(declared) == 1 else None
    if name is None or region.text(name) != region.text(target) or b"\n" in region.text(before):
        return plain
    later = any(node.start_byte >= loop.end_byte for node in region.names.get(region.text(name), ()))
    return plain if later else (before.start_byte, region.text(before))
