"""Whether a reference says anything of a place in the input: an example is there, or a branch of its own for it.

One decision for whoever doubts that a difference is of the task.  A branch is a place's own if more inputs there reach
it than elsewhere, and hardly any elsewhere.  Pure.  Neighbours: `evidence.corner`, `evidence.edges` (ask).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from codescore.evidence.case import Case
from codescore.languages.execution import Input

_HARDLY = 0.05  # share of the inputs elsewhere


def has_source(cases: Iterable[Case], there: Callable[[Input], bool]) -> bool:
    """Whether what a reference does with an input of a place is meant; `cases` are those that it accepts."""
    sides: dict[bool, list[Case]] = {True: [], False: []}
    for case in cases:
        sides[there(case.given)].append(case)
    own, others = (Counter(b for case in side for b in case.expected.covered) for side in (sides[True], sides[False]))
    most = _HARDLY * len(sides[False])
    branch = any(number > others[one] and others[one] <= most for one, number in own.items())
    return branch or any(case.shown for case in sides[True])
