"""Loop exchange of table 1 for Java: `for` to `while` and back.

    for (init; c; step) {…}     init while (c) { … step }        the step also before every `continue`
    for (T x : array) {…}       int k = 0; while (k < array.length) { T x = array[k]; k++; … }   (JLS 14.14.2)
    for (T x : collection) {…}  Iterator<T> it = …; while (it.hasNext()) { T x = it.next(); … }  (JLS 14.14.2)
    while (c) { … step }        for (; c; step) {…}               where nothing continues past the step
    while (c) {…}               for (; c;) {…}                    always

Declarations that would meet others of their name get a block around.  Neighbours: `rewrite_region`, `rewrite_types`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tree_sitter import Node

from codescore.languages.contract import Replacement, Site
from codescore.languages.java.rewrite_conditions import inner_of
from codescore.languages.java.rewrite_region import Region, declared_types, encloses
from codescore.languages.java.rewrite_types import element_of, type_arguments, type_of

_RULE = "loop-exchange"
_INDEX, _ITERATOR, _ARRAY = ("idx", "pos", "k", "at"), ("it", "iter", "iterator"), ("values", "items", "elems")
_STATEMENT_LISTS = frozenset(("block", "constructor_body", "program"))
_LOOPS = frozenset(("for_statement", "enhanced_for_statement", "while_statement", "do_statement"))
# What a `continue` must not leave on its way: it would run code there after the step instead of before.
_GUARDS = frozenset(("try_statement", "try_with_resources_statement", "synchronized_statement"))
_ITERABLE = re.compile(
    r"(?:java\.util\.)?(?:List|ArrayList|LinkedList|Collection|Set|HashSet|LinkedHashSet|TreeSet|SortedSet|Queue|Deque|"
    r"ArrayDeque|PriorityQueue|Stack|Vector|Iterable)<.+>"
)


@dataclass(frozen=True, slots=True)
class Frame:
    """Where a loop stands: white space of its line and its body's lines, line ending, body, may it declare names."""

    node: Node
    body: Node
    indent: bytes
    inner: bytes
    newline: bytes
    listed: bool

    def lines(self, lines: list[bytes], indent: bytes) -> bytes:
        """Lines at an indent, the first without it."""
        return (self.newline + indent).join(lines)


def loop_sites(region: Region) -> Iterator[Site]:
    """Every loop of a region that has another form."""
    fresh = Fresh(region)
    for node in region.sites("for"):
        frame = _frame(region, node)
        if frame is not None:
            yield from _as_site(frame, _for_to_while(region, frame))
    for node in region.sites("each"):
        frame = _frame(region, node)
        if frame is not None:
            yield from _as_site(frame, _each_to_while(region, frame, fresh))
    for node in region.sites("while"):
        yield from _while_sites(region, node)


def _as_site(frame: Frame, made: list[Replacement] | None) -> Iterator[Site]:
    if made:
        yield Site(_RULE, frame.node.start_byte, frame.node.end_byte, (tuple(made),))


class Fresh:
    """New names for one region, none given twice."""

    def __init__(self, region: Region) -> None:
        self._taken = set(region.words)

    def take(self, wishes: tuple[str, ...]) -> bytes:
        """The first of some wished-for names that is free, numbered if none is."""
        names = [*wishes, *(f"{wishes[0]}{n}" for n in range(2, 1000))]
        name = next((n for n in names if n.encode() not in self._taken), f"{wishes[0]}_{len(self._taken)}").encode()
        self._taken.add(name)
        return name


def _frame(region: Region, node: Node) -> Frame | None:
    """Where a loop stands; None under a label, whose `continue` a block or another loop would not serve."""
    body, parent = node.child_by_field_name("body"), node.parent
    if body is None or parent is None or parent.type == "labeled_statement":
        return None
    indent = _line_indent(region, node)
    first = next((c for c in body.named_children if "comment" not in c.type), None) if body.type == "block" else body
    unit = b"\t" if indent.startswith(b"\t") else b"    "
    inner = _line_indent(region, first) if first is not None else indent + unit
    newline = b"\r\n" if b"\r\n" in region.source else b"\n"
    return Frame(node, body, indent, inner if inner != indent else indent + unit, newline,
                 parent.type in _STATEMENT_LISTS)


def _line_indent(region: Region, node: Node) -> bytes:
    begin = region.source.rfind(b"\n", 0, node.start_byte) + 1
    line = region.source[begin : node.start_byte]
    return line[: len(line) - len(line.lstrip(b" \t"))]


# -- for to while


