"""Whether two programs solve the same task, also by other algorithms: a number and what may be said of it.  Pure.

The number is the bundle's calibrated reading of the cosine of two task vectors: on tasks never seen, the share of pairs
so near that were of one task, where as many were look-alikes of other tasks.  It says nothing of whether a program is
right.  Neighbours: `task_features` sees the program, `embed.task_model` holds the weights, `engine` asks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import Indel

from codescore.embed import TaskModel, calibrated
from codescore.languages import Language
from codescore.score.task_features import Words, plain, task_features, words_of

#: Share of the words of two programs, in order, from which on they go one way.  On the tasks to measure on, all of 322
#: programs with an operator replaced are above it, and .78 to .84 of other approaches below, by language.
SAME_WAY = 0.7
LEAST_WORDS = 20  # of each program: smaller ones hold too little to tell a task by


@dataclass(frozen=True, slots=True, eq=False)
class TaskVector:
    """Where a program stands among tasks; `words` are what it is made of, in order."""

    vector: NDArray[np.float32]
    words: tuple[str, ...]
    measured: bool  # whether what is said in its language was measured


@dataclass(frozen=True, slots=True)
class SameTaskNumber:
    """`value` in [0, 1]; `said` whether it is enough to be shown as another way to do the same, probably."""

    value: float
    said: bool


def task_vector(model: TaskModel, texts: Sequence[str], language: Language, own: frozenset[str]) -> TaskVector | None:
    """The vector of a program given by its sketches' texts; None where nothing of it is known."""
    words: Words = [line for text in texts for line in words_of(text, language, own)]
    vector = model.vector(task_features(words, model.part.families))
    if vector is None:
        return None
    return TaskVector(vector, tuple(plain(words)), language.id in model.part.languages)


def same_task(model: TaskModel, candidate: TaskVector | None, reference: TaskVector | None) -> SameTaskNumber | None:
    """How near two programs are by task; None where one of them has no vector."""
    if candidate is None or reference is None:
        return None
    cosine = float(np.clip(candidate.vector @ reference.vector, -1.0, 1.0))
    value = calibrated(cosine, model.part.calibration)
    enough = min(len(candidate.words), len(reference.words)) >= LEAST_WORDS
    said = value >= model.part.threshold and enough and candidate.measured and reference.measured
    return SameTaskNumber(value, said and not _same_way(candidate, reference))


def _same_way(candidate: TaskVector, reference: TaskVector) -> bool:
    """Whether two programs are the same but for a part: no other algorithm, and perhaps a faulty copy."""
    return Indel.normalized_similarity(candidate.words, reference.words, score_cutoff=SAME_WAY) >= SAME_WAY
