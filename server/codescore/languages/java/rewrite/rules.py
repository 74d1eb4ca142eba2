"""The rewrite rules of Java: tables 1 and 2, as `languages.protocols.Rewriter` asks for them.

Loop exchange is here, its forms are in `for_loops` and `while_loops`; the other rules are in `conditions` and
`mutations`, the facts they decide on in `region` and `types`.
"""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node, Tree

from codescore.languages.java.rewrite.conditions import condition_sites, expression_sites, permute_sites
from codescore.languages.java.rewrite.for_loops import each_to_while, for_to_while
from codescore.languages.java.rewrite.layout import framed
from codescore.languages.java.rewrite.mutations import mutation_sites
from codescore.languages.java.rewrite.region import Region, regions
from codescore.languages.java.rewrite.while_loops import while_to_for
from codescore.languages.protocols import Site
from codescore.languages.rewriting import found_by
from codescore.languages.spans import Fresh, words

_RULE = "loop-exchange"


def loop_sites(region: Region) -> Iterator[Site]:
    """Every loop of a region that has another form."""
    fresh = Fresh(words(region.text(region.node)))
    for node in (*region.sites("for"), *region.sites("each")):
        frame = framed(region, node)
        if frame is None:
            continue
        made = for_to_while(region, frame) if node.type == "for_statement" else each_to_while(region, frame, fresh)
        if made:
            yield Site(_RULE, node.start_byte, node.end_byte, (tuple(made),))
    for node in region.sites("while"):
        form = while_to_for(region, node)
        if form is not None:
            yield Site(_RULE, form[0], node.end_byte, (tuple(form[1]),))


_EQUIVALENCES = (loop_sites, expression_sites, permute_sites, condition_sites)


def equivalences(source: bytes, tree: Tree, within: Node) -> Iterator[Site]:
    """Sites of table 1 rules that keep meaning, in and around `within`."""
    return found_by(_EQUIVALENCES, regions(source, tree.root_node, within, broken=False))


def mutations(source: bytes, tree: Tree, within: Node) -> Iterator[Site]:
    """Sites of table 2 rules, in and around `within`."""
    return found_by((mutation_sites,), regions(source, tree.root_node, within, broken=True))
