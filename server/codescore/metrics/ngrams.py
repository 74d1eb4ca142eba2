"""N-grams of tokens, and what BLEU and its relatives make of them: matches, precisions, brevity penalty.

Pure.  Neighbours: `weight_bleu`, `crystal_bleu` and `code_bleu` use it; `bleu` itself is sacrebleu's.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TypeAlias

from codescore.metrics.prepared import Prepared

ORDERS = 4
#: Added to a count of matches that is 0 (method 1 of Chen & Cherry 2014), as CodeXGLUE's CodeBLEU does.
EPSILON = 0.1

Ngram: TypeAlias = tuple[str, ...]
Counts: TypeAlias = "Counter[Ngram]"


def count(tokens: Sequence[str], order: int) -> Counts:
    """How often each n-gram of one order occurs."""
    return Counter(zip(*(tokens[start:] for start in range(order)), strict=False))


def ngrams(text: Prepared, tokens: str) -> tuple[Counts, ...]:
    """The n-grams of a text for the orders 1 to 4 by a tokenisation, counted once."""

    def make(text: Prepared) -> tuple[Counts, ...]:
        found = text.tokens(tokens)
        return tuple(count(found, order) for order in range(1, ORDERS + 1))

    return text.keep(("ngrams", tokens), make)


def clipped(candidate: Mapping[Ngram, int], reference: Mapping[Ngram, int]) -> int:
    """Matches: each n-gram counts at most as often as the other side has it."""
    return sum(min(candidate[gram], reference[gram]) for gram in candidate.keys() & reference.keys())


def brevity(candidate: float, reference: float) -> float:
    """The brevity penalty of BLEU (Papineni et al. 2002) for two lengths in tokens."""
    if candidate > reference:
        return 1.0
    return math.exp(1 - reference / candidate) if candidate else 0.0


def bleu(
    matches: Sequence[float], totals: Sequence[float], candidate: float, reference: float, epsilon: float = EPSILON
) -> float:
    """BLEU of summed counts per order; no match gets `epsilon`, no unigram in common is 0."""
    if not matches[0]:
        return 0.0
    logs = (math.log((match or epsilon) / max(total, 1)) for match, total in zip(matches, totals, strict=True))
    return brevity(candidate, reference) * math.exp(math.fsum(logs) / len(matches))
