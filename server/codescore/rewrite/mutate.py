"""Semantic perturbation: operators replaced as in table 2.  The meaning changes, the form hardly."""

from __future__ import annotations

from random import Random

from codescore.languages import Language
from codescore.rewrite.draw import Compiles, Request, Rewritten, draw, located, scope_node
from codescore.syntax import Syntax, parse

# Edits of one mutant where the caller does not say.
MOST_EDITS = 3


def mutate(
    language: Language,
    source: bytes,
    *,
    seed: int,
    max_edits: int | None = None,
    within: tuple[int, int] | None = None,
    syntax: Syntax | None = None,
    compiles: Compiles | None = None,
) -> Rewritten | None:
    """A mutant of a source (table 2) with 1 to `max_edits` (default 3) operators replaced; None without a site.

    Mutants known to mean the same and those that plainly cannot compile are not made; that a mutant behaves
    differently is likely, not certain.  The other arguments are those of `transform`.
    """
    rewriter = language.rewriter()
    if rewriter is None:
        return None
    parsed = syntax or parse(language, source)
    found = rewriter.mutations(parsed.parsed, parsed.tree, scope_node(parsed, within))
    sites = located(found, parsed, within)
    most = MOST_EDITS if max_edits is None else max_edits

    def wanted(rng: Random, available: int) -> int:
        return rng.randint(1, max(1, min(most, available)))

    request = Request(language, source, seed, within, compiles)
    return draw(request, parsed, sites, wanted)
