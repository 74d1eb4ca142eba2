"""Loop exchange of table 1 for Python: which loops of a region have another form.

Neighbours: `for_loops` and `while_loops` hold the forms, `layout` what they have in common.
"""

from __future__ import annotations

from collections.abc import Iterator

from codescore.languages.protocols import Site
from codescore.languages.python.rewrite.for_loops import for_variants
from codescore.languages.python.rewrite.layout import laid_out
from codescore.languages.python.rewrite.region import Region
from codescore.languages.python.rewrite.while_loops import while_form
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
