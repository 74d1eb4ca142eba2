"""Condition, permute and expression exchange of table 1 for C++ and C.

Each applies only where the language's own operators are surely meant and no order of evaluation can be told apart.
Neighbours: `facts` and `expressions` supply what is known, `loops` is the fourth rule.
"""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from codescore.languages.cpp.rewrite.expressions import (
    COMPARISONS,
    LITERALS,
    comparable,
    inner,
    joins,
    pure,
    sides,
    type_of,
)
from codescore.languages.cpp.rewrite.facts import Facts, built_in, number
from codescore.languages.negating import negations
from codescore.languages.protocols import Site
from codescore.languages.rewriting import MIRROR, braced, put, site
from codescore.languages.spans import covered

_OTHER = {b"true": b"false", b"false": b"true"}  # not `TRUE`, which is a macro
_ARITHMETIC = frozenset(("+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>"))
# Expressions that keep together behind a prefix `!` or an infix operator.
_PRIMARY = frozenset((*LITERALS, "identifier", "call_expression", "field_expression", "subscript_expression",
                      "parenthesized_expression"))  # fmt: skip
_LOOSE = frozenset(("assignment_expression", "comma_expression", "lambda_expression", "throw_expression"))


def condition_sites(facts: Facts) -> Iterator[Site]:
    """`a > b` to `b < a`; `true` to `!false` and back."""
    for node in facts.nodes:
        around = node.parent
        if node.type == "binary_expression":
            yield from _mirrored(facts, node)
        elif facts.text(node) in _OTHER and around is not None and _body(facts, node):
            other = _OTHER[facts.text(node)]
            if around.type == "unary_expression" and around.children[0].type == "!":
                yield site("condition-exchange", around, [put(around, other)])
            elif around.type not in ("unary_expression", "template_argument_list", "binary_expression"):
                yield site("condition-exchange", node, [put(node, b"!" + other)])


def _mirrored(facts: Facts, node: Node) -> Iterator[Site]:
    found = sides(node)
    if found is None or found[1] not in MIRROR or not _body(facts, node):
        return
    left, sign, right = found
    if not comparable(type_of(facts, left), type_of(facts, right)) or not (pure(facts, left) and pure(facts, right)):
        return
    operator = node.child_by_field_name("operator")
    last = facts.text(left)
    below = sides(left) if left.type == "binary_expression" else None
    if below is not None and below[1] in COMPARISONS:
        last = b"(" + last + b")"
    if operator is not None:
        swap = [put(left, facts.text(right)), put(operator, MIRROR[sign]), put(right, last)]
        yield site("condition-exchange", node, swap)


def _body(facts: Facts, node: Node) -> bool:
    """Whether a node stands in the function's body, with nothing of the preprocessor in it or around it."""
    body = facts.node.child_by_field_name("body")
    inside = body is not None and body.start_byte <= node.start_byte and facts.plain_text(node)
    return inside and not covered(node, facts.shown)


def permute_sites(facts: Facts) -> Iterator[Site]:
    """`if (a) A else B` to `if (!a) B else A`, and `a ? x : y` to `!a ? y : x`."""
    for node in facts.nodes:
        if node.type not in ("if_statement", "conditional_expression") or not _body(facts, node):
            continue
        condition, first, second = (node.child_by_field_name(f) for f in ("condition", "consequence", "alternative"))
        if node.type == "if_statement":
            if any(child.type == "constexpr" for child in node.children):
                continue
            condition = inner(condition)
            second = inner(second)
        if condition is None or first is None or second is None or not built_in(type_of(facts, condition)):
            continue
        if node.type == "if_statement":
            swap = [put(first, _braced(facts, second)), put(second, _braced(facts, first))]
        else:
            swap = [put(first, _kept(facts, second)), put(second, _kept(facts, first))]
        texts = negations(condition, facts.text, _PRIMARY)
        yield site("permute-exchange", node, *((put(condition, text), *swap) for text in texts))


def _kept(facts: Facts, node: Node) -> bytes:
    text = facts.text(node)
    return b"(" + text + b")" if node.type in _LOOSE else text


def _braced(facts: Facts, statement: Node) -> bytes:
    return braced(facts.text(statement), block=statement.type == "compound_statement")


def expression_sites(facts: Facts) -> Iterator[Site]:
    """`a += b` to `a = a + b` and back: the language's own numbers convert alike in both."""
    for node in facts.nodes:
        found = sides(node) if node.type == "assignment_expression" else None
        if (
            found is None
            or not _body(facts, node)
            or not pure(facts, found[0])
            or found[0].type == "parenthesized_expression"
        ):
            continue
        left, sign, right = found
        made = _shortened(facts, left, right) if sign == "=" else _lengthened(facts, left, sign[:-1], right)
        if made:
            yield site("expression-exchange", node, [put(node, made)])


def _fits(facts: Facts, left: Node, operator: str, right: Node) -> bool:
    one, two = type_of(facts, left), type_of(facts, right)
    if operator not in _ARITHMETIC or not pure(facts, right):
        return False
    if number(one) and number(two):
        return True
    steps = operator in ("+", "-") and one is not None and bool(one.pointers) and not one.dimensions and number(two)
    return steps or (operator == "+" and joins(one, two))


def _lengthened(facts: Facts, left: Node, operator: str, right: Node) -> bytes:
    if not _fits(facts, left, operator, right):
        return b""
    name, value = facts.text(left), facts.text(right)
    if right.type not in _PRIMARY:
        value = b"(" + value + b")"
    return b"%b = %b %b %b" % (name, name, operator.encode(), value)


def _shortened(facts: Facts, left: Node, right: Node) -> bytes:
    found = sides(right) if right.type == "binary_expression" else None
    if found is None or facts.text(found[0]) != facts.text(left) or not _fits(facts, left, found[1], found[2]):
        return b""
    value = facts.text(found[2])
    if found[2].type == "parenthesized_expression" and b"\n" not in value and b"//" not in value:
        value = value[1:-1].strip()
    return b"%b %b= %b" % (facts.text(left), found[1].encode(), value)
