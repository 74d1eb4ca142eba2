"""The seven steps, from two texts to verdicts, as one readable function.

    parse → units → match → check → sketch → embed → score

The first two are done by whoever makes a `Source` (`make_source`, or an edited document); `match` may be replaced by
pairs that a person chose.  Everything is computed for all pairs at once, so that N candidates against R references
cost N + R runs of the model and not N × R.  Knows no files and no protocol.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from codescore.embed import Encoded, Tick
from codescore.engine.checking import UNCHECKED, check_parts, with_check
from codescore.engine.estimate import estimate, lowered
from codescore.engine.explain import Explanation, Side, decisive, excerpt, explain
from codescore.engine.model import MatchedBy, Pair, ScoreOptions, Source, Suspect, UnitVerdict
from codescore.engine.reasons import in_words
from codescore.engine.session import Session
from codescore.engine.tasks import same_task_of_units
from codescore.languages import CheckResult, Language
from codescore.score import (
    MOST_TOKENS,
    Decision,
    SameTaskNumber,
    Settings,
    decide,
    decided_by_suspicion,
    exchanged_operators,
    judge,
    resolve,
    signature,
    suspect,
    told_apart,
    undecided,
)
from codescore.sketch import Sketch
from codescore.syntax import Unit

Check = Callable[[Session, Source, Iterable[Unit]], Mapping[Unit, CheckResult]]


@dataclass(frozen=True, slots=True, eq=False)
class UnitInSource:
    """A unit in its source, by identity: equal units of two sources are two places."""

    source: Source
    unit: Unit

    @property
    def key(self) -> tuple[int, Unit]:
        return id(self.source), self.unit


@dataclass(frozen=True, slots=True, eq=False)
class Comparison:
    """A candidate's unit and, where there is one, what it is compared with."""

    candidate: UnitInSource
    reference: UnitInSource | None
    matched_by: MatchedBy | None


@dataclass(frozen=True, slots=True, eq=False)
class _Known:
    """What steps 4 to 6 found of one place."""

    check: CheckResult
    sketch: Sketch  # its lines count from the unit's start
    encoded: Encoded | None


def score_pairs(
    session: Session,
    pairs: Sequence[Pair],
    options: ScoreOptions,
    tick: Tick | None = None,
    check: Check = check_parts,
) -> list[UnitVerdict]:
    """A verdict for each pair, in order.

    Without a usable model verdicts have no similarity and a note that says why.  Raises InputError for options the
    bundle does not know.
    """
    comparisons = [
        Comparison(UnitInSource(p.candidate, p.unit), UnitInSource(p.reference, p.reference_unit), p.matched_by)
        for p in pairs
    ]
    return pipeline(session, comparisons, options, tick, check)


def pipeline(
    session: Session,
    comparisons: Sequence[Comparison],
    options: ScoreOptions,
    tick: Tick | None = None,
    check: Check = check_parts,
) -> list[UnitVerdict]:
    """Check, sketch, embed and score: a verdict for each comparison, in order.

    `check` says how units of a source are compiled: as parts of their file, or not yet (`checking.unchecked`).
    """
    settings = resolve(options.threshold, options.pooling, session.manifest)
    places = {p.key: p for c in comparisons for p in (c.candidate, c.reference) if p is not None}
    checks = {
        (id(source), unit): result
        for source, units in _by_source(places.values())
        for unit, result in check(session, source, units).items()
    }
    sketches = {p.key: session.kept_sketch(p.source, p.unit) for p in places.values()}
    vectors = session.vectors([sketch.text for sketch in sketches.values()], tick)
    known = {k: _Known(checks[k], sketches[k], vectors.get(sketches[k].text)) for k in places}
    made = (_verdict(session, comparison, known, settings) for comparison in comparisons)
    return [
        with_check(v, known[c.candidate.key].check, known[c.reference.key].check if c.reference is not None else None)
        for v, c in zip(made, comparisons, strict=True)
    ]


def _by_source(places: Iterable[UnitInSource]) -> list[tuple[Source, set[Unit]]]:
    groups: dict[int, tuple[Source, set[Unit]]] = {}
    for place in places:
        groups.setdefault(id(place.source), (place.source, set()))[1].add(place.unit)
    return list(groups.values())


