"""Vectors + problems → verdict: the number, the yes or no, the signature, and where two sketches part."""

from __future__ import annotations

from codescore.score.alignment import Alignment, align
from codescore.score.decision import Decision, Found, decide
from codescore.score.difference import QUIET, Difference, DifferenceKind, Span
from codescore.score.display import shown
from codescore.score.explanation import differences, differences_of, first_statements
from codescore.score.features import Features, features_of
from codescore.score.judge import (
    PAPER_POOLING,
    PAPER_THRESHOLD,
    Components,
    Judgement,
    Settings,
    closest_pairs,
    cosine_of,
    decided_by_suspicion,
    judge,
    late_parts,
    late_similarity,
    resolve,
    told_apart,
    undecided,
)
from codescore.score.late import MOST_TOKENS, suspect
from codescore.score.operators import exchanged_operators, operator_substitutions
from codescore.score.probability import (
    FEATURES,
    Evidence,
    Probability,
    broken,
    evidence,
    explained,
    odds_of,
    probability_of,
)
from codescore.score.signature import METRIC, signature
from codescore.score.task import SameTaskNumber, TaskVector, same_task, task_vector

__all__ = [
    "FEATURES",
    "METRIC",
    "MOST_TOKENS",
    "PAPER_POOLING",
    "PAPER_THRESHOLD",
    "QUIET",
    "Alignment",
    "Components",
    "Decision",
    "Difference",
    "DifferenceKind",
    "Evidence",
    "Features",
    "Found",
    "Judgement",
    "Probability",
    "SameTaskNumber",
    "Settings",
    "Span",
    "TaskVector",
    "align",
    "broken",
    "closest_pairs",
    "cosine_of",
    "decide",
    "decided_by_suspicion",
    "differences",
    "differences_of",
    "evidence",
    "exchanged_operators",
    "explained",
    "features_of",
    "first_statements",
    "judge",
    "late_parts",
    "late_similarity",
    "odds_of",
    "operator_substitutions",
    "probability_of",
    "resolve",
    "same_task",
    "shown",
    "signature",
    "suspect",
    "task_vector",
    "told_apart",
    "undecided",
]
