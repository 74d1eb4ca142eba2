"""Grades of several people: aggregated by M-MSR as crowd-kit does it, and how far the people agree."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.metrics import cohen_kappa_score

from codescore.study.mmsr import aggregate
from codescore.study.reliability import reliability

#: Four graders of thirty-six items, -1: no grade.  Three agree, each with slips of their own; one contradicts.
TABLE = {
    "ann": [0, 1, 2, 3, 4, 4, 3, 2, 1, 0, 2, 3] * 3,
    "bob": [
        0,
        1,
        2,
        3,
        4,
        4,
        3,
        2,
        1,
        0,
        -1,
        3,
        0,
        1,
        2,
        3,
        4,
        4,
        3,
        1,
        1,
        0,
        2,
        3,
        0,
        2,
        2,
        3,
        4,
        4,
        3,
        2,
        1,
        0,
        2,
        2,
    ],
    "cid": [0, 1, 3, 3, 4, 3, 3, 2, 0, 0, 2, -1] * 3,
    "eve": [4, 3, 0, 1, 0, 0, 1, 4, 3, 2, 0, 0] * 3,
}
#: What crowd-kit 1.4.2 says of it: `MMSR().fit(frame).skills_`.
CROWD_KIT = {"ann": 3.258097, "bob": 3.258097, "cid": 2.709187, "eve": -0.485508}
#: Krippendorff 2011, section E: four observers, twelve units, missing values; grades 1 to 5 are 0 to 4 here.
KRIPPENDORFF = [
    [1, 2, 3, 3, 2, 1, 4, 1, 2, None, None, None],
    [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, None, 3],
    [None, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, None],
    [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, None],
]


def given(table: dict[str, list[int]]) -> dict[str, dict[str, int]]:
    items = len(next(iter(table.values())))
    return {f"i{k}": {who: row[k] for who, row in table.items() if row[k] >= 0} for k in range(items)}


def test_weights_are_those_of_crowd_kit() -> None:
    """Of three who agree and one who does not: the weights of crowd-kit 1.4.2, and the grades that follow."""
    found = aggregate(given(TABLE))
    assert found.weights == pytest.approx(CROWD_KIT, abs=1e-6)
    assert found.weights["eve"] < 0
    assert [found.grades[f"i{k}"] for k in range(35)] == TABLE["ann"][:35]
    assert (found.grades["i35"], found.ties) == (2, 1), "ann and bob weigh the same, and differ"


def test_reliable_graders_outvote_a_crowd_that_guesses() -> None:
    """Three good graders against four who guess: M-MSR finds more of the true grades than counting votes."""
    random = np.random.default_rng(5)
    truth = random.integers(0, 5, 120)
    skill = [0.95, 0.9, 0.9, 0.0, 0.0, 0.0, 0.0]
    rows = {f"g{k}": np.where(random.random(120) < s, truth, random.integers(0, 5, 120)) for k, s in enumerate(skill)}
    found = aggregate(given({who: row.tolist() for who, row in rows.items()}))
    votes = np.array([np.bincount([row[k] for row in rows.values()], minlength=5).argmax() for k in range(120)])
    right = np.array([found.grades[f"i{k}"] for k in range(120)]) == truth
    assert right.mean() > 0.98 > (votes == truth).mean() + 0.05


def test_nobody_reliable_means_no_grade() -> None:
    """A snippet that only somebody worse than chance graded has no grade, however sure they were; one alone counts."""
    table = given(TABLE) | {"only eve": {"eve": 3}, "only zoe": {"zoe": 2}, "nobody": {}}
    found = aggregate(table)
    assert (found.grades["only eve"], found.grades["only zoe"], found.grades["nobody"]) == (None, 2, None)
    assert (found.weights["zoe"], found.right["zoe"]) == (1.0, None)


def test_a_tie_is_the_lower_grade_and_counted() -> None:
    """Two people alone cannot be told apart: where they differ the lower grade counts, and it is said."""
    found = aggregate({"a": {"ann": 4, "bob": 4}, "b": {"ann": 3, "bob": 3}, "c": {"ann": 4, "bob": 1}})
    assert (found.grades["c"], found.ties) == (1, 1)


def test_alpha_is_krippendorffs() -> None:
    """The published example: ordinal alpha .815."""
    items = {
        str(k): {str(who): row[k] - 1 for who, row in enumerate(KRIPPENDORFF) if row[k] is not None} for k in range(12)
    }
    found = reliability(items)
    assert found.alpha == pytest.approx(0.815, abs=0.0005)
    assert found.items == 11
    assert found.low is not None
    assert found.low < found.alpha < found.high <= 1
    assert str(found).startswith("Krippendorff's alpha (ordinal) is 0.82 (95 % interval")


def test_kappa_is_scikit_learns() -> None:
    """Quadratic weights, on the items that both graded."""
    for pair in reliability(given(TABLE)).pairs:
        both = [(a, b) for a, b in zip(TABLE[pair.one], TABLE[pair.other], strict=True) if a >= 0 and b >= 0]
        expected = cohen_kappa_score(*zip(*both, strict=True), weights="quadratic", labels=range(5))
        assert pair.kappa == pytest.approx(expected)
        assert pair.items == len(both)


def test_no_agreement_without_two_grades_or_a_difference() -> None:
    """One grader, or one grade for everything: nothing is said, rather than 1 or 0."""
    assert reliability({"a": {"ann": 1}}).alpha is None
    same = reliability({"a": {"ann": 1, "bob": 1}, "b": {"ann": 1, "bob": 1}})
    assert (same.alpha, same.equal, same.pairs[0].kappa) == (None, 1.0, None)
    assert "cannot be said" in str(same)
