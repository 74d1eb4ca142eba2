"""The rules of table 1 that keep meaning in JavaScript and TypeScript: loop, condition, permute, expression exchange.

This module only gathers; the rules are in `conditions` and `loops`, the facts they decide on in `places`.
"""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node, Tree

from codescore.languages.javascript.rewrite.conditions import condition_sites, expression_sites, permute_sites
from codescore.languages.javascript.rewrite.loops import loop_sites
from codescore.languages.javascript.rewrite.places import Places
from codescore.languages.protocols import Site
from codescore.languages.spans import named_nodes


def equivalences(source: bytes, tree: Tree, within: Node) -> Iterator[Site]:  # noqa: ARG001  as the contract says
    """Sites of table 1 rules, in `within`."""
    places = Places(source)
    for node in named_nodes(within):
        if not node.has_error:
            yield from condition_sites(places, node)
            yield from permute_sites(node)
            yield from expression_sites(node)
            yield from loop_sites(places, node)
