"""CodeBLEU: n-grams, keywords, syntax and data flow in one weighted sum (Ren et al. 2020, equation 1).

The four terms are BLEU, WeightBLEU, SyntaxMatch and DataflowMatch, each as its paper section defines it and as our
metrics of these names compute it; BLEU of one pair is smoothed as CodeXGLUE's is (an order without a match counts
0.1).  `code-bleu` weighs them .25 each, the paper's default; `code-bleu-1-1-4-4` .1, .1, .4, .4, which the paper
recommends and Out of the BLEU uses.

A reference without data flow has no fourth term.  The paper sums items over the corpus, where such a sample adds
nothing; for one pair the same is to leave the term out and let the other weights fill its place, which the note says
(`no data flow`) and the signature too (`none:renormalised`).  `code_bleu_compatible` does as the common library does.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from codescore.languages import by_id
from codescore.metrics import dataflow_match, syntax_match, tokens, weight_bleu
from codescore.metrics.contract import Metric, Pair, Score, Tick
from codescore.metrics.empty import best, empty_score
from codescore.metrics.ngrams import EPSILON, ORDERS, bleu, clipped, ngrams
from codescore.metrics.prepared import Prepared, prepare

Weights = tuple[float, float, float, float]
TERMS = ("bleu", "weight-bleu", "syntax-match", "dataflow-match")
_COLUMNS = 2 * ORDERS + 4 + 2 + 2


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
        weight_bleu.value(*weighed),
        found / subtrees if subtrees else None,
        matched / items if items else None,
    ]


def combine(found: Sequence[float | None], weights: Weights) -> float | None:
    """The weighted sum of the terms there are, weights filled up to 1; None where none is."""
    known = [(value, weight) for value, weight in zip(found, weights, strict=True) if value is not None]
    share = math.fsum(weight for _, weight in known)
    return math.fsum(value * weight for value, weight in known) / share if share else None


class CodeBleu(Metric):
    """The weighted sum of four matches, .25 each."""

    name = "code-bleu"
    title = "CodeBLEU"
    summary = "Mean of BLEU, keyword-weighted BLEU, syntax match and data-flow match."
    source = "CodeBLEU (Ren et al. 2020), equation 1"
    needs_tree = True
    weights: Weights = (0.25, 0.25, 0.25, 0.25)

    def settings(self, language: str) -> Mapping[str, str]:
        return {
            "tok": tokens.used(self.context.tokens, language),
            "w": ",".join(f"{weight:g}" for weight in self.weights),
            "smooth": f"add-{EPSILON:g}",
            "mode": "paper",
            "none": "renormalised",
        }

    def scores(self, pairs: Sequence[Pair], tick: Tick | None = None) -> list[Score]:
        found = []
        for pair in pairs:
            found.append(self._score(pair))
            if tick:
                tick(1)
        return found

    def statistics(self, pairs: Sequence[Pair]) -> NDArray[np.float64]:
        """The counts of all terms of each pair's best reference, as `row_of`; zeros where not scored."""
        rows = np.zeros((len(pairs), _COLUMNS))
        for row, pair in enumerate(pairs):
            index = self._score(pair).reference
            if index is not None:
                sides = prepare(pair.candidate, pair.language), prepare(pair.references[index], pair.language)
                rows[row] = row_of(*sides, self.context.tokens)
        return rows

    def corpus(self, sums: NDArray[np.float64]) -> float | None:
        return combine(terms(sums.tolist()), self.weights) if sums.any() else None

    def _score(self, pair: Pair) -> Score:
        if by_id(pair.language) is None:
            return Score(None, reason=f"no grammar is installed for {pair.language}")
        name = self.context.tokens
        candidate = prepare(pair.candidate, pair.language)
        references = [prepare(text, pair.language) for text in pair.references]
        empty = empty_score(candidate.tokens(name), [r.tokens(name) for r in references])
        return empty or best([self._against(candidate, reference) for reference in references])

    def _against(self, candidate: Prepared, reference: Prepared) -> Score:
        found = terms(row_of(candidate, reference, self.context.tokens))
        parts = {name: value for name, value in zip(TERMS, found, strict=True) if value is not None}
        notes = ["no data flow"] if found[3] is None else []
        broken = syntax_match.broken_note(candidate, reference)
        return Score(combine(found, self.weights), parts, "; ".join([*notes, broken] if broken else notes))


class CodeBleuSyntax(CodeBleu):
    """The weighted sum of four matches, syntax and data flow weighing four times as much as n-grams."""

    name = "code-bleu-1-1-4-4"
    title = "CodeBLEU"
    summary = "CodeBLEU with the weights .1, .1, .4, .4: syntax and data flow before n-grams."
    source = "CodeBLEU (Ren et al. 2020), section 4.4; Out of the BLEU, appendix A.6"
    weights = (0.1, 0.1, 0.4, 0.4)
