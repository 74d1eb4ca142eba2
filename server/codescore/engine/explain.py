"""Why a unit is unlike its reference: the differences of two sketches, at their places in the two sources.

The words are those of the sources: where a sketch says `arg_0` a person sees the name that was written.  Places count
from the units' starts, so that they hold wherever the units move.  Neighbours: `score` finds the differences,
`reasons` puts them into sentences.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from codescore.engine.model import Excerpt, Reason, Source
from codescore.languages import Language
from codescore.score import QUIET, Difference, Found, Span, align, differences_of, first_statements
from codescore.sketch import SourceMap
from codescore.syntax import Unit

#: Differences kept with a verdict; their number is kept whole.
MOST_REASONS = 20
_MOST_CHARACTERS = 200


@dataclass(frozen=True, slots=True, eq=False)
class Side:
    """A unit of a source with its sketch's text; `trace` says where each of its tokens is, from the unit's start."""

    source: Source
    unit: Unit
    text: str
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
    reasons = [
        _reason(d, (ours, theirs), traces) for d in [*telling, *(d for d in found if d.kind in QUIET)][:MOST_REASONS]
    ]
    first = first_statements(alignment, found)
    if first is None:
        return Explanation(tuple(reasons), len(found), alignment.complete, ("", ""), (None, None))
    a, b = first
    return Explanation(
        tuple(reasons),
        len(found),
        alignment.complete,
        (_of_sketch(ours, a), _of_sketch(theirs, b)),
        (traces[0].place(a.start, a.end)[0] if a else None, traces[1].place(b.start, b.end)[0] if b else None),
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
    return _of_source(Span(start, end), side, side.trace())


def _reason(difference: Difference, sides: tuple[Side, Side], traces: tuple[SourceMap, SourceMap]) -> Reason:
    (ours, theirs), (here, there) = sides, traces
    return Reason(
        difference.kind,
        _excerpt(difference.candidate, ours, here),
        _excerpt(difference.reference, theirs, there),
        _excerpt(difference.candidate_at, ours, here),
        _excerpt(difference.reference_at, theirs, there),
        difference.statements,
    )


def _excerpt(span: Span | None, side: Side, trace: SourceMap) -> Excerpt | None:
    return None if span is None else _of_source(span, side, trace)


def _of_source(span: Span, side: Side, trace: SourceMap) -> Excerpt:
    return _of_bytes(*trace.place(span.start, span.end), side)


def _of_bytes(start: int, end: int, side: Side) -> Excerpt:
    raw = side.source.syntax.source[side.unit.start + start : side.unit.start + end]
    text = " ".join(raw.decode("utf-8", errors="replace").split())
    return Excerpt(start, end, text if len(text) <= _MOST_CHARACTERS else text[: _MOST_CHARACTERS - 1] + "…")


def _of_sketch(side: Side, span: Span | None) -> str:
    return "" if span is None else side.text[span.start : span.end]
