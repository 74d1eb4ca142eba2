"""Loop exchange of table 1 for JavaScript and TypeScript.

    for (init; c; step) {…}     { init; while (c) { … step; } }   the step also before every `continue`
    for (const x of xs) {…}     { let k = 0; while (k < xs.length) { const x = xs[k]; k++; … } }    where xs is an array
    while (c) { … step; }       for (init; c; step) {…}           where nothing continues past the step
    while (c) {…}               for (; c; ) {…}                   always

A `let` of a loop is a new variable in each turn: nothing is offered where a function could keep one.
Neighbours: `places` supplies the facts, `conditions` holds the other rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from tree_sitter import Node

from codescore.languages.javascript.rewrite.places import (
    LISTS,
    Places,
    bound,
    closes_over,
    continues,
    declared_in,
    said,
    words,
)
from codescore.languages.protocols import Replacement, Site
from codescore.languages.rewriting import indent_of, newline_of
from codescore.languages.spans import Fresh

_RULE = "loop-exchange"
_INDEX, _ARRAY = ("idx", "pos", "k", "at"), ("values", "items", "elems")
# What may follow a line without a semicolon, and begin a statement.
_STARTS = re.compile(rb"(?!(?:let|function|class|async)\b)(?:[\w$]|\+\+|--)")
_ENDED = (
    "statement_block", "if_statement", "for_statement", "for_in_statement", "while_statement", "try_statement",
    "switch_statement", "function_declaration", "generator_function_declaration", "class_declaration",
    "labeled_statement", "comment", "empty_statement",
)  # fmt: skip
_STEPS = ("update_expression", "augmented_assignment_expression", "assignment_expression")
_DECLARATIONS = ("lexical_declaration", "variable_declaration")


def loop_sites(places: Places, node: Node) -> Iterator[Site]:
    """A loop in its other form."""
    if places.opaque or node.parent is None or node.parent.type == "labeled_statement":
        return
    start, made = node.start_byte, None
    if node.type == "for_statement":
        made = _for(places, node)
    elif node.type == "for_in_statement":
        made = _each(places, node)
    elif node.type == "while_statement":
        start, made = _while(node)
    if made:
        yield Site(_RULE, start, node.end_byte, (tuple(made),))


def _for(places: Places, node: Node) -> list[Replacement] | None:
    init, condition, step = (node.child_by_field_name(n) for n in ("initializer", "condition", "increment"))
    body = node.child_by_field_name("body")
    if body is None or init is None:
        return None
    first = said(init).rstrip(b"; \t\r\n")
    last = [said(step) + b";"] if step is not None else []
    leaving = continues(node) if last else []
    begins = (*last, *((first,) * (init.type not in _DECLARATIONS)))
    if leaving is None or not all(_STARTS.match(text) for text in begins if text):
        return None
    if step is not None and declared_in(body) & words(said(step)):
        return None
    own = frozenset(said(name) for d in init.named_children for name in bound(d.child_by_field_name("name")))
    if init.type == "lexical_declaration" and closes_over(node, own):
        return None
    test = b"" if condition is None or condition.type == "empty_statement" else said(condition)
    start = [first + b";"] if first else []
    block = bool(start) and (init.type == "lexical_declaration" or not _listed(node))
    made = [_head(places, node, body, start, b"while (" + (test or b"true") + b")", block=block)]
    if step is not None:
        made += [Replacement(c.start_byte, c.end_byte, b"{ " + last[0] + b" continue; }") for c in leaving]
    return [*made, *_bodied(places, node, body, [], last), *_closed(places, node, block=block)]


def _listed(node: Node) -> bool:
    return node.parent is not None and node.parent.type in LISTS


def _each(places: Places, node: Node) -> list[Replacement] | None:
    left, array, body = (node.child_by_field_name(n) for n in ("left", "right", "body"))
    if left is None or array is None or body is None or said(node.child_by_field_name("operator")) != b"of":
        return None
    names = frozenset(said(name) for name in bound(left))
    clash = names & words(said(array)) or names & declared_in(body)
    kind = said(node.child_by_field_name("kind"))
    if any(child.type == "await" for child in node.children) or clash or not places.is_array(array):
        return None
    if not kind and not _STARTS.match(said(left)):
        return None
    fresh = Fresh(places.words_around(node))
    start, name = [], said(array)
    if array.type != "identifier" or not places.steady(array, body):
        name = fresh.take(_ARRAY)
        start.append(b"const %b = %b;" % (name, said(array)))
    k = fresh.take(_INDEX)
    start.append(b"let %b = 0;" % k)
    first = b"%b%b = %b[%b];" % (kind + b" " if kind else b"", said(left), name, k)
    head = _head(places, node, body, start, b"while (%b < %b.length)" % (k, name), block=True)
    return [head, *_bodied(places, node, body, [first, k + b"++;"], []), *_closed(places, node, block=True)]


def _while(node: Node) -> tuple[int, list[Replacement] | None]:
    condition, body = node.child_by_field_name("condition"), node.child_by_field_name("body")
    if condition is None or body is None:
        return node.start_byte, None
    inner = said(condition)[1:-1].strip()
    if inner.endswith(b"*/") or b"//" in inner:
        return node.start_byte, None
    step = _last_step(node, body)
    if step is None:
        return node.start_byte, [Replacement(node.start_byte, condition.end_byte, b"for (; " + inner + b"; )")]
    start, init = _counter(node, step)
    head = b"for (" + init + b"; " + inner + b"; " + said(step).rstrip(b"; \t") + b")"
    before = step.prev_sibling
    gap = before.end_byte if before is not None and before.type != "comment" else step.start_byte
    return start, [Replacement(start, condition.end_byte, head), Replacement(gap, step.end_byte, b"")]


def _last_step(loop: Node, body: Node) -> Node | None:
    """The last statement of a body if it can be the loop's step."""
    statements = body.named_children if body.type == "statement_block" else []
    if len(statements) < 2 or statements[-1].type != "expression_statement" or continues(loop) != []:
        return None
    last = statements[-1]
    action = last.named_children[0]
    target = action.child_by_field_name("argument") or action.child_by_field_name("left")
    if action.type not in _STEPS or target is None or target.type != "identifier":
        return None
    return None if declared_in(body) & words(said(last)) or b"//" in said(last) else last


