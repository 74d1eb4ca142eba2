"""What a same-task model is good for, on tasks it was not trained on.

*Another approach against a look-alike*: a program, another approach to its task, and of one program each of 60 other
tasks the one most like it by token trigrams of its sketch; AUROC of the two similarities over all such triples.
*Retrieval*: MAP@R of each program among all of its language, and across languages.  All is
sketches: names are not seen.
"""

from __future__ import annotations

import math
import random
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from codescore.score.character_ngrams import chrf
from codescore.study.measures import auroc
from codescore_train.corpus.gathered import Solution

_QUERIES = 40  # programs that chrF and BM25 are asked about: they take as long as all the rest
OTHERS, DRAWS, SEED, RESAMPLES = 60, 3, 7, 500

Similar = Callable[[int, int], float]
Matrix = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Triple:
    """A program, another approach to its task, a look-alike of another task; by their numbers."""

    program: int
    approach: int
    alike: int


def triples(solutions: Sequence[Solution], texts: Sequence[str], lang: str) -> list[Triple]:
    """The triples of one language, drawn by a fixed seed."""
    draw = random.Random(SEED)  # noqa: S311 (a sample, not a secret)
    mine = [i for i, one in enumerate(solutions) if one.lang == lang]
    of_task: defaultdict[str, list[int]] = defaultdict(list)
    for i in mine:
        of_task[solutions[i].task].append(i)
    trigrams = {i: frozenset(zip(w, w[1:], w[2:], strict=False)) for i in mine for w in [texts[i].split()]}
    tasks, found = sorted(of_task), []
    for _ in range(DRAWS):
        for i in mine:
            one = solutions[i]
            others = [j for j in of_task[one.task] if solutions[j].approach != one.approach and texts[j] != texts[i]]
            elsewhere = [task for task in tasks if task != one.task]
            if not others or not elsewhere:
                continue
            sample = [draw.choice(of_task[t]) for t in draw.sample(elsewhere, min(OTHERS, len(elsewhere)))]
            alike = max(sample, key=lambda j: (_jaccard(trigrams[i], trigrams[j]), -j))
            found.append(Triple(i, draw.choice(others), alike))
    return found


def approach_auroc(found: Sequence[Triple], similar: Similar, solutions: Sequence[Solution]) -> list[float]:
    """AUROC and its 95 % interval by resampling tasks: [value, low, high]."""
    right = np.array([similar(one.program, one.approach) for one in found])
    wrong = np.array([similar(one.program, one.alike) for one in found])
    of_task: defaultdict[str, list[int]] = defaultdict(list)
    for k, one in enumerate(found):
        of_task[solutions[one.program].task].append(k)
    groups = [np.array(rows) for rows in of_task.values()]
    chance = np.random.default_rng(SEED)
    values = []
    for _ in range(RESAMPLES):
        rows = np.concatenate([groups[k] for k in chance.integers(len(groups), size=len(groups))])
        values.append(_auroc(right[rows], wrong[rows]))
    low, high = np.quantile(values, (0.025, 0.975))
    return [round(float(x), 4) for x in (_auroc(right, wrong), low, high)]


def map_at_r(similarity: Matrix, queries: Sequence[str], tasks: Sequence[str], own: Sequence[int] = ()) -> float | None:
    """Mean over queries of average precision at R, R being how many others are of its task; (queries, programs).

    `own`: where each query itself stands among the programs, if it does: none finds itself.
    """
    kept = np.array(tasks)
    values = []
    for k, task in enumerate(queries):
        row = similarity[k].astype(np.float64)
        right = kept == task
        if own:
            row[own[k]], right[own[k]] = -np.inf, False
        wanted = int(right.sum())
        if wanted:
            hits = right[np.argsort(-row, kind="stable")[:wanted]]
            values.append(float((np.cumsum(hits) / np.arange(1, wanted + 1) * hits).sum() / wanted))
    return round(float(np.mean(values)), 4) if values else None


