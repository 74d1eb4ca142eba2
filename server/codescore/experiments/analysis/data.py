"""Rows of suggestions as columns of numbers, NaN where nothing is known.  Knows no statistics.

Whoever is not named belongs to no cluster: such suggestions are left out and counted.  A suggestion without a decision
has no acceptance.  What is left is asked only of accepted suggestions, and only where a window was not censored.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from hashlib import sha256
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from codescore.experiments.tables import SnapshotRow, SuggestionRow

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]

SIGNALS = ("similarity", "probability", "evidence")
_NAMES = {kind: tuple(field.name for field in fields(kind)) for kind in (SuggestionRow, SnapshotRow)}
MEASURES = ("still_in_code", "retained_share", "same_behaviour")


@dataclass(frozen=True, slots=True)
class Data:
    """`n` suggestions: every array is (n,).  `left[measure][window]` is 0 to 1, NaN where nothing was measured."""

    rows: tuple[SuggestionRow, ...]
    people: Ints  # index of the participant
    participants: int
    arms: tuple[str, ...]  # labels in order
    arm: Ints  # index into `arms`; -1: none
    accepted: Floats  # 1, 0
    signals: dict[str, Floats]
    left: dict[str, dict[int, Floats]]
    windows: tuple[int, ...]  # seconds, those with any measurement
    anonymous: int  # suggestions left out
    censored: int  # looks at which nothing could be measured
    sha256: str

    @property
    def longest(self) -> int | None:
        """The longest window at which anything was measured."""
        return self.windows[-1] if self.windows else None

    def given_accepted(self, measure: str) -> Floats:
        """A measure at the longest window, of accepted suggestions (n,)."""
        nothing = np.full(len(self.rows), np.nan)
        return nothing if self.longest is None else self.left[measure].get(self.longest, nothing)


def taken(rows: Iterable[tuple[SuggestionRow, list[SnapshotRow]]]) -> Data:
    """Columns of rows, in the order of the rows."""
    digest, kept, looks = sha256(), [], []
    anonymous = censored = 0
    for row, snapshots in rows:
        digest.update(_line(row) + b"".join(_line(one) for one in snapshots))
        if row.participant is None:
            anonymous += 1
            continue
        kept.append(row)
        looks.append(snapshots)
        censored += sum(one.censored is not None for one in snapshots)
    names = sorted({row.participant or "" for row in kept})
    arms = tuple(sorted({row.arm for row in kept if row.arm is not None}))
    person, label = ({name: at for at, name in enumerate(some)} for some in (names, arms))
    left = _left(kept, looks)
    seen = {window for each in left.values() for window, values in each.items() if not np.isnan(values).all()}
    return Data(
        rows=tuple(kept),
        people=np.array([person[row.participant or ""] for row in kept], dtype=np.int64),
        participants=len(names),
        arms=arms,
        arm=np.array([-1 if row.arm is None else label[row.arm] for row in kept], dtype=np.int64),
        accepted=_floats(None if row.decision is None else row.decision == "accepted" for row in kept),
        signals={
            "similarity": _floats(row.similarity for row in kept),
            "probability": _floats(row.probability for row in kept),
            "evidence": _floats(None if row.behaviour is None else row.behaviour == "same" for row in kept),
        },
        left=left,
        windows=tuple(sorted(seen)),
        anonymous=anonymous,
        censored=censored,
        sha256=digest.hexdigest(),
    )


def _left(rows: list[SuggestionRow], looks: list[list[SnapshotRow]]) -> dict[str, dict[int, Floats]]:
    windows = {look.window_s for some in looks for look in some if look.window_s is not None}
    left = {name: {window: np.full(len(looks), np.nan) for window in windows} for name in MEASURES}
    for at, (row, some) in enumerate(zip(rows, looks, strict=True)):
        for look in reversed(some):  # the first of a window has the last word
            if look.window_s is None or look.censored is not None or row.decision not in (None, "accepted"):
                continue
            same = None if look.behaviour is None else look.behaviour == "same"
            for name, value in zip(MEASURES, (look.still_in_code, look.retained_share, same), strict=True):
                if value is not None:
                    left[name][look.window_s][at] = float(value)
    return left


def _floats(values: Iterable[float | None]) -> Floats:
    return np.array([np.nan if value is None else float(value) for value in values], dtype=np.float64)


def _line(row: SuggestionRow | SnapshotRow) -> bytes:
    return msgspec.json.encode([getattr(row, name) for name in _NAMES[type(row)]]) + b"\n"
