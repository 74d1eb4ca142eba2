"""The last word on a candidate: unit verdicts put together to one of a file, the best reference, and what is shown.

Here is the one order of "better": which reference fits best, which of several candidates comes first.  A sound
reference before a broken one; then what scores 1, what lacks least, what compiles, what is more similar at its weakest
unit, on the mean, and more probable.  Whoever has verdicts on units already, as an editor that remembers them, calls
`conclude`.

A `Standing` is what a person is shown of a function or a file, from its similarity and from what running it showed.
Where programs were run, that decides; the similarity stands behind it as what it is.  Evidence that is none (nothing
could be run, too little was compared) decides nothing, and the similarity is heard; where too little was compared it
says no more than that two are unlike, or the same program.  A file is as good as its weakest
function, each by what is known of it.  Every interface asks here.

Neighbours: `match` pairs the units, `pipeline` judges them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeVar

from codescore.embed import Manifest, Tick
from codescore.engine.checking import broken_reference, check_file
from codescore.engine.estimate import same_task_of_files
from codescore.engine.match import match_files
from codescore.engine.model import FileVerdict, Matching, RunPair, ScoreOptions, Source, UnitVerdict
from codescore.engine.outside import difference_outside_units
from codescore.engine.pipeline import Comparison, UnitInSource, pipeline, probability_model
from codescore.engine.session import Session
from codescore.engine.source import make_source, require_same_language, require_units
from codescore.evidence.contract import ABSTAINING, Evidence
from codescore.evidence.probability import combined
from codescore.foundation.errors import InputError
from codescore.foundation.text import encode
from codescore.languages import CheckResult, Language
from codescore.score import Probability, broken, for_language, resolve, signature
from codescore.syntax import Unit

V = TypeVar("V", FileVerdict, UnitVerdict)
Answer = Literal["right", "wrong", "conditional", "unknown"]
DecidedBy = Literal["execution", "similarity", "compiler", "missing", "nothing"]

_WEAKEST: tuple[Answer, ...] = ("wrong", "unknown", "conditional", "right")
_SUREST: tuple[DecidedBy, ...] = ("compiler", "missing", "execution", "similarity", "nothing")
_LEAST = 0.5  # that an equivalent candidate is right must be likelier than not, or too little was reached


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


def preference(verdict: FileVerdict | UnitVerdict, *, by_name: bool = False) -> tuple[float, ...]:
    """What verdicts are compared by: the greater, the better.

    `by_name`: of several files of one program, the one that has the functions asked for comes before one that only
    helps it, however similar that is.
    """
    units = verdict.units if isinstance(verdict, FileVerdict) else (verdict,)
    values = [one.similarity for one in units if one.similarity is not None]
    return (
        verdict.reference_compiles,
        by_name and any(map(_called_so, units)),
        verdict.score or 0,
        -len(verdict.missing) if isinstance(verdict, FileVerdict) else 0,
        verdict.compiles,
        verdict.similarity or 0.0,
        sum(values) / len(values) if values else 0.0,
        verdict.probability or 0.0,
    )


def _called_so(verdict: UnitVerdict) -> bool:
    """Whether a unit has the name of what it is compared with, as every constructor has."""
    own = verdict.unit.kind != "constructor" and not verdict.unit.name.startswith("__")
    return own and verdict.matched_by in ("name", "given")


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
    unlike = [v.unit for v in counted if v.score == 0 or matching.missing]
    theirs = check_file(session, reference)
    whole = matching.unanswered(unlike) if check.compiles and theirs.compiles else matching
    missing = tuple(unit.qualified for unit in whole.missing)
    language = candidate.syntax.language.id
    manifest, label = session.manifest, session.bundle_label
    settings = for_language(resolve(options.threshold, options.pooling, manifest), manifest, language)
    return FileVerdict(
        candidate=candidate,
        reference=reference,
        # What a broken reference does is unknown; that the candidate does not compile is known all the same.
        score=_score(counted, missing, check) if theirs.compiles or not check.compiles else None,
        similarity=_similarity(counted, matching.missing, known=manifest is not None),
        compiles=check.compiles,
        problems=check.problems,
        units=whole.answering(units),
        missing=missing,
        threshold=settings.threshold,
        pooling=settings.pooling,
        matching=whole,
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


def _similarity(counted: list[UnitVerdict], missing: Sequence[Unit], *, known: bool) -> float | None:
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


# -- what a person is shown


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
    """What is known of a function that was not run; `same`: it is one program, `chosen`: by a person's threshold."""

    names: RunPair
    score: int | None
    probability: float | None
    same: bool = False
    chosen: bool = False


def standing(verdict: UnitVerdict, found: Evidence | None) -> Standing:
    """What is shown of a function; `found` is None where it was not run."""
    if not verdict.compiles:
        return Standing("wrong", "compiler", verdict.probability)
    return decide(_estimated(verdict), found)


def decide(known: Estimated | None, found: Evidence | None) -> Standing:
    """As `standing`, of what compiles; `known` is None where no model was asked."""
    probability = known.probability if known is not None else None
    if found is None or found.verdict in ABSTAINING:
        return _by_similarity(known, found, thin=found is not None and found.verdict == "insufficient")
    if found.verdict == "conditional":
        return Standing("conditional", "execution", None, found)
    value = combined(found, probability)
    if found.verdict == "equivalent":
        if value is not None and value < _LEAST:
            return _by_similarity(known, found, thin=True)
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
    units = [*map(_estimated, counted)]
    run = set(verdict.matching.to_run()) if found is not None else {one.names for one in units}
    return weakest([one for one in units if one.names in run] or units, found)


def standing_of_unit(file: FileVerdict, verdict: UnitVerdict, found: Evidence | None) -> Standing:
    """What is shown of a function of a file that was run, or not, as a whole."""
    mine = evidence_of(_names(verdict), found) if verdict.unit in file.counted else None
    return standing(verdict, mine)


def same_program(verdict: FileVerdict) -> bool:
    """Whether all that counts is the reference but for names and ways of writing that mean the same."""
    units = [one for one in verdict.units if one.unit in verdict.counted]
    return not verdict.missing and bool(units) and all(_estimated(one).same for one in units)


def _estimated(verdict: UnitVerdict) -> Estimated:
    same = verdict.similarity == 1 and not verdict.reason_count
    return Estimated(_names(verdict), verdict.score, verdict.probability, same, verdict.chosen)


def _names(verdict: UnitVerdict) -> RunPair:
    return verdict.unit.qualified, verdict.reference_unit.qualified if verdict.reference_unit is not None else ""


def weakest(units: Iterable[Estimated], found: Evidence | None) -> Standing:
    """The weakest standing of several functions, each by its own part of the evidence."""
    return standing_of_all([decide(one, evidence_of(one.names, found)) for one in units], found)


def standing_of_all(standings: Sequence[Standing], found: Evidence | None = None) -> Standing:
    """The weakest of several standings; `found` is the evidence on all of them."""
    if not standings:
        return decide(None, found)
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


def _by_similarity(known: Estimated | None, found: Evidence | None, *, thin: bool) -> Standing:
    """Where running decides nothing: of two that are only similar nobody knows where a run showed too little, or where
    they are more likely not the same, by the bundle's threshold."""
    if known is None or known.score is None or (thin and known.score == 1 and not known.same):
        return Standing("unknown", "nothing", None, found, thin)
    likelier_not = known.probability is not None and known.probability < _LEAST
    if known.score == 1 and likelier_not and not (known.same or known.chosen):
        return Standing("unknown", "similarity", known.probability, found, thin)
    return Standing("right" if known.score else "wrong", "similarity", known.probability, found, thin)
