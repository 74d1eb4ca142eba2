"""What metrics say where there is nothing to compare: one rule for all of them, so that no table mixes conventions.

Both sides empty: 1, they are equal.  One side empty: 0.  `note` says which it was.  A side is empty when it has none
of the units a metric counts (no token, no character); a candidate of comments alone is empty for `code` tokens.  Of
several references the empty ones are left out, unless all are, or the candidate is empty too.
"""

from __future__ import annotations

from collections.abc import Sequence, Sized

from codescore.metrics.metric import Score

BOTH_EMPTY = "both empty"
CANDIDATE_EMPTY = "empty candidate"
REFERENCE_EMPTY = "empty reference"


def empty_score(candidate: Sized, references: Sequence[Sized]) -> Score | None:
    """The value where a side is empty, None where there is something to compare."""
    if not len(candidate):
        index = next((i for i, reference in enumerate(references) if not len(reference)), None)
        return Score(0.0, note=CANDIDATE_EMPTY) if index is None else Score(1.0, note=BOTH_EMPTY, reference=index)
    if not any(map(len, references)):
        return Score(0.0, note=REFERENCE_EMPTY, reference=0 if references else None)
    return None


def best(scores: Sequence[Score]) -> Score:
    """The best of the scores against each reference, which `reference` names; a failure only where all failed."""
    known = [(score.value, -index) for index, score in enumerate(scores) if score.value is not None]
    if not known:
        return scores[0] if scores else Score(None, reason="no reference was given")
    index = -max(known)[1]
    found = scores[index]
    return Score(found.value, found.parts, found.note, found.reason, index)
