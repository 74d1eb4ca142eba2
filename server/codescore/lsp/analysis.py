"""What workers do for a document once its references are known: compile, match and score.

Everything here is given immutable values and gives immutable values back; it may take long and runs off the event
loop, in steps that other work can come between.  What was said of a (unit, reference) pair before is not asked
again.  Knows the engine, no protocol.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from codescore.languages import CheckResult, Problem
from codescore.lsp.runs import Key
from codescore.lsp.survey import Memory, Survey, Target
from codescore.references import NotFound, Resolved
from codescore.sketch import sketch_unit
from codescore.syntax import Unit

if TYPE_CHECKING:
    from codescore.engine import FileVerdict, Matching, Pair, ScoreOptions, Session, Source, Standing, UnitVerdict
    from codescore.evidence.contract import Evidence

_UNITS_AT_ONCE = 64


@dataclass(frozen=True, slots=True, eq=False)
class Record:
    """A verdict on a pair as it stands now, and how its reference was found.

    `key` is what running it depends on, None where that is not wanted; `ran` is what running it showed, `running` that
    a run is still to come, or under way.  `unit` is the candidate, `standing` what is shown of it.
    """

    pair: Pair
    verdict: UnitVerdict
    said: Resolved
    key: Key | None = None
    ran: Evidence | None = None
    running: bool = False
    unit: Unit = field(init=False)
    standing: Standing = field(init=False)

    def __post_init__(self) -> None:
        from codescore.engine import standing  # noqa: PLC0415  heavy, and needed only once there are verdicts

        object.__setattr__(self, "unit", self.pair.unit)
        object.__setattr__(self, "standing", standing(self.verdict, self.ran))


@dataclass(frozen=True, slots=True, eq=False)
class Task:
    """One pair to be judged; `key` is what its verdict depends on, the compiler aside."""

    pair: Pair
    key: tuple[object, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Beside:
    """Some units of a document, by the number of their target, beside one of the references of these."""

    target: int
    said: Resolved
    matching: Matching
    tasks: tuple[Task, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Judged:
    """What is said of units against the reference that fits them best: of each, and of all as a file.

    `whole` says that the file's verdict is one, as the reference is the whole document's.  `others` are the other
    references, the better ones first.
    """

    said: Resolved
    file: FileVerdict
    records: list[Record]
    whole: bool
    others: tuple[Judged, ...] = ()

    @property
    def standing(self) -> Standing:
        """What is shown of them as a file."""
        from codescore.engine import standing_of_all, standing_of_file  # noqa: PLC0415  as above

        alone = standing_of_file(self.file, None)
        if alone.by in ("compiler", "missing") or not self.file.reference_compiles:
            return alone
        counted = [r for r in self.records if r.unit in self.file.counted]
        if any(r.ran is not None for r in counted):
            run = set(self.file.matching.to_run())
            counted = [r for r in counted if (r.unit.qualified, r.pair.reference_unit.qualified) in run] or counted
        return standing_of_all([r.standing for r in counted])


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


def match(session: Session, found: Survey) -> tuple[list[Beside], list[NotFound]]:
    """Every pair of the document, and named units that the references do not have."""
    matched: list[Beside] = []
    missing: list[NotFound] = []
    for number, target in enumerate(found.targets):
        for said, reference in target.references:
            matching = _matching(session, found.source, target, said, reference)
            if matching is None:
                missing.append(_nameless(said, reference))
            else:
                matched.append(Beside(number, said, matching, _tasks(session, found, matching)))
    return matched, missing


def _tasks(session: Session, found: Survey, matching: Matching) -> tuple[Task, ...]:
    from codescore.engine import around_of, undefined_names  # noqa: PLC0415  heavy, and only workers need it

    def inside(source: Source, unit: Unit) -> bytes:
        return around_of(source, unit).digest if unit.nested else b""

    language, settings = found.source.syntax.language.id, found.settings
    undefined = undefined_names(session, found.source, [pair.unit for pair in matching.pairs])
    tasks = []
    for pair, names in zip(matching.pairs, undefined, strict=True):
        ours, other = pair.unit, pair.reference_unit
        key = (
            (language, ours.digest, inside(found.source, ours)),
            (matching.reference.label, other.qualified, other.digest, inside(matching.reference, other)),
            (pair.matched_by, settings.threshold, settings.pooling, names),
        )
        tasks.append(Task(pair, key))
    return tuple(tasks)


def judge(session: Session, tasks: Sequence[Task], found: Survey, memory: Memory) -> None:
    """Judge pairs that are not known, and remember it.  Raises InputError for settings the bundle does not know."""
    from codescore.engine import score_pairs, unchecked  # noqa: PLC0415  heavy, and only workers need it

    verdicts = score_pairs(session, [t.pair for t in tasks], _options(found), check=unchecked)
    for task, verdict in zip(tasks, verdicts, strict=True):
        memory.verdicts(task.key)[:] = [verdict]


def unknown(matched: Sequence[Beside], memory: Memory) -> list[Task]:
    """What has to be judged now: what is not known, or was said without a model, which may be there by now."""
    tasks = [task for one in matched for task in one.tasks]
    return [task for task in tasks if all(verdict.similarity is None for verdict in memory.verdicts(task.key))]


def conclude(
    session: Session, found: Survey, matched: Sequence[Beside], memory: Memory, compiled: Compiled | None
) -> list[Judged]:
    """The verdicts of every target against the reference that fits it best.

    `compiled` is what the compiler said just now; where that was only of some units, only they are known to be wrong.
    """
    from codescore.engine import (  # noqa: PLC0415  heavy, and only workers need it
        check_file,
        check_parts,
        conclude,
        preference,
        with_check,
    )

    whole = compiled is None or compiled.whole is not None
    units = dict.fromkeys([*found.source.units, *(task.pair.unit for one in matched for task in one.tasks)])
    ours = _checks(session, found.source, list(units), None if whole else compiled)
    if whole:
        check = check_file(session, found.source)
    else:
        broken = [check for check in ours.values() if not check.compiles]
        check = CheckResult(not broken, "", tuple(p for check in broken for p in check.problems))
    found_of: dict[int, list[Judged]] = {}
    for one in matched:
        theirs = check_parts(session, one.matching.reference, {t.pair.reference_unit for t in one.tasks})
        said = [(task.pair, _placed(known, task.pair)) for task in one.tasks for known in memory.verdicts(task.key)]
        heard = [with_check(verdict, ours[pair.unit], theirs[pair.reference_unit]) for pair, verdict in said]
        records = [Record(pair, verdict, one.said) for (pair, _), verdict in zip(said, heard, strict=True)]
        file = conclude(session, one.matching, [r.verdict for r in records], _options(found), check)
        whole = found.targets[one.target].whole and one.said.name is None
        if whole:  # what turned out to be no counterpart of anything has no verdict
            answering = {pair.unit for pair in file.matching.pairs}
            records = [record for record in records if record.unit in answering]
        found_of.setdefault(one.target, []).append(Judged(one.said, file, records, whole))
    result = []
    for _, several in sorted(found_of.items()):
        first, *others = sorted(several, key=lambda one: preference(one.file), reverse=True)
        result.append(replace(first, others=tuple(others)))
    return result


def _checks(
    session: Session, source: Source, units: list[Unit], compiled: Compiled | None
) -> Mapping[Unit, CheckResult]:
    from codescore.engine import around_of, check_parts, unchecked  # noqa: PLC0415  heavy, and only workers need it

    if compiled is None:
        return check_parts(session, source, units)
    sound = unchecked(session, source, units)
    return {unit: compiled.units.get(around_of(source, unit), sound[unit]) for unit in units}


def _options(found: Survey) -> ScoreOptions:
    from codescore.engine import ScoreOptions  # noqa: PLC0415  heavy, and only workers need it

    return ScoreOptions(found.settings.threshold, found.settings.pooling)


def _placed(verdict: UnitVerdict, pair: Pair) -> UnitVerdict:
    """A verdict that may have been made when the two stood elsewhere in their files."""
    return replace(verdict, unit=pair.unit, reference=pair.reference, reference_unit=pair.reference_unit)


def side(source: Source, unit: Unit) -> dict[str, str]:
    """A unit as its author wrote it, and as the model reads it."""
    from codescore.engine import around_of  # noqa: PLC0415  heavy, and only workers need it

    around = around_of(source, unit)
    sketch = sketch_unit(source.syntax, unit, around if unit.nested else None)
    text = source.syntax.source[unit.start : unit.end].decode("utf-8", errors="replace")
    return {"source": text, "sketch": sketch.text}


def _matching(session: Session, source: Source, target: Target, said: Resolved, reference: Source) -> Matching | None:
    """Which units of a target answer which of a reference; None where it lacks the one that was named.

    A file's units are matched as a file's, also those that have references of their own.
    """
    from codescore.engine import match_files, match_part  # noqa: PLC0415  heavy, and only workers need it

    if target.whole and said.name is None:
        return match_files(session, source, reference).only(target.units)
    return match_part(session, source, target.units, reference, said.name)


def _nameless(said: Resolved, reference: Source) -> NotFound:
    names = ", ".join(dict.fromkeys(u.qualified for u in reference.units if not u.nested))
    has = names if len(names) <= 120 else names[:120] + "…"
    return NotFound(f"{said.label} has no {said.name}", f"name one of: {has}", said.how, said.origin)
