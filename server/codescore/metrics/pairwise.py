"""Metrics that compare a candidate with one reference at a time; of several references the best counts.

What is common to them is here once: empty sides (`empty`), the best reference, preparing texts.  A metric says what
it counts (`units`) and how two sides that have some are compared (`compare`).
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence, Sized

from codescore.metrics import tokens
from codescore.metrics.empty import best, empty_score
from codescore.metrics.metric import Metric, Pair, Score, Tick
from codescore.metrics.prepared import Prepared, prepare


class Pairwise(Metric):
    """Best of the references."""

    @abstractmethod
    def units(self, text: Prepared) -> Sized:
        """What the metric counts of a text: where there are none, the text is empty to it."""

    @abstractmethod
    def compare(self, candidate: Prepared, reference: Prepared) -> Score:
        """The score of two texts that both have units."""

    def scores(self, pairs: Sequence[Pair], tick: Tick | None = None) -> list[Score]:
        return [self._score(pair) for pair in pairs]

    def _score(self, pair: Pair) -> Score:
        candidate = prepare(pair.candidate, pair.language)
        references = [prepare(reference, pair.language) for reference in pair.references]
        sizes = [self.units(reference) for reference in references]
        empty = empty_score(self.units(candidate), sizes)
        if empty is not None:
            return empty
        full = [index for index, size in enumerate(sizes) if len(size)]
        found = [self.compare(candidate, references[index]) for index in full]
        if len(found) == 1:
            score = found[0]
            return Score(score.value, score.parts, score.note, score.reason, full[0])
        winner = best(found)
        index = winner.reference
        return Score(winner.value, winner.parts, winner.note, winner.reason, full[index] if index is not None else None)


class OnTokens(Pairwise):
    """A metric on tokens, split as the context says."""

    def settings(self, language: str) -> Mapping[str, str]:
        return {"tok": tokens.used(self.context.tokens, language)}

    def units(self, text: Prepared) -> tuple[str, ...]:
        return text.tokens(self.context.tokens)


class OnCharacters(Pairwise):
    """A metric on characters: of the comment-free source with `code` tokens, else of the raw text."""

    def settings(self, language: str) -> Mapping[str, str]:
        return {"text": tokens.characters_used(self.context.tokens, language)}

    def units(self, text: Prepared) -> str:
        return text.characters(self.context.tokens)
