"""Operator mutations of table 2 by data alone: for a language that says its operators and has no rules of its own.

Each operator is replaced by others of its family.  Nothing is known of types, so a replacement may not compile: whoever
runs mutants leaves those out.  Knows no language; neighbours: `languages.data` (`Operators`), a language's own rules.
"""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from codescore.languages.protocols import Site
from codescore.languages.registry import Language
from codescore.languages.rewriting import SIGNS, other_signs
from codescore.languages.spans import named_nodes

#: What each operator is replaced by, as far as the language has that in the same family.
_OTHERS = {sign: others for family in SIGNS.values() for sign, others in family.items()}


def mutations(language: Language, within: Node) -> Iterator[Site]:
    """Every operator between two operands in and below a node, with what may stand in its place."""
    families = language.operators.family
    for node in named_nodes(within):
        if node.child_by_field_name("left") is None or node.child_by_field_name("right") is None:
            continue
        for sign in node.children:
            family = families.get(sign.type)
            if sign.is_named or family is None:
                continue
            others = [text for text in _OTHERS.get(sign.type, ()) if families.get(text, family) == family]
            if (site := other_signs(family, sign, others)) is not None:
                yield site
