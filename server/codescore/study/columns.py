"""A column: one measure of many samples as sufficient statistics, with how sums become a corpus value.

Metrics, labels (`passed`, `human`) and values that came with a data set all become columns, so that `compare` and
`human` resample them alike.  Neighbours: `significance` resamples, `codescore.metrics` computes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from codescore import __version__
from codescore.foundation.errors import InputError
from codescore.metrics.compute import guarded
from codescore.metrics.metric import Metric, Pair
from codescore.metrics.signature import Signature, sign
from codescore.study.dataset import Sample
from codescore.study.significance import mean, statistics_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from codescore.study.significance import Aggregate, Floats

#: `corpus`: the corpus value as the metric defines it; `snippet`: the mean of the snippets' values.
Level = Literal["corpus", "snippet"]

#: The labels of samples that can be compared like a metric: name -> title, largest value.
LABELS: Mapping[str, tuple[str, float]] = {"passed": ("Pass rate", 1.0), "human": ("Human", 4.0)}

PUBLISHED = "published:"

#: Values of the data are rounded to 0.001: equal ones lie half of that apart at most (and a little for arithmetic).
_PRECISION = 0.000501


@dataclass(frozen=True, slots=True, eq=False)
class Column:
    """A measure of samples: `statistics` (samples, k), values in [0, 1] once aggregated.

    `failed` (samples,) says which have no value.  `judges` is False for labels: what people or tests say is no metric
    that could mislead.
    """

    name: str
    title: str
    statistics: Floats
    aggregate: Aggregate
    signature: str
    failed: NDArray[np.bool_]
    judges: bool = True

    @property
    def value(self) -> float:
        """The corpus value of all samples; NaN where there is none."""
        return float(self.aggregate(self.statistics.sum(axis=0)))


@dataclass(frozen=True, slots=True)
class Agreement:
    """How near values of a metric come to those that came with the data, snippet by snippet.

    `equal` is the share that is equal once rounded to 0.001, as the data are; `difference` is the mean of ours minus
    theirs.
    """

    tokens: str
    equal: float
    difference: float
    compared: int


def pair_of(sample: Sample) -> Pair:
    """What metrics see of a sample."""
    return Pair(sample.candidate, sample.references, sample.language, sample.intent)


def metric_column(
    metric: Metric, samples: Sequence[Sample], level: Level = "corpus", extra: Mapping[str, str] | None = None
) -> Column:
    """A metric of samples; `extra` settings for the signature, such as the resampling."""
    pairs = [pair_of(sample) for sample in samples]
    of_snippets = level == "snippet" or type(metric).corpus is Metric.corpus
    aggregate: Aggregate = mean
    if of_snippets:
        scores = [score.value for score in guarded(metric, pairs)]
        statistics = statistics_of(np.array([np.nan if value is None else value for value in scores], dtype=np.float64))
        failed = statistics[:, 1] == 0
    else:
        statistics, aggregate = metric.statistics(pairs), _by_rows(metric)
        failed = ~statistics.any(axis=1)
    settings = {"level": "snippet" if of_snippets else "corpus", **(extra or {})}
    languages = dict.fromkeys(sample.language for sample in samples)
    signature = " ".join(str(sign(metric, language, settings)) for language in languages)
    return Column(metric.name, metric.title, statistics, aggregate, signature, failed)


def label_column(name: str, samples: Sequence[Sample], extra: Mapping[str, str] | None = None) -> Column:
    """A label of samples, as a share of its largest value.  Raises InputError where a sample has none."""
    title, largest = LABELS[name]
    values = []
    for sample in samples:
        value = sample.passed if name == "passed" else sample.human
        if value is None:
            raise InputError(f"{sample.id} has no `{name}`; compare it only where every sample has one")
        values.append(float(value) / largest)
    return _given(name, title, values, samples, {"scale": f"0..{largest:g}", **(extra or {})}, judges=False)


def published_column(name: str, samples: Sequence[Sample], extra: Mapping[str, str] | None = None) -> Column:
    """Values that came with the data set, `published:NAME`.  Raises InputError where a sample has none."""
    key = name.removeprefix(PUBLISHED)
    values = []
    for sample in samples:
        if key not in sample.published:
            known = ", ".join(f"{PUBLISHED}{other}" for other in sample.published) or "none at all"
            raise InputError(f"{sample.id} has no published value {key!r}; it has {known}")
        values.append(float(sample.published[key]))
    return _given(name, key, values, samples, {"origin": "published", **(extra or {})}, judges=True)


def agreement(metric: Metric, samples: Sequence[Sample], key: str) -> Agreement:
    """A metric's values of snippets beside those published under `key`; pairs without a value are left out."""
    scores = [score.value for score in guarded(metric, [pair_of(sample) for sample in samples])]
    ours = np.array([np.nan if value is None else value for value in scores], dtype=np.float64)
    gap = ours - np.array([sample.published[key] for sample in samples], dtype=np.float64)
    there = gap[~np.isnan(gap)]
    equal = float((np.abs(there) <= _PRECISION).mean()) if there.size else 0.0
    return Agreement(metric.context.tokens, equal, float(there.mean()) if there.size else 0.0, int(there.size))


def _given(
    name: str,
    title: str,
    values: Sequence[float],
    samples: Sequence[Sample],
    settings: Mapping[str, str],
    *,
    judges: bool,
) -> Column:
    language = " ".join(dict.fromkeys(sample.language for sample in samples))
    items = {"lang": language, "level": "snippet", **settings, "v": __version__}
    statistics = statistics_of(np.asarray(values, dtype=np.float64))
    signature = str(Signature(title, tuple(items.items())))
    return Column(name, title, statistics, mean, signature, np.zeros(len(values), dtype=bool), judges)


def _by_rows(metric: Metric) -> Aggregate:
    """A metric's corpus value for each row of sums (..., k)."""

    def aggregate(sums: Floats) -> Floats:
        rows = sums.reshape(-1, sums.shape[-1])
        values = (metric.corpus(row) for row in rows)
        found = np.fromiter((np.nan if v is None else v for v in values), dtype=np.float64, count=len(rows))
        return found.reshape(sums.shape[:-1])

    return aggregate
