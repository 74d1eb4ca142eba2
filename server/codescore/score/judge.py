"""Vectors and compile flags → similarity and score (paper, section 3.1.3 and table 15).  Pure.

The model's number is a cosine, or with late interaction the recall of the reference's tokens less the prices of what
tells a mutant; what is shown and compared with the threshold is the similarity, the bundle's calibrated reading of it
in [0, 1].  Knows nothing of units, files or compilers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from codescore import __version__, program
from codescore.embed import LATE, Encoded, LateInteraction, Manifest, TokenVectors, calibrated
from codescore.foundation.errors import InputError
from codescore.score import untrained
from codescore.score.late import likeness, mismatch, recall, suspicion
from codescore.sketch import VERSION

if TYPE_CHECKING:
    import numpy as np
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
    """What late interaction says of two texts, see `codescore.score.late`; `operators` is a count.

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
    import numpy as np  # noqa: PLC0415 (only where something is left to pair)

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
