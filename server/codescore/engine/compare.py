"""A candidate file against references: unit verdicts put together to one verdict, the best reference named.

Here is the one order of "better": which reference fits best, which of several candidates comes first.  A sound
reference before a broken one; then what scores 1, what lacks least, what compiles, what is more similar at its weakest
unit, on the mean, and more probable.  Neighbours: `match` pairs the units, `pipeline` judges them.  Whoever has
verdicts on units already, as an editor that remembers them, calls `conclude`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

from codescore.embed import Manifest, Tick
from codescore.engine.checking import broken_reference, check_file
from codescore.engine.estimate import same_task_of_files
from codescore.engine.match import match_files
from codescore.engine.model import FileVerdict, Matching, ScoreOptions, Source, UnitVerdict
from codescore.engine.outside import difference_outside_units
from codescore.engine.pipeline import Comparison, UnitInSource, pipeline, probability_model
from codescore.engine.session import Session
from codescore.engine.source import make_source, require_same_language, require_units
from codescore.foundation.errors import InputError
from codescore.foundation.text import encode
from codescore.languages import CheckResult, Language
from codescore.score import Probability, broken, for_language, resolve, signature

V = TypeVar("V", FileVerdict, UnitVerdict)


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
    matchings = [match_files(session, candidate, r) for r in references]
    comparisons = [_comparisons(matching) for matching in matchings]
    made = iter(pipeline(session, [c for each in comparisons for c in each], options, tick))
    check = check_file(session, candidate)
    return best_first(
        conclude(session, matching, [next(made) for _ in each], options, check)
        for matching, each in zip(matchings, comparisons, strict=True)
    )


def best_first(verdicts: Iterable[V]) -> list[V]:
    """The best verdict first; among equals the order given."""
    return sorted(verdicts, key=preference, reverse=True)


def preference(verdict: FileVerdict | UnitVerdict) -> tuple[float, ...]:
    """What verdicts are compared by: the greater, the better."""
    units = verdict.units if isinstance(verdict, FileVerdict) else (verdict,)
    values = [one.similarity for one in units if one.similarity is not None]
    return (
        verdict.reference_compiles,
        verdict.score or 0,
        -len(verdict.missing) if isinstance(verdict, FileVerdict) else 0,
        verdict.compiles,
        verdict.similarity or 0.0,
        sum(values) / len(values) if values else 0.0,
        verdict.probability or 0.0,
    )


def _comparisons(matching: Matching) -> list[Comparison]:
    """Every outermost unit of the candidate, and the nested ones that have a match."""
    found = {pair.unit: pair for pair in matching.pairs}
    result = []
    for unit in matching.candidate.units:
        pair = found.get(unit)
        if pair is not None:
            other = UnitInSource(matching.reference, pair.reference_unit)
            result.append(Comparison(UnitInSource(matching.candidate, unit), other, pair.matched_by))
        elif not unit.nested:
            result.append(Comparison(UnitInSource(matching.candidate, unit), None, None))
    for pair in matching.pairs:
        if pair.unit.kind == "module":
            there = UnitInSource(pair.reference, pair.reference_unit)
            result.append(Comparison(UnitInSource(pair.candidate, pair.unit), there, pair.matched_by))
    return result


def conclude(
    session: Session,
    matching: Matching,
    units: Sequence[UnitVerdict],
    options: ScoreOptions,
    check: CheckResult,
) -> FileVerdict:
    """The one verdict on a file against a reference, from those on its units.

    `check` is what the compiler says of the candidate as a whole.
    """
    candidate, reference = matching.candidate, matching.reference
    counted = [v for v in units if v.unit in matching.counted and v.reference_unit is not None]
    missing = tuple(unit.qualified for unit in matching.missing)
    language = candidate.syntax.language.id
    manifest, label = session.manifest, session.bundle_label
    settings = for_language(resolve(options.threshold, options.pooling, manifest), manifest, language)
    theirs = check_file(session, reference)
    return FileVerdict(
        candidate=candidate,
        reference=reference,
        # What a broken reference does is unknown; that the candidate does not compile is known all the same.
        score=_score(counted, missing, check) if theirs.compiles or not check.compiles else None,
        similarity=_similarity(counted, missing, known=manifest is not None),
        compiles=check.compiles,
        problems=check.problems,
        units=tuple(units),
        missing=missing,
        threshold=settings.threshold,
        pooling=settings.pooling,
        matching=matching,
        estimate=_estimate(manifest, candidate.syntax.language, counted, missing, check) if theirs.compiles else None,
        signature=signature(language, settings, label, check.checker),
        notes=_notes(candidate, reference, theirs, units),
        reference_compiles=theirs.compiles,
        same_task=same_task_of_files(session, candidate, reference),
    )


def _notes(candidate: Source, reference: Source, check: CheckResult, units: Sequence[UnitVerdict]) -> tuple[str, ...]:
    """What the units' verdicts note, each thing once, after what is wrong with the reference as a whole; and what no
    unit's verdict is about.
    """
    broken = [] if check.compiles else [broken_reference(reference, check)]
    of_units = (note for verdict in units for note in verdict.notes)
    return tuple(dict.fromkeys((*broken, *of_units, *filter(None, [difference_outside_units(candidate, reference)]))))


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
    manifest: Manifest | None,
    language: Language,
    counted: list[UnitVerdict],
    missing: tuple[str, ...],
    check: CheckResult,
) -> Probability | None:
    """The weakest counted unit's; where the file does not compile or lacks a unit, that of code that does not.

    None where one of them has none: it could be the weakest.
    """
    model = probability_model(manifest, language)
    if model is None:
        return None
    if not check.compiles:
        return broken(model, language.id, "it does not compile")
    known = [verdict.estimate for verdict in counted if verdict.estimate is not None]
    if len(known) < len(counted):
        return None
    if missing:
        return broken(model, language.id, f"{', '.join(missing[:3])} of the reference is missing")
    return min(known, key=lambda one: one.value, default=None)


def _bytes(text: bytes | str) -> bytes:
    return encode(text) if isinstance(text, str) else text
