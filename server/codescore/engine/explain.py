"""Why a unit is unlike its reference: the differences of two sketches, at their places in the two sources, in words.

The words are those of the sources: where a sketch says `arg_0` a person sees the name that was written.  Places count
from the units' starts, so that they hold wherever the units move; sentences are the same in every terminal and editor.
Neighbour: `score` finds the differences.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from codescore.engine.model import Excerpt, Reason, Source, Suspect, UnitVerdict
from codescore.foundation.text import line_number
from codescore.languages import Language
from codescore.score import QUIET, Found, Span, align, differences_of, first_statements
from codescore.sketch import SketchText, SourceMap
from codescore.syntax import Unit

#: Differences kept with a verdict; their number is kept whole.
MOST_REASONS = 20
_MOST_CHARACTERS = 200
_MOST_QUOTED = 60
_NOUNS = {
    "operator": "operator",
    "call": "call",
    "literal": "value",
    "keyword": "keyword",
    "name": "name",
    "expression": "expression",
    "annotation": "type",
    "type": "type",
    "import": "import",
    "missing-statement": "statement",
    "extra-statement": "statement",
    "order": "statement",
    "nesting": "statement",
}


@dataclass(frozen=True, slots=True, eq=False)
class Side:
    """A unit of a source with its sketch's text; `trace` says where each of its tokens is, from the unit's start."""

    source: Source
    unit: Unit
    text: SketchText
    trace: Callable[[], SourceMap]


@dataclass(frozen=True, slots=True)
class Explanation:
    """The first `MOST_REASONS` differences, those that matter first, and how many there are.

    `lines` are the first sketch lines that differ, be it only in form, "" where a side has none; `starts` say where
    these begin.  All empty for equal sketches.
    """

    reasons: tuple[Reason, ...] = ()
    count: int = 0
    complete: bool = True
    lines: tuple[str, str] | None = None
    starts: tuple[int | None, int | None] | None = None


def explain(language: Language, ours: Side, theirs: Side) -> Explanation:
    """What differs between a candidate and its reference."""
    if ours.text == theirs.text:
        return Explanation()
    alignment = align(ours.text, theirs.text, language)
    found = differences_of(ours.text, theirs.text, language)
    telling = [d for d in found if d.kind not in QUIET]
    traces = ours.trace(), theirs.trace()
    told = [*telling, *(d for d in found if d.kind in QUIET)][:MOST_REASONS]
    here = _excerpts([span for d in told for span in (d.candidate, d.candidate_at)], ours, traces[0])
    there = _excerpts([span for d in told for span in (d.reference, d.reference_at)], theirs, traces[1])
    reasons = [
        Reason(d.kind, here[2 * i], there[2 * i], here[2 * i + 1], there[2 * i + 1], d.statements)
        for i, d in enumerate(told)
    ]
    first = first_statements(alignment, found)
    if first is None:
        return Explanation(tuple(reasons), len(found), alignment.complete, ("", ""), (None, None))
    a, b = first
    return Explanation(
        tuple(reasons),
        len(found),
        alignment.complete,
        lines=(_of_sketch(ours, a), _of_sketch(theirs, b)),
        starts=(traces[0].place(a.start, a.end)[0] if a else None, traces[1].place(b.start, b.end)[0] if b else None),
    )


def decisive(found: Sequence[Found], ours: Side, theirs: Side) -> tuple[Reason, ...]:
    """What makes two programs different, as their authors wrote it."""
    return tuple(
        Reason(
            one.kind,
            _written(one.candidate, ours),
            _written(one.reference, theirs),
            _written(one.candidate_at, ours),
            _written(one.reference_at, theirs),
        )
        for one in found[:MOST_REASONS]
    )


def _written(place: tuple[int, int] | None, side: Side) -> Excerpt | None:
    return None if place is None else _of_bytes(*place, side)


def excerpt(side: Side, start: int, end: int) -> Excerpt:
    """What a unit's author wrote for characters [start, end) of its sketch."""
    return _of_bytes(*side.trace().place(start, end), side)


