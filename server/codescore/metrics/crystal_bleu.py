"""CrystalBLEU: BLEU without the n-grams that all code of a language shares (Eghbali & Pradel 2022).

The k = 500 most frequent n-grams of a corpus, orders 1 to 4 together, are taken out of both sides before precisions
are computed; lengths, and so the brevity penalty, stay those of the whole texts.  Counting n-grams, not tokens, is
what the paper and its repository do (the snippet on the package's PyPI page counts tokens).  As in the repository's
experiments an order without a match counts 0.0001, no unigram in common is 0.

The lists ship for the languages whose folder has one and hold for the tokenisation they were counted in; the signature
has their hash.  Where nothing of a text is left, there is nothing to compare: such a pair has no value.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from codescore.languages import by_id
from codescore.languages.shared_ngrams import SharedNgrams, shared_ngrams
from codescore.metrics import tokens
from codescore.metrics.contract import Metric, Pair, Score, Tick
from codescore.metrics.empty import best, empty_score
from codescore.metrics.ngrams import ORDERS, Ngram, bleu, clipped, ngrams
from codescore.metrics.prepared import Prepared, prepare

EPSILON = 0.0001
_COLUMNS = 2 * ORDERS + 2


@cache
def _shared(language: str) -> tuple[SharedNgrams, frozenset[Ngram]] | None:
    """A language's list, and the same as a set."""
    installed = by_id(language)
    found = shared_ngrams(installed) if installed is not None else None
    return (found, frozenset(found.ngrams)) if found is not None else None


def own_ngrams(text: Prepared, name: str, ignored: frozenset[Ngram]) -> tuple[Mapping[Ngram, int], ...]:
    """The n-grams of a text for the orders 1 to 4 without the shared ones."""

    def make(text: Prepared) -> tuple[Mapping[Ngram, int], ...]:
        return tuple({gram: n for gram, n in counts.items() if gram not in ignored} for counts in ngrams(text, name))

    return text.keep(("own-ngrams", name), make)


def row_of(candidate: Prepared, reference: Prepared, name: str, ignored: frozenset[Ngram]) -> list[float]:
    """Matches and totals per order, then both lengths."""
    ours, theirs = own_ngrams(candidate, name, ignored), own_ngrams(reference, name, ignored)
    matches = [clipped(mine, other) for mine, other in zip(ours, theirs, strict=True)]
    return [*matches, *(sum(mine.values()) for mine in ours), len(candidate.tokens(name)), len(reference.tokens(name))]


def value(row: Sequence[float]) -> float:
    """BLEU of summed counts."""
    return bleu(row[:ORDERS], row[ORDERS : 2 * ORDERS], row[-2], row[-1], EPSILON)


class CrystalBleu(Metric):
    """BLEU without trivially shared n-grams."""

    name = "crystal-bleu"
    title = "CrystalBLEU"
    summary = "BLEU without the 500 n-grams that all code of the language shares."
    source = "CrystalBLEU (Eghbali & Pradel 2022), section 3; its repository's README"

    def settings(self, language: str) -> Mapping[str, str]:
        found = _shared(language)
        return {
            "tok": tokens.used(self.context.tokens, language),
            "k": str(len(found[0].ngrams)) if found else "0",
            "shared": found[0].digest if found else "none",
            "smooth": f"add-{EPSILON:g}",
        }

    def scores(self, pairs: Sequence[Pair], tick: Tick | None = None) -> list[Score]:
        found = []
        for pair in pairs:
            found.append(self._score(pair))
            if tick:
                tick(1)
        return found

    def statistics(self, pairs: Sequence[Pair]) -> NDArray[np.float64]:
        """The counts of each pair's best reference, as `row_of`; zeros where not scored."""
        rows = np.zeros((len(pairs), _COLUMNS))
        for row, pair in enumerate(pairs):
            shared, index = _shared(pair.language), self._score(pair).reference
            if shared is not None and index is not None:
                sides = prepare(pair.candidate, pair.language), prepare(pair.references[index], pair.language)
                rows[row] = row_of(*sides, self.context.tokens, shared[1])
        return rows

    def corpus(self, sums: NDArray[np.float64]) -> float | None:
        return value(sums.tolist()) if sums.any() else None

    def _score(self, pair: Pair) -> Score:
        shared, name = _shared(pair.language), self.context.tokens
        if shared is None:
            return Score(None, reason=f"no shared n-grams are known for {pair.language}")
        if shared[0].tokens != name:
            return Score(None, reason=f"shared n-grams are known for {shared[0].tokens} tokens only, not for {name}")
        candidate = prepare(pair.candidate, pair.language)
        references = [prepare(text, pair.language) for text in pair.references]
        empty = empty_score(candidate.tokens(name), [r.tokens(name) for r in references])
        return empty or best([_against(candidate, reference, name, shared[1]) for reference in references])


def _against(candidate: Prepared, reference: Prepared, name: str, ignored: frozenset[Ngram]) -> Score:
    if not any(own_ngrams(reference, name, ignored)):
        return Score(None, reason="the reference has no n-gram that is not shared by all code")
    return Score(value(row_of(candidate, reference, name, ignored)))
