"""Many people's grades to one each by M-MSR: graders weigh by how reliably they agree, outliers among them trimmed.

Ma and Olshevsky, Adversarial Crowdsourcing Through Robust Rank-One Matrix Completion (NeurIPS 2020), as crowd-kit 1.4
implements it, which is what Out of the BLEU used (section 4, step 4); crowd-kit itself is no dependency, because it
brings transformers along for one hundred lines of linear algebra.  With M grades a person of skill s is right in
(M-1)/M s + 1/M of all cases, and the share of equal grades of two people, scaled the same way, estimates the product of
their skills: a matrix of rank one, which is completed by trimmed means.  Grades are then votes of weight
log((M-1) p / (1-p)), p the chance to be right; who does worse than chance counts against.

Knows numbers only.  Neighbours: `reliability` (do people agree?), `papers.grades` (are stored grades those of M-MSR?).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

#: The grades that there are: 0 to 4.
GRADES = 5

_MOST_ROUNDS = 10_000
_STILL = 1e-10
_EQUAL = 1e-9
_NOBODY = -1


@dataclass(frozen=True, slots=True)
class Aggregated:
    """One grade for each item, and what each grader's vote weighs.

    A grade is None where nobody who is better than chance graded the item.  `ties` counts items whose best grades have
    equal weight: the lower one counts.  `right` is the estimated chance that a grader gives the true grade, from 0 to
    1; None where it cannot be estimated (no item shared with others, or agreement by chance): the weight is 1 then.
    """

    grades: Mapping[str, int | None]
    weights: Mapping[str, float]
    right: Mapping[str, float | None]
    ties: int


def aggregate(given: Mapping[str, Mapping[str, int]]) -> Aggregated:
    """The grades that `given[item][grader]` amount to; items that nobody graded have none.

    >>> aggregate({"a": {"ann": 4, "bob": 4, "eve": 0}, "b": {"ann": 1, "bob": 1, "eve": 2}}).grades
    {'a': 4, 'b': 1}
    """
    items = list(given)
    people = list(dict.fromkeys(who for by in given.values() for who in by))
    place = {who: row for row, who in enumerate(people)}
    table = np.full((len(people), len(items)), _NOBODY, dtype=np.int64)
    for column, item in enumerate(items):
        for who, grade in given[item].items():
            table[place[who], column] = grade
    right = _right(table)
    weights = np.where(np.isnan(right), 1.0, np.log((GRADES - 1) * right / (1 - right)))
    votes = [_voted(table[:, column], weights) for column in range(len(items))]
    return Aggregated(
        {item: grade for item, (grade, _) in zip(items, votes, strict=True)},
        dict(zip(people, map(float, weights), strict=True)),
        {who: None if np.isnan(chance) else float(chance) for who, chance in zip(people, right, strict=True)},
        sum(tied for _, tied in votes),
    )


def _voted(grades: Ints, weights: Floats) -> tuple[int | None, bool]:
    """The grade of the largest weight, and whether another one has as much."""
    score = {int(one): float(weights[grades == one].sum()) for one in sorted(set(grades.tolist()) - {_NOBODY})}
    best = max(score.values(), default=0.0)
    if best <= 0:
        return None, False
    first, *others = (grade for grade, weight in score.items() if weight >= best - _EQUAL)
    return first, bool(others)


def _right(table: Ints) -> Floats:
    """The chance of each grader to be right; not a number for those who share no item with another one."""
    right = np.full(len(table), np.nan)
    seen = (table != _NOBODY).astype(float)
    common = seen @ seen.T
    np.fill_diagonal(common, 0)
    shared = common.any(axis=0)
    if not shared.any():
        return right
    table, common = table[shared], common[np.ix_(shared, shared)]
    same = sum((table == one).astype(float) @ (table == one).T.astype(float) for one in range(GRADES))
    observed = common > 0
    # Where nothing was observed, and of a grader with themself, the estimate is that of no agreement, as in crowd-kit.
    products = np.where(observed, same / np.maximum(common, 1), 0) * GRADES / (GRADES - 1) - 1 / (GRADES - 1)
    items = int((table != _NOBODY).any(axis=0).sum())
    with np.errstate(divide="ignore", invalid="ignore"):  # agreement that is exactly chance's: nothing to divide by
        size = _completed(np.abs(products), observed, items)
    if not np.isfinite(size).all():
        return right
    margin = 1 / np.sqrt(items)
    skill = np.maximum(np.minimum(size * _signs(products), 1 - margin), -1 / (GRADES - 1) + margin)
    right[shared] = skill * (GRADES - 1) / GRADES + 1 / GRADES
    return right


def _completed(sizes: Floats, observed: NDArray[np.bool_], items: int) -> Floats:
    """The vector s whose outer product with itself is nearest to `sizes` where observed, by trimmed means in turns."""
    trimmed = max(0, int(observed.sum(axis=0).min()) // 2 - 1)
    left = np.random.RandomState(0).uniform(size=len(sizes))  # the start that crowd-kit takes
    right = left.copy()
    for _ in range(_MOST_ROUNDS):
        before = np.outer(left, right)
        for one in range(len(sizes)):
            right[one] = _mean(sizes[observed[:, one], one] / left[observed[:, one]], right[one], trimmed, items)
        for one in range(len(sizes)):
            left[one] = _mean(sizes[one, observed[one]] / right[observed[one]], left[one], trimmed, items)
        if np.linalg.norm(np.outer(left, right) - before) < _STILL:
            break
    found: Floats = left / np.sqrt(np.linalg.norm(left) / np.linalg.norm(right))
    return found


def _mean(values: Floats, now: float, trimmed: int, items: int) -> float:
    """The mean without the `trimmed` largest above and smallest below what is held now; that itself if none is left."""
    rest = np.sort(values)
    rest = rest[rest >= now] if (rest < now).sum() < trimmed else rest[trimmed:]
    rest = rest[rest <= now] if (rest > now).sum() < trimmed else rest[: len(rest) - trimmed]
    if not len(rest):
        return now
    return 1 / float(np.sqrt(items)) if len(rest) == 1 and rest[0] == 0 else float(rest.mean())


def _signs(products: Floats) -> Floats:
    """Who is with whom: graders on two sides, the larger side taken for the reliable one.

    The sides are the eigenvector of the least eigenvalue of the random walk on the graph in which an edge means to be
    against each other; who is with each other has a node in between.
    """
    people = len(products)
    sign = np.sign(products)
    one, other = np.nonzero(np.triu(sign) == 1)
    between = np.zeros((len(one), people))
    between[range(len(one)), one] = between[range(len(one)), other] = 1
    edges = np.block([[np.where(sign == 1, 0, np.abs(sign)), between.T], [between, np.zeros((len(one), len(one)))]])
    degree = np.maximum(edges.sum(axis=1), 1)
    _, vectors = np.linalg.eigh(edges / np.sqrt(np.outer(degree, degree)))
    sides = np.sign(vectors[:people, 0])
    return np.asarray(np.sign(sides.sum()) * sides, dtype=np.float64)
