"""Exact match: is the candidate, to the letter or up to layout, the reference?  (Run Match, section on EM.)"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence

from codescore.metrics.contract import Metric, Pair, Score, Tick
from codescore.metrics.empty import BOTH_EMPTY, CANDIDATE_EMPTY


class _Equal(Metric):
    """1 where some reference has the same form as the candidate, else 0."""

    form = ""  # in the signature: what is compared

    def settings(self, language: str) -> Mapping[str, str]:
        return {"form": self.form}

    def scores(self, pairs: Sequence[Pair], tick: Tick | None = None) -> list[Score]:
        return [self._score(pair) for pair in pairs]

    @abstractmethod
    def normal(self, text: str, language: str) -> str:
        """What of a text is compared."""

    def _score(self, pair: Pair) -> Score:
        ours = self.normal(pair.candidate, pair.language)
        for index, reference in enumerate(pair.references):
            if self.normal(reference, pair.language) == ours:
                return Score(1.0, note="" if ours else BOTH_EMPTY, reference=index)
        return Score(0.0, note="" if ours else CANDIDATE_EMPTY)


class ExactMatch(_Equal):
    """Equal texts; line ends and white space around the whole do not count."""

    name = "exact-match"
    title = "EM"
    summary = "1 if the candidate is a reference to the letter (white space around it aside), else 0."
    source = "Run Match; HumanEval and CoNaLa practice"
    form = "raw"

    def normal(self, text: str, language: str) -> str:
        return "\n".join(text.strip().splitlines())