def _for_to_while(region: Region, frame: Frame) -> list[Replacement] | None:
    node = frame.node
    inits, steps = node.children_by_field_name("init"), node.children_by_field_name("update")
    condition = node.child_by_field_name("condition")
    continues = _continues(region, frame.node)
    if steps and (continues is None or not completes(region, frame.body) or _hidden(region, frame.body, steps)):
        return None
    declares = any(init.type == "local_variable_declaration" for init in inits)
    block = bool(inits) and (not frame.listed or (declares and _meets(region, inits[0], frame)))
    start = [region.text(init).rstrip(b"; \t") + b";" for init in inits]
    test = region.text(condition) if condition is not None else b"true"
    step = b" ".join(region.text(s) + b";" for s in steps)
    made = _opened(frame, start, b"while (" + test + b")", block)
    made += _bodied(frame, [], [step] if step else [])
    if step:
        made += [_before_continue(c, step) for c in continues or ()]
    return made + _closed(frame, block)


def _opened(frame: Frame, start: list[bytes], head: bytes, block: bool) -> list[Replacement]:
    """Replace everything before the body."""
    text = frame.lines([*(b"{",) * block, *start, head], frame.indent)
    close = next(c for c in reversed(frame.node.children) if c.type == ")" and c.end_byte <= frame.body.start_byte)
    return [Replacement(frame.node.start_byte, close.end_byte, text)]


def _closed(frame: Frame, block: bool) -> list[Replacement]:
    if not block:
        return []
    return [Replacement(frame.node.end_byte, frame.node.end_byte, frame.newline + frame.indent + b"}")]


def _bodied(frame: Frame, first: list[bytes], last: list[bytes]) -> list[Replacement]:
    """Let the body begin and end with some more lines; a body without braces gets some."""
    body, gap = frame.body, frame.newline + frame.inner
    before = b"".join(gap + line for line in first)
    after = b"".join(gap + line for line in last)
    if body.type != "block":
        if not first and not last:
            return []
        opening = Replacement(body.start_byte, body.start_byte, b"{" + before + gap)
        return [opening, Replacement(body.end_byte, body.end_byte, after + frame.newline + frame.indent + b"}")]
    made = []
    if first:
        brace = body.start_byte + 1
        made.append(Replacement(brace, brace, before))
    if last:
        inside = body.named_children[-1].end_byte if body.named_children else body.start_byte + 1
        made.append(Replacement(inside, inside, after))
    return made


def _meets(region: Region, declaration: Node, frame: Frame) -> bool:
    """Whether a name that a loop declares occurs behind the loop, where it would now mean the loop's."""
    names = {region.text(name) for d in declaration.children_by_field_name("declarator")
             if (name := d.child_by_field_name("name")) is not None}
    return any(node.start_byte >= frame.node.end_byte for name in names for node in region.names.get(name, ()))


def _hidden(region: Region, body: Node, steps: list[Node]) -> bool:
    """Whether the body declares a name that the step uses, which then would mean another variable."""
    used = {name for step in steps for name in _words(region, step)}
    return any(body.start_byte <= local.start < body.end_byte for name in used for local in region.locals.get(name, ()))


def _words(region: Region, node: Node) -> list[bytes]:
    return re.findall(rb"\w+", region.text(node))


def _continues(region: Region, loop: Node) -> list[Node] | None:
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
    parent = node.parent
    while parent is not None and parent.type not in ("lambda_expression", "class_body"):
        path.append(parent)
        if parent.type in _LOOPS:
            return path
        parent = parent.parent
    return []


def _before_continue(node: Node, step: bytes) -> Replacement:
    listed = node.parent is not None and node.parent.type in ("block", "switch_block_statement_group")
    text = step + b" continue;" if listed else b"{ " + step + b" continue; }"
    return Replacement(node.start_byte, node.end_byte, text)


def completes(region: Region, node: Node) -> bool:
    """Whether a statement surely can complete normally (JLS 14.22); code behind it is reachable then."""
    match node.type:
        case "block" | "constructor_body" | "switch_block_statement_group":
            statements = [c for c in node.named_children if "comment" not in c.type and c.type != "switch_label"]
            return not statements or completes(region, statements[-1])
        case "expression_statement" | "local_variable_declaration" | ";" | "assert_statement" | "enhanced_for_statement":
            return True
        case "class_declaration" | "record_declaration" | "empty_statement":
            return True
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
            return False


def _asks(region: Region, condition: Node | None) -> bool:
    """Whether a condition is surely no constant: it calls something or names a variable that is assigned."""
    if condition is None:
        return False
    if condition.type == "method_invocation":
        return True
    if condition.type == "identifier":
        return region.assigned(region.text(condition), region.node)
    return any(_asks(region, child) for child in condition.named_children)


def _try_completes(region: Region, node: Node) -> bool:
    body = node.child_by_field_name("body")
    final = next((c for c in node.named_children if c.type == "finally_clause"), None)
    if final is not None and not all(completes(region, c) for c in final.named_children if c.type == "block"):
        return False
    catches = [c.child_by_field_name("body") for c in node.named_children if c.type == "catch_clause"]
    return any(completes(region, part) for part in (body, *catches) if part is not None)


def _switch_completes(region: Region, node: Node) -> bool:
    body = node.child_by_field_name("body")
    groups = [c for c in body.named_children if c.type == "switch_block_statement_group"] if body is not None else []
    return bool(groups) and completes(region, groups[-1])


