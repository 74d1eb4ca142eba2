"""METEOR: words aligned in three stages (exact, Porter stem, WordNet synonym), order penalised by fragments.

The variant is that of NLTK: Lavie and Agarwal 2007, with the parameters alpha 0.9, beta 3, gamma 0.5; every word
counts alike.  Not METEOR 1.5, whose paraphrase table, function words and tuned weights need data of 100 MB and more.
The published METEOR values of Out of the BLEU are NLTK's, too (tests/metrics/test_published.py).  Words are compared
in lower case; synonyms are shipped (`wordnet`).  Alignment is greedy from the last word backwards, in linear time.
Of several references the best counts; the corpus value is the mean.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from itertools import pairwise

from codescore.metrics.metric import Score
from codescore.metrics.pairwise import OnTokens
from codescore.metrics.prepared import Prepared
from codescore.metrics.wordnet import VERSION, synonyms

ALPHA, BETA, GAMMA = 0.9, 3.0, 0.5

Word = tuple[int, str]  # its place among the tokens, and how it is written
Alternatives = Callable[[str], Iterable[str]]


class Meteor(OnTokens):
    """Harmonic mean of precision and recall (recall nine times the weight), less a penalty for fragments."""

    name = "meteor"
    title = "METEOR"
    summary = "Words matched exactly, by stem or as synonyms; recall counts most, scattered matches are penalised."
    requires = ("nltk",)
    source = "Lavie and Agarwal 2007, as NLTK computes it (alpha 0.9, beta 3, gamma 0.5)"

    def settings(self, language: str) -> Mapping[str, str]:
        return {**super().settings(language), "variant": "nltk", "stages": "exact,porter,synonym", "data": VERSION}

    def compare(self, candidate: Prepared, reference: Prepared) -> Score:
        ours, theirs = self._lower(candidate), self._lower(reference)
        matches = align(ours, theirs)
        if not matches:
            return Score(0.0, {"precision": 0.0, "recall": 0.0})
        precision, recall = len(matches) / len(ours), len(matches) / len(theirs)
        mean = precision * recall / (ALPHA * precision + (1 - ALPHA) * recall)
        penalty = GAMMA * (fragments(matches) / len(matches)) ** BETA
        return Score((1 - penalty) * mean, {"precision": precision, "recall": recall})

    def _lower(self, text: Prepared) -> list[str]:
        name = self.context.tokens
        return text.keep(("lower", name), lambda t: [token.lower() for token in t.tokens(name)])


def align(candidate: Sequence[str], reference: Sequence[str]) -> list[tuple[int, int]]:
    """Places of matched words, in the candidate's order."""
    ours, theirs = list(enumerate(candidate)), list(enumerate(reference))
    exact, ours, theirs = _match(ours, theirs, lambda word: (word,))
    stem = _stemmer()
    ours, theirs = [(i, stem(word)) for i, word in ours], [(j, stem(word)) for j, word in theirs]
    stems, ours, theirs = _match(ours, theirs, lambda word: (word,))
    # As NLTK: what is left is asked for synonyms by its stems.
    meanings, _, _ = _match(ours, theirs, synonyms) if ours and theirs else ([], ours, theirs)
    return sorted(exact + stems + meanings)


@cache
def _stemmer() -> Callable[[str], str]:
    """Porter's stemmer with NLTK's extensions, which the published values have; it takes a second to import."""
    from nltk.stem.porter import PorterStemmer  # noqa: PLC0415  of the extra `study`

    return lru_cache(maxsize=65_536)(PorterStemmer().stem)


def fragments(matches: Sequence[tuple[int, int]]) -> int:
    """Runs of matches that are adjacent on both sides."""
    return 1 + sum((i + 1, j + 1) != after for (i, j), after in pairwise(matches))


def _match(
    ours: list[Word], theirs: list[Word], alternatives: Alternatives
) -> tuple[list[tuple[int, int]], list[Word], list[Word]]:
    """Match from the last word backwards, each with the last free word that is one of its alternatives."""
    free: dict[str, list[int]] = defaultdict(list)
    for index, (_, word) in enumerate(theirs):
        free[word].append(index)
    matches: list[tuple[int, int]] = []
    left: list[Word] = []
    taken: set[int] = set()
    for place, word in reversed(ours):
        last = [(free[other][-1], other) for other in alternatives(word) if free.get(other)]
        if last:
            index, other = max(last)
            free[other].pop()
            taken.add(index)
            matches.append((place, theirs[index][0]))
        else:
            left.append((place, word))
    return matches, left[::-1], [pair for index, pair in enumerate(theirs) if index not in taken]
