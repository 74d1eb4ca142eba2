"""What a person is shown of a function or a file, from its similarity and from what running it showed.

Where programs were run, that decides; the similarity stands behind it as what it is.  Evidence that is none (nothing
could be run, too little was compared) decides nothing, and the similarity is heard.  A file is as good as its weakest
function, each by what is known of it.  Every interface asks here.  Pure.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from codescore.engine.model import FileVerdict, RunPair, UnitVerdict
from codescore.evidence.contract import ABSTAINING, Evidence
from codescore.evidence.probability import combined

Answer = Literal["right", "wrong", "conditional", "unknown"]
DecidedBy = Literal["execution", "similarity", "compiler", "missing", "nothing"]

_WEAKEST: tuple[Answer, ...] = ("wrong", "unknown", "conditional", "right")
_SUREST: tuple[DecidedBy, ...] = ("compiler", "missing", "execution", "similarity", "nothing")
_LEAST = 0.5  # that an equivalent candidate is right must be likelier than not, or too little was reached


@dataclass(frozen=True, slots=True)
class Standing:
    """`answer` is what is shown, `by` who decided it.

    `probability` that the candidate is right, None where it is not known or is no help beside the answer.  `found` is
    what running showed, also where it decided nothing; `thin` that it was too little.
    """

    answer: Answer
    by: DecidedBy
    probability: float | None = None
    found: Evidence | None = None
    thin: bool = False

    @property
    def score(self) -> int | None:
        """1 for right, 0 for wrong."""
        return {"right": 1, "wrong": 0}.get(self.answer)


@dataclass(frozen=True, slots=True)
class Estimated:
    """What is known of a function without running it; `names` as in `Matching.to_run`."""

    names: RunPair
    score: int | None
    probability: float | None


def standing(verdict: UnitVerdict, found: Evidence | None) -> Standing:
    """What is shown of a function; `found` is None where it was not run."""
    if not verdict.compiles:
        return Standing("wrong", "compiler", verdict.probability)
    return decide(verdict.score, verdict.probability, found)


def decide(score: int | None, probability: float | None, found: Evidence | None) -> Standing:
    """As `standing`, of what compiles: `score` and `probability` are the model's."""
    if found is None or found.verdict in ABSTAINING:
        return _by_similarity(score, probability, found, thin=found is not None and found.verdict == "insufficient")
    if found.verdict == "conditional":
        return Standing("conditional", "execution", None, found)
    value = combined(found, probability)
    if found.verdict == "equivalent":
        if value is not None and value < _LEAST:
            return _by_similarity(score, probability, found, thin=True)
        return Standing("right", "execution", value, found)
    return Standing("wrong", "execution", value if value is not None and value < _LEAST else None, found)


def another_way(verdict: UnitVerdict, shown: Standing) -> float | None:
    """The same-task number, where it may be said that a function probably does the same in another way.

    Only beside a similarity that says no, or nothing; never beside what a compiler or a run showed, nor where the two
    are the same program but for what makes them different: a fault is no other way.
    """
    suspected = verdict.suspect is not None and verdict.suspect.decides
    decided = verdict.decided or suspected or verdict.score == 1 or not verdict.compiles
    if decided or shown.by not in ("similarity", "nothing"):
        return None
    number = verdict.same_task
    return number.value if number is not None and number.said else None


def file_another_way(verdict: FileVerdict) -> float | None:
    """The least same-task number of a file's functions, where it may be said of each that is not alike."""
    failed = [one for one in verdict.units if one.unit in verdict.counted and one.score == 0]
    said = [number for one in failed if (number := another_way(one, standing(one, None))) is not None]
    return min(said) if said and len(said) == len(failed) and not verdict.missing else None


def standing_of_file(verdict: FileVerdict, found: Evidence | None) -> Standing:
    """What is shown of a file: of its weakest function that counts, and wrong where one is missing."""
    if not verdict.compiles:
        return Standing("wrong", "compiler", verdict.probability, found)
    if not verdict.reference_compiles:
        return Standing("unknown", "nothing", None, found)
    if verdict.missing:
        return Standing("wrong", "missing", verdict.probability, found)
    counted = [v for v in verdict.units if v.unit in verdict.counted and v.reference_unit is not None]
    units = [Estimated(_names(v), v.score, v.probability) for v in counted]
    run = set(verdict.matching.to_run()) if found is not None else {one.names for one in units}
    return weakest([one for one in units if one.names in run] or units, found)


def standing_of_unit(file: FileVerdict, verdict: UnitVerdict, found: Evidence | None) -> Standing:
    """What is shown of a function of a file that was run, or not, as a whole."""
    mine = evidence_of(_names(verdict), found) if verdict.unit in file.counted else None
    return standing(verdict, mine)


def _names(verdict: UnitVerdict) -> RunPair:
    return verdict.unit.qualified, verdict.reference_unit.qualified if verdict.reference_unit is not None else ""


def weakest(units: Iterable[Estimated], found: Evidence | None) -> Standing:
    """The weakest standing of several functions, each by its own part of the evidence."""
    return standing_of_all([decide(one.score, one.probability, evidence_of(one.names, found)) for one in units], found)


def standing_of_all(standings: Sequence[Standing], found: Evidence | None = None) -> Standing:
    """The weakest of several standings; `found` is the evidence on all of them."""
    if not standings:
        return decide(None, None, found)
    answer = min((one.answer for one in standings), key=_WEAKEST.index)
    those = [one for one in standings if one.answer == answer]
    first = min(those, key=lambda one: (_SUREST.index(one.by), one.probability is None, one.probability or 0.0))
    if answer == "right":  # as sure as the one that is known least of
        first = max(those, key=lambda one: (_SUREST.index(one.by), -(one.probability or 0.0)))
    return Standing(answer, first.by, first.probability, found, any(one.thin for one in standings))


def first_right(standings: Iterable[Standing]) -> int:
    """Of several references, the best first, the one that is shown: the first that a candidate was seen to do the same
    as, else the best.  Takes no more standings than it needs: each may have to be found out by running.
    """
    seen = ((number, one) for number, one in enumerate(standings))
    return next((number for number, one in seen if one.answer == "right" and one.by == "execution"), 0)


def evidence_of(names: RunPair, found: Evidence | None) -> Evidence | None:
    """The evidence on a pair of functions: its own, or that of programs which were run, or failed, as a whole."""
    if found is None or not found.units:
        return found
    whole = next((one for one in found.units if one.pair == ("", "")), None)
    return next((one for one in found.units if one.pair == names), whole)


def _by_similarity(score: int | None, probability: float | None, found: Evidence | None, *, thin: bool) -> Standing:
    if score is None:
        return Standing("unknown", "nothing", None, found, thin)
    return Standing("right" if score else "wrong", "similarity", probability, found, thin)
