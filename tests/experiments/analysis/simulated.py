"""Studies with known effects: participants with habits, a signal that matters, arms that matter, windows."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from codescore.experiments.analysis.data import Data, taken
from codescore.experiments.tables import SnapshotRow, SuggestionRow

WINDOWS = (5, 30, 300, 900)


@dataclass(frozen=True)
class World:
    """Truths in log odds.  `spread`: of participants' habits."""

    participants: int = 40
    each: int = 40
    base: float = -0.6
    slope: float = 0.8  # of the similarity, which is normal before it is squeezed
    effect: float = 0.0  # of the second arm
    spread: float = 0.7
    leaves: float = 0.15  # at each window
    by_participant: bool = False


def rows(world: World, seed: int) -> list[tuple[SuggestionRow, list[SnapshotRow]]]:
    random = np.random.default_rng(seed)
    found = []
    for person in range(world.participants):
        habit, stays = random.normal(0, world.spread), 1 - world.leaves * random.uniform(0.5, 1.5)
        arms = random.permutation(np.arange(world.each) % 2)
        for at in range(world.each):
            arm = person % 2 if world.by_participant else int(arms[at])
            signal = random.normal()
            accepted = random.random() < squeezed(world.base + habit + world.slope * signal + world.effect * arm)
            name = f"P{person:03}-{at:03}"
            row = SuggestionRow(
                suggestion=name, participant=f"P{person:03}", arm="AB"[arm], similarity=float(squeezed(signal)),
                probability=float(squeezed(signal)), offered_chars=40 + at,
                decision="accepted" if accepted else "rejected",
            )  # fmt: skip
            found.append((row, looks(name, random, stays) if accepted else []))
    return found


def looks(name: str, random: np.random.Generator, stays: float) -> list[SnapshotRow]:
    there, found = True, []
    closed = random.choice([*WINDOWS, 10_000, 10_000])  # the editor is closed at this window, or not at all
    for window in WINDOWS:
        there = there and random.random() < stays
        if window >= closed:
            found.append(SnapshotRow(suggestion=name, window_s=window, censored="editor-closed"))
        else:
            same = "same" if there and random.random() < 0.9 else "differs"
            found.append(SnapshotRow(suggestion=name, window_s=window, still_in_code=there, behaviour=same,
                                     retained_share=1.0 if there else 0.0))  # fmt: skip
    return found


def squeezed(value: float) -> float:
    return float(1 / (1 + np.exp(-value)))


def study(world: World, seed: int) -> Data:
    return taken(rows(world, seed))
