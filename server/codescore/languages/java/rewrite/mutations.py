"""Operator mutations of table 2 for Java.

Replacements that are known to mean the same (`&&` to `&`, `>>` to `>>>`, `<` to `!=` where a counter steps by one)
or that cannot compile (`-` on texts) are not offered.  Neighbours: `region`, `types` for facts.
"""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from codescore.languages.java.rewrite.region import Region, target_of
from codescore.languages.java.rewrite.types import numeric, promoted, type_of, unboxed
from codescore.languages.protocols import Site
from codescore.languages.rewriting import SIGNS, other_signs
from codescore.languages.spans import encloses, intervals, within_any

_ASSIGNMENT = {**SIGNS["assignment"], ">>>=": ("<<=", "=")}


def mutation_sites(region: Region) -> Iterator[Site]:
    """Every operator of a region for which another one likely changes what the code does."""
    asserts = intervals(region.all("assert"))
    for capture, rule in (("binary", _binary_site), ("assignment", _assignment_site)):
        for node in region.sites(capture):
            site = None if within_any(node, asserts) else rule(region, node)
            if site is not None:
                yield site


def _binary_site(region: Region, node: Node) -> Site | None:
    left, operator, right = (node.child_by_field_name(f) for f in ("left", "operator", "right"))
    if left is None or operator is None or right is None:
        return None
    kind = operator.type
    if kind in SIGNS["conditional"]:
        # Another operator would leave what an operand assigns unassigned in places.
        assigns = any(encloses(node, assignment) for assignment in region.all("assignment"))
        return None if assigns else other_signs("conditional", operator, SIGNS["conditional"][kind])
    if kind in SIGNS["relational"]:
        return other_signs("relational", operator, _relational(region, node, left, kind, right))
    for family in ("shift", "logical"):
        if kind in SIGNS[family]:
            return other_signs(family, operator, SIGNS[family][kind])
    if kind == "+" and promoted(type_of(region, left), type_of(region, right)) is None:
        return None
    return other_signs("arithmetic", operator, _arithmetic(region, left, kind, right))


def _arithmetic(region: Region, left: Node, operator: str, right: Node) -> tuple[str, ...]:
    """The replacements that differ for these operands: not `x + 0` to `x - 0`, not `x * 1` to `x / 1`."""
    texts = SIGNS["arithmetic"].get(operator, ())
    if b"0" in (region.text(left), region.text(right)):
        return tuple(t for t in texts if t == "*")
    return texts


def _relational(region: Region, node: Node, left: Node, operator: str, right: Node) -> tuple[str, ...]:
    texts = SIGNS["relational"][operator]
    if operator in ("==", "!=") or not _selects(region, node, left, right):
        return texts
    return tuple(text for text in texts if text[0] != operator[0])


def _selects(region: Region, node: Node, left: Node, right: Node) -> bool:
    """Whether the comparison decides between its own operands, so that it does not matter when they are equal."""
    parent = node.parent
    while parent is not None and parent.type in ("parenthesized_expression", "binary_expression"):
        parent = parent.parent
    operands = {region.text(left), region.text(right)}
    if parent is None:
        return False
    if parent.type == "ternary_expression":
        branches = (parent.child_by_field_name(f) for f in ("consequence", "alternative"))
        return bool(operands & {region.text(b) for b in branches if b is not None})
    if parent.type != "if_statement":
        return False
    targets = (target_of(a) for a in region.all("assignment") if encloses(parent, a))
    return any(target is not None and region.text(target) in operands for target in targets)


def _assignment_site(region: Region, node: Node) -> Site | None:
    left, operator, right = (node.child_by_field_name(f) for f in ("left", "operator", "right"))
    if left is None or operator is None or right is None:
        return None
    a, b = type_of(region, left), type_of(region, right)
    if operator.type == "=":
        return other_signs("assignment", operator, ("+=", "-=") if _steps(region, left, right, a, b) else ())
    texts = _ASSIGNMENT.get(operator.type, ())
    if a is None or b is None:
        return other_signs("assignment", operator, tuple(t for t in texts if t != "=" and operator.type != "+="))
    if not numeric(a) and unboxed(a) != "boolean":
        return other_signs("assignment", operator, ("=",) if a == b else ())
    fits = unboxed(a) == unboxed(b) or promoted(a, b) == a
    return other_signs("assignment", operator, texts if fits else tuple(t for t in texts if t != "="))


def _steps(region: Region, left: Node, right: Node, a: str | None, b: str | None) -> bool:
    """Whether `x += y` compiles and differs from `x = y`: numbers, and x surely has a value before."""
    if not numeric(a) or not numeric(b) or region.text(right) in (b"0", b"0L", b"0.0"):
        return False
    if a != unboxed(a) or left.type != "identifier":
        return False
    local = region.local(left)
    return local is not None and local.value is not None