def _counter(loop: Node, step: Node) -> tuple[int, bytes]:
    """Where the new loop starts and its first part: what stands right before it, if that starts the counter."""
    before, action = loop.prev_sibling, step.named_children[0]
    name = said(action.child_by_field_name("argument") or action.child_by_field_name("left"))
    plain, around = (loop.start_byte, b""), loop.parent
    if before is None or around is None or not _listed(loop) or b"\n" in said(before) or b" in " in said(before):
        return plain
    text = before.start_byte, said(before).rstrip(b"; \t")
    if before.type == "expression_statement":
        action = before.named_children[0]
        fits = action.type == "assignment_expression" and said(action.child_by_field_name("left")) == name
        return text if fits else plain
    given = before.named_children
    if before.type not in _DECLARATIONS or len(given) != 1:
        return plain
    if said(given[0].child_by_field_name("name")) != name or given[0].child_by_field_name("value") is None:
        return plain
    if before.type == "lexical_declaration":
        outside = [n for n in around.named_children if n.start_byte not in (before.start_byte, loop.start_byte)]
        seen = any(name in words(said(n)) for n in outside)
        if (
            seen
            or said(before.child_by_field_name("kind")) != b"let"
            or any(closes_over(n, frozenset((name,))) for n in (loop, before))
        ):
            return plain
    return text


def _head(places: Places, node: Node, body: Node, start: Sequence[bytes], head: bytes, *, block: bool) -> Replacement:
    """Everything before the body by some statements and a head, all in a block if so wanted."""
    before = [c for c in node.children if c.type == ")" and c.end_byte <= body.start_byte]
    newline, indent = _layout(places, node)
    return Replacement(node.start_byte, before[-1].end_byte, (newline + indent).join([*(b"{",) * block, *start, head]))


def _closed(places: Places, node: Node, *, block: bool) -> list[Replacement]:
    newline, indent = _layout(places, node)
    return [Replacement(node.end_byte, node.end_byte, newline + indent + b"}")] if block else []


def _bodied(places: Places, node: Node, body: Node, first: Sequence[bytes], last: Sequence[bytes]) -> list[Replacement]:
    """Let a body begin and end with some more statements; one without braces gets some."""
    newline, indent = _layout(places, node)
    gap = newline + indent + b"  "
    before, after = (b"".join(gap + line for line in lines) for lines in (first, last))
    inside = body.named_children if body.type == "statement_block" else [body]
    ending = b"" if not last or not inside or _is_ended(inside[-1]) else b";"
    if body.type != "statement_block":
        if not first and not last:
            return []
        closing = ending + after + newline + indent + b"}"
        return [
            Replacement(body.start_byte, body.start_byte, b"{" + before + gap),
            Replacement(body.end_byte, body.end_byte, closing),
        ]
    if inside and inside[-1].type == "comment" and after:
        after += newline + indent
    end = inside[-1].end_byte if inside else body.start_byte + 1
    made = ((body.start_byte + 1, before), (end, ending + after))
    return [Replacement(at, at, text) for at, text in made if text]


def _is_ended(statement: Node) -> bool:
    return said(statement).endswith(b";") or statement.type in _ENDED


def _layout(places: Places, node: Node) -> tuple[bytes, bytes]:
    """What ends the lines of a file, and the white space that a node's own line begins with."""
    return newline_of(places.source), indent_of(places.source, node)
