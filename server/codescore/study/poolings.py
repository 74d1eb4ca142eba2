"""The vectors that a bundle offers besides its default one, each as a metric of its own (tables 11 and 12).

The similarity of whole files by the engine, 0 where the candidate does not compile, with the pooling named.
Knows no data set; made by `scoring`, not listed in the registry: a user chooses a pooling by `score --pooling`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from codescore.embed.manifest import POOLINGS
from codescore.engine import ScoreOptions
from codescore.foundation.errors import InputError
from codescore.metrics.code_score_r import CodeScoreR
from codescore.metrics.metric import Context, Metric

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


class _Pooled(CodeScoreR):
    title = "CodeScore-R"
    summary = "similarity of sketches under one pooling of the model's vectors"
    source = "Yang et al., CodeScore-R, section 5.5"

    def __init__(self, context: Context, pooling: str) -> None:
        super().__init__(context)
        self.name = f"code-score-r[{pooling}]"
        self.options = ScoreOptions(pooling=pooling)

    def settings(self, language: str) -> Mapping[str, str]:
        known = super().settings(language)
        return {"pool": str(self.options.pooling), "sketch": known["sketch"], "bundle": known["bundle"]}
