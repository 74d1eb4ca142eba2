"""Condition, permute and expression exchange of table 1 for Java.

Each rule yields sites only where order of evaluation, side effects, types and definite assignment provably stay.
Neighbours: `region` and `types` supply the facts, `loops` is the fourth rule.
"""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from codescore.languages.java.rewrite.region import Region, field
from codescore.languages.java.rewrite.types import element_of, integral, promoted, type_of, unboxed
from codescore.languages.negating import negations
from codescore.languages.protocols import Replacement, Site
from codescore.languages.rewriting import MIRROR, braced, operator_of, put, site

_LITERALS = frozenset((
    "decimal_integer_literal", "hex_integer_literal", "octal_integer_literal", "binary_integer_literal",
    "character_literal", "decimal_floating_point_literal", "hex_floating_point_literal", "string_literal",
    "true", "false", "null_literal", "this",
))  # fmt: skip
# Expressions that keep together behind a prefix `!` or an infix operator.
_PRIMARY = _LITERALS | frozenset((
    "identifier", "method_invocation", "field_access", "array_access", "parenthesized_expression",
    "object_creation_expression",
))  # fmt: skip
_ARITHMETIC = frozenset(("+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", ">>>"))
# Targets of `a op= b` that lose no bits in `a = a op b`, see JLS 15.26.2.
_WIDE = frozenset(("int", "long", "float", "double"))


def condition_sites(region: Region) -> Iterator[Site]:
    """`a > b` to `b < a`; `true` to `!false` and back."""
    for node in region.sites("binary"):
        left, operator, right = (node.child_by_field_name(f) for f in ("left", "operator", "right"))
        if left is None or operator is None or right is None or operator.type not in MIRROR:
            continue
        if swappable(region, left, right):
            last = region.text(left)
            if left.type == "binary_expression" and operator_of(left) in ("==", "!="):
                last = b"(" + last + b")"
            swap = (put(left, region.text(right)), put(operator, MIRROR[operator.type]), put(right, last))
            yield site("condition-exchange", node, swap)
    for node in region.sites("truth"):
        if node.parent is not None and node.parent.type == "unary_expression":
            continue
        text = b"!false" if node.type == "true" else b"!true"
        yield site("condition-exchange", node, [put(node, text)])
    for node in region.sites("unary"):
        operand = node.child_by_field_name("operand")
        if operand is not None and operand.type in ("true", "false") and node.children[0].type == "!":
            text = b"false" if operand.type == "true" else b"true"
            yield site("condition-exchange", node, [put(node, text)])


def swappable(region: Region, a: Node, b: Node) -> bool:
    """Whether evaluating b before a gives the same values, effects and exceptions."""
    if _literal(region, a) or _literal(region, b):
        return True
    for p, q in ((a, b), (b, a)):
        if p.type == "identifier" and region.local(p) is not None and not region.assigned(region.text(p), q):
            return True
    first, second = failures(region, a), failures(region, b)
    if first is None or second is None:
        return False
    return not first or not second or first == second


def _literal(region: Region, node: Node) -> bool:
    if node.type in ("unary_expression", "parenthesized_expression") and node.named_child_count == 1:
        inner = node.named_child(0)
        return inner is not None and _literal(region, inner)
    if node.type == "identifier" and region.local(node) is None:
        known = field(region.source, node, region.text(node))
        return known is not None and known.final
    return node.type in _LITERALS


def failures(region: Region, node: Node) -> frozenset[bytes] | None:
    """How an expression without side effects can fail; None if it may have effects or its value may change."""
    if _literal(region, node):
        return frozenset()
    match node.type:
        case "identifier":
            # A local variable changes only by an assignment, which is an effect; a field may change any time.
            return frozenset() if region.local(node) is not None else None
        case "parenthesized_expression" | "unary_expression" | "cast_expression":
            inner = node.named_children[-1]
            plain = node.type != "cast_expression" or unboxed(type_of(region, inner)) == type_of(region, inner)
            return failures(region, inner) if plain and type_of(region, inner) is not None else None
        case "binary_expression":
            return _operator_failures(region, node)
        case "method_invocation":
            return _call_failures(region, node)
        case "array_access" | "field_access":
            return _element_failures(region, node)
        case _:
            return None


def _operator_failures(region: Region, node: Node) -> frozenset[bytes] | None:
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    operator = operator_of(node)
    if left is None or right is None or operator not in _ARITHMETIC:
        return None
    first, second = failures(region, left), failures(region, right)
    a, b = type_of(region, left), type_of(region, right)
    # Unboxing may fail on null, concatenation calls toString.
    if first is None or second is None or promoted(a, b) is None or a != unboxed(a) or b != unboxed(b):
        return None
    divides = operator in ("/", "%") and not (_literal(region, right) and region.text(right).strip(b"0xLl"))
    return first | second | (frozenset((b"zero",)) if divides else frozenset())


def _call_failures(region: Region, node: Node) -> frozenset[bytes] | None:
    target, name = node.child_by_field_name("object"), node.child_by_field_name("name")
    args = node.child_by_field_name("arguments")
    if target is None or name is None or args is None or target.type != "identifier":
        return None
    if type_of(region, target) != "String" or region.local(target) is None:
        return None
    base = b" of " + region.text(target)
    if region.text(name) in (b"length", b"isEmpty") and args.named_child_count == 0:
        return frozenset((b"null" + base,))
    if region.text(name) == b"charAt" and args.named_child_count == 1:
        index = args.named_children[0]
        inner = failures(region, index) if integral(type_of(region, index)) else None
        return None if inner is None else inner | {b"null" + base, b"index" + base}
    return None


