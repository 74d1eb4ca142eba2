"""`while` to `for` for Python, one half of the loop exchange of table 1.

    i = a; while i < b: … i += 1        for i in range(a, b):                      where nothing else touches i
    while c:                            for _ in iter(int, 1): if not c: break …                           always

Neighbours: `layout`, `region`, `kinds` for facts; `conditions.negations` writes
`not c`; `for_loops` is the way back.
"""

from __future__ import annotations

import re

from tree_sitter import Node

from codescore.languages.protocols import Replacement
from codescore.languages.python.rewrite.conditions import negations
from codescore.languages.python.rewrite.kinds import arguments, call_name, kind_of
from codescore.languages.python.rewrite.lattice import is_int
from codescore.languages.python.rewrite.layout import Loop, continues, names_in, only_read, unchanging
from codescore.languages.python.rewrite.region import Region
from codescore.languages.spans import Fresh

_DUMMY = ("_", "turn", "step", "again")


def while_form(region: Region, loop: Loop, fresh: Fresh) -> tuple[int, list[Replacement]] | None:
    """The byte where a `while` loop and what belongs to it starts, and how it becomes a `for` loop."""
    counted = _counting_while(region, loop)
    condition = loop.node.child_by_field_name("condition")
    if counted is not None or condition is None or loop.has_else:
        return counted
    if not (region.builtin("iter") and region.builtin("int")):
        return None
    return loop.node.start_byte, _endless(region, loop, condition, fresh)


def _endless(region: Region, loop: Loop, condition: Node, fresh: Fresh) -> list[Replacement]:
    """An endless `for` that asks the condition at the start of its body (`int()` is never 1)."""
    unit = loop.inner[len(loop.indent) :]
    head = b"for %b in iter(int, 1):" % fresh.take(_DUMMY)
    if condition.type in ("true", "integer") and region.text(condition) in (b"True", b"1"):
        return loop.head([head], [])
    return loop.head([head], [b"if %b:" % negations(region, condition)[0], unit + b"break"])


def _counting_while(region: Region, loop: Loop) -> tuple[int, list[Replacement]] | None:
    """`i = a; while i < b: …; i += 1` as a `for` over a range, with the byte where it starts."""
    condition, init = loop.node.child_by_field_name("condition"), loop.node.prev_named_sibling
    statements = [child for child in loop.body.named_children if child.type != "comment"]
    if condition is None or init is None or len(statements) < 2 or loop.inline or not region.builtin("range"):
        return None
    name, start = _initial(region, init)
    step = _step(region, statements[-1], name)
    stop = _stop(region, loop, condition, name, step)
    if not name or not step or stop is None or continues(region, loop.node) != []:
        return None
    if not _local(region, loop, name) or not only_read(region, loop, name, (init, condition, statements[-1])):
        return None
    args = stop if (start, step) == (b"0", 1) else b"%b, %b" % (start, stop)
    if step != 1:
        args += b", %d" % step
    head = Replacement(init.start_byte, loop.colon.end_byte, b"for %b in range(%b):" % (name, args))
    before, last = statements[-2], statements[-1]
    return init.start_byte, [head, Replacement(before.end_byte, last.end_byte, b"")]


def _initial(region: Region, init: Node) -> tuple[bytes, bytes]:
    """The name and the integer of `i = a`, or nothing."""
    node = init.named_child(0) if init.type == "expression_statement" and init.named_child_count == 1 else None
    left = node.child_by_field_name("left") if node is not None and node.type == "assignment" else None
    right = node.child_by_field_name("right") if node is not None and left is not None else None
    if node is None or left is None or right is None or left.type != "identifier" or node.child_by_field_name("type"):
        return b"", b""
    known = is_int(kind_of(region, right)) and region.text(left) not in names_in(region, right)
    return (region.text(left), region.text(right)) if known and right.type != "assignment" else (b"", b"")


def _step(region: Region, statement: Node, name: bytes) -> int | None:
    """By how much `i += 1` or `i = i + 1` (or minus) steps, None if the statement is no step."""
    text = region.text(statement).rstrip(b"; \t")
    match = re.fullmatch(rb"(\w+)\s*(?:=\s*(\w+)\s*([+-])|([+-])=)\s*([1-9]\d{0,8})", text)
    if match is None or match[1] != name or match[2] not in (None, name):
        return None
    return int(match[5]) * (-1 if (match[3] or match[4]) == b"-" else 1)


def _stop(region: Region, loop: Loop, condition: Node, name: bytes, step: int | None) -> bytes | None:
    """The excluded bound that a condition `i < b` sets, None if it is another condition or may change."""
    parts = [child for child in condition.children if child.type != "comment"]
    if not step or condition.type != "comparison_operator" or len(parts) != 3 or region.text(parts[0]) != name:
        return None
    operator, bound = parts[1].type, parts[2]
    if operator not in (("<", "<=") if step > 0 else (">", ">=")) or not _fixed(region, loop, bound):
        return None
    text = region.text(bound)
    if operator in ("<", ">"):
        return text
    return text + (b" + 1" if step > 0 else b" - 1")


def _fixed(region: Region, loop: Loop, bound: Node) -> bool:
    """Whether an integer bound has one value during the whole loop: literals, unchanging names, lengths of texts."""
    if not is_int(kind_of(region, bound)):
        return False
    if bound.type == "call":
        args = arguments(bound)
        if call_name(region, bound) != "len" or not args or args[0].type != "identifier":
            return False
        kind = kind_of(region, args[0])
        return kind is not None and kind.base in ("str", "tuple") and unchanging(region, loop, region.text(args[0]))
    if bound.type == "binary_operator":
        operator = bound.children[1].type
        return operator in ("+", "-", "*") and all(_fixed(region, loop, n) for n in bound.named_children)
    return bound.type == "integer" or (bound.type == "identifier" and unchanging(region, loop, region.text(bound)))


def _local(region: Region, loop: Loop, name: bytes) -> bool:
    """Whether nobody outside of the function sees a name."""
    return region.owner(loop.node) is not None and name not in region.elsewhere
