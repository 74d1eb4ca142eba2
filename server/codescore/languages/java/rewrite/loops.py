"""Loop exchange of table 1 for Java: which loops of a region have another form.

Neighbours: `for_loops` and `while_loops` hold the forms, `layout` what they have in common.
"""

from __future__ import annotations

from collections.abc import Iterator

from codescore.languages.java.rewrite.for_loops import each_to_while, for_to_while
from codescore.languages.java.rewrite.layout import framed
from codescore.languages.java.rewrite.region import Region
from codescore.languages.java.rewrite.while_loops import while_to_for
from codescore.languages.protocols import Site
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
