"""Condition, permute and expression exchange of table 1 for Python.

Each rule yields sites only where order of evaluation, side effects and the objects involved provably stay.
Neighbours: `region` and `kinds` supply the facts, `loops` is the fourth rule.
"""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from codescore.languages.protocols import Replacement, Site
from codescore.languages.python.rewrite.kinds import arguments, call_name, kind_of
from codescore.languages.python.rewrite.lattice import immutable, indexable, numeric
from codescore.languages.python.rewrite.region import Region
from codescore.languages.rewriting import MIRROR, put, site

_OPPOSITE = {"is": b"is not", "is not": b"is", "in": b"not in", "not in": b"in"}
_FLIP = {"==": b"!=", "!=": b"=="}
_LITERALS = frozenset(("integer", "float", "true", "false", "none"))
# Parents under which `not x` needs no parentheses (`not` binds looser than comparisons and arithmetic).
_ROOMY = frozenset((
    "return_statement", "assignment", "argument_list", "keyword_argument", "list", "tuple", "set",
    "expression_list", "pair", "boolean_operator", "conditional_expression", "parenthesized_expression",
    "if_statement", "while_statement", "elif_clause", "assert_statement", "expression_statement",
    "not_operator", "yield", "named_expression",
))  # fmt: skip
# Expressions that `not` would tear apart.
_LOOSE = frozenset(("boolean_operator", "conditional_expression", "lambda", "named_expression", "yield"))
# Right operands that keep together without parentheses after any operator.
_PRIMARY = frozenset((
    "identifier", "integer", "float", "string", "true", "false", "none", "call", "attribute", "subscript",
    "parenthesized_expression", "list", "tuple", "set", "dictionary", "list_comprehension", "set_comprehension",
    "dictionary_comprehension", "generator_expression",
))  # fmt: skip


def condition_sites(region: Region) -> Iterator[Site]:
    """`a > b` to `b < a`; `True` to `not False` and back."""
    for node in region.sites("comparison"):
        parts = _parts(node)
        if len(parts) == 3 and parts[1].type in MIRROR and swappable(region, parts[0], parts[2]):
            left, operator, right = parts
            swap = (
                put(left, region.text(right)),
                put(operator, MIRROR[operator.type]),
                put(right, region.text(left)),
            )
            yield site("condition-exchange", node, swap)
    for node in region.sites("truth"):
        if node.parent is not None and node.parent.type != "not_operator":
            yield _truth_site(node)
    for node in region.sites("not"):
        argument = node.child_by_field_name("argument")
        if argument is not None and argument.type in ("true", "false"):
            text = b"False" if argument.type == "true" else b"True"
            yield site("condition-exchange", node, [put(node, text)])


def _truth_site(node: Node) -> Site:
    text = b"not False" if node.type == "true" else b"not True"
    roomy = node.parent is not None and node.parent.type in _ROOMY
    return site("condition-exchange", node, [put(node, text if roomy else b"(" + text + b")")])


def swappable(region: Region, a: Node, b: Node) -> bool:
    """Whether comparing b with a gives the value, effects and exceptions of comparing a with b."""
    if region.overloads and not any(immutable(kind_of(region, node)) for node in (a, b)):
        return False
    if _literal(region, a) or _literal(region, b):
        return True
    if any(p.type == "identifier" and region.stable(p) and not _assigns(q) for p, q in ((a, b), (b, a))):
        return True
    first, second = failures(region, a), failures(region, b)
    if first is None or second is None:
        return False
    return not first or not second or first == second


def _literal(region: Region, node: Node) -> bool:
    if node.type in ("string", "concatenated_string"):
        return not any(child.type == "interpolation" for part in (node, *node.children) for child in part.children)
    if node.type in ("unary_operator", "parenthesized_expression") and node.named_child_count == 1:
        inner = node.named_child(0)
        return inner is not None and _literal(region, inner)
    return node.type in _LITERALS


def _assigns(node: Node) -> bool:
    return node.type == "named_expression" or any(_assigns(child) for child in node.named_children)


def failures(region: Region, node: Node) -> frozenset[bytes] | None:
    """How an expression without side effects can fail (beyond wrong types); None if it may have effects."""
    if node.type == "identifier" or _literal(region, node):
        return frozenset()
    match node.type:
        case "parenthesized_expression" | "unary_operator":
            return _all_failures(region, [n for n in node.named_children if n.type != "comment"])
        case "binary_operator":
            return _operator_failures(region, node)
        case "call":
            return _call_failures(region, node)
        case "subscript":
            return _subscript_failures(region, node)
        case _:
            return None


def _all_failures(region: Region, nodes: list[Node]) -> frozenset[bytes] | None:
    found: frozenset[bytes] = frozenset()
    for node in nodes:
        more = failures(region, node)
        if more is None:
            return None
        found |= more
    return found


def _operator_failures(region: Region, node: Node) -> frozenset[bytes] | None:
    left, operator, right = _parts(node)[:3]
    found = _all_failures(region, [left, right])
    if found is None or operator.type in ("+", "-", "*", "&", "|", "^"):
        return found
    if operator.type in ("%", "//", "/") and right.type in ("integer", "float") and region.text(right).strip(b"0."):
        return found if numeric(kind_of(region, left)) else None
    return None


def _call_failures(region: Region, node: Node) -> frozenset[bytes] | None:
    args = arguments(node)
    name = call_name(region, node)
    if args is None or len(args) != 1 or name not in ("len", "abs", "ord"):
        return None
    if name == "len" and args[0].type == "identifier":
        return frozenset()
    return _all_failures(region, args) if name == "abs" and numeric(kind_of(region, args[0])) else None


