"""Vectors + problems → verdict: the number, the yes or no, the signature, and where two sketches part."""

from __future__ import annotations

from codescore.score.difference import Difference, first_difference
from codescore.score.display import shown
from codescore.score.judge import (
    PAPER_POOLING,
    PAPER_THRESHOLD,
    Judgement,
    Settings,
    closest_pairs,
    cosine_of,
    judge,
    resolve,
)
from codescore.score.operators import operator_substitutions
from codescore.score.signature import METRIC, signature

__all__ = [
    "METRIC",
    "PAPER_POOLING",
    "PAPER_THRESHOLD",
    "Difference",
    "Judgement",
    "Settings",
    "closest_pairs",
    "cosine_of",
    "first_difference",
    "judge",
    "operator_substitutions",
    "resolve",
    "shown",
    "signature",
]
