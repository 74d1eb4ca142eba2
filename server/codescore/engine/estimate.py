"""The probability of a comparison: the numbers of two sketches, the bundle's curves, and the reasons in words.

Neighbours: `score.probability` holds the arithmetic, `pipeline` asks for it with every verdict.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache

from codescore.embed import ProbabilityModel
from codescore.engine.model import Reason, Source, UnitVerdict
from codescore.engine.reasons import in_words
from codescore.engine.session import Session
from codescore.languages import Language
from codescore.score import Decision, Evidence, Judgement, Probability, evidence, explained, odds_of, probability_of
from codescore.score.clues import unknown_names
from codescore.syntax import Unit


def estimate(
    model: ProbabilityModel | None,
    place: tuple[Source, Unit],
    sketches: tuple[str, str],
    judgement: Judgement,
    reasons: tuple[Reason, ...],
) -> Probability | None:
    """The probability that a unit that compiles does what its reference does; None where the bundle cannot say."""
    source, unit = place
    language = source.syntax.language
    if model is None:
        return None
    known = _Surroundings(source, unit)
    wanted = [term.feature for term in odds_of(model, language.id).terms]
    of = evidence(*sketches, language, judgement, known.mentions, wanted=wanted)
    found = probability_of(of.numbers, model, language.id)
    replaced = tuple(in_words(reason) for reason in reasons if reason.kind == "operator")
    return explained(found, of, replaced[:1]) if found is not None else None


def lowered(found: Probability | None, decision: Decision, reason: str | None) -> Probability | None:
    """A probability that is no higher than that of programs which the same remainder does not tell apart."""
    if found is None or found.value <= 1 - decision.chance:
        return found
    return replace(found, value=1 - decision.chance, unsure=False, why=(reason,) if reason is not None else ())


def evidence_of(session: Session, source: Source, verdict: UnitVerdict) -> Evidence:
    """What the probability of a unit of `source` is, or would be, made of; the unit has a reference."""
    assert verdict.reference is not None  # as said above
    assert verdict.reference_unit is not None
    judgement = Judgement(verdict.score, verdict.similarity, verdict.cosine, verdict.parts)
    return evidence(
        session.kept_sketch(source, verdict.unit).text,
        session.kept_sketch(verdict.reference, verdict.reference_unit).text,
        verdict.reference.syntax.language,
        judgement,
        _Surroundings(source, verdict.unit).mentions,
    )


def undefined_names(session: Session, source: Source, unit: Unit) -> tuple[str, ...]:
    """Names in a unit that nothing in its source defines: what its probability depends on beside both units."""
    known = _Surroundings(source, unit)
    language = source.syntax.language
    return unknown_names(session.kept_sketch(source, unit).text, "", language, known.mentions)


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


_LETTERS = frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")


@lru_cache(maxsize=8)
def _stars(source: bytes, language: Language) -> tuple[int, ...]:
    """Where a source has lines that import everything from somewhere; one source is asked about many units."""
    words = b"|".join(re.escape(word.encode()) for word in sorted(language.control.imports)) or rb"(?!)"
    return tuple(found.start() for found in re.finditer(rb"^[ \t]*(?:" + words + rb")\b[^\n]*\*", source, re.MULTILINE))
