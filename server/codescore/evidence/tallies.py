"""How the inputs of a comparison came out, by number.

Pure.  Neighbours: `evidence.contract` (what each number says), `evidence.policy` (what counts), `evidence.verdicts`
(asks).
"""

from __future__ import annotations

from codescore.evidence.case import Case
from codescore.evidence.compare import OPAQUE
from codescore.evidence.contract import Tally
from codescore.evidence.policy import LARGE_INPUT, LARGE_NUMBER, Policy, beside
from codescore.evidence.shrink import Difference


def tally_of(pairs: list[Difference], policy: Policy, *, unstable: int, unanswered: int) -> Tally:
    """The counts of what was compared; the last two are known from running alone."""

    def count(place: str, *, equal: bool | None = None, shown: bool = False) -> int:
        told = [pair for pair in pairs if pair[0].place == place and (pair[0].shown or not shown) and pair[2] != OPAQUE]
        loose = place != "rejected"
        same = [p for p in told if not p[2] or (loose and not _undecided(p[0]) and beside(p, policy))]
        return len(told) if equal is None else len(same) if equal else len(told) - len(same)

    return Tally(
        equal=count("inside", equal=True),
        different=count("inside", equal=False),
        rejected=count("rejected"),
        rejected_equal=count("rejected", equal=True),
        outside=count("outside"),
        outside_equal=count("outside", equal=True),
        unstable=unstable,
        shown=count("inside", shown=True),
        shown_equal=count("inside", equal=True, shown=True),
        opaque=sum(pair[2] == OPAQUE and pair[0].place == "inside" for pair in pairs),
        unanswered=unanswered,
        large=sum(case.unmeant in (LARGE_NUMBER, LARGE_INPUT) for case, _, _ in pairs),
    )


def _undecided(case: Case) -> bool:
    """Whether what differs on it is a doubt and no agreement."""
    return case.grown or bool(case.unmeant)
