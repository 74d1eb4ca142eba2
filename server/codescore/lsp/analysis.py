"""What workers do for a document once its references are known: compile, match and score.

Everything here is given immutable values and gives immutable values back; it may take long and runs off the event
loop, in steps that other work can come between.  What was said of a (unit, reference) pair before is not asked
again.  Knows the engine, no protocol.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from codescore.languages import CheckResult, Problem
from codescore.lsp.memory import Memory
from codescore.lsp.survey import Survey
from codescore.references import (
    NotFound,
    Resolved,
)
from codescore.sketch import sketch_unit
from codescore.syntax import Syntax, Unit

if TYPE_CHECKING:
    from codescore.engine import Pair, Session, Source, UnitVerdict

_UNITS_AT_ONCE = 64


@dataclass(frozen=True, slots=True, eq=False)
class Record:
    """A verdict on a pair as it stands now, and how its reference was found.

    The verdict may have been made when the two stood elsewhere in their files: places are those of `pair`.
    """

    pair: Pair
    verdict: UnitVerdict
    said: Resolved

    @property
    def unit(self) -> Unit:
        """The candidate."""
        return self.pair.unit

    def placed(self) -> UnitVerdict:
        """The verdict with the places of today."""
        verdict, pair = self.verdict, self.pair
        by = pair.unit.start - verdict.unit.start
        problems = tuple(replace(p, start=p.start + by, end=p.end + by) for p in verdict.problems)
        return replace(
            verdict, unit=pair.unit, reference=pair.reference, reference_unit=pair.reference_unit, problems=problems
        )


@dataclass(frozen=True, slots=True, eq=False)
class Match:
    """One pair to be judged; `key` is what its verdict depends on."""

    pair: Pair
    said: Resolved
    key: tuple[object, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Compiled:
    """What the compiler said: of single units, and (`whole`) of the document, None where it was not asked.

    `broken` is what the parser said of the same text.
    """

    units: Mapping[Unit, CheckResult]
    whole: CheckResult | None
    broken: tuple[Problem, ...]


def compile_units(session: Session, source: Source, checked: AbstractSet[bytes], *, whole: bool) -> Compiled:
    """What the compiler says of a document.

    `whole`: of everything.  Otherwise of the outermost units whose digests are not among the `checked`.
    """
    from codescore.engine import check_file, check_units, tree_problems  # noqa: PLC0415  heavy, and only workers need it

    outermost = [u for u in source.units if not u.nested]
    broken = tree_problems(source)
    if whole:
        units = [u for u in outermost if any(u.start <= p.start <= u.end for p in broken)]
    else:
        units = [u for u in outermost if u.digest not in checked]
    results = check_units(session, source, units) if len(units) <= _UNITS_AT_ONCE else {}
    return Compiled(results, check_file(session, source) if whole else None, broken)


def sound_units(source: Source, compiled: Compiled) -> set[bytes]:
    """Digests of the outermost units that the compiler found nothing wrong with."""
    if compiled.whole is None:
        return {unit.digest for unit, result in compiled.units.items() if result.compiles}
    problems = [*compiled.broken, *compiled.whole.problems]
    return {u.digest for u in source.units if not u.nested and not any(u.start <= p.start <= u.end for p in problems)}


def match(session: Session, found: Survey) -> tuple[list[Match], list[NotFound]]:
    """Every pair of the document, and named units that the references do not have."""
    from codescore.engine import undefined_names  # noqa: PLC0415  heavy, and only workers need it

    matches: list[Match] = []
    missing: list[NotFound] = []
    outer = _outermost(found.source.units)
    options = (found.settings.threshold, found.settings.pooling)
    for target in found.targets:
        for said, reference in target.references:
            paired = _pairs(session, found.source, target.units, said, reference)
            if isinstance(paired, NotFound):
                missing.append(paired)
                continue
            theirs = _outermost(reference.units)
            for pair in paired:
                ours, other = pair.unit, pair.reference_unit
                key = (
                    (found.source.syntax.language.id, ours.digest, outer[ours.start, ours.end]),
                    (reference.label, other.qualified, other.digest, theirs[other.start, other.end]),
                    (pair.matched_by, options, undefined_names(session, found.source, ours)),
                )
                matches.append(Match(pair, said, key))
    return matches, missing


def judge(session: Session, matches: Sequence[Match], found: Survey, memory: Memory) -> list[Record]:
    """Verdicts of pairs, in order.  Raises InputError for settings the bundle does not know."""
    from codescore.engine import ScoreOptions, score_pairs  # noqa: PLC0415  heavy, and only workers need it

    options = ScoreOptions(found.settings.threshold, found.settings.pooling)
    verdicts = score_pairs(session, [m.pair for m in matches], options)
    for one, verdict in zip(matches, verdicts, strict=True):
        if verdict.similarity is not None:  # without a model it may be known later
            memory.remember(one.key, verdict)
    return [Record(m.pair, v, m.said) for m, v in zip(matches, verdicts, strict=True)]


def known(matches: Sequence[Match], memory: Memory) -> tuple[list[Record], list[Match]]:
    """What was judged before, and what has to be judged now."""
    records: list[Record] = []
    fresh: list[Match] = []
    for one in matches:
        verdict = memory.verdict(one.key)
        if verdict is None:
            fresh.append(one)
        else:
            records.append(Record(one.pair, verdict, one.said))
    return records, fresh


def side(syntax: Syntax, units: tuple[Unit, ...], unit: Unit) -> dict[str, str]:
    """A unit as its author wrote it, and as the model reads it."""
    around = next((u for u in units if not u.nested and u.start <= unit.start and unit.end <= u.end), unit)
    sketch = sketch_unit(syntax, unit, around if unit.nested else None)
    source = syntax.source[unit.start : unit.end].decode("utf-8", errors="replace")
    return {"source": source, "sketch": sketch.text}


def best_of(records: Sequence[Record]) -> dict[tuple[int, int], Record]:
    """For each unit, by its place, the verdict against the reference that fits best."""
    best: dict[tuple[int, int], Record] = {}
    for record in records:
        key = (record.unit.start, record.unit.end)
        if key not in best or _goodness(record) > _goodness(best[key]):
            best[key] = record
    return best


def with_whole(records: Sequence[Record], whole: CheckResult | None) -> list[Record]:
    """A unit in which the compiler finds a problem when it sees the whole file does not compile either."""
    if whole is None or whole.compiles:
        return list(records)
    return [_with_problems(record, whole.problems) for record in records]


def _with_problems(record: Record, problems: tuple[Problem, ...]) -> Record:
    unit, verdict = record.unit, record.placed()
    inside = tuple(p for p in problems if unit.start <= p.start < unit.end)
    if not verdict.compiles or not inside:
        return record
    estimate = verdict.estimate.breaks() if verdict.estimate is not None else None
    broken = replace(verdict, compiles=False, problems=inside, score=0, estimate=estimate)
    return Record(record.pair, broken, record.said)


def _goodness(record: Record) -> tuple[int, float]:
    verdict = record.verdict
    return verdict.score or 0, verdict.similarity if verdict.similarity is not None else -1.0


def _pairs(
    session: Session, source: Source, units: tuple[Unit, ...], said: Resolved, reference: Source
) -> list[Pair] | NotFound:
    """The pairs of some units of a document with one reference."""
    from codescore.engine import Pair, Source, match_units  # noqa: PLC0415  heavy, and only workers need it

    if said.name is not None:
        named = next((u for u in reference.units if said.name in (u.qualified, u.name)), None)
        if named is None:
            return _nameless(said, reference)
        namesake = [u for u in units if said.name in (u.qualified, u.name)] or list(units)
        return [Pair(source, namesake[0], reference, named, "given")]
    outermost = [u for u in reference.units if not u.nested]
    if len(units) == 1 and (len(outermost) == 1 or units[0].nested):
        theirs = next((u for u in reference.units if u.name == units[0].name), outermost[0])
        return [Pair(source, units[0], reference, theirs, "name" if theirs.name == units[0].name else "given")]
    some = source if len(units) == len(source.units) else Source(source.label, source.syntax, units)
    pairs = match_units(session, some, reference)
    return [Pair(source, p.unit, reference, p.reference_unit, p.matched_by) for p in pairs]


def _nameless(said: Resolved, reference: Source) -> NotFound:
    names = ", ".join(dict.fromkeys(u.qualified for u in reference.units if not u.nested))
    has = names if len(names) <= 120 else names[:120] + "…"
    return NotFound(f"{said.label} has no {said.name}", f"name one of: {has}", said.how, said.origin)


def _outermost(units: tuple[Unit, ...]) -> dict[tuple[int, int], bytes]:
    """For each unit, by its place, what surrounds it: a nested unit's sketch depends on it."""
    result: dict[tuple[int, int], bytes] = {}
    around = b""
    for unit in units:
        if not unit.nested:
            around = unit.digest
        result[unit.start, unit.end] = around if unit.nested else b""
    return result
