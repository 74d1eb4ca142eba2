"""What is in a store, in numbers: acceptance, and what was left at each window, with plain 95 % intervals.

Intervals are percentiles of a bootstrap over participants, as their suggestions belong together.  With fewer than
`FEW` participants that says little; then the interval takes suggestions for unrelated (Wilson) and says that it is too
narrow.  No test is made and no arm is compared: that is for the analysis.  Neighbours: `tables`, `study.significance`.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import sqrt
from typing import Literal

import numpy as np

from codescore.experiments.tables import SnapshotRow, SuggestionRow
from codescore.study.significance import Interval, bootstrap, interval

FEW = 10

_DRAWS = 2_000
_Z = 1.959963984540054

Method = Literal["participants", "suggestions", "none"]


@dataclass(frozen=True, slots=True)
class Share:
    """A mean with its interval.  `count` values of `participants` people; `method`: what was taken for unrelated."""

    value: float | None
    low: float | None
    high: float | None
    count: int
    participants: int
    method: Method


@dataclass(frozen=True, slots=True)
class Window:
    """What was left at a window."""

    window_s: int
    looked: int
    censored: Mapping[str, int]
    still_in_code: Share
    four_gram: Share
    retained: Share  # accepted and retained characters, as a share of the accepted ones
    same_behaviour: Share
    similarity: Share


@dataclass(frozen=True, slots=True)
class Group:
    """Suggestions that belong together: all, those of an arm, or those of a surface."""

    name: str
    suggestions: int
    decisions: Mapping[str, int]
    acceptance: Share  # of those with a decision
    windows: tuple[Window, ...]


class Summing:
    """Takes rows one suggestion at a time; holds sums by participant, no rows."""

    def __init__(self) -> None:
        self._groups: dict[tuple[str, str], _Group] = defaultdict(_Group)
        self.participants: set[str] = set()
        self.sources: Counter[str] = Counter()
        self.models: Counter[str] = Counter()
        self.judged = 0

    def take(self, row: SuggestionRow, looks: Iterable[SnapshotRow]) -> None:
        """Count a suggestion."""
        kept = list(looks)
        for kind, name in (("", ""), ("arm", row.arm), ("surface", row.surface)):
            if name is not None:
                self._groups[kind, name].take(row, kept)
        if row.participant is not None:
            self.participants.add(row.participant)
        self.sources[row.source or "unknown"] += 1
        self.models[row.model or "unknown"] += 1
        self.judged += row.similarity is not None

    def groups(self) -> list[Group]:
        """All suggestions first, then the arms by name, then the surfaces where there are several."""
        surfaces = sum(kind == "surface" for kind, _ in self._groups)
        return [
            group.summed(f"{kind} {name}" if kind else "all")
            for (kind, name), group in sorted(self._groups.items())
            if kind != "surface" or surfaces > 1
        ]


class _Sums:
    """Sum and count by participant; what names nobody is one suggestion a cluster of its own."""

    def __init__(self) -> None:
        self._sums: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])
        self._people: set[str] = set()

    def add(self, row: SuggestionRow, value: float | None) -> None:
        if value is None:
            return
        cluster = self._sums[row.participant if row.participant is not None else f"\0{row.suggestion}"]
        cluster[0] += value
        cluster[1] += 1
        if row.participant is not None:
            self._people.add(row.participant)

    def share(self) -> Share:
        sums = np.array(list(self._sums.values()), dtype=np.float64).reshape(-1, 2)
        total, count = (float(part) for part in sums.sum(axis=0))
        if not count:
            return Share(None, None, None, 0, 0, "none")
        value, people = total / count, len(self._people)
        if people >= FEW:
            found = interval(bootstrap(sums[None], resamples=_DRAWS)[0], value)
            return Share(value, found.low, found.high, int(count), people, "participants")
        wilson = _wilson(value, count)
        return Share(value, wilson.low, wilson.high, int(count), people, "suggestions")


class _Group:
    def __init__(self) -> None:
        self._decisions: Counter[str] = Counter()
        self._accepted = _Sums()
        self._windows: dict[int, _Window] = defaultdict(_Window)

    def take(self, row: SuggestionRow, looks: list[SnapshotRow]) -> None:
        self._decisions[row.decision or "unknown"] += 1
        if row.decision is not None:
            self._accepted.add(row, float(row.decision == "accepted"))
        for look in looks:
            if look.window_s is not None:
                self._windows[look.window_s].take(row, look)

    def summed(self, name: str) -> Group:
        windows = tuple(window.summed(seconds) for seconds, window in sorted(self._windows.items()))
        return Group(name, self._decisions.total(), dict(self._decisions), self._accepted.share(), windows)


class _Window:
    def __init__(self) -> None:
        self._looked = 0
        self._censored: Counter[str] = Counter()
        self._still, self._grams, self._kept, self._same, self._similar = (_Sums() for _ in range(5))

    def take(self, row: SuggestionRow, look: SnapshotRow) -> None:
        if look.censored is not None:
            self._censored[look.censored] += 1
            return
        self._looked += 1
        self._still.add(row, None if look.still_in_code is None else float(look.still_in_code))
        self._grams.add(row, look.four_gram)
        self._kept.add(row, look.retained_share)
        self._same.add(row, None if look.behaviour is None else float(look.behaviour == "same"))
        self._similar.add(row, look.similarity)

    def summed(self, seconds: int) -> Window:
        parts = (sums.share() for sums in (self._still, self._grams, self._kept, self._same, self._similar))
        return Window(seconds, self._looked, dict(self._censored), *parts)


def _wilson(value: float, count: float) -> Interval:
    """Wilson's interval of a share; of a mean of values from 0 to 1 it is wider than needed."""
    spread = _Z**2 / count
    middle = (value + spread / 2) / (1 + spread)
    reach = _Z * sqrt(value * (1 - value) / count + spread / (4 * count)) / (1 + spread)
    return Interval(max(0.0, middle - reach), value, min(1.0, middle + reach))
