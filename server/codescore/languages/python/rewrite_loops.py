"""Loop exchange of table 1 for Python: `for` to `while` and back.

    for i in range(a, b):     i = a; while i < b: … i += 1     where nothing else touches i, before or after
    for i in range(a, b):     k = a; while k < b: i = k; k += 1; …                           always, for integers
    for x in xs:              k = 0; while k < len(xs): x = xs[k]; k += 1; …      where xs is a list, tuple or str
    for x in xs:              it = iter(xs); while True: try: x = next(it) …                               always
    i = a; while i < b: … i += 1        for i in range(a, b):                      where nothing else touches i
    while c:                            for _ in iter(int, 1): if not c: break …                           always

A form further down is only taken where no form above it applies.  Bounds that could change are kept in a new name.
Neighbours: `rewrite_region`, `rewrite_kinds` for facts; `rewrite_conditions.negations` writes `not c`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tree_sitter import Node

from codescore.languages.contract import Replacement, Site
from codescore.languages.python.rewrite_conditions import colon_of, negations
from codescore.languages.python.rewrite_kinds import arguments, call_name, indexable, is_int, kind_of
from codescore.languages.python.rewrite_region import Interval, Region, binds, encloses, span, within_any

_RULE = "loop-exchange"
# Names for what a loop needs anew, the first that is free is taken.
_INDEX, _STOP = ("idx", "pos", "k", "at"), ("stop", "end", "limit", "bound")
_ITERATOR, _ITEM = ("it", "stream", "items", "rest"), ("item", "value", "elem")
_SEQUENCE, _DUMMY = ("seq", "values", "data"), ("_", "turn", "step", "again")
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


class Fresh:
    """New names for one region, none given twice."""

    def __init__(self, region: Region) -> None:
        self._taken = set(region.words)
        # A module's new name is private, so that importing everything from it does not see it.
        self._prefix = "" if region.node.type == "function_definition" else "_"

    def take(self, wishes: tuple[str, ...]) -> bytes:
        """The first of some wished-for names that is free, numbered if none is."""
        numbered = (f"{wishes[0]}{n}" for n in range(2, 1000))
        names = [self._prefix + name for name in (*wishes, *numbered) if name != "_" or not self._prefix]
        free = (name for name in names if name.encode() not in self._taken)
        name = next(free, f"{names[0]}_{len(self._taken)}").encode()
        self._taken.add(name)
        return name


def loop_sites(region: Region) -> Iterator[Site]:
    """Every loop of a region that has another form."""
    if region.introspective:
        return
    fresh = Fresh(region)
    for node in region.sites("for"):
        loop = _loop(region, node)
        if loop is not None and node.children[0].type == "for":
            variants = _for_variants(region, loop, fresh)
            if variants:
                yield Site(_RULE, node.start_byte, node.end_byte, tuple(tuple(v) for v in variants))
    for node in region.sites("while"):
        loop = _loop(region, node)
        if loop is not None:
            yield from _while_sites(region, loop, fresh)


def _loop(region: Region, node: Node) -> Loop | None:
    """The layout of a loop; None in a class body (new names would be attributes) or if its lines are shared."""
    colon, body = colon_of(node), node.child_by_field_name("body")
    indent = _line_start(region, node)
    if colon is None or body is None or indent is None or _in_class_body(region, node):
        return None
    first = next((child for child in body.children if child.type != "comment"), None)
    if first is None:
        return None
    inner = indent + b"    " if body.start_point.row == colon.end_point.row else _line_start(region, first)
    if inner is None or not inner.startswith(indent) or inner == indent:
        return None
    newline = b"\r\n" if b"\r\n" in region.source else b"\n"
    has_else = node.child_by_field_name("alternative") is not None
    return Loop(node, colon, body, indent, inner, newline, has_else)


def _line_start(region: Region, node: Node) -> bytes | None:
    """The white space before a node, None if the line begins with something else."""
    begin = max(region.source.rfind(b"\n", 0, node.start_byte), region.source.rfind(b"\r", 0, node.start_byte)) + 1
    before = region.source[begin : node.start_byte]
    return before if _INDENT.fullmatch(before) else None


def _in_class_body(region: Region, node: Node) -> bool:
    owner = region.owner(node) or (-1, -1)
    return any(s <= node.start_byte and node.end_byte <= e and s > owner[0] for s, e in region.classes)


# -- for to while


def _for_variants(region: Region, loop: Loop, fresh: Fresh) -> list[list[Replacement]]:
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
    names = frozenset(name for arg in args for name in _names(region, arg))
    return Bounds(start, region.text(stop), step, stop.type == "integer", names)


def _literal_int(region: Region, node: Node) -> int | None:
    text = region.text(node).replace(b" ", b"")
    return int(text) if re.fullmatch(rb"-?[1-9]\d{0,8}", text) else None


def _names(region: Region, node: Node) -> list[bytes]:
    if node.type == "identifier":
        return [region.text(node)]
    return [name for child in node.named_children for name in _names(region, child)]


def _counted(region: Region, loop: Loop, left: Node, bounds: Bounds, fresh: Fresh) -> list[Replacement] | None:
    """The natural form: the loop variable itself counts, stepped at the end of the body and before `continue`."""
    name = region.text(left)
    continues = _continues(region, loop.node)
    if name in bounds.names or not _untouched(region, loop, name, left) or continues is None:
        return None
    step = b"%b %b %d" % (name, b"+=" if bounds.step > 0 else b"-=", abs(bounds.step))
    lines = [b"%b = %b" % (name, bounds.start)]
    stop = bounds.stop
    if not (bounds.stop_fixed or _unchanging(region, loop, stop)):
        stop = fresh.take(_STOP)
        lines.append(b"%b = %b" % (stop, bounds.stop))
    lines.append(b"while %b %b %b:" % (name, b"<" if bounds.step > 0 else b">", stop))
    made = [*loop.head(lines, []), *(_before_continue(region, loop, node, step) for node in continues)]
    last = loop.body.named_children[-1]
    return made if last.type == "continue_statement" else [*made, loop.tail(step)]


def _unchanging(region: Region, loop: Loop, stop: bytes) -> bool:
    """Whether `stop` is a name that keeps its value during the loop."""
    nodes = region.names.get(stop, ())
    inside = [n for n in nodes if encloses(loop.body, n)]
    stable = region.owner(loop.node) is not None and stop not in region.elsewhere
    return bool(nodes) and stable and not any(binds(n) for n in inside)


def _untouched(region: Region, loop: Loop, name: bytes, left: Node) -> bool:
    """Whether the loop variable is only read, only by this loop's body, and never by a function made in it."""
    lazy = [s for s in region.functions if s != region.owner(loop.node) and s != span(region.node)]
    lazy += [span(node) for node in region.all("generator")]
    lazy += region.classes
    lazy = [(s, e) for s, e in lazy if not (s <= loop.node.start_byte and loop.node.end_byte <= e)]
    for node in region.names.get(name, ()):
        if node == left or _own_comprehension(region, node, name):
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
        if any(name in _names(region, t) for c in clauses if (t := c.child_by_field_name("left")) is not None):
            return True
    return False


