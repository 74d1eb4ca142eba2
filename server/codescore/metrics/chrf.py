"""ChrF as sacrebleu defines it (Popović 2015): F2 of character 1- to 6-grams, white space ignored.

Precision and recall are averaged over the orders that both sides have; of several references the one with the best F
counts.  The corpus value is the F of summed counts, not the mean of pairs, as sacrebleu's.  Equal to sacrebleu to
12 digits (tests/metrics/test_parity_text.py); written anew because sacrebleu counts every text again for every pair.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from codescore.metrics import tokens
from codescore.metrics.character_ngrams import CharacterNgrams, character_ngrams, character_overlap
from codescore.metrics.contract import Metric, Pair, Score, Tick
from codescore.metrics.empty import empty_score
from codescore.metrics.prepared import Prepared, prepare

if TYPE_CHECKING:
    from numpy.typing import NDArray

ORDERS = 6
BETA = 2


class Chrf(Metric):
    """ChrF2 of pairs, and of summed counts."""

    name = "chrf"
    title = "ChrF"
    summary = "F2 of character 1- to 6-grams; depends on no tokenisation."
    source = "Popović 2015, as sacrebleu computes it"

    def settings(self, language: str) -> Mapping[str, str]:
        return {
            "text": tokens.characters_used(self.context.tokens, language),
            "nc": str(ORDERS),
            "nw": "0",
            "beta": str(BETA),
            "space": "no",
        }

    def text(self, prepared: Prepared) -> str | None:
        """What is compared of a text, None where it cannot be had."""
        return prepared.characters(self.context.tokens)

    def scores(self, pairs: Sequence[Pair], tick: Tick | None = None) -> list[Score]:
        return [self._score(pair)[0] for pair in pairs]

    def statistics(self, pairs: Sequence[Pair]) -> NDArray[np.float64]:
        """Per pair and order: n-grams of the candidate, of its best reference, matches."""
        rows = [self._score(pair)[1] for pair in pairs]
        return np.asarray(rows, dtype=np.float64).reshape(len(pairs), 3 * ORDERS)

    def corpus(self, sums: NDArray[np.float64]) -> float | None:
        """Corpus ChrF in [0, 1]; None of nothing."""
        return fscore(sums.tolist()) if sums.any() else None

    def _counts(self, text: str, language: str) -> CharacterNgrams | None:
        return prepare(text, language).keep((self.name, self.context.tokens), self._made)

    def _made(self, prepared: Prepared) -> CharacterNgrams | None:
        text = self.text(prepared)
        return None if text is None else character_ngrams(text, ORDERS)

    def _score(self, pair: Pair) -> tuple[Score, list[float]]:
        nothing = [0.0] * (3 * ORDERS)
        candidate = self._counts(pair.candidate, pair.language)
        references = [self._counts(reference, pair.language) for reference in pair.references]
        if candidate is None or None in references:
            return Score(None, reason=f"no sketch: no grammar is installed for {pair.language}"), nothing
        known = [reference for reference in references if reference is not None]
        empty = empty_score(candidate.text, [reference.text for reference in known])
        if empty is not None:
            return empty, nothing
        rows = [_row(candidate, reference) for reference in known]
        values = [fscore(row) if reference.text else -1.0 for row, reference in zip(rows, known, strict=True)]
        best = max(range(len(rows)), key=lambda index: values[index])
        return Score(values[best], reference=best), rows[best]


def _row(candidate: CharacterNgrams, reference: CharacterNgrams) -> list[float]:
    matches = character_overlap(candidate, reference)
    row: list[float] = []
    for ours, theirs, both in zip(candidate.totals, reference.totals, matches, strict=True):
        # sacrebleu: n-grams of an order that the reference has none of are no mistakes.
        row += [ours if theirs else 0, theirs, both]
    return row


def fscore(row: Sequence[float]) -> float:
    """F2 in [0, 1] from (candidate, reference, matches) per order."""
    precision = recall = 0.0
    orders = 0
    for ours, theirs, both in zip(row[0::3], row[1::3], row[2::3], strict=True):
        if ours and theirs:
            precision += both / ours
            recall += both / theirs
            orders += 1
    if not orders or not precision + recall:
        return 0.0
    precision, recall = precision / orders, recall / orders
    weight = BETA**2
    return (1 + weight) * precision * recall / (weight * precision + recall)
