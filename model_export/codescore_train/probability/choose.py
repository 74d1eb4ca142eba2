"""Which variant is shipped, by a rule that is written here and not made up from results; and predictions out of fold.

RULE.  Within the training part of every outer fold each variant is fitted and judged by inner folds, also grouped by
task.  Its value is the mean over languages of (AUROC within task + AUROC pooled) / 2.  Taken is the variant with the
fewest features whose value is within 0.002 of the best.  Reported numbers are predictions out of fold of this whole
procedure, choosing included, so that trying many variants cannot flatter them; the variant that is shipped is what the
same rule takes with all rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray

from codescore.embed import ProbabilityModel
from codescore.study.measures import auroc
from codescore_train.probability.data import Floats, Table, tasks_in
from codescore_train.probability.fit import Variant, fit, predict

FOLDS = 10
INNER_FOLDS = 5
_CLOSE = 0.002

_FEW = (
    "length_ratio", "token_recall", "kind_recall", "content_precision", "shape_recall", "parameters_unused",
    "names_unknown", "stub", "otherwise_extra", "loops_extra", "operator_substitutions",
)  # fmt: skip
_MORE = (*_FEW, "operators_missing", "branches_extra", "calls_missing", "literals_missing", "statements_missing")
_MANY = (
    *_MORE, "chrf", "edit_similarity", "calls_extra", "literals_extra", "loops_missing", "branches_missing",
    "exits_missing", "exits_extra", "statements_same", "diverges_at", "name_precision", "call_precision",
    "token_similarity",
)  # fmt: skip
_ABOUT = ("reference_length", "result_type_differs")


def variants(rows: Table) -> list[Variant]:
    """What is tried, fewest features first; of the encoder's numbers those that the bundle gives."""
    late, vectors = (bool(np.isfinite(rows.column(name)[rows.sound]).all()) for name in ("recall", "paper_cosine"))
    ours: tuple[str, ...] = ("recall",) if late else ("cosine",)
    sets = {"encoder": ours}
    if late and vectors:
        ours = ("recall", "paper_cosine")
    sets |= {"few": (*ours, *_FEW), "more": (*ours, *_MORE), "many": (*ours, *_MANY)}
    if late:
        sets |= {f"{name} and mismatch": (*sets[name], "mismatch") for name in ("few", "more", "many")}
    found = [Variant("encoder only, no level", sets["encoder"], (), 0.1)]
    for name, terms in sets.items():
        strengths = (0.1,) if name == "encoder" else (0.03, 0.1)
        found += [Variant(f"{name}, ridge {ridge:g}", terms, _ABOUT, ridge) for ridge in strengths]
    return found


def choose(rows: Table, tried: Sequence[Variant], seed: int) -> tuple[Variant, dict[str, float]]:
    """The variant that the rule takes, and every variant's value."""
    values = {one.name: value(rows, out_of_fold(rows, partial(fit, variant=one), seed, INNER_FOLDS)) for one in tried}
    best = max(values.values())
    taken = next(one for one in sorted(tried, key=_size) if values[one.name] >= best - _CLOSE)
    return taken, values


def out_of_fold(rows: Table, train: Callable[[Table], ProbabilityModel], seed: int, folds: int = FOLDS) -> Floats:
    """Predictions for every row by a model that saw no row of its task, in any language."""
    result = np.full(len(rows), np.nan)
    for inside, outside in split(rows.tasks, folds, seed):
        result[outside] = predict(train(rows.part(inside)), rows.part(outside))
    return result


def split(tasks: NDArray[np.int64], folds: int, seed: int) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int64]]]:
    """Rows to train on and rows to test on, by index; a task is wholly on one side."""
    names = np.unique(tasks)
    place = np.random.default_rng(seed).permutation(len(names)) % min(folds, len(names))
    fold = place[np.searchsorted(names, tasks)]
    for k in range(min(folds, len(names))):
        yield np.flatnonzero(fold != k), np.flatnonzero(fold == k)


def value(rows: Table, scores: Floats) -> float:
    """What the rule compares: the mean over languages of (AUROC within task + AUROC pooled) / 2."""
    found = []
    for name in np.unique(rows.language):
        mine = (rows.language == name) & rows.written
        found.append((within(rows.part(mine), scores[mine]) + auroc(scores[mine], rows.passed[mine])) / 2)
    return float(np.mean(found))


def within(rows: Table, scores: Floats) -> float:
    """The mean of the AUROC inside tasks that have both outcomes."""
    return float(np.nanmean([auroc(scores[group], rows.passed[group]) for group in tasks_in(rows)]))


def _size(variant: Variant) -> tuple[int, float]:
    return len(variant.terms) + len(variant.about_reference), -variant.ridge
