"""Gathered programs → rows of features as the product sees them; and the vocabulary that a model keeps of these.

The features are made by `codescore.engine.estimate` and `codescore.score.task`: training and serving share them.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from codescore.engine import Session, make_source
from codescore.engine.estimate import program_of_task, whole
from codescore.foundation.errors import InputError
from codescore.languages import by_id
from codescore.score.task import task_features, words_of
from codescore_train.corpus.gathered import Solution

Counts = tuple[NDArray[np.uint32], NDArray[np.float32]]  # hashes of features, and how often each occurs
Made = tuple[Counts, str]  # and the text of a program's sketches


@dataclass(frozen=True, slots=True, eq=False)
class Programs:
    """Programs with their features and the texts of their sketches."""

    solutions: tuple[Solution, ...]
    counts: tuple[Counts, ...]
    texts: tuple[str, ...]

    def part(self, keep: Sequence[int]) -> Programs:
        """Some of them."""
        return Programs(
            tuple(self.solutions[i] for i in keep),
            tuple(self.counts[i] for i in keep),
            tuple(self.texts[i] for i in keep),
        )


def make(solutions: Sequence[Solution], families: tuple[str, ...], processes: int) -> list[Made | None]:
    """The features of each program and the text of its sketches; None where it has none."""
    with ProcessPoolExecutor(processes) as workers:
        jobs = [(one.lang, one.code, families) for one in solutions]
        return list(workers.map(_features, jobs, chunksize=50))


def programs_of(solutions: Sequence[Solution], made: Sequence[Made | None]) -> Programs:
    """The programs that have features."""
    kept = [(one, found) for one, found in zip(solutions, made, strict=True) if found is not None]
    return Programs(
        tuple(one for one, _ in kept), tuple(counts for _, (counts, _) in kept), tuple(text for _, (_, text) in kept)
    )


def programs(solutions: Sequence[Solution], families: tuple[str, ...], processes: int) -> Programs:
    """The features of programs that have any."""
    return programs_of(solutions, make(solutions, families, processes))


def vocabulary(found: Programs, rows: int, least_tasks: int) -> tuple[NDArray[np.uint32], NDArray[np.float32]]:
    """The features that occur in most tasks, ascending, and their inverse frequencies: ln(tasks / tasks with it)."""
    of_task: dict[str, set[int]] = {}
    for solution, (hashes, _) in zip(found.solutions, found.counts, strict=True):
        of_task.setdefault(solution.task, set()).update(hashes.tolist())
    frequency = Counter(name for names in of_task.values() for name in names)
    common = sorted((name for name, n in frequency.items() if n >= least_tasks), key=lambda n: (-frequency[n], n))
    kept = np.array(sorted(common[:rows]), np.uint32)
    return kept, np.array([math.log(len(of_task) / frequency[int(name)]) for name in kept], np.float32)


def _features(job: tuple[str, str, tuple[str, ...]]) -> Made | None:
    """In a worker: the features of one program and its sketches' text; None where it has none."""
    lang, code, families = job
    language = by_id(lang)
    if language is None:
        return None
    try:
        source = make_source(language, code.encode("utf-8", "replace"), "a program")
    except InputError:
        return None
    texts, own = program_of_task(_session(), source, whole(source))
    counts = task_features([line for text in texts for line in words_of(text, language, own)], families)
    if not counts:
        return None
    pairs = np.fromiter(counts, np.uint32, len(counts)), np.fromiter(counts.values(), np.float32, len(counts))
    return pairs, "\n".join(texts)


@lru_cache(maxsize=1)
def _session() -> Session:
    return Session(disk_cache=False)