def _subscript_failures(region: Region, node: Node) -> frozenset[bytes] | None:
    value, index = node.child_by_field_name("value"), node.child_by_field_name("subscript")
    if value is None or index is None or value.type != "identifier" or not indexable(kind_of(region, value)):
        return None
    if index.type == "slice" or not numeric(kind_of(region, index)):
        return None
    inner = failures(region, index)
    return None if inner is None else inner | {b"index " + region.text(value)}


def permute_sites(region: Region) -> Iterator[Site]:
    """`if a: A else: B` to `if not a: B else: A`, statement and expression."""
    for node in region.sites("if"):
        if (found := _if_site(region, node)) is not None:
            yield found
    for node in region.sites("ternary"):
        parts = [child for child in node.named_children if child.type != "comment"]
        if len(parts) == 3:
            body, condition, otherwise = parts
            first = region.text(otherwise)
            if otherwise.type in _LOOSE - {"boolean_operator"}:
                first = b"(" + first + b")"
            swap = (put(body, first), put(otherwise, region.text(body)))
            yield _negated(region, "permute-exchange", node, condition, swap)


def _if_site(region: Region, node: Node) -> Site | None:
    condition, body = node.child_by_field_name("condition"), node.child_by_field_name("consequence")
    alternatives = node.children_by_field_name("alternative")
    if condition is None or body is None or len(alternatives) != 1 or alternatives[0].type != "else_clause":
        return None
    otherwise = alternatives[0].child_by_field_name("body")
    colon, else_colon = colon_of(node), colon_of(alternatives[0])
    if otherwise is None or colon is None or else_colon is None:
        return None
    first, second = (colon.end_byte, body.end_byte), (else_colon.end_byte, otherwise.end_byte)
    swap = (Replacement(*first, region.source[slice(*second)]), Replacement(*second, region.source[slice(*first)]))
    return _negated(region, "permute-exchange", node, condition, swap)


def _negated(region: Region, rule: str, node: Node, condition: Node, swap: tuple[Replacement, ...]) -> Site:
    texts = negations(region, condition)
    return site(rule, node, *((put(condition, text), *swap) for text in texts))


def negations(region: Region, condition: Node) -> list[bytes]:
    """Ways to write that a condition does not hold; each evaluates exactly what the condition does."""
    text = region.text(condition)
    if condition.type == "not_operator":
        argument = condition.child_by_field_name("argument")
        return [region.text(argument)] if argument is not None else [b"not (" + text + b")"]
    if condition.type in _LOOSE:
        return [b"not (" + text + b")"]
    found = [b"not " + text]
    parts = _parts(condition)
    if condition.type == "comparison_operator" and len(parts) == 3:
        opposite = _OPPOSITE.get(parts[1].type)
        if opposite is None and any(immutable(kind_of(region, p)) for p in (parts[0], parts[2])):
            opposite = _FLIP.get(parts[1].type)
        if opposite is not None:
            start = condition.start_byte
            low, high = parts[1].start_byte - start, parts[1].end_byte - start
            found = [text[:low] + opposite + text[high:], *found]
    return found


def expression_sites(region: Region) -> Iterator[Site]:
    """`a += b` to `a = a + b` and back, where `a` surely holds something that cannot change in place."""
    for node in region.sites("augmented"):
        left, operator, right = (node.child_by_field_name(f) for f in ("left", "operator", "right"))
        if left is None or operator is None or right is None or not _scalar_name(region, node, left):
            continue
        if right.type in ("expression_list", "yield", "augmented_assignment", "assignment"):
            continue
        name, value = region.text(left), region.text(right)
        if right.type not in _PRIMARY:
            value = b"(" + value + b")"
        text = b"%b = %b %b %b" % (name, name, operator.type.removesuffix("=").encode(), value)
        yield site("expression-exchange", node, [put(node, text)])
    for node in region.sites("assignment"):
        if (found := _shorten_site(region, node)) is not None:
            yield found


def _shorten_site(region: Region, node: Node) -> Site | None:
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if left is None or right is None or right.type != "binary_operator" or node.child_by_field_name("type"):
        return None
    first, operator, second = _parts(right)[:3]
    if first.type != "identifier" or region.text(first) != region.text(left):
        return None
    if not _scalar_name(region, node, left):
        return None
    value = region.text(second)
    text = b"%b %b= %b" % (region.text(left), operator.type.encode(), value)
    variants = [(put(node, text),)]
    if second.type == "parenthesized_expression" and b"\n" not in value and b"#" not in value:
        inner = second.named_child(0)
        if inner is not None and inner.type not in ("yield", "named_expression", "list_splat"):
            bare = text[: -len(value)] + value[1:-1].strip()
            variants.insert(0, (put(node, bare),))
    return site("expression-exchange", node, *variants)


def _scalar_name(region: Region, node: Node, left: Node) -> bool:
    parent = node.parent
    if left.type != "identifier" or parent is None or parent.type != "expression_statement":
        return False
    return immutable(kind_of(region, left))


def colon_of(node: Node) -> Node | None:
    """The colon that opens the body of a compound statement."""
    return next((child for child in node.children if child.type == ":"), None)


def _parts(node: Node) -> list[Node]:
    """Children without comments, operators included."""
    return [child for child in node.children if child.type != "comment"]
