"""Syntax perturbation: the equivalences of table 1, combined and sampled by seed.  The meaning stays."""

from __future__ import annotations

from random import Random

from codescore.languages import Language
from codescore.rewrite.draw import Compiles, Request, Rewritten, draw, located, scope_node
from codescore.syntax import Syntax, parse


def transform(
    language: Language,
    source: bytes,
    *,
    seed: int,
    max_edits: int | None = None,
    within: tuple[int, int] | None = None,
    syntax: Syntax | None = None,
    compiles: Compiles | None = None,
) -> Rewritten | None:
    """An equivalent variant of a source (table 1), or None where no rule surely keeps its meaning.

    Between one and all sites are rewritten (at most `max_edits`), those that would overlap never together.
    `within` limits the edits to a byte range, `syntax` is the parsed source if there is one, `compiles` judges
    results in addition to the parser: a result that fails it, while the original does not, is drawn again.
    """
    rewriter = language.rewriter()
    if rewriter is None:
        return None
    parsed = syntax or parse(language, source)
    found = rewriter.equivalences(parsed.parsed, parsed.tree, scope_node(parsed, within))
    sites = located(found, parsed, within)

    def wanted(rng: Random, available: int) -> int:
        count = rng.randint(1, available)
        return count if max_edits is None else min(count, max_edits)

    request = Request(language, source, seed, within, compiles)
    return draw(request, parsed, sites, wanted)
