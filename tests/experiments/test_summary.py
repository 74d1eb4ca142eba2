"""The summary: shares by hand, intervals that hold what they should, and what they say of themselves."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from codescore.experiments.summary import Summing
from codescore.experiments.tables import SnapshotRow, SuggestionRow


def summed(rows: list[tuple[SuggestionRow, list[SnapshotRow]]]) -> Summing:
    summing = Summing()
    for row, looks in rows:
        summing.take(row, looks)
    return summing


def row(number: int, decision: str | None, participant: str | None = "p1", arm: str | None = None) -> SuggestionRow:
    return SuggestionRow(suggestion=f"s{number}", decision=decision, participant=participant, arm=arm)


def test_shares_are_of_what_was_decided() -> None:
    """Suggestions without a decision count in no share; Wilson's interval for 3 of 4 is the published one."""
    groups = summed([(row(n, d), []) for n, d in enumerate(["accepted"] * 3 + ["rejected", None])]).groups()
    (group,) = groups
    assert (group.suggestions, dict(group.decisions)) == (5, {"accepted": 3, "rejected": 1, "unknown": 1})
    share = group.acceptance
    assert (share.value, share.count, share.participants, share.method) == (0.75, 4, 1, "suggestions")
    assert share.low == pytest.approx(0.3006, abs=1e-4)
    assert share.high == pytest.approx(0.9544, abs=1e-4)


def test_windows_count_what_was_seen_and_what_was_censored() -> None:
    """Censored windows are counted by reason and enter no mean; what was not measured enters none either."""
    looks = [
        SnapshotRow(suggestion="s", window_s=5, still_in_code=True, retained_share=0.5, behaviour="same"),
        SnapshotRow(suggestion="s", window_s=5, still_in_code=False, retained_share=0.0),
        SnapshotRow(suggestion="s", window_s=5, censored="file-deleted"),
        SnapshotRow(suggestion="s", window_s=30, four_gram=0.25, behaviour="differs"),
        SnapshotRow(suggestion="s", window_s=None, four_gram=1.0),  # a Final is no window
    ]
    (group,) = summed([(row(1, "accepted"), looks)]).groups()
    five, thirty = group.windows
    assert (five.looked, dict(five.censored)) == (2, {"file-deleted": 1})
    assert (five.still_in_code.value, five.retained.value, five.same_behaviour.value) == (0.5, 0.25, 1.0)
    assert (five.four_gram.value, five.four_gram.method) == (None, "none")
    assert (thirty.four_gram.value, thirty.same_behaviour.value) == (0.25, 0.0)


def test_arms_stand_beside_all() -> None:
    """All suggestions first, then each arm by its label."""
    rows = [(row(1, "accepted", arm="A"), []), (row(2, "rejected", arm="B"), []), (row(3, "rejected"), [])]
    assert [(g.name, g.acceptance.value) for g in summed(rows).groups()] == [
        ("all", 1 / 3), ("arm A", 1.0), ("arm B", 0.0),
    ]  # fmt: skip


def test_surfaces_are_not_only_pooled() -> None:
    """Inline completions and edits of an agent are shown apart where a store has both."""
    inline = [(replace(row(n, "rejected"), surface="inline"), []) for n in range(3)]
    agent = [(replace(row(n, "accepted"), surface="agent"), []) for n in range(3, 5)]
    assert [g.name for g in summed(inline).groups()] == ["all"]
    found = [(g.name, g.acceptance.value) for g in summed([*inline, *agent]).groups()]
    assert found == [("all", 0.4), ("surface agent", 1.0), ("surface inline", 0.0)]


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    """200 simulated studies of 40 people whose suggestions resemble each other: 88 to 99 % of intervals hold the mean.

    Taking the suggestions for unrelated would hold it much less often: that is why people are resampled.
    """
    rng = np.random.default_rng(5)
    held = naive = 0
    for _ in range(200):
        rates = rng.beta(3, 7, size=40)  # mean .3, intraclass correlation 1/11
        rows = []
        for person, rate in enumerate(rates):
            taken = rng.random(25) < rate
            rows += [(row(n, "accepted" if yes else "rejected", f"p{person}"), []) for n, yes in enumerate(taken)]
        share = summed(rows).groups()[0].acceptance
        assert share.method == "participants"
        assert share.low is not None
        assert share.high is not None
        assert share.value is not None
        held += share.low <= 0.3 <= share.high
        reach = 1.96 * np.sqrt(share.value * (1 - share.value) / 1_000)
        naive += abs(share.value - 0.3) <= reach
    assert 176 <= held <= 198
    assert naive < held - 30


def test_a_suggestion_of_nobody_is_its_own_cluster() -> None:
    """Without participants nothing can be resampled by them."""
    rows = [(row(n, "accepted", None), []) for n in range(30)]
    share = summed(rows).groups()[0].acceptance
    assert (share.method, share.participants, share.count) == ("suggestions", 0, 30)
