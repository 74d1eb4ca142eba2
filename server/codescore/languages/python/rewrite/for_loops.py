"""`for` to `while` for Python, one half of the loop exchange of table 1.

    for i in range(a, b):     i = a; while i < b: … i += 1     where nothing else touches i, before or after
    for i in range(a, b):     k = a; while k < b: i = k; k += 1; …                           always, for integers
    for x in xs:              k = 0; while k < len(xs): x = xs[k]; k += 1; …      where xs is a list, tuple or str
    for x in xs:              it = iter(xs); while True: try: x = next(it) …                               always

A form further down is only taken where no form above it applies.  Bounds that could change are kept in a new name.
Neighbours: `layout`, `region`, `kinds` for facts; `while_loops` is the way back.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from tree_sitter import Node

from codescore.languages.protocols import Replacement
from codescore.languages.python.rewrite.kinds import arguments, call_name, kind_of
from codescore.languages.python.rewrite.lattice import indexable, is_int
from codescore.languages.python.rewrite.layout import Loop, continues, line_start, names_in, only_read, unchanging
from codescore.languages.python.rewrite.region import Region
from codescore.languages.spans import Fresh

# Names for what a loop needs anew, the first that is free is taken.
_INDEX, _STOP = ("idx", "pos", "k", "at"), ("stop", "end", "limit", "bound")
_ITERATOR, _ITEM, _SEQUENCE = ("it", "stream", "items", "rest"), ("item", "value", "elem"), ("seq", "values", "data")


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
