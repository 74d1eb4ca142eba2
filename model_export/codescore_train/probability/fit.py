"""Rows → the curves of a probability, in two steps that a table of coefficients shows whole.

1. The direction: of two candidates for one task, which passes?  A logistic regression on differences of pairs within
   tasks, tasks weighing the same, so that neither the difficulty of tasks nor their numbers of candidates enter.  Pairs
   are also, at a twentieth of the weight, a reference rewritten and a reference with an operator replaced.  Every curve
   is monotone in the sense its name says: a missing call never helps.
2. The level, per language: a logistic regression of passing on that direction and on what the reference alone tells
   (its length, the type of the result), so that the numbers are chances.

Numbers count as `ln(1 + n)`, read from knots; everything else is linear.  Deterministic: no random start.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.optimize import minimize

from codescore.embed import Odds, ProbabilityModel, Term
from codescore.embed.manifest import PROBABILITY_VERSION
from codescore.foundation.errors import InputError
from codescore_train.probability.data import REWRITTEN, Floats, Table, tasks_in

_COUNTED = (0.0, 1.0, 2.0, 3.0, 5.0, 8.0, 13.0, 21.0, 34.0)
_LEAST_ROWS = 200  # of a language that gets a level of its own
_EPSILON = 1e-9
# Of a task's rewritten references against those with an operator replaced; a task's candidates weigh 1.
_REWRITTEN_WEIGHT = 0.05


@dataclass(frozen=True, slots=True)
class Shape:
    """How a feature enters: knots (value, height), the value that a copy of the reference has, the sense (-1, 0, 1)."""

    knots: tuple[tuple[float, float], ...]
    copy: float
    sense: int


@dataclass(frozen=True, slots=True)
class Variant:
    """What is tried: features of the direction, features of the reference, and how strongly both are held to 0."""

    name: str
    terms: tuple[str, ...]
    about_reference: tuple[str, ...]
    ridge: float
    level_ridge: float = 0.03


def shape_of(feature: str) -> Shape:
    """The shape of a feature, by its name."""
    if feature.endswith(("_missing", "_extra", "_unused", "_unknown")) or feature in (
        "differences", "operator_substitutions",
    ):  # fmt: skip
        return Shape(tuple((x, float(np.log1p(x))) for x in _COUNTED), 0.0, -1)
    if feature in ("stub", "result_type_differs", "bounded"):
        return Shape(((0.0, 0.0), (1.0, 1.0)), 0.0, -1)
    if feature == "mismatch":
        return Shape(((0.0, 0.0), (2.0, 2.0)), 0.0, -1)
    if feature in ("recall", "paper_cosine", "cosine"):
        return Shape(((-1.0, -1.0), (1.0, 1.0)), 1.0, 1)
    if feature == "log_length_ratio":
        return Shape(((-3.0, -3.0), (3.0, 3.0)), 0.0, 0)
    if feature == "reference_length":
        return Shape(((0.0, 0.0), (8.0, 8.0)), 0.0, 0)
    return Shape(((0.0, 0.0), (1.0, 1.0)), 1.0, 1)


def fit(rows: Table, variant: Variant) -> ProbabilityModel:
    """The curves of a variant.  Raises InputError where nothing can be learned from the rows."""
    sound = rows.part(rows.sound)
    heights = _heights(sound, variant.terms)
    if not np.isfinite(heights).all():
        raise InputError("the bundle does not give every number that this probability looks at")
    scale = heights.std(axis=0) + _EPSILON
    weights = _direct(heights / scale, sound, variant) / scale
    written = rows.part(rows.written)
    levels = {name: _level(written.part(written.language == name), weights, variant) for name in _languages(written)}
    pooled = _level(written, weights, variant)
    return ProbabilityModel(PROBABILITY_VERSION, levels, pooled, (0.5, 0.5), {})


def predict(model: ProbabilityModel, rows: Table) -> Floats:
    """As `codescore.score.probability_of`, for many rows."""
    result = np.zeros(len(rows))
    for name in np.unique(rows.language).tolist():
        mine = rows.language == name
        odds = model.languages.get(name, model.pooled)
        log_odds = np.full(int(mine.sum()), odds.intercept)
        part = rows.part(mine)
        for term in odds.terms:
            x, y = zip(*term.knots, strict=True)
            log_odds += np.interp(part.column(term.feature), x, y)
        result[mine] = np.where(part.sound, 1 / (1 + np.exp(-log_odds)), odds.broken)
    return result


def _languages(rows: Table) -> list[str]:
    names, counts = np.unique(rows.language, return_counts=True)
    return [str(name) for name, count in zip(names, counts, strict=True) if count >= _LEAST_ROWS]


def _heights(rows: Table, features: Sequence[str]) -> Floats:
    """(rows, features): heights above those of a copy."""
    columns = []
    for name in features:
        shape = shape_of(name)
        x, y = zip(*shape.knots, strict=True)
        columns.append(np.interp(rows.column(name), x, y) - np.interp(shape.copy, x, y))
    return np.asarray(columns).T.reshape(len(rows), len(features))


def _direct(heights: Floats, sound: Table, variant: Variant) -> Floats:
    """Weights of the direction, from pairs of a passing and a failing candidate for one task."""
    better, worse, weight = [], [], []
    for group in tasks_in(sound):
        right, wrong = group[sound.passed[group]], group[~sound.passed[group]]
        if len(right) and len(wrong):
            better.append(np.repeat(right, len(wrong)))
            worse.append(np.tile(wrong, len(right)))
            share = _REWRITTEN_WEIGHT if sound.data[group[0]] == REWRITTEN else 1.0
            weight.append(np.full(len(right) * len(wrong), share / (len(right) * len(wrong))))
    if not better:
        raise InputError("no task has a candidate that passed and one that failed: there is nothing to learn from")
    gaps = heights[np.concatenate(better)] - heights[np.concatenate(worse)]
    senses = [shape_of(name).sense for name in variant.terms]
    ridge = np.full(len(senses), variant.ridge)
    return _logistic(gaps, np.ones(len(gaps)), np.concatenate(weight), ridge, senses)


def _level(rows: Table, weights: Floats, variant: Variant) -> Odds:
    """Intercept and slopes for the rows of one language, or of all, turned into curves."""
    part = rows.part(rows.sound)
    scores = _heights(part, variant.terms) @ weights
    spread = float(scores.std()) + _EPSILON
    about = _heights(part, variant.about_reference)
    centre = np.asarray(
        [0.0 if shape_of(name).sense else about[:, k].mean() for k, name in enumerate(variant.about_reference)]
    )
    widths = about.std(axis=0) + 1e-3
    inputs = np.column_stack((scores / spread, (about - centre) / widths, np.ones(len(part))))
    senses = [1, *(shape_of(name).sense for name in variant.about_reference), 0]
    ridge = np.asarray([variant.level_ridge] * (len(senses) - 1) + [0.0])
    found = _logistic(inputs, part.passed.astype(np.float64), np.ones(len(part)), ridge, senses)
    slopes = np.concatenate((weights * found[0] / spread, found[1:-1] / widths))
    base = [*(0.0 for _ in variant.terms), *centre]
    terms = [
        _term(name, float(slope), float(low))
        for name, slope, low in zip((*variant.terms, *variant.about_reference), slopes, base, strict=True)
        if abs(slope) > 1e-6
    ]
    failing = rows.part(~rows.sound)
    broken = (float(failing.passed.sum()) + 0.5) / (len(failing) + 2)
    return Odds(round(float(found[-1]), 6), tuple(terms), round(broken, 6))


def _term(feature: str, slope: float, base: float) -> Term:
    shape = shape_of(feature)
    x, y = zip(*shape.knots, strict=True)
    zero = float(np.interp(shape.copy, x, y)) + base
    return Term(feature, tuple((a, round(slope * (b - zero), 6) + 0.0) for a, b in shape.knots))


def _logistic(inputs: Floats, passed: Floats, weight: Floats, ridge: Floats, senses: Sequence[int]) -> Floats:
    """Weights with the least log loss and penalty, none against its sense (1: not below 0, -1: not above)."""
    sign = np.where(passed > 0, 1.0, -1.0)
    share = weight / weight.sum()

    def loss(w: Floats) -> tuple[float, Floats]:
        margin = sign * (inputs @ w)
        slope = -share * sign / (1 + np.exp(np.clip(margin, -500, 500)))
        value = float(share @ np.logaddexp(0, -margin)) + float(ridge @ w**2) / 2
        return value, inputs.T @ slope + ridge * w

    bounds = [(0.0, None) if s > 0 else (None, 0.0) if s < 0 else (None, None) for s in senses]
    found = minimize(
        loss, np.zeros(inputs.shape[1]), jac=True, method="L-BFGS-B", bounds=bounds, options={"maxiter": 500}
    )
    return np.asarray(found.x, dtype=np.float64)
