"""Late interaction: two texts compared token by token, each encoded once, N + R encodings for N against R.  Pure.

`recall`: how much of the reference's tokens, the rare ones counting more, the candidate has in like contexts (the
recall of CodeBERTScore and of BERTScore, section 3, with its idf weights).  `mismatch`: whether a token that the other
side has by its form is missing there by its role, as a replaced operator is.  `suspicion`: whether a token of the
candidate that the reference does not explain stands where another should.  Knows no bundle, no unit.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from codescore.embed import TokenVectors

#: Of the soft maximum in `mismatch`; training uses the same number.
SHARPNESS = 0.1
#: Tokens of a text that are compared; what lies behind is left out (4096 x 4096 matches take about 0.3 s).
MOST_TOKENS = 4096
#: What is less suspicious than the first number counts for nothing, what is more than the second in full: small chances
#: add up to how long and how unusual a program is, and say nothing of faults.
DOUBT = (0.3, 0.5)
#: Cosine by role from which on a token of the reference begins to explain one of the candidate.
_EXPLAINS = 0.5


@dataclass(frozen=True, slots=True)
class Likeness:
    """The best cosines of the tokens of two texts among the other's, by form and by role; float64, one per token."""

    ours_by_form: NDArray[np.float64]
    ours_by_role: NDArray[np.float64]
    theirs_by_form: NDArray[np.float64]
    theirs_by_role: NDArray[np.float64]


def likeness(candidate: TokenVectors, reference: TokenVectors) -> Likeness | None:
    """What all three numbers are made of, computed once; None where one side is empty."""
    if not len(candidate) or not len(reference):
        return None
    ours_by_form, theirs_by_form = _best(candidate.forms, reference.forms)
    ours_by_role, theirs_by_role = _best(candidate.roles, reference.roles)
    return Likeness(ours_by_form, ours_by_role, theirs_by_form, theirs_by_role)


def _best(ours: NDArray[np.float32], theirs: NDArray[np.float32]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The best cosine of each vector among the other side's, of ours and of theirs; holds one matrix of cosines."""
    cosines = ours[:MOST_TOKENS] @ theirs[:MOST_TOKENS].T
    return cosines.max(axis=1).astype(np.float64), cosines.max(axis=0).astype(np.float64)


def recall(reference: TokenVectors, found: Likeness | None) -> float:
    """The mean over the reference's tokens, by rarity, of the best cosine in the candidate, in [-1, 1]; 0 if empty."""
    if found is None:
        return 0.0
    best = found.theirs_by_form
    weights = reference.rarity[: len(best)].astype(np.float64)
    total = float(weights.sum())
    return float(best @ weights / total) if total > 0 else float(best.mean())


def mismatch(candidate: TokenVectors, reference: TokenVectors, found: Likeness | None) -> float:
    """The soft maximum over both sides' tokens of weight x relu(best by form - best by role), in [0, 2].

    0 for equal texts; 0 where one is empty.
    """
    if found is None:
        return 0.0
    ours = np.maximum(found.ours_by_form - found.ours_by_role, 0.0) * candidate.weights[:MOST_TOKENS]
    theirs = np.maximum(found.theirs_by_form - found.theirs_by_role, 0.0) * reference.weights[:MOST_TOKENS]
    shares = np.concatenate((ours, theirs))
    chance = np.exp((shares - shares.max()) / SHARPNESS)
    return float(chance @ shares / chance.sum())


def suspicion(candidate: TokenVectors, found: Likeness | None) -> float:
    """How far the candidate's most suspicious token is to be doubted, in [0, 1].

    A token's suspicion counts as far as no token of the reference does alike: in full where the best cosine by role is
    one half or less, not at all where it is 1.  0 where one side is empty or the bundle has no suspicion.
    """
    if found is None:
        return 0.0
    low, high = DOUBT
    return min(1.0, max(0.0, (float(_unexplained(candidate, found).max()) - low) / (high - low)))


def suspect(candidate: TokenVectors, reference: TokenVectors) -> int | None:
    """Which of the candidate's tokens `suspicion` is of, from 0; None where nothing is suspicious."""
    found = likeness(candidate, reference)
    return int(_unexplained(candidate, found).argmax()) if found is not None and suspicion(candidate, found) else None


def _unexplained(candidate: TokenVectors, found: Likeness) -> NDArray[np.float64]:
    """Every token's suspicion as far as the reference does not explain it."""
    share = np.clip((1.0 - found.ours_by_role) / (1.0 - _EXPLAINS), 0.0, 1.0)
    unexplained: NDArray[np.float64] = candidate.suspicion[:MOST_TOKENS] * share
    return unexplained
