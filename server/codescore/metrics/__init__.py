"""Metrics of code against a reference: one file per metric, one registry, one call, a signature on every value.

    from codescore.metrics import compute
    for column in compute("a = 1", ["a = 2"], language=..., metrics="bleu,chrf"):
        print(column.results[0].score.value, column.results[0].signature)

Values lie in [0, 1].  `compute` takes texts, `compute_pairs` what a data set holds; `names` lists the metrics.
"""

from __future__ import annotations

from codescore.metrics.compute import ALL, Column, chosen, compute, compute_pairs, guarded, pairs_of
from codescore.metrics.metric import Context, Metric, Pair, Score
from codescore.metrics.registry import make, metric_class, names
from codescore.metrics.signature import Result, Signature, sign

__all__ = [
    "ALL",
    "Column",
    "Context",
    "Metric",
    "Pair",
    "Result",
    "Score",
    "Signature",
    "chosen",
    "compute",
    "compute_pairs",
    "guarded",
    "make",
    "metric_class",
    "names",
    "pairs_of",
    "sign",
]
