"""The statistics of an analysis: values by hand, known effects found again, no interval where there is too little."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from codescore.experiments.tables import SnapshotRow, SuggestionRow

pytest.importorskip("scipy")
pytest.importorskip("statsmodels")

from codescore.experiments.analysis import comparison, intervals, mixed, preference, ranking, regression, survival
from codescore.experiments.analysis.data import taken
from codescore.study.significance import holm
from tests.experiments.analysis.simulated import World, study

HOW = intervals.How(draws=400)
MANY = np.arange(400) % 20  # participants


def test_auroc_and_its_resamples_count_ties_half() -> None:
    """The value equals pairs counted one by one, also with weights: a participant drawn twice counts twice."""
    random = np.random.default_rng(1)
    signal, outcome = random.integers(0, 5, 400) / 5, (random.random(400) < 0.4).astype(float)
    found = ranking.auroc(signal, outcome, MANY, HOW)
    up, down = signal[outcome == 1], signal[outcome == 0]
    pairs = (up[:, None] > down) + (up[:, None] == down) / 2
    assert found.value == pytest.approx(pairs.mean())
    every = np.concatenate(list(ranking._resampled(signal, outcome == 1, MANY, 20, HOW)))
    (weights, *_), *_ = intervals_draws()
    w = weights[MANY]
    by_hand = (pairs * w[outcome == 1][:, None] * w[outcome == 0]).sum() / (
        w[outcome == 1].sum() * w[outcome == 0].sum()
    )
    assert every[0] == pytest.approx(by_hand)


def intervals_draws() -> list[np.ndarray]:
    from codescore.study.significance import draws

    return list(draws(20, HOW.draws, HOW.seed))


@pytest.mark.parametrize("people", [1, 3, 9])
def test_few_participants_have_no_interval(people: int) -> None:
    """However many suggestions there are: the value, and why there is no interval."""
    random = np.random.default_rng(2)
    outcome = (random.random(900) < 0.5).astype(float)
    who = np.arange(900) % people
    for found in (
        intervals.share(outcome, who, HOW),
        ranking.auroc(random.random(900), outcome, who, HOW),
        survival.curve({5: outcome}, who, HOW)[0].stays,
    ):
        assert (found.low, found.high) == (None, None)
        assert found.why == f"not enough data: {people} of at least 10 participants"


def test_what_never_varies_has_no_interval() -> None:
    """All accepted, or nearly: a resample could not show how unsure that is."""
    outcome = np.ones(400)
    assert (
        intervals.share(outcome, MANY, HOW).why
        == "not enough data: 0 of at least 5 participants with the rarer outcome"
    )
    outcome[:4] = 0
    assert intervals.share(outcome, MANY, HOW).low is None
    assert ranking.auroc(np.arange(400.0), np.ones(400), MANY, HOW).why == "one outcome only"


def test_survival_by_hand() -> None:
    """Kaplan and Meier: 1 of 4 leaves at 5 s, one is not looked at any more, 1 of 2 leaves at 30 s."""
    there = {5: np.array([1.0, 1, 1, 0]), 30: np.array([1.0, 0, np.nan, np.nan])}
    steps = survival.curve(there, np.arange(4), HOW)
    assert [(one.window_s, one.at_risk, one.gone, one.stays.value) for one in steps] == [
        (5, 4, 1, 0.75),
        (30, 2, 1, 0.375),
    ]


def test_holm_by_hand() -> None:
    """Holm's own steps: the smallest p times their number, never falling."""
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])


@pytest.mark.parametrize("by_participant", [False, True])
def test_an_arm_that_matters_is_found_and_its_size_is_right(by_participant: bool) -> None:
    """A large effect has a small p and an interval around the truth; what was drawn is read from the data."""
    data = study(World(effect=1.5, by_participant=by_participant), 3)
    every = np.where(data.accepted == 1, 1.0, np.nan)
    unit = comparison.unit_of(data.arm, data.people)
    assert unit == ("participant" if by_participant else "suggestion")
    found = comparison.compared(data.accepted, every, data.arm, data.people, HOW, names=("A", "B"), unit=unit, title="")
    assert found.p is not None
    assert found.p < 0.01
    assert found.difference.low is not None
    random = np.random.default_rng(0)
    odds = -0.6 + random.normal(0, np.hypot(0.7, 0.8), 100_000)  # habit and signal, both normal
    truth = float((1 / (1 + np.exp(-odds - 1.5)) - 1 / (1 + np.exp(-odds))).mean())
    assert found.difference.low < truth < (found.difference.high or 0)


