"""Vectors and compile flags → similarity and score (paper, section 3.1.3 and table 15).  Pure.

The model's number is a cosine, or with late interaction the recall of the reference's tokens less the prices of what
tells a mutant; what is shown and compared with the threshold is the similarity, the bundle's calibrated reading of it
in [0, 1].  Knows nothing of units, files or compilers.

Late interaction compares two texts token by token, each encoded once, N + R encodings for N against R.  `recall`: how
much of the reference's tokens, the rare ones counting more, the candidate has in like contexts (the recall of
CodeBERTScore and of BERTScore, section 3, with its idf weights).  `mismatch`: whether a token that the other side has
by its form is missing there by its role, as a replaced operator is.  `suspicion`: whether a token of the candidate that
the reference does not explain stands where another should.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from codescore import __version__, program
from codescore.embed import LATE, Encoded, LateInteraction, Manifest, TokenVectors
from codescore.foundation.errors import InputError
from codescore.score import untrained
from codescore.sketch import VERSION

if TYPE_CHECKING:
    from numpy.typing import NDArray

METRIC = "CodeScore-R"
#: The paper's threshold, where there is no bundle to say otherwise.
PAPER_THRESHOLD = 0.5
#: The paper's pooling: first token of the last layer, then ReLU.
PAPER_POOLING = "cls-relu"

# Share of the threshold that the similarity of programs is at most that a difference tells apart.
_APART = 0.9
# Recall from which on a program below the threshold is held against its reference as a program.
_MOST_OF_IT = 0.7
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
class Settings:
    """How cosines are read: options as resolved against a bundle."""

    threshold: float
    pooling: str
    calibration: tuple[tuple[float, float], ...] = ()
    late: LateInteraction | None = None  # where `pooling` compares token by token
    scale: float = PAPER_THRESHOLD  # the threshold that the bundle's similarities were calibrated for
    untrained: bool = False  # late interaction in a language that the encoder does not know, see `score.untrained`


@dataclass(frozen=True, slots=True)
class Components:
    """What late interaction says of two texts; `operators` is a count.

    `paper_cosine` is the cosine of the single vectors of the paper's pooling, which is no part of the similarity but
    of the probability; None where the bundle has no such vectors.
    """

    recall: float
    mismatch: float
    operators: int
    suspicion: float = 0.0
    paper_cosine: float | None = None


@dataclass(frozen=True, slots=True)
class Judgement:
    """`score` is 0 or 1, None where it cannot be said; `similarity` in [0, 1] and `cosine` are None without vectors.

    `cosine` is the number before calibration; `parts` are what it is made of with late interaction.
    """

    score: int | None
    similarity: float | None
    cosine: float | None
    parts: Components | None = None


def resolve(threshold: float | None, pooling: str | None, manifest: Manifest | None) -> Settings:
    """Options completed from the bundle; None means as the bundle says.  Raises InputError for what cannot be."""
    if threshold is not None and not 0.0 <= threshold <= 1.0:
        raise InputError(f"threshold {threshold} is outside 0..1")
    if manifest is None:
        return Settings(PAPER_THRESHOLD if threshold is None else threshold, pooling or PAPER_POOLING)
    name = pooling or manifest.default_pooling
    if name not in manifest.poolings:
        raise InputError(f"the bundle {manifest.name} has no pooling {name!r}; it has {', '.join(manifest.poolings)}")
    value = manifest.threshold if threshold is None else threshold
    late = manifest.late if name == LATE else None
    return Settings(value, name, manifest.poolings[name].calibration, late, manifest.threshold)


def for_language(settings: Settings, manifest: Manifest | None, language: str) -> Settings:
    """The settings as they are in a language, given by its id."""
    unknown = manifest is not None and settings.late is not None and language not in manifest.languages
    return replace(settings, untrained=unknown)


def judge(
    candidate: Encoded | None,
    reference: Encoded | None,
    settings: Settings,
    *,
    compiles: bool,
    exchanged: Callable[[], int] = int,
) -> Judgement:
    """The paper's score: 0 where the candidate does not compile, else whether the similarity exceeds the threshold.

    `exchanged` counts the operators that stand in another's place; it is asked with late interaction only.
    """
    if candidate is None or reference is None or not settings.calibration:
        return Judgement(None if compiles else 0, None, None)
    parts = None
    if settings.late is not None and candidate.each is not None and reference.each is not None:
        parts = late_parts(candidate.each, reference.each, exchanged)
        cosine = late_similarity(parts, settings.late)
        ours, theirs = candidate.vectors.get(PAPER_POOLING), reference.vectors.get(PAPER_POOLING)
        if ours is not None and theirs is not None:
            parts = replace(parts, paper_cosine=cosine_of(ours, theirs))
    else:
        cosine = cosine_of(candidate.vectors[settings.pooling], reference.vectors[settings.pooling])
    similarity = calibrated(cosine, settings.calibration)
    return Judgement(int(compiles and similarity > settings.threshold), similarity, cosine, parts)


def calibrated(cosine: float, knots: tuple[tuple[float, float], ...]) -> float:
    """The similarity in [0, 1] of a cosine, by linear interpolation between knots; constant outside them."""
    if cosine <= knots[0][0]:
        return knots[0][1]
    for (x0, y0), (x1, y1) in pairwise(knots):
        if cosine <= x1:
            return y0 + (y1 - y0) * (cosine - x0) / (x1 - x0)
    return knots[-1][1]


def undecided(found: Judgement, settings: Settings) -> bool:
    """Whether two texts are so alike that only what is left of their programs can tell them apart."""
    return settings.late is not None and found.similarity is not None and found.similarity > _APART * settings.scale


def told_apart(found: Judgement, settings: Settings) -> Judgement:
    """The judgement of programs that are the same but for what makes them different: below the bundle's threshold.

    In what order such pairs stand to each other stays as it is.
    """
    assert found.similarity is not None  # see `undecided`
    return with_similarity(found, found.similarity * _APART * settings.scale, settings)


def same_after_all(found: Judgement, settings: Settings) -> Judgement:
    """The judgement of programs that are two ways of writing one: nothing is nearer to a reference than itself."""
    return replace(found, score=int(settings.threshold < 1), similarity=1.0)


def with_similarity(found: Judgement, similarity: float, settings: Settings) -> Judgement:
    """The judgement with another reading of the same comparison."""
    return replace(found, score=int(similarity > settings.threshold), similarity=similarity)


def may_be_same(found: Judgement, settings: Settings) -> bool:
    """Whether a pair is below the threshold although nearly all of the reference is there."""
    parts, similarity = found.parts, found.similarity
    return (
        parts is not None and parts.recall >= _MOST_OF_IT and similarity is not None and (similarity <= settings.scale)
    )


def late_parts(candidate: TokenVectors, reference: TokenVectors, exchanged: Callable[[], int]) -> Components:
    """What late interaction says of two texts; of one and the same it is (1, 0, 0)."""
    if candidate is reference:
        return Components(1.0, 0.0, 0)
    found = likeness(candidate, reference)
    return Components(
        recall(reference, found), mismatch(candidate, reference, found), exchanged(), suspicion(candidate, found)
    )


def decided_by_suspicion(found: Judgement, settings: Settings) -> bool:
    """Whether a similarity that is not above the threshold would be, were it not for suspicion."""
    if settings.late is None or found.parts is None or not found.parts.suspicion or found.similarity is None:
        return False
    if settings.untrained:  # suspicion has no part in the similarity
        return False
    without = calibrated(late_similarity(replace(found.parts, suspicion=0.0), settings.late), settings.calibration)
    return found.similarity <= settings.threshold < without


def late_similarity(parts: Components, late: LateInteraction) -> float:
    """Recall less the prices of mismatch, replaced operators and suspicion, not below -1; before calibration."""
    price = (
        late.mismatch_price * parts.mismatch
        + late.operator_price * min(parts.operators, late.most_operators)
        + late.suspicion_price * parts.suspicion
    )
    return max(-1.0, parts.recall - price)


def cosine_of(a: NDArray[np.float32], b: NDArray[np.float32]) -> float:
    """The cosine of two unit vectors, in [-1, 1]; exactly 1 for equal ones."""
    if a is b or bool((a == b).all()):
        return 1.0
    return min(1.0, max(-1.0, float(a.astype("float64") @ b.astype("float64"))))


def signature(language: str, settings: Settings, bundle: str | None, checker: str) -> str:
    """All that must be equal for two scores to be comparable.

    E.g. `CodeScore-R|lang:python|pool:cls|thr:0.5|sketch:1|bundle:name@0.1.0#1a2b3c4d|check:python 3.11|v:0.1.0`.
    """
    return "|".join(
        (
            METRIC,
            f"lang:{language}",
            f"pool:{settings.pooling}",
            f"thr:{settings.threshold:g}",
            f"sketch:{VERSION}",
            *([f"program:{program.VERSION}"] if settings.late is not None else []),
            *([f"untrained:{untrained.VERSION}"] if settings.untrained else []),
            f"bundle:{bundle or 'none'}",
            f"check:{checker}",
            f"v:{__version__}",
        )
    )


def closest_pairs(ours: Sequence[NDArray[np.float32]], theirs: Sequence[NDArray[np.float32]]) -> list[tuple[int, int]]:
    """Indices of unit vectors that belong together: the closest two first, then the closest of the rest, and so on."""
    if not ours or not theirs:
        return []
    cosines = np.stack(ours).astype(np.float64) @ np.stack(theirs).astype(np.float64).T
    pairs: list[tuple[int, int]] = []
    taken_ours, taken_theirs = set[int](), set[int]()
    for flat in np.argsort(-cosines, axis=None, kind="stable"):
        i, j = divmod(int(flat), len(theirs))
        if i not in taken_ours and j not in taken_theirs:
            pairs.append((i, j))
            taken_ours.add(i)
            taken_theirs.add(j)
            if len(pairs) == min(len(ours), len(theirs)):
                break
    return pairs


# -- late interaction


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
