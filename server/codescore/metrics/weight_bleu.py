"""WeightBLEU: the share of a candidate's tokens that the reference has, keywords counting five times.

The second term of CodeBLEU (Ren et al. 2020, section 3.1): modified *precision* of unigrams, in which a keyword's
weight is five times that of any other token, times BLEU's brevity penalty.  CodeXGLUE's code divides by the
reference's tokens instead (recall) and averages in the orders 2 to 4; that variant lives in
`papers.code_bleu_compatible`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import ClassVar

from codescore.languages import by_id
from codescore.metrics.ngrams import Ngram, brevity, ngrams
from codescore.metrics.pairwise import OnTokens
from codescore.metrics.prepared import Prepared
from codescore.metrics.summed import Summed

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


def value_of(matched: float, total: float, candidate: float, reference: float) -> float:
    """Brevity penalty times precision; 0 for an empty candidate."""
    return brevity(candidate, reference) * matched / total if total else 0.0


class WeightBleu(Summed, OnTokens):
    """BLEU of unigrams with keywords weighted five times."""

    name = "weight-bleu"
    title = "WeightBLEU"
    summary = "Share of the candidate's tokens that the reference has, keywords counting five times."
    source = "CodeBLEU (Ren et al. 2020), section 3.1"
    width: ClassVar[int] = 4

    def settings(self, language: str) -> Mapping[str, str]:
        return {
            **super().settings(language),
            "n": "1",
            "of": "candidate",
            "keywords": f"{language}x{KEYWORD_WEIGHT}",
        }

    def lacks(self, language: str) -> str:
        """Keywords are the language's."""
        return "" if by_id(language) else f"no keywords are known for {language}"

    def row(self, candidate: Prepared, reference: Prepared) -> tuple[int, int, int, int]:
        """See `counts`."""
        return counts(candidate, reference, self.context.tokens)

    def value(self, row: Sequence[float]) -> float:
        """See `value_of`."""
        return value_of(*row)
