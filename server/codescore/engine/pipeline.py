"""The seven steps, from two texts to verdicts, as one readable function.

    parse → units → match → check → sketch → embed → score

The first two are done by whoever makes a `Source` (`make_source`, or an edited document); `match` may be replaced by
pairs that a person chose.  Everything is computed for all pairs at once, so that N candidates against R references
cost N + R runs of the model and not N × R.  Knows no files and no protocol.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from codescore.embed import Encoded, Manifest, ProbabilityModel, Tick
from codescore.engine.checking import UNCHECKED, check_parts, with_check
from codescore.engine.estimate import estimate, lowered, read_input, same_task_of_units
from codescore.engine.explain import Explanation, Side, decisive, excerpt, explain, in_words
from codescore.engine.model import RUN_BOTH, MatchedBy, Pair, ScoreOptions, Source, Suspect, UnitVerdict, are_foreign
from codescore.engine.session import Session
from codescore.languages import CheckResult, Language
from codescore.program import Program
from codescore.score import (
    MOST_TOKENS,
    Judgement,
    Probability,
    SameTaskNumber,
    Settings,
    decide,
    decided_by_suspicion,
    exchanged_operators,
    for_language,
    judge,
    may_be_same,
    only_operators,
    resolve,
    same_after_all,
    same_program,
    signature,
    suspect,
    told_apart,
    undecided,
    untrained_similarity,
    with_similarity,
)
from codescore.sketch import Sketch, SketchText
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
    manifest = session.manifest
    settings = resolve(options.threshold, options.pooling, manifest)
    places = {p.key: p for c in comparisons for p in (c.candidate, c.reference) if p is not None}
    checks = {
        (id(source), unit): result
        for source, units in _by_source(places.values())
        for unit, result in check(session, source, units).items()
    }
    sketches = {key: session.cached_sketch(place.source, place.unit) for key, place in places.items()}
    vectors = session.vectors([sketch.text for sketch in sketches.values()], tick)
    known = {k: _Known(checks[k], sketches[k], vectors.get(sketches[k].text)) for k in places}
    made = [_verdict(session, manifest, comparison, known, settings) for comparison in comparisons]
    return [
        with_check(v, known[c.candidate.key].check, known[c.reference.key].check if c.reference is not None else None)
        for v, c in zip(made, comparisons, strict=True)
    ]


def _by_source(places: Iterable[UnitInSource]) -> list[tuple[Source, set[Unit]]]:
    groups: dict[int, tuple[Source, set[Unit]]] = {}
    for place in places:
        groups.setdefault(id(place.source), (place.source, set()))[1].add(place.unit)
    return list(groups.values())


@dataclass(frozen=True, slots=True)
class _Judged:
    """What is said of a comparison: by the model, by what is left of the programs, and why."""

    judgement: Judgement
    explained: Explanation
    probability: Probability | None
    decided: bool  # by what is left of the programs
    same: bool  # two ways of writing one program, whatever a model says
    doubted: bool  # by what looks as if it stood in another's place


def _verdict(
    session: Session,
    manifest: Manifest | None,
    comparison: Comparison,
    known: dict[tuple[int, Unit], _Known],
    settings: Settings,
) -> UnitVerdict:
    """What is said of one comparison, as if both sides compiled."""
    ours = known[comparison.candidate.key]
    other = comparison.reference
    theirs = known[other.key] if other is not None else None
    language = comparison.candidate.source.syntax.language
    settings = for_language(settings, manifest, language.id)
    foreign = other is not None and are_foreign(comparison.candidate.source, other.source)
    heard = None if foreign else theirs
    sides = _sides(session, comparison, ours, heard)
    reads = heard is not None and _reads(session, comparison)
    found = _judged(session, manifest, comparison, (ours, heard), sides, settings=settings, reads=reads)
    judgement, explained = found.judgement, found.explained
    same = found.same or (theirs is not None and ours.sketch.text == theirs.sketch.text)
    calibrated = foreign or trained_on(manifest, language) or same
    suspected = judgement.parts is not None and judgement.parts.suspicion
    label, error = session.bundle_label, session.error
    return UnitVerdict(
        unit=comparison.candidate.unit,
        reference=other.source if other is not None else None,
        reference_unit=other.unit if other is not None else None,
        matched_by=comparison.matched_by,
        score=judgement.score if calibrated else None,  # a threshold that says nothing here
        similarity=judgement.similarity,
        cosine=judgement.cosine,
        parts=judgement.parts,
        suspect=_suspect(session, sides, ours, theirs, decides=found.doubted) if suspected else None,
        estimate=found.probability,
        compiles=True,
        checker=UNCHECKED,
        problems=(),
        threshold=settings.threshold,
        chosen=settings.threshold != settings.scale,
        pooling=settings.pooling,
        signature=signature(language.id, settings, label, UNCHECKED),
        windows=max(k.encoded.windows if k and k.encoded else 1 for k in (ours, theirs)),
        notes=_notes(manifest, error, comparison, (ours, theirs), settings, same=same, foreign=foreign, reads=reads),
        first_difference=explained.lines,
        first_difference_at=explained.starts,
        reasons=explained.reasons,
        reason_count=explained.count,
        decided=found.decided,
        calibrated=calibrated,
        same_task=_same_task(session, comparison) if not foreign else None,
    )


def _judged(
    session: Session,
    manifest: Manifest | None,
    comparison: Comparison,
    known: tuple[_Known, _Known | None],
    sides: tuple[Side, Side] | None,
    *,
    settings: Settings,
    reads: bool,
) -> _Judged:
    """The model's judgement, and the programs' own word where they are the same or differ in little."""
    ours, theirs = known
    language = comparison.candidate.source.syntax.language
    judgement = judge(
        ours.encoded,
        theirs.encoded if theirs else None,
        settings,
        compiles=True,
        exchanged=partial(_exchanged, comparison, ours, theirs),
    )
    if settings.untrained and theirs is not None:
        judgement = _read_untrained(judgement, (ours.sketch.text, theirs.sketch.text), settings, language)
    explained = explain(language, *sides) if sides is not None else Explanation()
    probability = estimate(
        probability_model(manifest, language) if theirs is not None and not reads else None,
        (comparison.candidate.source, comparison.candidate.unit),
        (ours.sketch.text, theirs.sketch.text if theirs else SketchText()),
        judgement,
        explained.reasons,
    )
    near = undecided(judgement, settings)
    unsure = near or may_be_same(judgement, settings) or not trained_on(manifest, language)
    open_ = judgement.similarity is not None and unsure and not _replaced(explained, language)
    programs = _programs(session, sides) if near or open_ else None
    if sides is None or programs is None:
        return _Judged(judgement, explained, probability, False, False, decided_by_suspicion(judgement, settings))
    decision = decide(*programs, language) if near else None
    if decision is not None:
        reasons = decisive(decision.found, *sides)
        probability = lowered(probability, decision, in_words(reasons[0]) if reasons else None)
        explained = replace(explained, reasons=reasons, count=len(decision.found))
        return _Judged(told_apart(judgement, settings), explained, probability, True, False, False)
    # Where no model speaks, what the rows leave out has to be the same to the letter.
    whole = trained_on(manifest, language) or programs[0].left_out == programs[1].left_out
    if open_ and whole and same_program(*programs, language):
        return _Judged(same_after_all(judgement, settings), explained, probability, False, True, False)
    return _Judged(judgement, explained, probability, False, False, decided_by_suspicion(judgement, settings))


def _read_untrained(
    judgement: Judgement, sketches: tuple[SketchText, SketchText], settings: Settings, language: Language
) -> Judgement:
    """The judgement in a language that the encoder does not know; nothing but a replaced operator tells apart."""
    if judgement.parts is None:
        return judgement
    similarity = untrained_similarity(*sketches, language, judgement.parts.recall)
    found = with_similarity(judgement, similarity, settings)
    return told_apart(found, settings) if only_operators(*sketches, language) else found


def trained_on(manifest: Manifest | None, language: Language) -> bool:
    """Whether the model knows a language; True where there is no model, whose numbers nobody sees."""
    return manifest is None or language.id in manifest.languages


def probability_model(manifest: Manifest | None, language: Language) -> ProbabilityModel | None:
    """What gives a probability; None where the model does not know the language."""
    return manifest.probability if manifest is not None and trained_on(manifest, language) else None


def _reads(session: Session, comparison: Comparison) -> bool:
    """Whether either side reads input."""
    sides = (comparison.candidate, comparison.reference)
    return read_input(session, [(side.source, side.unit) for side in sides if side is not None])


def _same_task(session: Session, comparison: Comparison) -> SameTaskNumber | None:
    ours, theirs = comparison.candidate, comparison.reference
    if theirs is None:
        return None
    return same_task_of_units(session, (ours.source, ours.unit), (theirs.source, theirs.unit))


def _replaced(explained: Explanation, language: Language) -> bool:
    """Whether nothing but one operator became another one that no way of writing makes the same: no comparison, and not
    between two constants (`2 * 2`)."""
    first = explained.reasons[0] if len(explained.reasons) == explained.count == 1 else None
    if first is None or first.kind != "operator" or first.candidate is None or first.candidate_at is None:
        return False
    operator = first.candidate.text
    constant = re.search(rf"\d\s*{re.escape(operator)}\s*\d", first.candidate_at.text)
    return language.operators.family.get(operator) != "relational" and constant is None


def _programs(session: Session, sides: tuple[Side, Side] | None) -> tuple[Program, Program] | None:
    """What both sides mean; None where that is not known, or where they are the same to the letter."""
    if sides is None or sides[0].text == sides[1].text:
        return None
    ours, theirs = (session.cached_program(side.source, side.unit) for side in sides)
    return None if ours is None or theirs is None else (ours, theirs)


def _exchanged(comparison: Comparison, ours: _Known, theirs: _Known | None) -> int:
    language = comparison.candidate.source.syntax.language
    return exchanged_operators(ours.sketch.text, theirs.sketch.text, language) if theirs is not None else 0


def _sides(session: Session, comparison: Comparison, ours: _Known, theirs: _Known | None) -> tuple[Side, Side] | None:
    """Both sides of a comparison, as they are explained; None where there is nothing to compare with."""
    if comparison.reference is None or theirs is None:
        return None
    here, there = (
        Side(place.source, place.unit, known.sketch.text, partial(session.cached_source_map, place.source, place.unit))
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
    manifest: Manifest | None,
    error: str | None,
    comparison: Comparison,
    known: tuple[_Known, _Known | None],
    settings: Settings,
    *,
    same: bool,
    foreign: bool,
    reads: bool,
) -> tuple[str, ...]:
    notes: list[str] = []
    limit = manifest.max_tokens if manifest else 0
    for place, what in zip((comparison.candidate, comparison.reference), known, strict=True):
        if place is not None and what is not None and what.encoded is not None and what.encoded.windows > 1:
            read = settings.late is not None and what.encoded.tokens > MOST_TOKENS
            notes.append(
                f"{place.unit.qualified} in {place.source.label} has {what.encoded.tokens:,} tokens, the model reads "
                f"{limit} at a time: scored in {what.encoded.windows} windows"
                f"{f', of which the first {MOST_TOKENS:,} tokens are compared' if read else ''}"
            )
    language = comparison.candidate.source.syntax.language
    other = comparison.reference.source if comparison.reference is not None else None
    if other is not None and foreign:
        said = f"{other.label} is {other.syntax.language.name}, this is {language.name}"
        notes.append(f"{said}: only running compares them")
    elif manifest is not None and not trained_on(manifest, language):
        decides = "that nothing differs decides here" if same else "its similarity decides nothing"
        notes.append(f"not calibrated for {language.name}: {manifest.name} was not trained on it, {decides}")
    elif manifest is not None and reads:
        notes.append(RUN_BOTH)
    if error is not None:
        notes.append(f"no similarity: {error}")
    return tuple(notes)
