"""Loop exchange of table 1 for Java: which loops of a region have another form, and these forms.

    for (init; c; step) {…}     init while (c) { … step }        the step also before every `continue`
    for (T x : array) {…}       int k = 0; while (k < array.length) { T x = array[k]; k++; … }   (JLS 14.14.2)
    for (T x : collection) {…}  Iterator<T> it = …; while (it.hasNext()) { T x = it.next(); … }  (JLS 14.14.2)
    while (c) { … step }        for (; c; step) {…}               where nothing continues past the step
    while (c) {…}               for (; c;) {…}                    always

Declarations that would meet others of their name get a block around.  A declaration of the counter right before a
`while` goes along if nothing behind the loop needs it.  Neighbours: `layout`, `region`, `types` for facts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tree_sitter import Node

from codescore.languages.java.rewrite.conditions import inner_of
from codescore.languages.java.rewrite.layout import Frame, completes, continues, framed, hidden
from codescore.languages.java.rewrite.region import Region, from_java_util, target_of
from codescore.languages.java.rewrite.types import element_of, iterated, type_of
from codescore.languages.protocols import Replacement, Site
from codescore.languages.spans import Fresh, encloses, words

# Names for what a loop needs anew, the first that is free is taken.
_INDEX, _ITERATOR, _ARRAY = ("idx", "pos", "k", "at"), ("it", "iter", "iterator"), ("values", "items", "elems")
_RECEIVERS = frozenset(("identifier", "method_invocation", "field_access", "this", "parenthesized_expression"))
_RULE = "loop-exchange"


def loop_sites(region: Region) -> Iterator[Site]:
    """Every loop of a region that has another form."""
    fresh = Fresh(words(region.text(region.node)))
    for node in (*region.sites("for"), *region.sites("each")):
        frame = framed(region, node)
        if frame is None:
            continue
        made = for_to_while(region, frame) if node.type == "for_statement" else each_to_while(region, frame, fresh)
        if made:
            yield Site(_RULE, node.start_byte, node.end_byte, (tuple(made),))
    for node in region.sites("while"):
        form = while_to_for(region, node)
        if form is not None:
            yield Site(_RULE, form[0], node.end_byte, (tuple(form[1]),))


def for_to_while(region: Region, frame: Frame) -> list[Replacement] | None:
    """A basic `for` loop as a `while` loop, None if a step at the end of the body would not do the same."""
    node = frame.node
    inits, steps = node.children_by_field_name("init"), node.children_by_field_name("update")
    condition = node.child_by_field_name("condition")
    leaving = continues(region, frame.node)
    if steps and (leaving is None or not completes(region, frame.body) or hidden(region, frame.body, steps)):
        return None
    declares = any(init.type == "local_variable_declaration" for init in inits)
    block = bool(inits) and (not frame.listed or (declares and _meets(region, inits[0], frame)))
    if block and condition is not None and any(encloses(condition, n) for n in region.all("inferred")):
        return None
    start = [region.text(init).rstrip(b"; \t") + b";" for init in inits]
    test = region.text(condition) if condition is not None else b"true"
    step = b" ".join(region.text(s) + b";" for s in steps)
    made = frame.opened(start, b"while (" + test + b")", block=block)
    if step:
        made += [*frame.bodied([], [step]), *(_before_continue(c, step) for c in leaving or ())]
    return made + frame.closed(block=block)


def _meets(region: Region, declaration: Node, frame: Frame) -> bool:
    """Whether a name that a loop declares occurs behind the loop, where it would now mean the loop's."""
    declared = (d.child_by_field_name("name") for d in declaration.children_by_field_name("declarator"))
    names = {region.text(name) for name in declared if name is not None}
    return any(node.start_byte >= frame.node.end_byte for name in names for node in region.names.get(name, ()))


def _before_continue(node: Node, step: bytes) -> Replacement:
    listed = node.parent is not None and node.parent.type in ("block", "switch_block_statement_group")
    text = step + b" continue;" if listed else b"{ " + step + b" continue; }"
    return Replacement(node.start_byte, node.end_byte, text)


def each_to_while(region: Region, frame: Frame, fresh: Fresh) -> list[Replacement] | None:
    """An enhanced `for` loop as a `while` loop, None if what it walks over is not surely an array or a collection."""
    value, name = frame.node.child_by_field_name("value"), frame.node.child_by_field_name("name")
    opening = next((child for child in frame.node.children if child.type == "("), None)
    if value is None or name is None or opening is None or frame.node.child_by_field_name("dimensions") is not None:
        return None
    type_ = type_of(region, value)
    item = iterated(region, type_)
    if type_ is not None and element_of(type_) is not None:
        start, head, first = _array_walk(region, frame, value, type_, fresh)
    elif item is not None and _iterator_name(region) is not None:
        iterator, it = _iterator_name(region) or b"", fresh.take(_ITERATOR)
        receiver = region.text(value) if value.type in _RECEIVERS else b"(" + region.text(value) + b")"
        start = [b"%b<%b> %b = %b.iterator();" % (iterator, item.encode(), it, receiver)]
        head, first = b"while (%b.hasNext())" % it, [b"%b.next()" % it]
    else:
        return None
    declared = region.source[opening.end_byte : name.end_byte].strip()
    lines = [declared + b" = " + first[0] + b";", *first[1:]]
    block = not frame.listed
    return [*frame.opened(start, head, block=block), *frame.bodied(lines, []), *frame.closed(block=block)]


def _array_walk(
    region: Region, frame: Frame, value: Node, type_: str, fresh: Fresh
) -> tuple[list[bytes], bytes, list[bytes]]:
    """Statements before the loop, its head, and the first value and statements of its body."""
    start, array = [], region.text(value)
    steady = value.type == "identifier" and region.local(value) is not None
    if not steady or region.assigned(array, frame.body):
        array = fresh.take(_ARRAY)
        start.append(b"%b %b = %b;" % (type_.encode(), array, region.text(value)))
    k = fresh.take(_INDEX)
    start.append(b"int %b = 0;" % k)
    return start, b"while (%b < %b.length)" % (k, array), [b"%b[%b]" % (array, k), b"%b++;" % k]


def _iterator_name(region: Region) -> bytes | None:
    """How `java.util.Iterator` is called here, None if the file has an `Iterator` of its own."""
    if from_java_util(region.source, "Iterator"):
        return b"Iterator"
    own = re.search(rb"\b(?:class|interface|enum|record)\s+Iterator\b|\bimport\s[^;]*\bIterator\s*;", region.source)
    return None if own else b"java.util.Iterator"


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
