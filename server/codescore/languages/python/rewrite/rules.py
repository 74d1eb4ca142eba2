"""The rewrite rules of Python: tables 1 and 2, as `languages.protocols.Rewriter` asks for them.

Loop exchange is here, its forms are in `for_loops` and `while_loops`; the other rules are in `conditions` and
`mutations`, the facts they decide on in `region` and `kinds`.
"""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node, Tree

from codescore.languages.protocols import Site
from codescore.languages.python.rewrite.conditions import condition_sites, expression_sites, permute_sites
from codescore.languages.python.rewrite.for_loops import for_variants
from codescore.languages.python.rewrite.layout import laid_out
from codescore.languages.python.rewrite.mutations import mutation_sites
from codescore.languages.python.rewrite.region import Region, regions
from codescore.languages.python.rewrite.while_loops import while_form
from codescore.languages.rewriting import found_by
from codescore.languages.spans import Fresh, words

_RULE = "loop-exchange"


def loop_sites(region: Region) -> Iterator[Site]:
    """Every loop of a region that has another form."""
    if region.introspective:
        return
    # A module's new name is private, so that importing everything from it does not see it.
    fresh = Fresh(words(region.text(region.node)), "" if region.node.type == "function_definition" else "_")
    for node in region.sites("for"):
        loop = laid_out(region, node)
        variants = for_variants(region, loop, fresh) if loop is not None and node.children[0].type == "for" else []
        if variants:
            yield Site(_RULE, node.start_byte, node.end_byte, tuple(tuple(v) for v in variants))
    for node in region.sites("while"):
        loop = laid_out(region, node)
        form = while_form(region, loop, fresh) if loop is not None else None
        if form is not None:
            yield Site(_RULE, form[0], node.end_byte, (tuple(form[1]),))


_EQUIVALENCES = (loop_sites, expression_sites, permute_sites, condition_sites)


def equivalences(source: bytes, tree: Tree, within: Node) -> Iterator[Site]:
    """Sites of table 1 rules that keep meaning, in and around `within`."""
    return found_by(_EQUIVALENCES, regions(source, tree.root_node, within, broken=False))


def mutations(source: bytes, tree: Tree, within: Node) -> Iterator[Site]:
    """Sites of table 2 rules, in and around `within`."""
    return found_by((mutation_sites,), regions(source, tree.root_node, within, broken=True))