def _element_failures(region: Region, node: Node) -> frozenset[bytes] | None:
    array = node.child_by_field_name("array" if node.type == "array_access" else "object")
    if array is None or array.type != "identifier" or region.local(array) is None:
        return None
    if element_of(type_of(region, array)) is None:
        return None
    base = b" of " + region.text(array)
    index = node.child_by_field_name("index")
    if node.type == "field_access" or index is None:
        return frozenset((b"null" + base,))
    inner = failures(region, index)
    return None if inner is None else inner | {b"null" + base, b"index" + base}


def permute_sites(region: Region) -> Iterator[Site]:
    """`if (a) A else B` to `if (!a) B else A`, and `a ? x : y` to `!a ? y : x`."""
    for node in region.sites("if"):
        condition = node.child_by_field_name("condition")
        first, second = node.child_by_field_name("consequence"), node.child_by_field_name("alternative")
        inner = inner_of(condition)
        if condition is None or inner is None or first is None or second is None:
            continue
        swap = (put(first, _braced(region, second)), put(second, _braced(region, first)))
        yield _negated(region, node, inner, swap)
    for node in region.sites("ternary"):
        condition, first, second = (node.child_by_field_name(f) for f in ("condition", "consequence", "alternative"))
        if condition is None or first is None or second is None:
            continue
        last = region.text(first)
        if first.type in ("assignment_expression", "lambda_expression"):
            last = b"(" + last + b")"
        yield _negated(region, node, condition, (put(first, region.text(second)), put(second, last)))


def inner_of(condition: Node | None) -> Node | None:
    """What stands in the parentheses of a condition."""
    if condition is None or condition.type != "parenthesized_expression":
        return None
    return next((child for child in condition.named_children if "comment" not in child.type), None)


def _braced(region: Region, statement: Node) -> bytes:
    return braced(region.text(statement), block=statement.type == "block")


def _negated(region: Region, node: Node, condition: Node, swap: tuple[Replacement, ...]) -> Site:
    texts = negations(condition, region.text, _PRIMARY)
    return site("permute-exchange", node, *((put(condition, text), *swap) for text in texts))


def expression_sites(region: Region) -> Iterator[Site]:
    """`a += b` to `a = a + b` and back, where the cast that `+=` hides does nothing."""
    for node in region.sites("assignment"):
        left, operator, right = (node.child_by_field_name(f) for f in ("left", "operator", "right"))
        if left is None or operator is None or right is None or not _plain_target(region, left):
            continue
        made = (
            _shortened(region, left, right)
            if operator.type == "="
            else _lengthened(region, left, operator.type[:-1], right)
        )
        if made:
            yield site("expression-exchange", node, *([put(node, text)] for text in made))


def _plain_target(region: Region, target: Node) -> bool:
    """Whether evaluating a target twice is evaluating it once: a name, `this.x`, or `a[i]` of plain names."""
    if target.type == "identifier":
        return True
    if target.type == "field_access":
        holder = target.child_by_field_name("object")
        return holder is not None and holder.type == "this"
    if target.type != "array_access":
        return False
    array, index = target.child_by_field_name("array"), target.child_by_field_name("index")
    if array is None or index is None:
        return False
    names = [node for node in (array, index) if node.type == "identifier"]
    index_fine = index.type == "decimal_integer_literal" or index in names
    return array in names and index_fine and all(region.local(name) is not None for name in names)


def _keeps_type(target: str | None, operator: str, value: str | None) -> bool:
    """Whether `a operator b` has the type of `a`, so that assigning it back casts nothing."""
    if target == "String":
        return operator == "+"
    plain = unboxed(target)
    if operator in ("<<", ">>", ">>>"):
        return plain in ("int", "long") and integral(value)
    if plain == "boolean":
        return operator in ("&", "|", "^") and unboxed(value) == "boolean"
    return plain in _WIDE and promoted(plain, value) == plain


def _lengthened(region: Region, left: Node, operator: str, right: Node) -> list[bytes]:
    if not _keeps_type(type_of(region, left), operator, type_of(region, right)):
        return []
    name, value = region.text(left), region.text(right)
    if right.type not in _PRIMARY:
        value = b"(" + value + b")"
    return [b"%b = %b %b %b" % (name, name, operator.encode(), value)]


def _shortened(region: Region, left: Node, right: Node) -> list[bytes]:
    if right.type != "binary_expression" or operator_of(right) not in _ARITHMETIC:
        return []
    first, second = right.child_by_field_name("left"), right.child_by_field_name("right")
    if first is None or second is None or region.text(first) != region.text(left):
        return []
    if not _keeps_type(type_of(region, left), operator_of(right), type_of(region, second)):
        return []
    value = region.text(second)
    if second.type == "parenthesized_expression" and b"\n" not in value:
        value = value[1:-1].strip()
    return [b"%b %b= %b" % (region.text(left), operator_of(right).encode(), value)]
