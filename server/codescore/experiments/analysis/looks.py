"""How often may the data be looked at?  As often as the registered plan says, and once where it does not say.

A plan is a text; lines of it that read `looks: 3` and `alpha: 0.05` count.  Every analysis of new data is a look and is
remembered in the store; the same data again is none.  Several looks share alpha equally (Bonferroni), which is valid
however dependent they are, and costs some power against O'Brien and Fleming's boundaries.  Neighbour: `study`.
"""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
from msgspec import Struct

from codescore.experiments.store import Store
from codescore.experiments.study import Checked
from codescore.foundation import shapes
from codescore.foundation.errors import InputError

_FACT = "looks"
_EXPLORATORY = "everything is exploratory"
_LINE = re.compile(r"^[\s>*#-]*(looks|alpha)\s*[:=]\s*([0-9.]+)\s*$", re.IGNORECASE | re.MULTILINE)


class Look(Struct, frozen=True, kw_only=True):
    """One analysis of data that had not been analysed before."""

    at_ms: int
    sha256: str


class Allowed(Struct, frozen=True, kw_only=True):
    """What a plan says of looks; `said`: in words for the report."""

    planned: int | None  # None: no plan
    taken: int  # with this one
    alpha: float  # of the study
    refused: str = ""  # why this look is not allowed
    said: str = ""

    @property
    def threshold(self) -> float:
        """The p, corrected for comparisons, below which a difference counts."""
        return self.alpha / (self.planned or 1)


def allowed(store: Store, checked: Checked, plan: Path | None, sha256: str) -> Allowed:
    """May these data be looked at?  InputError where the plan's numbers make no sense."""
    known = [look.sha256 for look in _looks(store)]
    taken = len(known) + (sha256 not in known)
    if checked.state == "none":
        said = f"this is look {taken}, and no p is corrected for looks"
        return Allowed(planned=None, taken=taken, alpha=0.05, said=said)
    if checked.state != "unchanged" or plan is None:
        return Allowed(planned=None, taken=taken, alpha=0.05, refused=checked.said, said=_EXPLORATORY)
    planned, alpha = _numbers(plan)
    at = taken if sha256 not in known else known.index(sha256) + 1
    said = f"look {at} of {planned} that the plan allows; alpha {alpha:g} is shared equally by the looks"
    if at <= planned:
        return Allowed(planned=planned, taken=at, alpha=alpha, said=said)
    refused = f"this would be look {at}, and the plan allows {planned}"
    return Allowed(planned=planned, taken=at, alpha=alpha, refused=refused, said=f"{refused}: {_EXPLORATORY}")


def remember(store: Store, sha256: str, at_ms: int) -> None:
    """Write the look down, unless these data were looked at before."""
    known = _looks(store)
    if sha256 not in [look.sha256 for look in known]:
        fresh = msgspec.json.encode([*known, Look(at_ms=at_ms, sha256=sha256)]).decode("utf-8")
        store.remember({_FACT: fresh})


def _looks(store: Store) -> tuple[Look, ...]:
    found = store.facts().get(_FACT)
    try:
        return () if found is None else shapes.from_json(found, tuple[Look, ...])
    except msgspec.DecodeError as error:
        raise InputError(f"{store.path}: the fact {_FACT!r} is not understood ({error}); update codescore") from None


def _numbers(plan: Path) -> tuple[int, float]:
    found = {name.lower(): text for name, text in _LINE.findall(plan.read_text(encoding="utf-8", errors="replace"))}
    try:
        planned, alpha = int(found.get("looks", "1")), float(found.get("alpha", "0.05"))
    except ValueError:
        raise InputError(f"{plan}: looks is a whole number and alpha a number; register a plan that says so") from None
    if not 1 <= planned <= 100 or not 0 < alpha < 0.5:
        raise InputError(f"{plan}: looks lies from 1 to 100 and alpha between 0 and 0.5; register a plan that says so")
    return planned, alpha
