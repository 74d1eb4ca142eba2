"""Vectors + problems → verdict: the number, the yes or no, the signature, and where two sketches part."""

from __future__ import annotations

from codescore.score.alignment import Alignment, align
from codescore.score.decision import Decision, Found, decide, same_program
from codescore.score.difference import QUIET, Difference, DifferenceKind, Span
from codescore.score.explanation import differences, differences_of, first_statements
from codescore.score.features import Features, features_of
from codescore.score.judge import (
    METRIC,
    PAPER_POOLING,
    PAPER_THRESHOLD,
    Components,
    Judgement,
    Settings,
    closest_pairs,
    cosine_of,
    decided_by_suspicion,
    for_language,
    judge,
    late_parts,
    late_similarity,
    may_be_same,
    resolve,
    same_after_all,
    signature,
    told_apart,
    undecided,
    with_similarity,
)
from codescore.score.late import MOST_TOKENS, suspect
from codescore.score.operators import exchanged_operators, only_operators, operator_substitutions
from codescore.score.probability import (
    FEATURES,
    Evidence,
    Probability,
    broken,
    evidence,
    explained,
    odds_of,
    probability_of,
    shown,
)
from codescore.score.task import SameTaskNumber, TaskVector, same_task, task_vector
from codescore.score.untrained import untrained_similarity

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
    "for_language",
    "judge",
    "late_parts",
    "late_similarity",
    "may_be_same",
    "odds_of",
    "only_operators",
    "operator_substitutions",
    "probability_of",
    "resolve",
    "same_after_all",
    "same_program",
    "same_task",
    "shown",
    "signature",
    "suspect",
    "task_vector",
    "told_apart",
    "undecided",
    "untrained_similarity",
    "with_similarity",
]
