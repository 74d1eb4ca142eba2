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
from typing import ClassVar

from codescore.languages import by_id
from codescore.languages.shared_ngrams import SharedNgrams, shared_ngrams
from codescore.metrics.metric import Score
from codescore.metrics.ngrams import ORDERS, Ngram, bleu, clipped, ngrams
from codescore.metrics.pairwise import OnTokens
from codescore.metrics.prepared import Prepared
from codescore.metrics.summed import Summed

EPSILON = 0.0001


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


class CrystalBleu(Summed, OnTokens):
    """BLEU without trivially shared n-grams."""

    name = "crystal-bleu"
    title = "CrystalBLEU"
    summary = "BLEU without the 500 n-grams that all code of the language shares."
    source = "CrystalBLEU (Eghbali & Pradel 2022), section 3; its repository's README"
    width: ClassVar[int] = 2 * ORDERS + 2

    def settings(self, language: str) -> Mapping[str, str]:
        found = _shared(language)
        return {
            **super().settings(language),
            "k": str(len(found[0].ngrams)) if found else "0",
            "shared": found[0].digest if found else "none",
            "smooth": f"add-{EPSILON:g}",
        }

    def lacks(self, language: str) -> str:
        """The lists hold for a language, and for the tokens they were counted in."""
        shared, name = _shared(language), self.context.tokens
        if shared is None:
            return f"no shared n-grams are known for {language}"
        known = shared[0].tokens
        return "" if known == name else f"shared n-grams are known for {known} tokens only, not for {name}"

    def row(self, candidate: Prepared, reference: Prepared) -> list[float]:
        """See `row_of`."""
        shared = _shared(candidate.language_id)
        return row_of(candidate, reference, self.context.tokens, shared[1] if shared else frozenset())

    def value(self, row: Sequence[float]) -> float:
        """BLEU of these counts."""
        return bleu(row[:ORDERS], row[ORDERS : 2 * ORDERS], row[-2], row[-1], EPSILON)

    def compare(self, candidate: Prepared, reference: Prepared) -> Score:
        """The value; undefined where nothing of the reference is its own."""
        shared = _shared(candidate.language_id)
        if shared and not any(own_ngrams(reference, self.context.tokens, shared[1])):
            return Score(None, reason="the reference has no n-gram that is not shared by all code")
        return super().compare(candidate, reference)