def _excerpts(spans: Sequence[Span | None], side: Side, trace: SourceMap) -> list[Excerpt | None]:
    """What a unit's author wrote for stretches of its sketch."""
    places = [None if span is None else trace.place(span.start, span.end) for span in spans]
    return [_written(place, side) for place in places]


def _of_bytes(start: int, end: int, side: Side) -> Excerpt:
    raw = side.source.syntax.source[side.unit.start + start : side.unit.start + end]
    text = " ".join(raw.decode("utf-8", errors="replace").split())
    return Excerpt(start, end, text if len(text) <= _MOST_CHARACTERS else text[: _MOST_CHARACTERS - 1] + "…")


def _of_sketch(side: Side, span: Span | None) -> str:
    return "" if span is None else side.text[span.start : span.end]


# -- in words


def located(reason: Reason, verdict: UnitVerdict, candidate: Source) -> str:
    """One difference with its line: `` line 6: `<` became `<=` ``; what is missing is at a line of the reference."""
    ours = reason.candidate or reason.candidate_at
    if ours is not None:
        line = line_number(candidate.syntax.source, verdict.unit.start + ours.start)
        return f"line {line}: {in_words(reason)}"
    theirs = reason.reference or reason.reference_at
    if theirs is None or verdict.reference is None or verdict.reference_unit is None:
        return in_words(reason)
    line = line_number(verdict.reference.syntax.source, verdict.reference_unit.start + theirs.start)
    return f"line {line} of the reference: {in_words(reason)}"


def foremost(verdict: UnitVerdict, candidate: Source) -> str | None:
    """Why a unit is unlike its reference, in one line: what decides the score, else the first difference."""
    suspect = verdict.suspect
    if suspect is None or not suspect.decides:
        return located(verdict.reasons[0], verdict, candidate) if verdict.reasons else None
    low, high = suspect.excerpt.start, suspect.excerpt.end
    for reason in verdict.reasons:
        ours = reason.candidate
        if reason.kind == "operator" and ours is not None and ours.start < high and low < ours.end:
            return located(reason, verdict, candidate)  # says what it should be, too
    return out_of_place(verdict, candidate)


def out_of_place(verdict: UnitVerdict, candidate: Source) -> str | None:
    """What is suspicious, with its line: `` line 7: `!=` looks out of place ``; None without."""
    suspect = verdict.suspect
    if suspect is None:
        return None
    line = line_number(candidate.syntax.source, verdict.unit.start + suspect.excerpt.start)
    return f"line {line}: {doubted(suspect)}"


def doubted(suspect: Suspect) -> str:
    """What is suspicious: `` `!=` looks out of place ``."""
    return f"{_quoted(suspect.excerpt.text)} looks out of place"


def in_words(reason: Reason) -> str:
    """One difference, the reference's side first: `` `<` became `<=` ``, `` call missing: `sorted` ``."""
    ours = _quoted(reason.candidate.text) if reason.candidate is not None else ""
    theirs = _quoted(reason.reference.text) if reason.reference is not None else ""
    noun = _NOUNS[reason.kind]
    if reason.kind == "nesting":
        return f"{ours} stands in another block"
    if reason.kind == "order" and ours == theirs:
        return f"{ours} stands in another place"
    if not theirs:
        return f"{noun} added: {ours}{_more(reason)}"
    if not ours:
        return f"{noun} missing: {theirs}{_more(reason)}"
    return f"{theirs} became {ours}" if ours != theirs else f"{ours} stands for something else"


def _more(reason: Reason) -> str:
    inside = reason.statements - 1
    return f" with {inside} more inside" if inside else ""


def _quoted(text: str) -> str:
    return f"`{text if len(text) <= _MOST_QUOTED else text[: _MOST_QUOTED - 1] + '…'}`"
