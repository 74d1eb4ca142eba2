"""Power: the closed forms agree with simulated studies, with each other, and with textbook numbers."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from codescore.experiments.power import Plan, detectable, find, participants, power
from codescore.foundation.errors import InputError

scipy_stats = pytest.importorskip("scipy.stats")


def simulated(plan: Plan, effect: float, studies: int, seed: int) -> float:
    """The share of simulated studies whose t test of participants' means finds the effect.

    Acceptance of each participant is drawn from a beta distribution with the plan's intraclass correlation.
    """
    rng = np.random.default_rng(seed)
    people, each = plan.participants, int(plan.per_participant)

    def rates(mean: float, shape: tuple[int, ...]) -> np.ndarray:
        if plan.icc == 0:
            return np.full(shape, mean)
        total = (1 - plan.icc) / plan.icc
        return rng.beta(mean * total, (1 - mean) * total, size=shape)

    if plan.unit == "participant":
        half = people // 2
        first = rng.binomial(each, rates(plan.baseline, (studies, half))) / each
        second = rng.binomial(each, rates(plan.baseline + effect, (studies, half))) / each
        p = scipy_stats.ttest_ind(first, second, axis=1).pvalue
    else:
        own = rates(plan.baseline, (studies, people))
        half = each // 2
        first = rng.binomial(half, own) / half
        second = rng.binomial(half, np.clip(own + effect, 0, 1)) / half
        p = scipy_stats.ttest_rel(first, second, axis=1).pvalue
    return float((p < plan.alpha).mean())


@pytest.mark.parametrize(
    ("plan", "effect"),
    [
        (Plan(participants=40, per_participant=50, icc=0.1, unit="participant"), 0.15),
        (Plan(participants=40, per_participant=50, icc=0.1, unit="participant"), 0.0),
        (Plan(participants=16, per_participant=20, icc=0.05, unit="participant"), 0.15),
        (Plan(participants=40, per_participant=50, icc=0.1, baseline=0.4), 0.06),
        (Plan(participants=12, per_participant=40, icc=0.05, baseline=0.4), 0.12),
        (Plan(participants=40, per_participant=50, icc=0.0, baseline=0.4), 0.06),
    ],
)
def test_power_is_what_simulated_studies_find(plan: Plan, effect: float) -> None:
    """Within three standard errors of 4,000 simulated studies, and 1.5 points for what the closed form leaves out."""
    found = simulated(plan, effect, 4_000, seed=11)
    said = power(plan, effect)
    assert said == pytest.approx(found, abs=3 * np.sqrt(0.25 / 4_000) + 0.015)


def test_a_textbook_number() -> None:
    """Two shares, .60 against .65, power .80, two-sided .05: 1,471 a group (Fleiss, without continuity correction)."""
    plan = Plan(participants=4, per_participant=1, baseline=0.6, icc=0.0, unit="participant")
    needed = participants(plan, 0.05)
    assert needed is not None
    assert needed / 2 == pytest.approx(1_471, rel=0.005)


def test_the_design_effect_is_the_published_one() -> None:
    """1 + (m - 1) ICC for equal clusters, more for unequal ones, 1 - ICC where each is their own control."""
    plan = Plan(participants=40, per_participant=51, icc=0.1, unit="participant")
    assert plan.design_effect == pytest.approx(6.0)
    assert replace(plan, cv=0.5).design_effect == pytest.approx(1 + (1.25 * 51 - 1) * 0.1)
    assert replace(plan, unit="suggestion").design_effect == pytest.approx(0.9)


def test_the_three_questions_answer_each_other() -> None:
    """The smallest detectable effect has the wanted power, and the participants that are needed give it."""
    plan = Plan(participants=60, per_participant=30)
    least = detectable(plan, 0.8)
    assert least is not None
    assert power(plan, least) == pytest.approx(0.8, abs=0.001)
    needed = participants(plan, 0.05, 0.8)
    assert needed is not None
    assert power(replace(plan, participants=needed), 0.05) >= 0.8
    assert power(replace(plan, participants=needed - 2), 0.05) < 0.8


def test_more_of_everything_helps_and_comparisons_cost() -> None:
    """Power rises with effect, people and suggestions, and falls with correlation and comparisons."""
    plan = Plan(participants=30, per_participant=20, unit="participant")
    base = power(plan, 0.1)
    assert power(plan, 0.2) > base
    assert power(plan, -0.1) > 0.05
    assert power(replace(plan, participants=60), 0.1) > base
    assert power(replace(plan, per_participant=40), 0.1) > base
    assert power(replace(plan, icc=0.3), 0.1) < base
    assert power(replace(plan, comparisons=5), 0.1) < base
    assert power(plan, 0.69) > 0.99  # far out, where the library gives no number


def test_a_mean_can_be_planned_for() -> None:
    """With a standard deviation effects are in its unit: half of one, 64 a group for power .80 (Cohen)."""
    plan = Plan(participants=128, per_participant=1, icc=0.0, unit="participant", sd=10.0)
    assert power(plan, 5.0) == pytest.approx(0.80, abs=0.005)


def test_no_study_is_large_enough_for_some_effects() -> None:
    """None, not a number, where no study would do."""
    plan = Plan(participants=40, per_participant=10, icc=0.9, unit="participant", baseline=0.5)
    assert participants(plan, 0.0001) is None
    assert detectable(Plan(participants=4, per_participant=1, unit="participant", baseline=0.9)) is None


@pytest.mark.parametrize(
    "wrong",
    [{"participants": 3}, {"per_participant": 0.5}, {"baseline": 1.0}, {"icc": 1.0}, {"cv": -1.0}, {"alpha": 0.0},
     {"comparisons": 0}, {"sd": 0.0}],
)  # fmt: skip
def test_impossible_plans_are_refused(wrong: dict[str, float]) -> None:
    """One line says what must hold."""
    with pytest.raises(InputError, match="must"):
        Plan(**({"participants": 40, "per_participant": 10} | wrong))  # type: ignore[arg-type]


@pytest.mark.parametrize("effect", [0.0, 0.8, -0.4])
def test_impossible_effects_are_refused(effect: float) -> None:
    """A share stays between 0 and 1."""
    with pytest.raises(InputError, match="leaves 0 to 1"):
        find(Plan(participants=40, per_participant=10), effect)
