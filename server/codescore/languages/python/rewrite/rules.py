"""The rewrite rules of Python: tables 1 and 2, as `languages.protocols.Rewriter` asks for them.

This module only gathers; the rules are in `conditions`, `loops` and `mutations`, the facts
they decide on in `region` and `kinds`.
"""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node, Tree

from codescore.languages.protocols import Site
from codescore.languages.python.rewrite.conditions import condition_sites, expression_sites, permute_sites
from codescore.languages.python.rewrite.loops import loop_sites
from codescore.languages.python.rewrite.mutations import mutation_sites
from codescore.languages.python.rewrite.region import regions
from codescore.languages.rewriting import found_by

_EQUIVALENCES = (loop_sites, expression_sites, permute_sites, condition_sites)


def equivalences(source: bytes, tree: Tree, within: Node) -> Iterator[Site]:
    """Sites of table 1 rules that keep meaning, in and around `within`."""
    return found_by(_EQUIVALENCES, regions(source, tree.root_node, within, broken=False))


def mutations(source: bytes, tree: Tree, within: Node) -> Iterator[Site]:
    """Sites of table 2 rules, in and around `within`."""
    return found_by((mutation_sites,), regions(source, tree.root_node, within, broken=True))
