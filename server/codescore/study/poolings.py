"""The vectors that a bundle offers besides its default one, each as a metric of its own (tables 11 and 12).

The similarity of whole files by the engine, 0 where the candidate does not compile, with the pooling named.
Knows no data set; made by `scoring`, not listed in the registry: a user chooses a pooling by `score --pooling`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from codescore.embed.manifest import POOLINGS
from codescore.engine import ScoreOptions, Session, compare, make_source
from codescore.errors import InputError
from codescore.languages import by_id
from codescore.metrics.contract import Context, Cost, Metric, Pair, Score, Tick
from codescore.sketch import VERSION
from codescore.text import encode

_NAME = re.compile(r"code-score-r\[(.+)\]")

#: The names of these metrics.
POOLING_METRICS = tuple(f"code-score-r[{name}]" for name in POOLINGS)


def is_pooling(name: str) -> bool:
    """Whether a name is that of one of these metrics."""
    return _NAME.fullmatch(name) is not None


def pooling_metric(name: str, context: Context) -> Metric:
    """The metric of such a name."""
    found = _NAME.fullmatch(name)
    if found is None or found[1] not in POOLINGS:
        raise InputError(f"{name!r} is no pooling; known are {', '.join(POOLING_METRICS)}")
    return _Pooled(context, found[1])


class _Pooled(Metric):
    title = "CodeScore-R"
    summary = "similarity of sketches under one pooling of the model's vectors"
    source = "Yang et al., CodeScore-R, section 5.5"
    cost: Cost = "model"

    def __init__(self, context: Context, pooling: str) -> None:
        super().__init__(context)
        self.name = f"code-score-r[{pooling}]"
        self.pooling = pooling

    @property
    def _session(self) -> Session:
        if self.context.session is None:
            raise InputError("poolings need a session with a bundle")
        return self.context.session

    def settings(self, language: str) -> Mapping[str, str]:
        _ = language
        bundle = self._session.bundle_label or "none"
        return {"pool": self.pooling, "sketch": VERSION, "bundle": bundle}

    def scores(self, pairs: Sequence[Pair], tick: Tick | None = None) -> list[Score]:
        found = []
        for done, pair in enumerate(pairs, 1):
            found.append(self._score(pair))
            if tick is not None:
                tick(done)
        return found

    def _score(self, pair: Pair) -> Score:
        language = by_id(pair.language)
        if language is None:
            return Score(None, reason=f"language {pair.language} is not installed")
        texts = [encode(text) for text in (pair.candidate, *pair.references)]
        try:
            ours, *theirs = [
                make_source(language, t, "the reference" if k else "the candidate") for k, t in enumerate(texts)
            ]
            if not ours.units:
                return Score(0.0, note="the candidate holds no code")
            verdict = compare(self._session, ours, theirs, ScoreOptions(pooling=self.pooling))
        except InputError as error:
            return Score(None, reason=str(error))
        if not verdict.compiles:
            return Score(0.0, note="does not compile")
        if verdict.similarity is None or not verdict.reference_compiles:
            return Score(None, reason="; ".join(verdict.notes) or "no similarity")
        return Score(verdict.similarity)
