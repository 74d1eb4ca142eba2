"""The trained estimates that stand beside a similarity: how likely a unit is right, and whether it does the same task.

A probability is made of the numbers of two sketches and the bundle's curves, with the reasons in words.  Whether a
unit, or a file, does the task of its reference, be it by another algorithm, is told of programs: a program is a unit
with the helpers that it uses, or all units of a file; what its author called things is not seen.

Neighbours: `score.probability` and `score.task` hold the arithmetic, `pipeline` and `compare` ask with every verdict.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache

from codescore.embed import ProbabilityModel, TaskModel
from codescore.engine.calls import with_helpers
from codescore.engine.explain import in_words
from codescore.engine.model import Reason, Source, UnitVerdict
from codescore.engine.outside import module_unit
from codescore.engine.session import Session
from codescore.languages import Language
from codescore.score import (
    Decision,
    Evidence,
    Judgement,
    Probability,
    SameTaskNumber,
    TaskVector,
    evidence,
    explained,
    odds_of,
    probability_of,
    same_task,
    task_vector,
)
from codescore.score.features import unknown_names
from codescore.sketch import SketchText, own_names
from codescore.syntax import Unit

_NOTHING = SketchText()
_LETTERS = frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")


# -- the probability


def estimate(
    model: ProbabilityModel | None,
    place: tuple[Source, Unit],
    sketches: tuple[SketchText, SketchText],
    judgement: Judgement,
    reasons: tuple[Reason, ...],
) -> Probability | None:
    """The probability that a unit that compiles does what its reference does; None where the bundle cannot say."""
    source, unit = place
    language = source.syntax.language
    if model is None:
        return None
    known = _Surroundings(source, unit)
    replaced = tuple([in_words(reason) for reason in reasons if reason.kind == "operator"])
    wanted = [term.feature for term in odds_of(model, language.id).terms]
    of = evidence(*sketches, language, judgement, known.mentions, wanted=wanted)
    found = probability_of(of.numbers, model, language.id)
    return explained(found, of, replaced[:1]) if found is not None else None


def lowered(found: Probability | None, decision: Decision, reason: str | None) -> Probability | None:
    """A probability that is no higher than that of programs which the same remainder does not tell apart."""
    if found is None or found.value <= 1 - decision.chance:
        return found
    return replace(found, value=1 - decision.chance, unsure=False, why=(reason,) if reason is not None else ())


def read_input(session: Session, places: Iterable[tuple[Source, Unit]]) -> bool:
    """Whether any of some units, or what it uses of its source, reads what a whole program is given.

    Of such programs the texts tell nothing: on those of contests the probability was right as often as a coin.
    """
    for source, unit in places:
        words = frozenset(source.syntax.language.outside.reads)
        texts = [session.cached_sketch(source, one).text for one in with_helpers(source, unit)]
        if not all(words.isdisjoint(tokens) for text in texts for _, tokens in text.rows):
            return True
    return False


def evidence_of(session: Session, source: Source, verdict: UnitVerdict) -> Evidence:
    """What the probability of a unit of `source` is, or would be, made of; the unit has a reference."""
    assert verdict.reference is not None  # as said above
    assert verdict.reference_unit is not None
    judgement = Judgement(verdict.score, verdict.similarity, verdict.cosine, verdict.parts)
    return evidence(
        session.cached_sketch(source, verdict.unit).text,
        session.cached_sketch(verdict.reference, verdict.reference_unit).text,
        verdict.reference.syntax.language,
        judgement,
        _Surroundings(source, verdict.unit).mentions,
    )


def undefined_names(session: Session, source: Source, units: Sequence[Unit]) -> list[tuple[str, ...]]:
    """For units the names in each that nothing in its source defines: what its probability depends on beside both
    units.
    """
    language = source.syntax.language
    surroundings = [_Surroundings(source, unit).mentions for unit in units]
    texts = [session.cached_sketch(source, unit).text for unit in units]
    return [unknown_names(text, _NOTHING, language, known) for text, known in zip(texts, surroundings, strict=True)]


class _Surroundings:
    """The source around a unit, looked at only for names that the unit itself does not define."""

    def __init__(self, source: Source, unit: Unit) -> None:
        self._whole, self._start, self._end = source.syntax.source, unit.start, unit.end
        self._language = source.syntax.language

    def mentions(self, name: str) -> bool:
        """Whether the surroundings could define a name: they write it somewhere, or import whatever there is."""
        word = name.encode()
        return (
            self._writes(word, 0, self._start)
            or self._writes(word, self._end, len(self._whole))
            or any(not self._start <= at < self._end for at in _stars(self._whole, self._language))
        )

    def _writes(self, word: bytes, start: int, end: int) -> bool:
        """Whether the word stands in a part of the source; a search by expression takes ten times as long."""
        at = self._whole.find(word, start, end)
        while at >= 0:
            behind = at + len(word)
            if (at == start or self._whole[at - 1] not in _LETTERS) and (
                behind == end or self._whole[behind] not in _LETTERS
            ):
                return True
            at = self._whole.find(word, at + 1, end)
        return False


@lru_cache(maxsize=8)
def _stars(source: bytes, language: Language) -> tuple[int, ...]:
    """Where a source has lines that import everything from somewhere; one source is asked about many units."""
    words = b"|".join(re.escape(word.encode()) for word in sorted(language.control.imports)) or rb"(?!)"
    return tuple(found.start() for found in re.finditer(rb"^[ \t]*(?:" + words + rb")\b[^\n]*\*", source, re.MULTILINE))


# -- the same task


def same_task_of_units(
    session: Session, candidate: tuple[Source, Unit], reference: tuple[Source, Unit]
) -> SameTaskNumber | None:
    """How near two units are by task; None where the bundle cannot say."""
    sides = [(source, with_helpers(source, unit)) for source, unit in (candidate, reference)]
    return _same_task(session, *sides)


def same_task_of_files(session: Session, candidate: Source, reference: Source) -> SameTaskNumber | None:
    """How near two files are by task; None where the bundle cannot say."""
    return _same_task(session, (candidate, whole(candidate)), (reference, whole(reference)))


def whole(source: Source) -> tuple[Unit, ...]:
    """All that a file does: its outermost units, and what stands outside of them where that counts."""
    outermost = [unit for unit in source.units if not unit.nested]
    module = module_unit(source)
    return (*outermost, *([module] if module is not None else []))


def program_of_task(session: Session, source: Source, units: Sequence[Unit]) -> tuple[list[SketchText], frozenset[str]]:
    """What the number is computed from: the sketches' texts, and the names in them that the file defines."""
    return [session.cached_sketch(source, unit).text for unit in units], _own(source)


def _same_task(
    session: Session, candidate: tuple[Source, Sequence[Unit]], reference: tuple[Source, Sequence[Unit]]
) -> SameTaskNumber | None:
    model = session.task_model
    if model is None or not candidate[1] or not reference[1]:
        return None
    return same_task(model, _vector(session, model, *candidate), _vector(session, model, *reference))


def _vector(session: Session, model: TaskModel, source: Source, units: Sequence[Unit]) -> TaskVector | None:
    texts, own = program_of_task(session, source, units)
    language = source.syntax.language
    key = (language.id, own, *texts)
    held = session.tasks(key)
    if not held:
        held.append(task_vector(model, texts, language, own))
    return held[0]


@lru_cache(maxsize=64)
def _own(source: Source) -> frozenset[str]:
    return own_names(source.syntax)