def measures(
    solutions: Sequence[Solution], texts: Sequence[str], vectors: Matrix, centres: Matrix, crowd: int
) -> dict[str, Any]:
    """All of it for unit vectors (programs, d), by language and pair of languages.

    `crowd` of the `centres` (tasks, d) tell how crowded a place is.
    """
    near = nearness(vectors, centres, crowd)
    drawn = {lang: triples(solutions, texts, lang) for lang in sorted({one.lang for one in solutions})}
    langs = [lang for lang, found in drawn.items() if found]  # of a few programs of one task nothing can be said
    rows = {lang: [i for i, one in enumerate(solutions) if one.lang == lang] for lang in langs}
    tasks = {lang: [solutions[i].task for i in rows[lang]] for lang in langs}
    result: dict[str, Any] = {"another approach": {}, "MAP@R": {}}
    for lang in langs:
        result["another approach"][lang] = approach_auroc(drawn[lang], lambda i, j: float(near[i, j]), solutions)
    for one in langs:
        for other in langs:
            scores = near[np.ix_(rows[one], rows[other])]
            name = one if one == other else f"{one} in {other}"
            result["MAP@R"][name] = map_at_r(
                scores, tasks[one], tasks[other], range(len(rows[one])) if one == other else ()
            )
    return result


def nearness(vectors: Matrix, centres: Matrix, crowd: int) -> Matrix:
    """Cosines (programs, programs), less how crowded both places are: as `codescore.score.task` has it."""
    crowded = np.zeros(len(vectors), np.float32)
    if crowd:
        crowded = np.sort(vectors @ centres.T, axis=1)[:, -crowd:].mean(axis=1)
    return np.asarray(vectors @ vectors.T - (crowded[:, None] + crowded[None, :]) / 2, np.float32)


def _auroc(right: NDArray[np.float64], wrong: NDArray[np.float64]) -> float:
    labels = np.concatenate([np.ones(len(right), bool), np.zeros(len(wrong), bool)])
    return float(auroc(np.concatenate([right, wrong]), labels))


def _jaccard(one: frozenset[Any], other: frozenset[Any]) -> float:
    return len(one & other) / max(1, len(one | other))


def baselines(solutions: Sequence[Solution], texts: Sequence[str]) -> dict[str, Any]:
    """The same measures of what needs no training: chrF and BM25 on sketches."""
    chosen: dict[str, Similar] = {"chrF": lambda i, j: chrf(texts[i], texts[j]), "BM25": _bm25(texts)}
    result: dict[str, Any] = {}
    for name, similar in chosen.items():
        each: dict[str, Any] = {"another approach": {}, "MAP@R": {}}
        for lang in sorted({one.lang for one in solutions}):
            found = triples(solutions, texts, lang)
            rows = [i for i, one in enumerate(solutions) if one.lang == lang]
            tasks = [solutions[i].task for i in rows]
            if found:
                each["another approach"][lang] = approach_auroc(found, similar, solutions)
            asked = range(0, len(rows), max(1, len(rows) // _QUERIES))
            scores = np.array([[similar(rows[k], j) for j in rows] for k in asked], np.float32)
            each["MAP@R"][lang] = map_at_r(scores, [tasks[k] for k in asked], tasks, asked)
        result[name] = each
    return result


def _bm25(texts: Sequence[str], k1: float = 1.5, b: float = 0.75) -> Similar:
    """Okapi BM25 of one sketch's words as the query in another (Robertson and Zaragoza 2009)."""
    counts = [Counter(text.split()) for text in texts]
    frequency = Counter(word for count in counts for word in count)
    idf = {word: math.log(1 + (len(texts) - n + 0.5) / (n + 0.5)) for word, n in frequency.items()}
    lengths = [count.total() for count in counts]
    mean = sum(lengths) / max(1, len(lengths))

    def similar(i: int, j: int) -> float:
        there, room = counts[j], k1 * (1 - b + b * lengths[j] / mean)
        return sum(idf[w] * there[w] * (k1 + 1) / (there[w] + room) for w in counts[i] if w in there)

    return similar
