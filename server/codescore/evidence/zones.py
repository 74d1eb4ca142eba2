"""Whether a candidate gives something else where the clock is not on UTC, and its reference does not.

All programs run on UTC, so that they give the same everywhere; but who takes the day of a moment by the clock of the
machine gives another one in half of the world.  Where a candidate's text names what goes by that clock, both run again
in another zone.  Neighbours: `evidence.rooms` (the sandboxes there), `evidence.one_pair` (asks).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from codescore.evidence.case import Case
from codescore.evidence.compare import OPAQUE
from codescore.evidence.contract import Outcome
from codescore.evidence.reach import interesting
from codescore.evidence.rooms import ZONES
from codescore.evidence.shrink import Difference

_CASES = 16
_SAID = "the clock is not on UTC"
#: What goes by the clock of the machine, in some language.
_LOCAL = re.compile(
    r"\.[gs]et(?:Date|Day|Hours|Minutes|Month|FullYear)\(|\bgetTimezoneOffset\(|\btoLocale(?:Date|Time)?String\(|"
    r"\bnew Date\(|\bfromtimestamp\(|\blocaltime(?:_r)?\(|\bmktime\(|\bastimezone\(|\bsystemDefault\(|"
    r"\bSimpleDateFormat\b|\bCalendar\.getInstance\(|\bTimestamp\b"
)

#: Runs a reference, or a candidate, on cases in a zone.
Run = Callable[[str, list[Case]], list[Outcome]]


def in_another_zone(
    candidate: str,
    cases: list[Case],
    runs: tuple[Run, Run],
    compare: Callable[[list[Case], list[Outcome]], list[Difference]],
) -> list[Difference]:
    """What differs there alone, the first of it; `runs` are the reference's and the candidate's."""
    if not _LOCAL.search(candidate):
        return []
    reference, ours = runs
    taken = interesting([case for case in cases if case.place == "inside"])[:_CASES]
    for zone in ZONES:
        steady = [case for case, _, aspect in compare(taken, reference(zone, taken)) if not aspect]
        found = [one for one in compare(steady, ours(zone, steady)) if one[2] not in ("", OPAQUE)]
        if found:
            case, got, aspect = found[0]
            return [(replace(case, place="inside", likely=0.0, unmeant=_SAID), got, aspect)]
    return []
