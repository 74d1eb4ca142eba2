"""Loop exchange of table 1 for C++ and C.

    for (init; c; step) {…}     { init while (c) { … step } }     the step also before every `continue`
    while (c) { … step }        for (; c; step) {…}               where nothing continues past the step
    for (T x : v) {…}           { size_t k = 0; while (k < v.size()) { T x = v[k]; k++; … } }

What a body declares goes before the step in one form and behind it in the other: only where that cannot be seen.
Neighbours: `facts` and `expressions`; `conditions` holds the other rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tree_sitter import Node

from codescore.languages.cpp.rewrite.expressions import inner, type_of
from codescore.languages.cpp.rewrite.facts import AUTO, Facts, Local, built_in, inert, number
from codescore.languages.protocols import Replacement, Site
from codescore.languages.rewriting import indent_of, newline_of
from codescore.languages.spans import Fresh, encloses, span, words

_LOOPS = frozenset(("for_statement", "for_range_loop", "while_statement", "do_statement"))
_STORED = frozenset(("argument_list", "initializer_list", "lambda_capture_specifier"))
_NAMED = ("identifier", "type_identifier")
_DECLARATIONS = ("declaration", "alias_declaration", "using_declaration")


def loop_sites(facts: Facts) -> Iterator[Site]:
    """Every loop of a function that has another form."""
    fresh = Fresh(words(facts.text(facts.node)))
    for node in facts.nodes:
        body = node.child_by_field_name("body")
        if node.type not in _LOOPS or body is None or not _sound(facts, node):
            continue
        made: list[Replacement] | None = None
        match node.type:
            case "for_statement":
                made = _for(facts, node, body)
            case "while_statement":
                made = _while(facts, node, body)
            case "for_range_loop":
                made = _each(facts, node, body, fresh)
        if made:
            yield Site("loop-exchange", node.start_byte, node.end_byte, (tuple(made),))


def _sound(facts: Facts, node: Node) -> bool:
    """Whether all that steers a loop is written in it: no line of the preprocessor, no label, no loud macro."""
    around = node.parent
    if not facts.plain_text(node) or around is None or around.type == "labeled_statement":
        return False
    for one in facts.within(node):
        if one.type in ("labeled_statement", "attributed_statement", "co_await_expression"):
            return False
        called = one.parent is not None and one.parent.type in ("call_expression", "expression_statement")
        text = facts.text(one) if called and one.type == "identifier" else b""
        if text != b"assert" and facts.macro(text):
            return False
    return True


def _for(facts: Facts, node: Node, body: Node) -> list[Replacement] | None:
    init, condition, step = (node.child_by_field_name(name) for name in ("initializer", "condition", "update"))
    closing = next((c for c in reversed(node.children) if c.type == ")" and c.end_byte <= body.start_byte), None)
    if closing is None or (condition is not None and condition.type in _DECLARATIONS):
        return None
    head = b"while (" + (facts.text(condition) if condition is not None else b"1") + b")"
    first = facts.text(init).rstrip(b"; \t") + b";" if init is not None else b""
    made = [Replacement(node.start_byte, closing.end_byte, b"{ " + first + b" " + head if first else head)]
    if step is not None:
        leaving = _continues(facts, node)
        if leaving is None or not _movable(facts, body, step):
            return None
        last = facts.text(step) + b";"
        made += [Replacement(c.start_byte, c.end_byte, b"{ " + last + b" continue; }") for c in leaving]
        made += _put_in(facts, node, body, last, first=False)
    return [*made, Replacement(node.end_byte, node.end_byte, b" }")] if first else made


def _put_in(facts: Facts, loop: Node, body: Node, line: bytes, *, first: bool) -> list[Replacement]:
    """Let a body begin or end with one more statement; one without braces gets some."""
    if facts.text(body) == b";":
        return [Replacement(body.start_byte, body.end_byte, b"{ " + line + b" }")]
    if body.type != "compound_statement":
        parts = (b"{ " + line + b" ", b" }") if first else (b"{ ", b" " + line + b" }")
        return [Replacement(at, at, text) for at, text in zip(span(body), parts, strict=True)]
    inside = body.named_children
    beside = inside[0 if first else -1] if inside else loop
    flat = b"\n" not in facts.text(body)
    gap = b" " if flat else newline_of(facts.source) + indent_of(facts.source, beside)
    at = body.start_byte + 1 if first or not inside else inside[-1].end_byte
    return [Replacement(at, at, gap + line)]


def _while(facts: Facts, node: Node, body: Node) -> list[Replacement] | None:
    clause = node.child_by_field_name("condition")
    condition = inner(clause)
    if clause is None or condition is None or condition.type in (*_DECLARATIONS, "init_statement"):
        return None
    text = facts.text(condition)
    step = _last_step(facts, node, body)
    if step is None:
        return [Replacement(node.start_byte, clause.end_byte, b"for (; " + text + b"; )")]
    before = step.prev_sibling
    gap = before.end_byte if before is not None and before.type != "comment" else step.start_byte
    head = b"for (; " + text + b"; " + facts.text(step).rstrip(b"; \t") + b")"
    return [Replacement(node.start_byte, clause.end_byte, head), Replacement(gap, step.end_byte, b"")]


def _last_step(facts: Facts, loop: Node, body: Node) -> Node | None:
    """The last statement of a body, if it steps a number and can be the loop's step."""
    statements = [c for c in body.named_children if c.type != "comment"] if body.type == "compound_statement" else []
    action = inner(statements[-1]) if len(statements) > 1 and statements[-1].type == "expression_statement" else None
    if action is None or action.type not in ("update_expression", "assignment_expression"):
        return None
    target = action.child_by_field_name("argument") or action.child_by_field_name("left")
    if target is None or target.type != "identifier" or not number(type_of(facts, target)):
        return None
    fits = _continues(facts, loop) == [] and _movable(facts, body, action)
    return statements[-1] if fits else None


