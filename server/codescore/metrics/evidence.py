"""Execution evidence as a metric: candidate and reference run on the same inputs, in a sandbox.

The value is the probability of `evidence.probability`, together with the model's where there is a session with one.  It
runs programs, so `all` leaves it out: it must be named.  Where there is no sandbox every pair says so and has no value.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from weakref import finalize

from codescore.engine import Session, pairs_to_run
from codescore.evidence.contract import ABSTAINING, Evidence
from codescore.evidence.options import Options
from codescore.evidence.probability import combined
from codescore.evidence.sandbox import Ability, probe
from codescore.evidence.session import EvidenceSession
from codescore.foundation.errors import CodescoreError
from codescore.languages import Language, by_id
from codescore.metrics.code_score_r import Probability
from codescore.metrics.empty import best, empty_score
from codescore.metrics.metric import Context, Metric, Pair, Score, Tick
from codescore.metrics.prepared import prepare

_OPTIONS = Options()
_NUMBERS = ("equal", "different", "rejected", "outside", "outside_equal")


def _sides(pair: Pair) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """The tokens of candidate and references: where there are none, there is no program."""
    ours, *theirs = (prepare(text, pair.language).tokens("code") for text in (pair.candidate, *pair.references))
    return ours, theirs


class Executing(Metric):
    """A metric that runs programs: what it has no sandbox, no programs or no way for has no value, and says why."""

    cost = "execution"

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._able: Ability | None = None
        self._session = EvidenceSession()
        finalize(self, self._session.close)

    @abstractmethod
    def lacking(self, language: Language | None, name: str) -> str | None:
        """Why programs in a language cannot be compared, None where they can."""

    @abstractmethod
    def compared(self, pair: Pair, language: Language) -> Score:
        """The score of a pair with programs on both sides, in a language that nothing is lacking for."""

    def scores(self, pairs: Sequence[Pair], tick: Tick | None = None) -> list[Score]:
        self._able = self._able or probe()
        if not self._able.works:
            return [Score(None, reason=f"no sandbox: {self._able.detail}") for _ in pairs]
        found = []
        for pair in pairs:
            found.append(self._score(pair))
            if tick is not None:
                tick(len(found))
        return found

    def _score(self, pair: Pair) -> Score:
        empty = empty_score(*_sides(pair))
        if empty is not None:
            return empty
        language = by_id(pair.language)
        lacking = self.lacking(language, pair.language)
        if language is None or lacking is not None:
            return Score(None, reason=lacking or "")
        try:
            return self.compared(pair, language)
        except CodescoreError as problem:
            return Score(None, reason=str(problem))


class EvidenceMetric(Executing):
    """What running both shows, as a probability."""

    name = "evidence"
    title = "Evidence"
    summary = "Probability that the candidate is right, by running both on the same inputs in a sandbox, and the model."
    source = "differential execution; Run Match, done on generated inputs"

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._model = Probability(context) if context.session is not None else None
        self._matcher = context.session or Session(disk_cache=False)

    def settings(self, language: str) -> Mapping[str, str]:
        model = self._model.settings(language)["bundle"] if self._model is not None else "none"
        return {"budget": f"{_OPTIONS.budget:g}", "bundle": model}

    def lacking(self, language: Language | None, name: str) -> str | None:
        return f"programs in {name} are not run" if language is None or language.runner() is None else None

    def compared(self, pair: Pair, language: Language) -> Score:
        every = [self._judged(pair.candidate, text, language) for text in pair.references]
        model = self._model.scores([pair])[0].value if self._model is not None else None
        return best([self._of(one, model) for one in every])

    def _judged(self, candidate: str, reference: str, language: Language) -> Evidence:
        pairs = pairs_to_run(self._matcher, language, candidate, reference)
        return self._session.judge(candidate, reference, language, replace(_OPTIONS, pairs=pairs))

    def _of(self, found: Evidence, model: float | None) -> Score:
        value = combined(found, model)
        if value is None:
            return Score(None, reason=f"{found.verdict}: {found.reason}")
        parts = {name: float(getattr(found.tally, name)) for name in _NUMBERS}
        parts["tested"] = float(found.verdict not in ABSTAINING)
        return Score(value, parts, note=f"{found.verdict}: {found.reason}"[:300])
