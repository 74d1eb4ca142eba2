"""Loop exchange of table 1 for Python: which loops of a region have another form, and these forms.

    for i in range(a, b):     i = a; while i < b: … i += 1     where nothing else touches i, before or after
    for i in range(a, b):     k = a; while k < b: i = k; k += 1; …                           always, for integers
    for x in xs:              k = 0; while k < len(xs): x = xs[k]; k += 1; …      where xs is a list, tuple or str
    for x in xs:              it = iter(xs); while True: try: x = next(it) …                               always
    i = a; while i < b: … i += 1        for i in range(a, b):                      where nothing else touches i
    while c:                            for _ in iter(int, 1): if not c: break …                           always

A form of `for` further down is only taken where no form above it applies.  Bounds that could change are kept in a new
name.  Neighbours: `layout`, `region`, `kinds` for facts; `conditions.negations` writes `not c`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tree_sitter import Node

from codescore.languages.protocols import Replacement, Site
from codescore.languages.python.rewrite.conditions import negations
from codescore.languages.python.rewrite.kinds import arguments, call_name, kind_of
from codescore.languages.python.rewrite.lattice import indexable, is_int
from codescore.languages.python.rewrite.layout import (
    Loop,
    continues,
    laid_out,
    line_start,
    names_in,
    only_read,
    unchanging,
)
from codescore.languages.python.rewrite.region import Region
from codescore.languages.spans import Fresh, words

# Names for what a loop needs anew, the first that is free is taken.
_INDEX, _STOP = ("idx", "pos", "k", "at"), ("stop", "end", "limit", "bound")
_ITERATOR, _ITEM, _SEQUENCE = ("it", "stream", "items", "rest"), ("item", "value", "elem"), ("seq", "values", "data")
_RULE = "loop-exchange"


def loop_sites(region: Region) -> Iterator[Site]:
    """Every loop of a region that has another form."""
    if region.introspective:
        return
    # A module's new name is private, so that importing everything from it does not see it.
    fresh = Fresh(words(region.text(region.node)), "" if region.node.type == "function_definition" else "_")
    for node in region.sites("for"):
        loop = laid_out(region, node)
        variants = for_variants(region, loop, fresh) if loop is not None and node.children[0].type == "for" else []
        if variants:
            yield Site(_RULE, node.start_byte, node.end_byte, tuple(tuple(v) for v in variants))
    for node in region.sites("while"):
        loop = laid_out(region, node)
        form = while_form(region, loop, fresh) if loop is not None else None
        if form is not None:
            yield Site(_RULE, form[0], node.end_byte, (tuple(form[1]),))


def for_variants(region: Region, loop: Loop, fresh: Fresh) -> list[list[Replacement]]:
    """The forms of a `for` loop as a `while` loop, none if it has none."""
    left, right = loop.node.child_by_field_name("left"), loop.node.child_by_field_name("right")
    if left is None or right is None or right.type == "expression_list" or b"\n" in region.text(right):
        return []
    bounds = _range_bounds(region, right)
    if bounds is not None and left.type == "identifier":
        counted = _counted(region, loop, left, bounds, fresh)
        return [counted] if counted else [_stepped(region, loop, left, bounds, fresh)]
    if indexable(kind_of(region, right)) and region.builtin("len"):
        return [_indexed(region, loop, left, right, fresh)]
    if not loop.has_else and all(map(region.builtin, ("iter", "next", "StopIteration"))):
        return [_iterated(region, loop, left, right, fresh)]
    return []


@dataclass(frozen=True, slots=True)
class Bounds:
    """`range(start, stop, step)` as source; `stop_fixed` says that `stop` may be evaluated again at any time."""

    start: bytes
    stop: bytes
    step: int
    stop_fixed: bool
    names: frozenset[bytes]


def _range_bounds(region: Region, call: Node) -> Bounds | None:
    """The bounds of a `range` over what are evidently integers, with a literal step."""
    args = arguments(call) if call_name(region, call) == "range" else None
    if args is None or not 1 <= len(args) <= 3 or not all(is_int(kind_of(region, arg)) for arg in args):
        return None
    step = _literal_int(region, args[2]) if len(args) == 3 else 1
    if not step:
        return None
    start, stop = (b"0", args[0]) if len(args) == 1 else (region.text(args[0]), args[1])
    names = frozenset(name for arg in args for name in names_in(region, arg))
    return Bounds(start, region.text(stop), step, stop.type == "integer", names)


def _literal_int(region: Region, node: Node) -> int | None:
    text = region.text(node).replace(b" ", b"")
    return int(text) if re.fullmatch(rb"-?[1-9]\d{0,8}", text) else None


def _counted(region: Region, loop: Loop, left: Node, bounds: Bounds, fresh: Fresh) -> list[Replacement] | None:
    """The natural form: the loop variable itself counts, stepped at the end of the body and before `continue`."""
    name = region.text(left)
    leaving = continues(region, loop.node)
    if name in bounds.names or not only_read(region, loop, name, (left,)) or leaving is None:
        return None
    step = b"%b %b %d" % (name, b"+=" if bounds.step > 0 else b"-=", abs(bounds.step))
    lines = [b"%b = %b" % (name, bounds.start)]
    stop = bounds.stop
    if not (bounds.stop_fixed or unchanging(region, loop, stop)):
        stop = fresh.take(_STOP)
        lines.append(b"%b = %b" % (stop, bounds.stop))
    lines.append(b"while %b %b %b:" % (name, b"<" if bounds.step > 0 else b">", stop))
    made = [*loop.head(lines, []), *(_before_continue(region, loop, node, step) for node in leaving)]
    last = loop.body.named_children[-1]
    return made if last.type == "continue_statement" else [*made, loop.tail(step)]


def _before_continue(region: Region, loop: Loop, node: Node, step: bytes) -> Replacement:
    indent = line_start(region, node)
    text = step + b"; continue" if indent is None else step + loop.newline + indent + b"continue"
    return Replacement(node.start_byte, node.end_byte, text)


def _stepped(region: Region, loop: Loop, left: Node, bounds: Bounds, fresh: Fresh) -> list[Replacement]:
    """A counter of its own, stepped before the body runs: right whatever the body does."""
    k, stop = fresh.take(_INDEX), bounds.stop
    lines = [b"%b = %b" % (k, bounds.start)]
    if not bounds.stop_fixed:
        stop = fresh.take(_STOP)
        lines.append(b"%b = %b" % (stop, bounds.stop))
    up = bounds.step > 0
    lines.append(b"while %b %b %b:" % (k, b"<" if up else b">", stop))
    step = b"%b %b %d" % (k, b"+=" if up else b"-=", abs(bounds.step))
    return loop.head(lines, [b"%b = %b" % (region.text(left), k), step])


def _indexed(region: Region, loop: Loop, left: Node, right: Node, fresh: Fresh) -> list[Replacement]:
    """Index by index, the length asked anew each time: exactly what iterating over a list does."""
    k, sequence, lines = fresh.take(_INDEX), region.text(right), []
    if right.type != "identifier" or sequence in names_in(region, left) or not unchanging(region, loop, sequence):
        sequence = fresh.take(_SEQUENCE)
        lines.append(b"%b = %b" % (sequence, region.text(right)))
    lines += [b"%b = 0" % k, b"while %b < len(%b):" % (k, sequence)]
    return loop.head(lines, [b"%b = %b[%b]" % (region.text(left), sequence, k), b"%b += 1" % k])


def _iterated(region: Region, loop: Loop, left: Node, right: Node, fresh: Fresh) -> list[Replacement]:
    """The iterator protocol spelled out."""
    it = fresh.take(_ITERATOR)
    lines = [b"%b = iter(%b)" % (it, region.text(right)), b"while True:"]
    unit = loop.inner[len(loop.indent) :]
    plain = left.type == "identifier"
    item = region.text(left) if plain else fresh.take(_ITEM)
    first = [b"try:", unit + b"%b = next(%b)" % (item, it), b"except StopIteration:", unit + b"break"]
    if not plain:
        first.append(b"%b = %b" % (region.text(left), item))
    return loop.head(lines, first)


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
