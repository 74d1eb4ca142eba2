"""Condition, permute and expression exchange of table 1 for JavaScript and TypeScript.

Each rule yields sites only where what is evaluated, and in which order as far as that shows, stays: conversions by
objects of a program that defines none itself are taken to show nothing, as are getters.
Neighbours: `places` supplies the facts, `loops` is the fourth rule.
"""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from codescore.languages.javascript.rewrite.places import LITERALS, PRIMARY, Places, said
from codescore.languages.negating import negations
from codescore.languages.protocols import Replacement, Site
from codescore.languages.rewriting import MIRROR, operator_of

_TYPED = ("as_expression", "satisfies_expression")
_LOOSE = frozenset((*MIRROR, "instanceof", "in"))  # what binds as loosely as a comparison
_NUMERIC = frozenset(("+", "-", "*", "/", "%", "**", "&", "|", "^", "<<", ">>", ">>>"))
# Nodes in which `true` cannot become `!false` as it stands: it is no value there, or is bound more tightly.
_TIGHT = frozenset((
    "literal_type", "member_expression", "subscript_expression", "call_expression", "new_expression",
    "non_null_expression", "unary_expression", "enum_assignment", *_TYPED,
))  # fmt: skip


def condition_sites(places: Places, node: Node) -> Iterator[Site]:
    """`a > b` to `b < a`; `true` to `!false` and back."""
    if node.type == "binary_expression":
        yield from _mirrored(places, node)
    elif node.type in ("true", "false") and node.parent is not None:
        parent = node.parent
        tight = parent.type in _TIGHT or (parent.type == "binary_expression" and operator_of(parent) == "**")
        if not tight and parent.child_by_field_name("key") != node:
            yield site("condition-exchange", node, ((node, b"!false" if node.type == "true" else b"!true"),))
    elif node.type == "unary_expression" and operator_of(node) == "!":
        operand = node.child_by_field_name("argument")
        if operand is not None and operand.type in ("true", "false"):
            yield site("condition-exchange", node, ((node, b"false" if operand.type == "true" else b"true"),))


def _mirrored(places: Places, node: Node) -> Iterator[Site]:
    left, operator, right = _parts(node)
    if left is None or operator is None or right is None or operator.type not in MIRROR:
        return
    converts = operator.type in ("<", ">", "<=", ">=") and places.converts
    if (converts and not {left.type, right.type} & LITERALS) or not _swappable(places, left, right):
        return
    texts = [_kept(right), MIRROR[operator.type], _kept(left)]
    made = b" ".join(texts)
    # Among others between commas `a < b` could begin the arguments of a type.
    listed = node.parent is not None and node.parent.type in ("arguments", "array", "sequence_expression")
    yield site("condition-exchange", node, ((node, b"(" + made + b")" if listed and texts[1] == b"<" else made),))


def _kept(operand: Node) -> bytes:
    """An operand as it may stand on the other side of a comparison."""
    loose = operand.type in _TYPED or (operand.type == "binary_expression" and operator_of(operand) in _LOOSE)
    return b"(" + said(operand) + b")" if loose else said(operand)


def _swappable(places: Places, a: Node, b: Node) -> bool:
    """Whether evaluating b before a gives the same values, effects and exceptions."""
    if _literal(a) or _literal(b):
        return True
    return any(p.type == "identifier" and places.steady(p, q) for p, q in ((a, b), (b, a)))


def _literal(node: Node) -> bool:
    if node.type in ("unary_expression", "parenthesized_expression") and node.named_child_count == 1:
        return _literal(node.named_children[0])
    return node.type in LITERALS


def _parts(node: Node) -> tuple[Node | None, Node | None, Node | None]:
    return node.child_by_field_name("left"), node.child_by_field_name("operator"), node.child_by_field_name("right")


def permute_sites(node: Node) -> Iterator[Site]:
    """`if (a) A else B` to `if (!a) B else A`, and `a ? x : y` to `!a ? y : x`."""
    if node.type not in ("if_statement", "ternary_expression"):
        return
    condition, first, second = (node.child_by_field_name(n) for n in ("condition", "consequence", "alternative"))
    if condition is None or first is None or second is None:
        return
    if node.type == "ternary_expression":
        inner, swap = condition, ((first, said(second)), (second, said(first)))
    else:
        plain = [c for c in second.named_children if c.type != "comment"]
        inside = [c for c in condition.named_children if c.type != "comment"]
        if len(plain) != 1 or len(inside) != 1 or "function_declaration" in (first.type, plain[0].type):
            return
        inner, swap = inside[0], ((first, _braced(plain[0])), (plain[0], _braced(first)))
    variants = tuple(_replaced((inner, text), *swap) for text in negations(inner, said, PRIMARY))
    yield Site("permute-exchange", node.start_byte, node.end_byte, variants)


def _braced(statement: Node) -> bytes:
    """A statement that no `else` can bind to."""
    return said(statement) if statement.type == "statement_block" else b"{ " + said(statement) + b" }"


def expression_sites(node: Node) -> Iterator[Site]:
    """`a += b` to `a = a + b` and back; each evaluates `a` before `b`, whatever they are."""
    left, operator, right = _parts(node)
    if left is None or right is None or not _plain_target(left):
        return
    if node.type == "augmented_assignment_expression" and operator is not None and operator.type[:-1] in _NUMERIC:
        value = said(right) if right.type in PRIMARY else b"(" + said(right) + b")"
        made = b" ".join((said(left), b"=", said(left), operator.type[:-1].encode(), value))
        yield site("expression-exchange", node, ((node, made),))
    elif node.type == "assignment_expression" and right.type == "binary_expression":
        first, sign, second = _parts(right)
        if first is None or sign is None or second is None or said(first) != said(left) or sign.type not in _NUMERIC:
            return
        value = said(second)
        inner = second.named_children[0] if second.type == "parenthesized_expression" else second
        if inner != second and inner.type not in ("sequence_expression", "comment") and b"\n" not in value:
            value = value[1:-1].strip()
        yield site("expression-exchange", node, ((node, b" ".join((said(left), sign.type.encode() + b"=", value))),))


def _plain_target(target: Node) -> bool:
    """Whether evaluating a target twice is evaluating it once: a name, `this.x`, `a.x`, or `a[0]`."""
    if target.type == "member_expression":
        holder = target.child_by_field_name("object")
        return holder is not None and holder.type in ("identifier", "this")
    if target.type == "subscript_expression":
        holder, index = target.child_by_field_name("object"), target.child_by_field_name("index")
        return holder is not None and holder.type == "identifier" and index is not None and index.type == "number"
    return target.type == "identifier"


def site(rule: str, node: Node, *variants: tuple[tuple[Node, bytes], ...]) -> Site:
    """A site at a node, each variant some nodes with the text that takes their place."""
    return Site(rule, node.start_byte, node.end_byte, tuple(_replaced(*variant) for variant in variants))


def _replaced(*pairs: tuple[Node, bytes]) -> tuple[Replacement, ...]:
    return tuple(Replacement(node.start_byte, node.end_byte, text) for node, text in pairs)
