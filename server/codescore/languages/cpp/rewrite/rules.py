"""The rewrite rules of C++ and C: table 1, and table 2 by their data, as `languages.protocols.Rewriter` asks for them.

This module only gathers; `conditions` and `loops` hold the rules, `facts` and `expressions` what they decide on.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tree_sitter import Node, Tree

from codescore.languages import by_id, families
from codescore.languages.cpp.rewrite.conditions import condition_sites, expression_sites, permute_sites
from codescore.languages.cpp.rewrite.expressions import inner, sides, type_of
from codescore.languages.cpp.rewrite.facts import Facts, number, pointer
from codescore.languages.cpp.rewrite.loops import loop_sites
from codescore.languages.protocols import Site

_EQUIVALENCES = (loop_sites, expression_sites, permute_sites, condition_sites)
_ORDER = ("<", "<=", ">", ">=")
_FUNCTION = "function_definition"


def equivalences(source: bytes, tree: Tree, within: Node) -> Iterator[Site]:  # noqa: ARG001  as the contract says
    """Sites of table 1 rules that keep meaning, in and around `within`."""
    for function in functions(within):
        near = (function, function.prev_sibling, function.next_sibling)
        if function.has_error or any(node is not None and node.is_error for node in near):
            continue  # an error can hide a declaration
        facts = Facts(source, function)
        for rule in _EQUIVALENCES:
            try:
                yield from rule(facts)
            except RecursionError:  # nested deeper than we can follow: what was found until there
                return


def mutations(source: bytes, tree: Tree, within: Node) -> Iterator[Site]:
    """Sites of table 2 rules in `within`, without those that other types than numbers surely do not take."""
    language = by_id("cpp")
    known = {function.id: Facts(source, function) for function in functions(within)}
    for site in families.mutations(language, within) if language is not None else ():
        sign = tree.root_node.descendant_for_byte_range(site.start, site.end)
        around = _outermost(sign)
        facts = known.get(around.id) if around is not None else None
        kept = tuple(v for v in site.variants if facts is None or sign is None or _taken(facts, sign, v[0].text))
        if kept:
            yield replace(site, variants=kept)


def functions(within: Node) -> list[Node]:
    """The outermost functions in or around a node."""
    found = _outermost(within)
    if found is not None:
        return [found]
    inside, waiting = [], [within]
    while waiting:
        node = waiting.pop()
        if node.type == _FUNCTION:
            inside.append(node)
        else:
            waiting.extend(reversed(node.named_children))
    return inside


def _taken(facts: Facts, sign: Node, new: bytes) -> bool:
    """Whether operands of a sign may take another: texts and streams know one sign alone."""
    around = sign.parent
    if around is None:
        return True
    one, two = (type_of(facts, around.child_by_field_name(name)) for name in ("left", "right"))
    if sign.type in _ORDER and new[:1] == sign.type[:1].encode() and _selects(facts, around):
        return False
    if sign.type in ("<<", ">>"):
        return number(one)
    if new == b"=" or sign.type not in ("+", "+="):
        return True
    return all(type_ is None or number(type_) or (pointer(type_) and new[:1] == b"-") for type_ in (one, two))


def _selects(facts: Facts, comparison: Node) -> bool:
    """Whether a comparison decides between its own operands, so that it does not matter when they are equal."""
    found = sides(comparison)
    around = comparison.parent
    while around is not None and around.type in ("parenthesized_expression", "condition_clause"):
        around = around.parent
    if found is None or around is None:
        return False
    operands = {facts.text(found[0]), facts.text(found[2])}
    if around.type == "conditional_expression":
        return {facts.text(c) for c in around.named_children[1:]} == operands
    given = around.child_by_field_name("consequence") if around.type == "if_statement" else None
    while given is not None and given.type in ("compound_statement", "expression_statement"):
        given = inner(given)
    assigned = sides(given) if given is not None and given.type == "assignment_expression" else None
    return assigned is not None and {facts.text(assigned[0]), facts.text(assigned[2])} == operands


def _outermost(node: Node | None) -> Node | None:
    found = None
    while node is not None:
        found = node if node.type == _FUNCTION else found
        node = node.parent
    return found