def _each(facts: Facts, node: Node, body: Node, fresh: Fresh) -> list[Replacement] | None:
    value, declarator = node.child_by_field_name("right"), node.child_by_field_name("declarator")
    opening = next((child for child in node.children if child.type == "("), None)
    closing = next((c for c in reversed(node.children) if c.type == ")" and c.end_byte <= body.start_byte), None)
    if value is None or declarator is None or opening is None or closing is None or value.type != "identifier":
        return None
    held = type_of(facts, value)
    if held is None or held.pointers or held.dimensions or held.name not in ("vector", "string"):
        return None
    if node.child_by_field_name("initializer") is not None or not _untouched(facts, facts.text(value), node, body):
        return None
    name, k = facts.text(value), fresh.take(("idx", "pos", "k", "at"))
    first = facts.source[opening.end_byte : declarator.end_byte].strip() + b" = %b[%b]; %b++;" % (name, k, k)
    head = b"{ size_t %b = 0; while (%b < %b.size())" % (k, k, name)
    made = [Replacement(node.start_byte, closing.end_byte, head)]
    inside = _put_in(facts, node, body, first, first=True)
    return [*made, *inside, Replacement(node.end_byte, node.end_byte, b" }")]


def _untouched(facts: Facts, name: bytes, node: Node, body: Node) -> bool:
    """Whether a body neither names what is walked nor declares its name."""
    inside = [one for one in facts.within(node) if one.type == "identifier" and facts.text(one) == name]
    return len(inside) == 1 and name not in re.findall(rb"\w+", facts.text(body))


def _continues(facts: Facts, loop: Node) -> list[Node] | None:
    """The `continue`s of a loop, None if one leaves a `try`: there the step's own exceptions would be caught."""
    found = []
    for node in facts.within(loop):
        if node.type == "continue_statement":
            path = []
            around = node.parent
            while around is not None and around.type not in _LOOPS and around.type != "lambda_expression":
                path.append(around.type)
                around = around.parent
            if around == loop:
                if "try_statement" in path or "seh_try_statement" in path:
                    return None
                found.append(node)
    return found


def _movable(facts: Facts, body: Node, step: Node) -> bool:
    """Whether a step means and does the same before the variables of a body go as behind."""
    used = set(re.findall(rb"[A-Za-z_]\w*", facts.text(step)))
    start, end = span(body)
    inside = [local for found in facts.locals.values() for local in found if start <= local.start < end]
    if used & {local.name for local in inside}:
        return False
    return all(_goes_unseen(facts, local) for local in inside) or _by_itself(facts, step)


def _goes_unseen(facts: Facts, local: Local) -> bool:
    if local.type == AUTO:
        return local.each or inert(type_of(facts, local.value))
    return inert(local.type)


def _by_itself(facts: Facts, step: Node) -> bool:
    """Whether a step changes only numbers and pointers of the function that nothing else can hold on to."""
    for part in [step] if step.type != "comma_expression" else step.named_children:
        if part.type not in ("update_expression", "assignment_expression") or not built_in(type_of(facts, part)):
            return False
        if any(one.type == "call_expression" for one in facts.within(part)):
            return False
    names = {facts.text(one) for one in (step, *facts.within(step)) if one.type == "identifier"}
    named = [one for one in facts.nodes if one.type in _NAMED and facts.text(one) in names]
    return not any(_held(facts, one) for one in named)


def _held(facts: Facts, node: Node) -> bool:
    """Whether something may keep a reference to a variable where it is named: it may read or change it later."""
    around = node.parent
    if around is None or around.type in _STORED or node.type != "identifier":  # `T a(b);` reads like a declaration
        return True
    if around.type == "pointer_expression" and around.children[0].type == "&":
        return True
    if around.type == "init_declarator" and around.child_by_field_name("value") == node:
        made = around.child_by_field_name("declarator")
        type_ = around.parent.child_by_field_name("type") if around.parent is not None else None
        plain = made is not None and made.type == "identifier" and type_ is not None
        return not plain or type_ is None or type_.type not in ("primitive_type", "sized_type_specifier")
    return any(one.type == "lambda_expression" and encloses(one, node) for one in facts.nodes)