def _continues(region: Region, loop: Node) -> list[Node] | None:
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


def _before_continue(region: Region, loop: Loop, node: Node, step: bytes) -> Replacement:
    indent = _line_start(region, node)
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
    if right.type != "identifier" or sequence in _names(region, left) or not _unchanging(region, loop, sequence):
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


# -- while to for


def _while_sites(region: Region, loop: Loop, fresh: Fresh) -> Iterator[Site]:
    counted = _counting_while(region, loop)
    condition = loop.node.child_by_field_name("condition")
    if counted is not None:
        start, made = counted
        yield Site(_RULE, start, loop.node.end_byte, (tuple(made),))
    elif condition is not None and not loop.has_else and region.builtin("iter") and region.builtin("int"):
        made = _endless(region, loop, condition, fresh)
        yield Site(_RULE, loop.node.start_byte, loop.node.end_byte, (tuple(made),))


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
    if not name or not step or stop is None or _continues(region, loop.node) != []:
        return None
    if not _only_counts(region, loop, name, (init, condition, statements[-1])):
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
    known = is_int(kind_of(region, right)) and region.text(left) not in _names(region, right)
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
        return kind is not None and kind.base in ("str", "tuple") and _unchanging(region, loop, region.text(args[0]))
    if bound.type == "binary_operator":
        operator = bound.children[1].type
        return operator in ("+", "-", "*") and all(_fixed(region, loop, n) for n in bound.named_children)
    return bound.type == "integer" or (bound.type == "identifier" and _unchanging(region, loop, region.text(bound)))


def _only_counts(region: Region, loop: Loop, name: bytes, own: tuple[Node, ...]) -> bool:
    """Whether, besides start, condition and step, a name is only read in the body and dead afterwards."""
    if region.owner(loop.node) is None or name in region.elsewhere:
        return False
    lazy: list[Interval] = [span(node) for node in region.all("generator")] + region.classes
    lazy += [s for s in region.functions if not (s[0] <= loop.node.start_byte and loop.node.end_byte <= s[1])]
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
