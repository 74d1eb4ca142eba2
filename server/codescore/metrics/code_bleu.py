"""CodeBLEU: n-grams, keywords, syntax and data flow in one weighted sum (Ren et al. 2020, equation 1).

The four terms are BLEU, WeightBLEU, SyntaxMatch and DataflowMatch, each as its paper section defines it and as our
metrics of these names compute it; BLEU of one pair is smoothed as CodeXGLUE's is (an order without a match counts
0.1).  `code-bleu` weighs them .25 each, the paper's default; `code-bleu-1-1-4-4` .1, .1, .4, .4, which the paper
recommends and Out of the BLEU uses.

A reference without data flow has no fourth term.  The paper sums items over the corpus, where such a sample adds
nothing; for one pair the same is to leave the term out and let the other weights fill its place, which the note says
(`no data flow`) and the signature too (`none:renormalised`).  `papers.code_bleu_compatible` does as the
common library does.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import ClassVar

from codescore.languages import by_id
from codescore.metrics import dataflow_match, syntax_match, weight_bleu
from codescore.metrics.metric import Score
from codescore.metrics.ngrams import EPSILON, ORDERS, bleu, clipped, ngrams
from codescore.metrics.pairwise import OnTokens
from codescore.metrics.prepared import Prepared
from codescore.metrics.summed import Summed

Weights = tuple[float, float, float, float]
TERMS = ("bleu", "weight-bleu", "syntax-match", "dataflow-match")


def row_of(candidate: Prepared, reference: Prepared, name: str) -> list[float]:
    """The counts of all terms: n-gram matches and totals, weights and lengths, subtrees, data-flow items."""
    ours, theirs = ngrams(candidate, name), ngrams(reference, name)
    matches = [clipped(mine, other) for mine, other in zip(ours, theirs, strict=True)]
    totals = [max(len(candidate.tokens(name)) - order, 0) for order in range(ORDERS)]
    found, _, subtrees = syntax_match.counts(candidate, reference)
    flow = dataflow_match.counts(candidate, reference) or (0, 0)
    return [*matches, *totals, *weight_bleu.counts(candidate, reference, name), found, subtrees, *flow]


def terms(row: Sequence[float]) -> list[float | None]:
    """The four terms of summed counts; None for a term without anything to match."""
    weighed = row[2 * ORDERS : 2 * ORDERS + 4]
    found, subtrees, matched, items = row[2 * ORDERS + 4 :]
    return [
        bleu(row[:ORDERS], row[ORDERS : 2 * ORDERS], weighed[2], weighed[3]),
        weight_bleu.value_of(*weighed),
        found / subtrees if subtrees else None,
        matched / items if items else None,
    ]


def combine(found: Sequence[float | None], weights: Weights) -> float | None:
    """The weighted sum of the terms there are, weights filled up to 1; None where none is."""
    known = [(value, weight) for value, weight in zip(found, weights, strict=True) if value is not None]
    share = math.fsum(weight for _, weight in known)
    return math.fsum(value * weight for value, weight in known) / share if share else None


class CodeBleu(Summed, OnTokens):
    """The weighted sum of four matches, .25 each."""

    name = "code-bleu"
    title = "CodeBLEU"
    summary = "Mean of BLEU, keyword-weighted BLEU, syntax match and data-flow match."
    source = "CodeBLEU (Ren et al. 2020), equation 1"
    width: ClassVar[int] = 2 * ORDERS + 4 + 2 + 2
    weights: Weights = (0.25, 0.25, 0.25, 0.25)

    def settings(self, language: str) -> Mapping[str, str]:
        return {
            **super().settings(language),
            "w": ",".join(f"{weight:g}" for weight in self.weights),
            "smooth": f"add-{EPSILON:g}",
            "mode": "paper",
            "none": "renormalised",
        }

    def lacks(self, language: str) -> str:
        """Keywords and trees need a language that is installed."""
        return "" if by_id(language) else f"no grammar is installed for {language}"

    def row(self, candidate: Prepared, reference: Prepared) -> list[float]:
        """See `row_of`."""
        return row_of(candidate, reference, self.context.tokens)

    def value(self, row: Sequence[float]) -> float | None:
        """The weighted sum of the terms of these counts."""
        return combine(terms(row), self.weights)

    def compare(self, candidate: Prepared, reference: Prepared) -> Score:
        """The weighted sum, with its terms."""
        found = terms(self.row(candidate, reference))
        parts = {name: value for name, value in zip(TERMS, found, strict=True) if value is not None}
        notes = [self._flow_note(candidate, reference), syntax_match.broken_note(candidate, reference)]
        return Score(combine(found, self.weights), parts, "; ".join(filter(None, notes)))

    @staticmethod
    def _flow_note(candidate: Prepared, reference: Prepared) -> str:
        """Why the fourth term is missing; nothing where it is not."""
        found = dataflow_match.counts(candidate, reference)
        if found is None:
            return "data flow not followed"
        return "" if found[1] else "no data flow"


class CodeBleuSyntax(CodeBleu):
    """The weighted sum of four matches, syntax and data flow weighing four times as much as n-grams."""

    name = "code-bleu-1-1-4-4"
    title = "CodeBLEU"
    summary = "CodeBLEU with the weights .1, .1, .4, .4: syntax and data flow before n-grams."
    source = "CodeBLEU (Ren et al. 2020), section 4.4; Out of the BLEU, appendix A.6"
    weights = (0.1, 0.1, 0.4, 0.4)