def _verdict(
    session: Session, comparison: Comparison, known: dict[tuple[int, Unit], _Known], settings: Settings
) -> UnitVerdict:
    """What is said of one comparison, as if both sides compiled."""
    ours = known[comparison.candidate.key]
    other = comparison.reference
    language = comparison.candidate.source.syntax.language
    theirs = known[other.key] if other is not None else None
    judgement = judge(
        ours.encoded,
        theirs.encoded if theirs else None,
        settings,
        compiles=True,
        exchanged=partial(_exchanged, comparison, ours, theirs),
    )
    sides = _sides(session, comparison, ours, theirs)
    explained = explain(language, *sides) if sides is not None else Explanation()
    decision = _decision(session, comparison, sides) if undecided(judgement, settings) else None
    decides = decision is None and decided_by_suspicion(judgement, settings)
    calibrated = trained_on(session, language) or (theirs is not None and ours.sketch.text == theirs.sketch.text)
    model = session.manifest.probability if session.manifest is not None and theirs is not None else None
    probability = estimate(
        model if trained_on(session, language) else None,
        (comparison.candidate.source, comparison.candidate.unit),
        (ours.sketch.text, theirs.sketch.text if theirs else ""),
        judgement,
        explained.reasons,
    )
    if decision is not None and sides is not None:
        judgement = told_apart(judgement, settings)
        reasons = decisive(decision.found, *sides)
        explained = replace(explained, reasons=reasons, count=len(decision.found))
        probability = lowered(probability, decision, in_words(reasons[0]) if reasons else None)
    if not calibrated:
        judgement = replace(judgement, score=None)  # above or below a threshold that says nothing here
    return UnitVerdict(
        unit=comparison.candidate.unit,
        reference=other.source if other is not None else None,
        reference_unit=other.unit if other is not None else None,
        matched_by=comparison.matched_by,
        score=judgement.score,
        similarity=judgement.similarity,
        cosine=judgement.cosine,
        parts=judgement.parts,
        suspect=_suspect(session, sides, ours, theirs, decides=decides)
        if judgement.parts is not None and judgement.parts.suspicion
        else None,
        estimate=probability,
        compiles=True,
        checker=UNCHECKED,
        problems=(),
        threshold=settings.threshold,
        pooling=settings.pooling,
        signature=signature(language.id, settings, session.bundle_label, UNCHECKED),
        windows=max(k.encoded.windows if k and k.encoded else 1 for k in (ours, theirs)),
        notes=_notes(session, comparison, ours, theirs, settings),
        first_difference=explained.lines,
        first_difference_at=explained.starts,
        reasons=explained.reasons,
        reason_count=explained.count,
        decided=decision is not None,
        calibrated=calibrated,
        same_task=_same_task(session, comparison),
    )


def trained_on(session: Session, language: Language) -> bool:
    """Whether the model knows a language; True where there is no model, whose numbers nobody sees."""
    return session.manifest is None or language.id in session.manifest.languages


def _same_task(session: Session, comparison: Comparison) -> SameTaskNumber | None:
    ours, theirs = comparison.candidate, comparison.reference
    if theirs is None:
        return None
    return same_task_of_units(session, (ours.source, ours.unit), (theirs.source, theirs.unit))


def _decision(session: Session, comparison: Comparison, sides: tuple[Side, Side] | None) -> Decision | None:
    """What makes two programs different that are the same but for a remainder; None where nothing does."""
    if sides is None or sides[0].text == sides[1].text:
        return None
    ours, theirs = (session.kept_program(side.source, side.unit) for side in sides)
    if ours is None or theirs is None:
        return None
    return decide(ours, theirs, comparison.candidate.source.syntax.language)


def _exchanged(comparison: Comparison, ours: _Known, theirs: _Known | None) -> int:
    language = comparison.candidate.source.syntax.language
    return exchanged_operators(ours.sketch.text, theirs.sketch.text, language) if theirs is not None else 0


def _sides(session: Session, comparison: Comparison, ours: _Known, theirs: _Known | None) -> tuple[Side, Side] | None:
    """Both sides of a comparison, as they are explained; None where there is nothing to compare with."""
    if comparison.reference is None or theirs is None:
        return None
    here, there = (
        Side(place.source, place.unit, known.sketch.text, partial(session.kept_trace, place.source, place.unit))
        for place, known in ((comparison.candidate, ours), (comparison.reference, theirs))
    )
    return here, there


def _suspect(
    session: Session, sides: tuple[Side, Side] | None, ours: _Known, theirs: _Known | None, *, decides: bool
) -> Suspect | None:
    """The candidate's token that its suspicion is of, as its author wrote it."""
    if sides is None or ours.encoded is None or theirs is None or theirs.encoded is None:
        return None
    each, other = ours.encoded.each, theirs.encoded.each
    token = suspect(each, other) if each is not None and other is not None else None
    if token is None:
        return None
    return Suspect(excerpt(sides[0], *session.token_place(ours.sketch.text, token)), decides)


def _notes(
    session: Session, comparison: Comparison, ours: _Known, theirs: _Known | None, settings: Settings
) -> tuple[str, ...]:
    notes: list[str] = []
    limit = session.manifest.max_tokens if session.manifest else 0
    for place, what in ((comparison.candidate, ours), (comparison.reference, theirs)):
        if place is not None and what is not None and what.encoded is not None and what.encoded.windows > 1:
            read = settings.late is not None and what.encoded.tokens > MOST_TOKENS
            notes.append(
                f"{place.unit.qualified} in {place.source.label} has {what.encoded.tokens:,} tokens, the model reads "
                f"{limit} at a time: scored in {what.encoded.windows} windows"
                f"{f', of which the first {MOST_TOKENS:,} tokens are compared' if read else ''}"
            )
    language = comparison.candidate.source.syntax.language
    if session.manifest is not None and not trained_on(session, language):
        name = session.manifest.name
        notes.append(
            f"not calibrated for {language.name}: {name} was not trained on it, its similarity decides nothing"
        )
    if session.error is not None:
        notes.append(f"no similarity: {session.error}")
    return tuple(notes)
