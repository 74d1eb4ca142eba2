"""Who sees what: arms drawn in permuted blocks from a seed, recorded once, and sealed from whoever analyses.

An arm says what an editor shows: `badge` the verdict at the suggestion; `hidden` nothing, though the verdict is
recorded; `threshold=0.7` the badge with another threshold; `evidence` the badge after running the function beside its
reference.  The unit is a participant or a single suggestion.  Every block holds each arm equally often, so that at any
moment the arms differ by less than a block; suggestions are balanced within each participant.  Whoever sees a badge
cannot be blind to it; the analyst can: with `sealed`, events carry letters, and which letter is which arm stands in the
store until it is asked for.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from typing import Annotated, Literal

from msgspec import Meta, Struct

from codescore.foundation.errors import InputError

Unit = Literal["participant", "suggestion"]
Kind = Literal["badge", "hidden", "threshold", "evidence"]

_NAME = re.compile(r"(badge|hidden|evidence|threshold=(0(\.\d+)?|1(\.0+)?))")
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Design(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How arms are drawn.  `repeats`: how often each arm stands in a block."""

    arms: Annotated[tuple[str, ...], Meta(min_length=2, max_length=len(_LETTERS))]
    unit: Unit = "suggestion"
    seed: Annotated[int, Meta(ge=0)] = 0
    repeats: Annotated[int, Meta(ge=1, le=100)] = 2
    sealed: bool = False

    @property
    def block(self) -> int:
        """Units in a block."""
        return len(self.arms) * self.repeats


class Arm(Struct, frozen=True, kw_only=True):
    """What an editor has to do, and under which label it is recorded."""

    label: str
    kind: Kind
    threshold: float | None = None


def design_of(arms: Sequence[str], unit: Unit, seed: int, *, repeats: int = 2, sealed: bool = False) -> Design:
    """A checked design; InputError for an arm that no editor knows, one that stands twice, or a single one."""
    for name in arms:
        if _NAME.fullmatch(name) is None:
            raise InputError(f"{name!r} is no arm; use badge, hidden, evidence, or threshold=X with X from 0 to 1")
    if len(set(arms)) != len(arms) or not 2 <= len(arms) <= len(_LETTERS):
        raise InputError(f"{', '.join(arms) or 'nothing'}: name two or more different arms")
    return Design(arms=tuple(arms), unit=unit, seed=seed, repeats=repeats, sealed=sealed)


def drawn(design: Design, position: int, stratum: str = "") -> str:
    """The arm of the unit at `position`, from 0, of a stratum (a participant, where suggestions are drawn).

    Pure: the same design, stratum and position give the same arm on every machine.
    """
    block, place = divmod(position, design.block)
    order = list(design.arms) * design.repeats
    # A text as seed is hashed by Python with SHA-512, the same everywhere; the draw is no secret.
    random.Random(f"{design.seed}\0{stratum}\0{block}").shuffle(order)  # noqa: S311
    return order[place]


def key_of(design: Design) -> dict[str, str]:
    """arm → label in events: the arm's own name, or a letter that the seed chooses."""
    if not design.sealed:
        return {arm: arm for arm in design.arms}
    letters = list(_LETTERS[: len(design.arms)])
    random.Random(f"{design.seed}\0key").shuffle(letters)  # noqa: S311  (sealed from the eye, not from an attacker)
    return dict(zip(design.arms, letters, strict=True))


def arm_of(design: Design, name: str) -> Arm:
    """What the arm of that name means."""
    kind, _, number = name.partition("=")
    return Arm(label=key_of(design)[name], kind=kind, threshold=float(number) if number else None)  # type: ignore[arg-type]
