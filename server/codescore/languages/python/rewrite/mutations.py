"""Operator mutations of table 2 for Python.

Replacements that are known to mean the same (`/` to `//` on multiples, `<` to `!=` where a counter steps by one,
`x + 0`) or that only break types (`-` on texts and lists) are not offered.
Neighbours: `region` and `kinds` supply the facts.
"""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from codescore.languages.protocols import Site
from codescore.languages.python.rewrite.kinds import kind_of
from codescore.languages.python.rewrite.lattice import StaticType, numeric
from codescore.languages.python.rewrite.region import Region
from codescore.languages.rewriting import SIGNS, other_signs
from codescore.languages.spans import encloses, intervals, within_any

_ARITHMETIC = {**SIGNS["arithmetic"], "/": ("*",), "//": ("*", "%"), "%": ("*", "//", "+"), "**": ("*", "+")}
_ASSIGNMENT = {**SIGNS["assignment"], "//=": ("*=", "="), "**=": ("*=", "=")}
# Operands for which an operator changes nothing or that no other operator takes.
_TEXTS = frozenset(("string", "concatenated_string", "list", "tuple", "list_comprehension", "dictionary", "set"))
_TYPES = frozenset((b"None", b"int", b"str", b"float", b"bool", b"list", b"dict", b"set", b"tuple", b"bytes"))


def mutation_sites(region: Region) -> Iterator[Site]:
    """Every operator of a region for which another one likely changes what the code does."""
    asserts = intervals(region.all("assert"))
    for capture, rules in (
        ("binary", _binary_site),
        ("comparison", _relational_site),
        ("boolean", _conditional_site),
        ("augmented", _augmented_site),
        ("assignment", _assignment_site),
    ):
        for node in region.sites(capture):
            site = None if within_any(node, asserts) else rules(region, node)
            if site is not None:
                yield site


def _binary_site(region: Region, node: Node) -> Site | None:
    left, operator, right = (node.child_by_field_name(f) for f in ("left", "operator", "right"))
    if left is None or operator is None or right is None:
        return None
    kinds = kind_of(region, left), kind_of(region, right)
    for rule, table in (("arithmetic", _ARITHMETIC), ("shift", SIGNS["shift"]), ("logical", SIGNS["logical"])):
        texts = table.get(operator.type)
        if texts is None:
            continue
        if rule == "arithmetic" and not _calculates(left, right, kinds):
            return None
        if rule == "logical" and (region.text(left) in _TYPES or region.text(right) in _TYPES):
            return None
        return other_signs(rule, operator, _effective(region, operator.type, texts, left, right))
    return None


def _calculates(left: Node, right: Node, kinds: tuple[StaticType | None, ...]) -> bool:
    """Whether nothing speaks against numbers on both sides."""
    if left.type in _TEXTS or right.type in _TEXTS:
        return False
    return all(kind is None or numeric(kind) for kind in kinds)


def _effective(region: Region, operator: str, texts: tuple[str, ...], left: Node, right: Node) -> tuple[str, ...]:
    """The replacements that differ for these operands: not `x + 0` to `x - 0`, not `x * 1` to `x // 1`."""
    value = region.text(right)
    if value == b"0" or region.text(left) == b"0":
        return tuple(t for t in texts if t == "*") or texts[:1]
    if value == b"2" and operator == "**":
        return tuple(t for t in texts if t != "+") or texts
    return texts


def _relational_site(region: Region, node: Node) -> Site | None:
    parts = [child for child in node.children if child.type != "comment"]
    found = [i for i, part in enumerate(parts) if part.type in SIGNS["relational"]]
    if not found:
        return None
    at = found[len(found) // 2]
    operator = parts[at]
    texts = SIGNS["relational"][operator.type]
    if len(parts) == 3 and _selects(region, node, parts[0], parts[2]):
        texts = tuple(t for t in texts if t[0] != operator.type[0] or operator.type in ("==", "!="))
    return other_signs("relational", operator, texts)


def _selects(region: Region, node: Node, left: Node, right: Node) -> bool:
    """Whether the comparison decides between its own operands, so that it does not matter when they are equal."""
    parent = node.parent
    if parent is None:
        return False
    if parent.type == "conditional_expression":
        parts = {region.text(child) for child in parent.named_children if child.id != node.id}
        return bool(parts & {region.text(left), region.text(right)})
    body = parent.child_by_field_name("consequence") if parent.type in ("if_statement", "elif_clause") else None
    if body is None:
        return False
    operands = {region.text(n) for n in (left, right) if n.type not in ("integer", "float", "string")}
    return any(encloses(body, n) and region.text(n) in operands for n in _targets(region))


def _targets(region: Region) -> Iterator[Node]:
    """What the assignments of a region change, each part of a tuple by itself."""
    for node in (*region.all("assignment"), *region.all("augmented")):
        left = node.child_by_field_name("left")
        if left is not None:
            yield from left.named_children if left.type in ("pattern_list", "tuple_pattern") else (left,)


def _conditional_site(_region: Region, node: Node) -> Site | None:
    operator = node.child_by_field_name("operator")
    if operator is None:
        return None
    return other_signs("conditional", operator, SIGNS["conditional"][operator.type])


def _augmented_site(region: Region, node: Node) -> Site | None:
    left, operator, right = (node.child_by_field_name(f) for f in ("left", "operator", "right"))
    if left is None or operator is None or right is None or operator.type not in _ASSIGNMENT:
        return None
    texts = _ASSIGNMENT[operator.type]
    kinds = kind_of(region, left), kind_of(region, right)
    textual = right.type in _TEXTS or any(kind is not None and not numeric(kind) for kind in kinds)
    return other_signs("assignment", operator, ("=",) if textual else texts)


def _assignment_site(region: Region, node: Node) -> Site | None:
    """`x = y` to `x += y`, only for numbers and only where x surely had a value before."""
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    operator = next((child for child in node.children if child.type == "="), None)
    if left is None or right is None or operator is None or left.type != "identifier" or right.type == "assignment":
        return None
    if node.child_by_field_name("type") is not None or region.owner(node) is None:
        return None
    if not numeric(kind_of(region, left)) or not numeric(kind_of(region, right)):
        return None
    if region.text(right) in (b"0", b"False", b"True") or not _bound_before(region, node, left):
        return None
    return other_signs("assignment", operator, ("+=", "-="))


def _bound_before(region: Region, node: Node, left: Node) -> bool:
    """Whether a statement of a block around this one binds the name before."""
    name = region.text(left)
    statement = node.parent
    around = []
    while statement is not None and statement != region.node:
        around.append(statement)
        statement = statement.parent
    blocks = {step.parent.id for step in around[1:] if step.parent is not None}
    return any(_gives_value(n, blocks) for n in region.bindings(name) if n.end_byte <= node.start_byte)


def _gives_value(binding: Node, blocks: set[int]) -> bool:
    """Whether a binding is a parameter or an assignment in one of some blocks."""
    parent = binding.parent
    if parent is None or parent.type in ("typed_parameter", "typed_default_parameter"):
        return parent is not None
    statement = parent.parent
    block = statement.parent if statement is not None and parent.type == "assignment" else None
    return block is not None and block.type == "block" and block.id in blocks
