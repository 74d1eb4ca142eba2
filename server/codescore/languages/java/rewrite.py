"""The rewrite rules of Java: tables 1 and 2, as `languages.contract.Rewriter` asks for them.

This module only gathers; the rules are in `rewrite_conditions`, `rewrite_loops` and `rewrite_mutations`, the facts
they decide on in `rewrite_region` and `rewrite_types`.
"""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node, Tree

from codescore.languages.contract import Site
from codescore.languages.java.rewrite_conditions import condition_sites, expression_sites, permute_sites
from codescore.languages.java.rewrite_loops import loop_sites
from codescore.languages.java.rewrite_mutations import mutation_sites
from codescore.languages.java.rewrite_region import regions


def equivalences(source: bytes, tree: Tree, within: Node) -> Iterator[Site]:
    """Sites of table 1 rules that keep meaning, in and around `within`."""
    for region in regions(source, tree.root_node, within, broken=False):
        yield from loop_sites(region)
        yield from expression_sites(region)
        yield from permute_sites(region)
        yield from condition_sites(region)


def mutations(source: bytes, tree: Tree, within: Node) -> Iterator[Site]:
    """Sites of table 2 rules, in and around `within`."""
    for region in regions(source, tree.root_node, within, broken=True):
        yield from mutation_sites(region)
