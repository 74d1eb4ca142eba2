"""What a person is told beside a verdict, in the same words everywhere: the probability, and which notes still hold.

There is one probability for one verdict: of what was run the standing's, else the model's; rounded where all numbers of
a verdict are (`score.shown`).  Where programs were seen to differ, or to agree under a condition alone, an input says
more: no number is told.  Neighbours: `compare` (standings); command line and editors show it.
"""

from __future__ import annotations

from codescore.engine.compare import Standing
from codescore.engine.model import RUN_BOTH, FileVerdict, UnitVerdict
from codescore.score import shown as rounded


def likely(verdict: UnitVerdict | FileVerdict | None, shown: Standing) -> str | None:
    """The probability of being right in words; None where none is told."""
    if shown.by == "execution":
        sure = shown.probability if shown.answer == "right" else None
        return rounded(sure) if sure is not None else None
    return verdict.estimate.in_words() if verdict is not None and verdict.estimate is not None else None


def notes_told(verdict: UnitVerdict | FileVerdict, shown: Standing) -> tuple[str, ...]:
    """The notes on a verdict; whoever ran both is not told to."""
    return tuple(note for note in verdict.notes if shown.found is None or note != RUN_BOTH)
