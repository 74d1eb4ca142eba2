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
from codescore.metrics.empty import empty_score
from codescore.metrics.metric import Metric, Pair, Score, Tick
from codescore.metrics.prepared import Prepared, prepare
from codescore.score.character_ngrams import BETA, ORDERS, CharacterNgrams, character_ngrams, counts, fscore

if TYPE_CHECKING:
    from numpy.typing import NDArray


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
        return None if text is None else character_ngrams(text)

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
        rows = [counts(candidate, reference) for reference in known]
        values = [fscore(row) if reference.text else -1.0 for row, reference in zip(rows, known, strict=True)]
        best = max(range(len(rows)), key=lambda index: values[index])
        return Score(values[best], reference=best), rows[best]
