"""Verdicts of the engine as records: functions, remarks, problems, and which lines answer which.

Neighbours: `grading` decides which verdict counts; the words are the engine's.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial

from codescore.engine import FileVerdict, Reason, Session, Source, UnitVerdict, doubted, in_words
from codescore.foundation.text import Text
from codescore.grade.record import Function, Link, Remark, Trouble, Verdict
from codescore.score import Span, align
from codescore.score.difference import span_of
from codescore.syntax import Unit

_FEW = 3  # up to so many differences a submission is told by the first of them, beyond it is another way
#: The key of what differs in more than a few places.
ANOTHER_WAY = "unlike:written another way"
_SUSPECT = "suspect"  # the kind of a remark
_MOST_PROBLEMS = 20
_NAMES = re.compile(r"'[^']*'|\"[^\"]*\"|`[^`]*`|\b\d+\b")
_KEPT = re.compile(r"['\"`]([^\w\s]{1,3}|else|return|def)['\"`]")


def functions_of(session: Session, verdict: FileVerdict, template: frozenset[str]) -> tuple[Function, ...]:
    """The functions in their order."""
    ours, theirs = Text.of(verdict.candidate.syntax.source), Text.of(verdict.reference.syntax.source)
    return tuple(
        Function(
            name=one.unit.qualified,
            reference_name=one.reference_unit.qualified if one.reference_unit is not None else None,
            matched_by=one.matched_by,
            nested=one.unit.nested,
            score=one.score,
            similarity=one.similarity,
            probability=one.probability,
            compiles=one.compiles,
            line=_line(ours, one.unit.name_start),
            reference_line=_line(theirs, one.reference_unit.name_start) if one.reference_unit is not None else None,
            counts=one.unit in verdict.counted,
            untouched=_untouched(session, verdict, one, template),
            remarks=tuple(_remarks(one, ours, theirs)),
            remark_count=one.reason_count + (one.suspect is not None),
        )
        for one in verdict.units
    )


def problems_of(verdict: FileVerdict) -> tuple[Trouble, ...]:
    """What the compiler says, the first of it."""
    text = Text.of(verdict.candidate.syntax.source)
    problems = verdict.problems or tuple(p for one in verdict.units for p in one.problems)
    found = []
    for problem in problems[:_MOST_PROBLEMS]:
        place = text.position(problem.start, "utf-32")
        found.append(Trouble(place.line + 1, place.column + 1, problem.message, problem.source))
    return tuple(found)


def why(kind: Verdict, verdict: FileVerdict, functions: Sequence[Function]) -> tuple[str, str]:
    """Why a submission has its verdict, and the key of those that have it for the same reason."""
    if kind == "alike":
        return "", ""
    if kind == "broken":
        problems = problems_of(verdict)
        if not problems:
            return "it does not compile", "broken:other"
        first = problems[0]
        return f"line {first.line}: {first.message}", f"broken:{_general(first.message)}"
    if kind == "untouched":
        names = [one.name for one in functions if one.counts and one.untouched]
        return f"as handed out: {', '.join(names)}", "untouched:as handed out"
    if kind == "missing":
        return f"missing: {', '.join(verdict.missing)}", f"missing:{', '.join(verdict.missing)}"
    if kind == "unknown":
        return (verdict.notes[0] if verdict.notes else "it cannot be judged"), "unknown:no score"
    return _unlike(verdict, functions)


def links_of(session: Session, verdict: FileVerdict) -> tuple[Link, ...]:
    """Which lines answer which, statement by statement, of every pair of functions that is not inside another."""
    found = [link for one in verdict.units if not one.unit.nested for link in _links(session, verdict, one)]
    return tuple(found)


def _links(session: Session, verdict: FileVerdict, one: UnitVerdict) -> Iterator[Link]:
    other = one.reference_unit
    if other is None:
        return
    sides = (verdict.candidate, one.unit), (verdict.reference, other)
    texts = [session.cached_sketch(source, unit).text for source, unit in sides]
    alignment = align(texts[0], texts[1], verdict.candidate.syntax.language)
    ours, theirs = (partial(_lines, session, *side, Text.of(side[0].syntax.source)) for side in sides)
    for row in alignment.rows:
        if row.candidate is None and row.reference is None:
            continue
        here = ours(span_of(alignment.ours, row.candidate)) if alignment.ours else (0, 0)
        there = theirs(span_of(alignment.theirs, row.reference)) if alignment.theirs else (0, 0)
        if here != (0, 0) and there != (0, 0):
            yield Link("same" if row.same else "changed", *here, *there)
        elif here != (0, 0):
            yield Link("extra", *here, 0, 0)
        elif there != (0, 0):
            yield Link("missing", 0, 0, *there)


def _lines(session: Session, source: Source, unit: Unit, text: Text, span: Span | None) -> tuple[int, int]:
    """First and last line of a statement; 0, 0 where a side has none."""
    if span is None:
        return 0, 0
    low, high = session.cached_source_map(source, unit).place(span.start, span.end)
    return _line(text, unit.start + low), _line(text, unit.start + max(low, high - 1))


def _untouched(session: Session, verdict: FileVerdict, one: UnitVerdict, template: frozenset[str]) -> bool:
    """Whether a function is as it was handed out, and that is not the solution."""
    if not template or one.unit.nested or one.reference_unit is None:
        return False
    mine = session.cached_sketch(verdict.candidate, one.unit).text
    return mine in template and mine != session.cached_sketch(verdict.reference, one.reference_unit).text


def _remarks(one: UnitVerdict, ours: Text, theirs: Text) -> list[Remark]:
    """The differences, and what looks out of place: before them where that decides the score, else behind."""
    found = [_remark(reason, one, ours, theirs) for reason in one.reasons]
    if one.suspect is not None:
        line = _line(ours, one.unit.start + one.suspect.excerpt.start)
        found.insert(0 if one.suspect.decides else len(found), Remark(doubted(one.suspect), _SUSPECT, line, None))
    return found


def _remark(reason: Reason, one: UnitVerdict, ours: Text, theirs: Text) -> Remark:
    here, there = reason.candidate or reason.candidate_at, reason.reference or reason.reference_at
    other = one.reference_unit
    return Remark(
        in_words(reason),
        reason.kind,
        _line(ours, one.unit.start + here.start) if here is not None else None,
        _line(theirs, other.start + there.start) if there is not None and other is not None else None,
    )


def _unlike(verdict: FileVerdict, functions: Sequence[Function]) -> tuple[str, str]:
    """By the first difference of the weakest function, in the reference's words, which all submissions share."""
    weakest = [one for one in functions if one.counts and one.score == 0]
    weakest.sort(key=lambda one: (one.similarity is not None, one.similarity or 0.0))
    if not weakest or not weakest[0].remarks:
        return "its similarity is below the threshold", "unlike:other"
    worst = weakest[0]
    first = worst.remarks[0]
    where = f"line {first.line}: " if first.line is not None else ""
    reason = f"{where}{first.text}"
    if len(weakest) > 1 or len([one for one in functions if one.counts]) > 1:
        reason = f"{worst.name}, {reason}"
    if first.kind == _SUSPECT:
        return reason, f"unlike:{first.text}"
    if worst.remark_count > _FEW:
        return reason, ANOTHER_WAY
    raw = next(one for one in verdict.units if one.unit.qualified == worst.name and one.reasons).reasons[0]
    said = f"`{raw.reference.text}`" if raw.reference is not None else ""
    words = {"missing-statement": f"statement missing: {said}", "extra-statement": "a statement too many"}
    return (
        reason,
        f"unlike:{words.get(raw.kind) or (f'{raw.kind} differs from {said}' if said else f'{raw.kind} added')}",
    )


def _general(message: str) -> str:
    """A compiler's message without what differs from student to student: names and numbers, but not signs."""
    kept = _KEPT.sub(lambda found: f"\0{found[1]}\0", message.partition("\n")[0])
    return re.sub("\0([^\0]*)\0", r"'\1'", _NAMES.sub("…", kept))[:160]


def _line(text: Text, offset: int) -> int:
    return text.position(offset).line + 1
