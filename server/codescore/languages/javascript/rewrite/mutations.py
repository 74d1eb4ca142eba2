"""Operator mutations of table 2 for JavaScript and TypeScript.

Replacements that are known to mean the same (`x + 0`, `x * 1`), that only break texts (`+` beside a string) or that
hardly differ (`<` to `!=` where a counter steps by one) are not offered.  Neighbours: `evidence.mutants` and training.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tree_sitter import Node, Tree

from codescore.languages.protocols import Site
from codescore.languages.rewriting import SIGNS, other_signs
from codescore.languages.spans import named_nodes

_FAMILIES = {**SIGNS, "arithmetic": {**SIGNS["arithmetic"], "/": ("*",), "%": ("*", "+"), "**": ("*", "+")}}
_ASSIGNMENT = {**SIGNS["assignment"], "**=": ("*=", "="), ">>>=": ("<<=", "=")}
_TEXTS = frozenset(("string", "template_string", "array", "object", "regex"))


def mutations(source: bytes, tree: Tree, within: Node) -> Iterable[Site]:  # noqa: ARG001  as the contract says
    """Sites of table 2 rules, in and around `within`."""
    yield from filter(None, map(_site, named_nodes(within)))


def _site(node: Node) -> Site | None:
    if node.type not in ("binary_expression", "augmented_assignment_expression"):
        return None
    left, operator, right = (node.child_by_field_name(name) for name in ("left", "operator", "right"))
    if left is None or operator is None or right is None:
        return None
    if node.type == "augmented_assignment_expression":
        texts = _ASSIGNMENT.get(operator.type, ())
        return other_signs("assignment", operator, ("=",) if texts and right.type in _TEXTS else texts)
    for rule, table in _FAMILIES.items():
        if operator.type in table:
            return other_signs(rule, operator, _effective(node, rule, table[operator.type]))
    return None


def _effective(node: Node, rule: str, texts: tuple[str, ...]) -> Iterator[str]:
    """The replacements that differ for these operands."""
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if left is None or right is None:
        return
    if rule == "arithmetic" and _written(node):
        return
    said = {left.text, right.text}
    for text in texts:
        nothing = rule == "arithmetic" and ((b"0" in said and text in "+-") or (b"1" in said and text in "*/"))
        if not nothing:
            yield text


def _written(node: Node) -> bool:
    """Whether a text or a list is added: no other operator takes one."""
    sides = [node.child_by_field_name(name) for name in ("left", "right")]
    return any(
        side is not None and (side.type in _TEXTS or (side.type == "binary_expression" and _written(side)))
        for side in sides
    )
