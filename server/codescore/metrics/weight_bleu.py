"""WeightBLEU: the share of a candidate's tokens that the reference has, keywords counting five times.

The second term of CodeBLEU (Ren et al. 2020, section 3.1): modified *precision* of unigrams, in which a keyword's
weight is five times that of any other token, times BLEU's brevity penalty.  CodeXGLUE's code divides by the
reference's tokens instead (recall) and averages in the orders 2 to 4; that variant lives in `code_bleu_compatible`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from codescore.languages import by_id
from codescore.metrics import tokens
from codescore.metrics.contract import Metric, Pair, Score, Tick
from codescore.metrics.empty import best, empty_score
from codescore.metrics.ngrams import Ngram, brevity, ngrams
from codescore.metrics.prepared import Prepared, prepare

KEYWORD_WEIGHT = 5


def weighted(grams: Mapping[Ngram, int], keywords: Collection[str]) -> int:
    """The weight of unigrams: 5 for a keyword, 1 for any other token."""
    return sum(grams.values()) + (KEYWORD_WEIGHT - 1) * sum(grams[g] for g in grams if g[0] in keywords)


def counts(candidate: Prepared, reference: Prepared, name: str) -> tuple[int, int, int, int]:
    """Weight of the matches, weight of the candidate, and both lengths in tokens."""
    assert candidate.language is not None
    keywords = candidate.language.keywords
    ours, theirs = ngrams(candidate, name)[0], ngrams(reference, name)[0]
    shared = {gram: min(ours[gram], theirs[gram]) for gram in ours.keys() & theirs.keys()}
    total = candidate.keep(("keyword-weight", name), lambda _: weighted(ours, keywords))
    return weighted(shared, keywords), total, len(candidate.tokens(name)), len(reference.tokens(name))


def value(matched: float, total: float, candidate: float, reference: float) -> float:
    """Brevity penalty times precision; 0 for an empty candidate."""
    return brevity(candidate, reference) * matched / total if total else 0.0


class WeightBleu(Metric):
    """BLEU of unigrams with keywords weighted five times."""

    name = "weight-bleu"
    title = "WeightBLEU"
    summary = "Share of the candidate's tokens that the reference has, keywords counting five times."
    source = "CodeBLEU (Ren et al. 2020), section 3.1"

    def settings(self, language: str) -> Mapping[str, str]:
        return {
            "tok": tokens.used(self.context.tokens, language),
            "n": "1",
            "of": "candidate",
            "keywords": f"{language}x{KEYWORD_WEIGHT}",
        }

    def scores(self, pairs: Sequence[Pair], tick: Tick | None = None) -> list[Score]:
        found = []
        for pair in pairs:
            found.append(self._score(pair))
            if tick:
                tick(1)
        return found

    def statistics(self, pairs: Sequence[Pair]) -> NDArray[np.float64]:
        """Matched and total weight, both lengths, of each pair with its best reference; zeros where not scored."""
        rows = np.zeros((len(pairs), 4))
        for row, pair in enumerate(pairs):
            index = self._score(pair).reference
            if index is not None:
                sides = prepare(pair.candidate, pair.language), prepare(pair.references[index], pair.language)
                rows[row] = counts(*sides, self.context.tokens)
        return rows

    def corpus(self, sums: NDArray[np.float64]) -> float | None:
        return value(*sums) if sums[3] else None

    def _score(self, pair: Pair) -> Score:
        if by_id(pair.language) is None:
            return Score(None, reason=f"no keywords are known for {pair.language}")
        name = self.context.tokens
        candidate = prepare(pair.candidate, pair.language)
        references = [prepare(text, pair.language) for text in pair.references]
        empty = empty_score(candidate.tokens(name), [r.tokens(name) for r in references])
        return empty or best([Score(value(*counts(candidate, r, name))) for r in references])
