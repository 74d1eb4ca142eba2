"""What may be asked of a run: how long, what is assumed, what decides, which functions, what may be imported.

Neighbours: `evidence.session` (takes them), `evidence.one_pair` (obeys them).
"""

from __future__ import annotations

from dataclasses import dataclass

from codescore.evidence.entries import Pairs
from codescore.languages import Language
from codescore.languages.execution import NO_LIBRARIES, Libraries


@dataclass(frozen=True, slots=True)
class Options:
    """`budget`: CPU seconds that the reference may take while inputs are found; `assume`: a precondition in a line.

    `count`: which classes of differences decide (see `policy.policy_of`).
    `beside`: other texts whose calls are examples, such as tests.
    `pairs`: which units of the candidate answer which of the reference, by qualified names (`Class.method`), as the
    engine's matcher has them; without it those of the same name do.  `units`: only this one pair.
    """

    budget: float = 2.0
    ours: Libraries = NO_LIBRARIES  # what the candidate may import
    theirs: Libraries = NO_LIBRARIES  # what the reference may import
    spoken: Language | None = None  # the candidate's language, where it is not the reference's
    assume: str | None = None
    units: tuple[str, str] | None = None
    pairs: Pairs | None = None
    beside: tuple[str, ...] = ()
    count: tuple[str, ...] = ()