def test_the_random_intercept_is_seen() -> None:
    """Slope and spread come back near the truth."""
    data = study(World(participants=60, each=60), 4)
    signal = data.signals["similarity"]
    logit = np.log(signal / (1 - signal))
    found = mixed.fit(data.accepted, np.column_stack([np.ones(len(logit)), logit]), data.people)
    assert found.settled
    assert abs(found.slopes[1] - 0.8) < 3 * found.errors[1]
    assert found.spread == pytest.approx(0.7, abs=0.25)


def test_intervals_hold_the_truth() -> None:
    """A small slice of tests/bench/experiment_coverage: 60 studies by a fixed seed, between 88 and 100 %."""
    random = np.random.default_rng(5)
    held = []
    for _ in range(60):
        rates = random.beta(4, 6, 30)
        outcome = (random.random((30, 20)) < rates[:, None]).astype(float).ravel()
        found = intervals.share(outcome, np.repeat(np.arange(30), 20), HOW)
        assert found.low is not None
        held.append(found.low <= 0.4 <= (found.high or 0))
    assert np.mean(held) >= 0.88
    assert widths_grow()


def widths_grow() -> bool:
    """Few participants widen the interval: Student's t, not the normal."""
    return intervals.widened(10, 0.95) > intervals.widened(40, 0.95) > 0.95


def test_preference_is_bradley_terry() -> None:
    """Taken three times of four: 400 log10 3 points apart; with one participant no interval."""
    rows = []
    for at in range(4):
        for choice, model in enumerate(("one", "two")):
            decision = "accepted" if (model == "one") == (at > 0) else "ignored"
            row = SuggestionRow(
                suggestion=f"{at}-{model}", participant="P", session="s", document="d", decision=decision
            )
            rows.append(replace(row, shown_at_ms=at, model=model, choice=choice))
    first, second = preference.preferred(rows, HOW).strengths
    assert (first.name, first.wins, second.wins) == ("one", 3, 1)
    assert (first.elo.value or 0) - (second.elo.value or 0) == pytest.approx(400 * np.log10(3), abs=0.1)
    assert first.elo.low is None
    assert "always or never" in preference.preferred(rows[2:], HOW).why


def test_columns_leave_out_who_is_not_named_and_what_was_censored() -> None:
    """The first look of a window counts; a censored one is no look; the hash is of the data."""
    row = SuggestionRow(suggestion="s", participant="P", decision="accepted")
    looks = [
        SnapshotRow(suggestion="s", window_s=5, still_in_code=True),
        SnapshotRow(suggestion="s", window_s=5, still_in_code=False),
        SnapshotRow(suggestion="s", window_s=30, censored="late"),
    ]
    data = taken([(row, looks), (replace(row, participant=None), [])])
    assert (len(data.rows), data.anonymous, data.censored, data.windows) == (1, 1, 1, (5,))
    assert data.left["still_in_code"][5].tolist() == [1.0]
    assert data.sha256 != taken([(row, looks)]).sha256


def test_a_signal_that_decides_alone_has_no_odds() -> None:
    """Where the similarity separates what was accepted, no slope fits: it says so instead of a number."""
    signal = np.tile(np.linspace(0, 1, 40), 20)
    fits = regression.fitted((signal > 0.5).astype(float), {"similarity": signal}, np.repeat(np.arange(20), 40))
    assert [fit.terms for fit in fits] == [(), ()]
    assert all("not" in fit.why for fit in fits)


def test_evidence_is_a_signal_and_a_term() -> None:
    """Yes or no: an AUROC with ties, and odds of one against the other near those of the simulation, e^1.5."""
    random = np.random.default_rng(6)
    same = (random.random(2000) < 0.5).astype(float)
    people = np.arange(2000) % 40
    habit = random.normal(0, 0.7, 40)[people]
    accepted = (random.random(2000) < 1 / (1 + np.exp(0.7 - 1.5 * same - habit))).astype(float)
    ranked = ranking.auroc(same, accepted, people, HOW)
    assert 0.6 < (ranked.low or 0) < (ranked.high or 1) < 0.75
    mixed_fit, marginal = regression.fitted(accepted, {"evidence": same}, people)
    assert mixed_fit.terms[0].low < np.exp(1.5) < mixed_fit.terms[0].high
    assert 1.5 < marginal.terms[0].odds < mixed_fit.terms[0].odds
