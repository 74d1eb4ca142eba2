"""Which of several suggestions shown at once was taken?  Bradley-Terry strengths in Elo points, by participant.

Alternatives are suggestions of one participant, session and document that became visible in the same millisecond under
different `choice`s; the accepted one beats the others.  Strengths are maximum-likelihood (Hunter 2004, MM algorithms
for generalized Bradley-Terry models) and add up to 0.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from math import log
from typing import TYPE_CHECKING

import numpy as np

from codescore.experiments.analysis.intervals import How, IntervalEstimate, few, of_draws
from codescore.study.significance import draws

if TYPE_CHECKING:
    from codescore.experiments.analysis.data import Floats
    from codescore.experiments.tables import SuggestionRow

_ROUNDS = 500
_DRAWS = 500
_CLOSE = 1e-7


@dataclass(frozen=True, slots=True)
class Strength:
    """A model, or a provider where no model is named: Elo points, wins, comparisons."""

    name: str
    elo: IntervalEstimate
    wins: int
    comparisons: int


@dataclass(frozen=True, slots=True)
class Preference:
    """All strengths, the strongest first; or why there are none."""

    pairs: int
    strengths: tuple[Strength, ...] = ()
    why: str = ""


def preferred(rows: Iterable[SuggestionRow], how: How) -> Preference:
    """Strengths from rows."""
    won = list(_pairs(rows))
    if not won:
        return Preference(0, why="no data: no two suggestions of different models were shown at once and one taken")
    names = sorted({name for _, winner, loser in won for name in (winner, loser)})
    people = sorted({who for who, _, _ in won})
    wins = np.zeros((len(people), len(names), len(names)))
    for who, winner, loser in won:
        wins[people.index(who), names.index(winner), names.index(loser)] += 1
    total = wins.sum(axis=0)
    if not _connected(total):
        return Preference(len(won), why="not enough data: some model won always or never, so no strength fits")
    value = _elo(total)
    samples = np.full((_DRAWS, len(names)), np.nan)
    if not few(len(people)):
        drawn = np.concatenate(list(draws(len(people), _DRAWS, how.seed)))
        for at, weights in enumerate(drawn):
            table = np.tensordot(weights, wins, axes=1)
            if _connected(table):
                samples[at] = _elo(table)
    found = []
    for at, name in enumerate(names):
        count = int(total[at].sum() + total[:, at].sum())
        why = few(len(people))
        number = float(value[at])
        elo = IntervalEstimate(number, None, None, count, len(people), why) if why else of_draws(
            samples[:, at], number, count, len(people), how
        )  # fmt: skip
        found.append(Strength(name, elo, int(total[at].sum()), count))
    return Preference(len(won), tuple(sorted(found, key=lambda one: -(one.elo.value or 0.0))))


def _pairs(rows: Iterable[SuggestionRow]) -> Iterable[tuple[str, str, str]]:
    """(participant, winner, loser)."""
    shown: dict[tuple[object, ...], list[SuggestionRow]] = defaultdict(list)
    for row in rows:
        if row.choice is not None and row.shown_at_ms is not None and row.participant is not None:
            shown[row.participant, row.session, row.document, row.shown_at_ms].append(row)
    for group in shown.values():
        winners = [row for row in group if row.decision == "accepted"]
        if len(winners) != 1 or len({row.choice for row in group}) != len(group):
            continue
        best = winners[0].model or winners[0].provider
        for row in group:
            other = row.model or row.provider
            if best is not None and other is not None and best != other:
                yield row.participant or "", best, other


def _elo(wins: Floats) -> Floats:
    """Strengths (k,) from a table of wins (k, k) that is connected."""
    games, own = wins + wins.T, wins.sum(axis=1)
    strength = np.ones(len(wins))
    for _ in range(_ROUNDS):
        fresh = own / (games / (strength[:, None] + strength[None])).sum(axis=1)
        fresh /= np.exp(np.log(fresh).mean())
        if np.abs(np.log(fresh / strength)).max() < _CLOSE:
            break
        strength = fresh
    return np.asarray(400 / log(10) * np.log(fresh))


def _connected(wins: Floats) -> bool:
    """Does a chain of wins lead from each to each?"""
    reach = (wins > 0) | np.eye(len(wins), dtype=bool)
    for _ in range(len(wins)):
        reach = (reach.astype(np.int64) @ reach.astype(np.int64)) > 0
    return bool(reach.all())
