"""Baselines that look at nothing, or at next to nothing: what any metric has to be better than.

A metric that cannot beat `always-1` in a table says nothing there, however good its number looks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from codescore.metrics.metric import Metric, Pair, Score, Tick
from codescore.metrics.pairwise import OnTokens
from codescore.metrics.prepared import Prepared


class _Constant(Metric):
    value = 0.0
    source = "baseline"

    def settings(self, language: str) -> Mapping[str, str]:
        return {}

    def scores(self, pairs: Sequence[Pair], tick: Tick | None = None) -> list[Score]:
        return [Score(self.value) for _ in pairs]


class AlwaysOne(_Constant):
    """Everything is right."""

    name = "always-1"
    title = "Always-1"
    summary = "1 for every pair: what a table looks like for a metric that separates nothing."
    value = 1.0


class AlwaysZero(_Constant):
    """Everything is wrong."""

    name = "always-0"
    title = "Always-0"
    summary = "0 for every pair."


class LengthRatio(OnTokens):
    """How alike in length."""

    name = "length-ratio"
    title = "LengthRatio"
    summary = "Tokens of the shorter side / tokens of the longer one: what length alone tells."
    source = "baseline"

    def compare(self, candidate: Prepared, reference: Prepared) -> Score:
        ours, theirs = len(self.units(candidate)), len(self.units(reference))
        return Score(min(ours, theirs) / max(ours, theirs))
