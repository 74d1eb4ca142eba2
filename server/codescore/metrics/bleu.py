"""BLEU as sacrebleu defines it (Papineni et al. 2002; Post 2018), from sufficient statistics.

A pair's value is sentence BLEU: exponential smoothing (Chen and Cherry 2014, method 3) and effective order, as
`sacrebleu.sentence_bleu`.  The corpus value sums matches and lengths first (micro average) and uses the full order, as
`sacrebleu.corpus_bleu`.  Several references: matches are clipped by the largest count in any of them, and the length
is that of the closest one.  Equal to sacrebleu digit by digit (tests/metrics/test_parity_text.py); written anew
because each text is counted once, however many pairs it is in.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING

import numpy as np

from codescore.metrics import tokens
from codescore.metrics.empty import empty_score
from codescore.metrics.metric import Metric, Pair, Score, Tick
from codescore.metrics.ngrams import ORDERS, Counts, brevity, clipped, ngrams
from codescore.metrics.prepared import Prepared, prepare

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Bleu(Metric):
    """Sentence BLEU of pairs, corpus BLEU of sums."""

    name = "bleu"
    title = "BLEU"
    summary = "Precision of 1- to 4-grams of tokens, with a penalty for candidates shorter than the reference."
    source = "Papineni et al. 2002, as sacrebleu computes it"

    def settings(self, language: str) -> Mapping[str, str]:
        return {
            "tok": tokens.used(self.context.tokens, language),
            "n": str(ORDERS),
            "smooth": "exp",
            "eff": "sentence",
        }

    def scores(self, pairs: Sequence[Pair], tick: Tick | None = None) -> list[Score]:
        return [self._score(pair) for pair in pairs]

    def statistics(self, pairs: Sequence[Pair]) -> NDArray[np.float64]:
        """Per pair: candidate length, reference length, matches of order 1 .. 4, candidate n-grams of order 1 .. 4."""
        rows = [self._counted(*self._prepared(pair)) for pair in pairs]
        return np.asarray(rows, dtype=np.float64).reshape(len(pairs), 2 + 2 * ORDERS)

    def corpus(self, sums: NDArray[np.float64]) -> float | None:
        """Corpus BLEU in [0, 1]; None of nothing."""
        return bleu(sums.tolist(), effective_order=False) if sums[0] or sums[1] else None

    def _prepared(self, pair: Pair) -> tuple[Prepared, list[Prepared]]:
        references = [prepare(reference, pair.language) for reference in pair.references]
        return prepare(pair.candidate, pair.language), references

    def _score(self, pair: Pair) -> Score:
        candidate, references = self._prepared(pair)
        name = self.context.tokens
        empty = empty_score(candidate.tokens(name), [r.tokens(name) for r in references])
        if empty is not None:
            return empty
        row = self._counted(candidate, references)
        return Score(bleu(row, effective_order=True), {"brevity": brevity(row[0], row[1])})

    def _counted(self, candidate: Prepared, references: Sequence[Prepared]) -> list[float]:
        name = self.context.tokens
        ours = ngrams(candidate, name)
        theirs = merged([ngrams(reference, name) for reference in references])
        length = len(candidate.tokens(name))
        matches = [clipped(a, b) for a, b in zip(ours, theirs, strict=True)]
        totals = [max(0, length - n) for n in range(ORDERS)]
        closest = min((len(r.tokens(name)) for r in references), key=lambda size: (abs(size - length), size))
        return [length, closest, *matches, *totals]


def merged(bags: Sequence[tuple[Counts, ...]]) -> tuple[Counts, ...]:
    """Of several references: each n-gram as often as in the reference that has most of it."""
    if len(bags) == 1:
        return bags[0]
    return tuple(reduce(or_, same_order) for same_order in zip(*bags, strict=True))


def bleu(row: Sequence[float], *, effective_order: bool) -> float:
    """BLEU in [0, 1] from lengths, matches and totals as `Bleu.statistics` has them."""
    length, reference, matches, totals = row[0], row[1], row[2 : 2 + ORDERS], row[2 + ORDERS :]
    if not any(matches):
        return 0.0
    logs = [-math.inf] * ORDERS
    order, smoothing = ORDERS, 1.0
    for n, (hits, total) in enumerate(zip(matches, totals, strict=True)):
        if not total:
            break
        if effective_order:
            order = n + 1
        if not hits:
            smoothing *= 2
        logs[n] = math.log((hits or 1 / smoothing) / total)
    return brevity(length, reference) * math.exp(sum(logs[:order]) / order)