# -- for each to while


def _each_to_while(region: Region, frame: Frame, fresh: Fresh) -> list[Replacement] | None:
    value, name = frame.node.child_by_field_name("value"), frame.node.child_by_field_name("name")
    opening = next((child for child in frame.node.children if child.type == "("), None)
    if value is None or name is None or opening is None:
        return None
    type_ = type_of(region, value)
    declared = region.source[opening.end_byte : name.end_byte].strip()
    if element_of(type_) is not None and type_ is not None:
        start, head, first = _array_walk(region, frame, value, type_, fresh)
    elif type_ is not None and _ITERABLE.fullmatch(type_):
        iterator = _iterator_name(region)
        if iterator is None:
            return None
        it = fresh.take(_ITERATOR)
        item = type_arguments(type_.removeprefix("java.util."))[0].encode()
        start = [b"%b<%b> %b = %b.iterator();" % (iterator, item, it, _receiver(region, value))]
        head, first = b"while (%b.hasNext())" % it, [b"%b.next()" % it]
    else:
        return None
    lines = [declared + b" = " + first[0] + b";", *first[1:]]
    block = not frame.listed
    return [*_opened(frame, start, head, block), *_bodied(frame, lines, []), *_closed(frame, block)]


def _array_walk(region: Region, frame: Frame, value: Node, type_: str, fresh: Fresh) -> tuple[list[bytes], bytes, list[bytes]]:
    start, array = [], region.text(value)
    steady = value.type == "identifier" and region.local(value) is not None
    if not steady or region.assigned(array, frame.body):
        array = fresh.take(_ARRAY)
        start.append(b"%b %b = %b;" % (type_.encode(), array, region.text(value)))
    k = fresh.take(_INDEX)
    start.append(b"int %b = 0;" % k)
    return start, b"while (%b < %b.length)" % (k, array), [b"%b[%b]" % (array, k), b"%b++;" % k]


def _receiver(region: Region, value: Node) -> bytes:
    text = region.text(value)
    return text if value.type in ("identifier", "method_invocation", "field_access", "this") else b"(" + text + b")"


def _iterator_name(region: Region) -> bytes | None:
    """How `java.util.Iterator` is called here."""
    if b"Iterator" in declared_types(region.source):
        return None
    if re.search(rb"\bimport\s+java\.util\.(?:\*|Iterator)\s*;", region.source):
        return b"Iterator"
    whole = re.search(rb"^\s*(?:import|package)\b", region.source, re.MULTILINE)
    return b"java.util.Iterator" if whole else b"Iterator"


# -- while to for


def _while_sites(region: Region, node: Node) -> Iterator[Site]:
    condition, body = node.child_by_field_name("condition"), node.child_by_field_name("body")
    inner = inner_of(condition)
    if condition is None or inner is None or body is None:
        return
    step = _last_step(region, node, body)
    if step is None:
        made = [Replacement(node.start_byte, condition.end_byte, b"for (; " + region.text(inner) + b"; )")]
        yield Site(_RULE, node.start_byte, node.end_byte, (tuple(made),))
        return
    start, init = _counter(region, node, step)
    head = b"for (" + init + b" " + region.text(inner) + b"; " + region.text(step).rstrip(b"; \t") + b")"
    before = step.prev_sibling
    made = [Replacement(start, condition.end_byte, head),
            Replacement(before.end_byte if before is not None else step.start_byte, step.end_byte, b"")]
    yield Site(_RULE, start, node.end_byte, (tuple(made),))


def _last_step(region: Region, loop: Node, body: Node) -> Node | None:
    """The last statement of a body if it can be the loop's step."""
    parent = loop.parent
    statements = body.named_children if body.type == "block" else []
    if len(statements) < 2 or parent is None or parent.type == "labeled_statement" or _continues(region, loop) != []:
        return None
    last = statements[-1]
    action = last.named_child(0) if last.type == "expression_statement" else None
    if action is None or action.type not in ("update_expression", "assignment_expression"):
        return None
    target = action.named_child(0)
    if target is None or target.type != "identifier" or region.local(target) is None or _hidden(region, body, [action]):
        return None
    return last


def _counter(region: Region, loop: Node, step: Node) -> tuple[int, bytes]:
    """Where the new loop starts and its first part: the declaration right before it, if it declares the counter."""
    before = loop.prev_sibling
    action = step.named_child(0)
    target = action.named_child(0) if action is not None else None
    if before is None or target is None or before.type != "local_variable_declaration":
        return loop.start_byte, b";"
    declared = before.children_by_field_name("declarator")
    name = declared[0].child_by_field_name("name") if len(declared) == 1 else None
    if name is None or region.text(name) != region.text(target) or b"\n" in region.text(before):
        return loop.start_byte, b";"
    if any(node.start_byte >= loop.end_byte for node in region.names.get(region.text(name), ())):
        return loop.start_byte, b";"
    return before.start_byte, region.text(before)
