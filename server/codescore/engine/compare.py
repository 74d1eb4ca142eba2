"""A candidate file against references: unit verdicts put together to one verdict, the best reference named.

Neighbours: `match` pairs the units, `pipeline` judges them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from codescore.embed import Tick
from codescore.engine.calls import helpers_of
from codescore.engine.checking import check_file, check_parts
from codescore.engine.match import match_units
from codescore.engine.model import FileVerdict, Pair, ScoreOptions, Source, UnitVerdict
from codescore.engine.outside import untold
from codescore.engine.pipeline import Comparison, Place, broken_reference, pipeline
from codescore.engine.session import Session
from codescore.engine.source import make_source, require_same_language, require_units
from codescore.foundation.errors import InputError
from codescore.foundation.text import encode
from codescore.languages import CheckResult, Language
from codescore.score import Probability, broken, resolve, signature


@dataclass(frozen=True, slots=True, eq=False)
class _Match:
    reference: Source
    pairs: list[Pair]


@dataclass(frozen=True, slots=True, eq=False)
class _File:
    """The candidate, what its compiler says of it as a whole, and how it is to be judged."""

    candidate: Source
    check: CheckResult
    options: ScoreOptions


def compare(
    session: Session,
    candidate: Source,
    references: Sequence[Source],
    options: ScoreOptions,
    tick: Tick | None = None,
) -> FileVerdict:
    """The verdict against the reference that fits best, which `reference` names.

    Raises InputError where there is nothing to compare, or in another language.
    """
    return ranked(session, candidate, references, options, tick)[0]


def rank(
    session: Session,
    language: Language,
    candidate: bytes | str,
    references: Sequence[bytes | str],
    options: ScoreOptions,
    *,
    tick: Tick | None = None,
) -> list[FileVerdict]:
    """Verdicts of one text against each of several, best first; labels are `candidate` and `reference 1`, ...

    Raises InputError where there is nothing to compare.
    """
    ours = make_source(language, _bytes(candidate), "candidate")
    theirs = [make_source(language, _bytes(r), f"reference {i}") for i, r in enumerate(references, 1)]
    return ranked(session, ours, theirs, options, tick)


def ranked(
    session: Session,
    candidate: Source,
    references: Sequence[Source],
    options: ScoreOptions,
    tick: Tick | None = None,
) -> list[FileVerdict]:
    """A verdict against each reference, best first; among equals the order given."""
    if not references:
        raise InputError("nothing to compare with: no reference was given")
    require_units(candidate)
    for reference in references:
        require_same_language(candidate, reference)
        require_units(reference)
    matches = [_Match(r, match_units(session, candidate, r)) for r in references]
    comparisons = [_comparisons(candidate, match) for match in matches]
    verdicts = iter(pipeline(session, [c for each in comparisons for c in each], options, tick, check_parts))
    check = check_file(session, candidate)
    results = [
        _file_verdict(session, match.reference, [next(verdicts) for _ in each], _File(candidate, check, options))
        for match, each in zip(matches, comparisons, strict=True)
    ]
    return sorted(results, key=_goodness, reverse=True)


def _comparisons(candidate: Source, match: _Match) -> list[Comparison]:
    """Every outermost unit of the candidate, and the nested ones that have a match."""
    found = {pair.unit: pair for pair in match.pairs}
    result = []
    for unit in candidate.units:
        pair = found.get(unit)
        if pair is not None:
            other = Place(match.reference, pair.reference_unit)
            result.append(Comparison(Place(candidate, unit), other, pair.matched_by))
        elif not unit.nested:
            result.append(Comparison(Place(candidate, unit), None, None))
    return result


def _file_verdict(session: Session, reference: Source, units: list[UnitVerdict], file: _File) -> FileVerdict:
    check = file.check
    by_reference = {v.reference_unit: v for v in units if v.reference_unit is not None}
    helpers, used = helpers_of(session, reference), helpers_of(session, file.candidate)
    outermost = [u for u in reference.units if not u.nested]
    missing = tuple(u.qualified for u in outermost if u not in helpers and u not in by_reference)
    found = [by_reference[u] for u in outermost if u in by_reference]
    # Whoever calls a helper is judged by its name alone: one that the candidate has by that name, and uses, counts too.
    counted = [v for v in found if v.reference_unit not in helpers or (v.matched_by == "name" and v.unit in used)]
    settings = resolve(file.options.threshold, file.options.pooling, session.manifest)
    theirs = check_file(session, reference)
    return FileVerdict(
        candidate=file.candidate,
        reference=reference,
        # What a broken reference does is unknown; that the candidate does not compile is known all the same.
        score=_score(counted, missing, check) if theirs.compiles or not check.compiles else None,
        similarity=_similarity(counted, missing, known=session.manifest is not None),
        compiles=check.compiles,
        problems=check.problems,
        units=tuple(units),
        missing=missing,
        threshold=settings.threshold,
        pooling=settings.pooling,
        estimate=_estimate(session, counted, missing, file) if theirs.compiles else None,
        signature=signature(file.candidate.syntax.language.id, settings, session.bundle_label, check.checker),
        notes=_notes(file.candidate, reference, theirs, units),
        reference_compiles=theirs.compiles,
        counted=frozenset(v.unit for v in counted),
    )


def _notes(candidate: Source, reference: Source, check: CheckResult, units: list[UnitVerdict]) -> tuple[str, ...]:
    """What the units' verdicts note, each thing once, after what is wrong with the reference as a whole; and what no
    unit's verdict is about.
    """
    broken = [] if check.compiles else [broken_reference(reference, check)]
    of_units = (note for verdict in units for note in verdict.notes)
    return tuple(dict.fromkeys((*broken, *of_units, *filter(None, [untold(candidate, reference)]))))


def _score(counted: list[UnitVerdict], missing: tuple[str, ...], check: CheckResult) -> int | None:
    scores = [v.score for v in counted]
    if not check.compiles or missing or 0 in scores:
        return 0
    return None if None in scores else 1


def _similarity(counted: list[UnitVerdict], missing: tuple[str, ...], *, known: bool) -> float | None:
    values = [v.similarity for v in counted if v.similarity is not None]
    if not known or len(values) < len(counted):
        return None
    return 0.0 if missing else min(values, default=0.0)


def _estimate(
    session: Session, counted: list[UnitVerdict], missing: tuple[str, ...], file: _File
) -> Probability | None:
    """The weakest counted unit's; where the file does not compile or lacks a unit, that of code that does not."""
    model = session.manifest.probability if session.manifest is not None else None
    if model is None:
        return None
    if missing or not file.check.compiles:
        why = f"{', '.join(missing[:3])} of the reference is missing" if file.check.compiles else "it does not compile"
        return broken(model, file.candidate.syntax.language.id, why)
    known = [verdict.estimate for verdict in counted if verdict.estimate is not None]
    return min(known, key=lambda one: one.value) if known and len(known) == len(counted) else None


def _goodness(verdict: FileVerdict) -> tuple[bool, int, float, float]:
    """How well a reference fits: a sound reference, then score, weakest similarity, and the mean of all."""
    values = [v.similarity for v in verdict.units if v.similarity is not None]
    mean = sum(values) / len(values) if values else 0.0
    return verdict.reference_compiles, verdict.score or 0, verdict.similarity or 0.0, mean


def _bytes(text: bytes | str) -> bytes:
    return encode(text) if isinstance(text, str) else text
