"""What there is to say about a document, in byte offsets, how it survives edits, and what it is in the protocol.  Pure.

Syntax errors are found at every keystroke; what a compiler or the model said is moved along with the text until they
speak again.  A compiler's word on code that is being edited is kept only while the tree still has an error there: a
mended line must not stay red until the next pause.  Positions and diagnostics are plain values, ready to be sent.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from codescore.foundation.text import Edit, Encoding, Text
from codescore.languages import Problem

Place = tuple[int, int]
Range = dict[str, dict[str, int]]
Code = Literal[
    "does-not-compile",
    "compiler-warning",
    "below-threshold",
    "behaviour-differs",
    "missing-function",
    "reference-not-found",
    "configuration",
]

SYNTAX: Code = "does-not-compile"
WARNING: Code = "compiler-warning"

SOURCE = "codescore-r"
SEVERITIES = {"error": 1, "warning": 2, "information": 3, "hint": 4}


@dataclass(frozen=True, slots=True)
class Related:
    """A place in another document: `range` in the protocol's form."""

    uri: str
    range: Range
    message: str


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing to say about bytes [start, end).

    `within` is the unit it is about.  `reach` is set for a compiler's word on what the parser stumbled over too: where
    the parser's errors are the same mistake.
    """

    start: int
    end: int
    code: Code
    message: str
    severity: str
    within: Place | None = None
    reach: Place | None = None
    related: tuple[Related, ...] = ()


def of_syntax(problems: Iterable[Problem]) -> list[Finding]:
    """The parser's errors."""
    return [Finding(p.start, p.end, SYNTAX, p.message, "error") for p in problems]


def moved(findings: Iterable[Finding], edit: Edit) -> list[Finding]:
    """Findings after an edit, where they are now."""
    result = []
    for f in findings:
        start, end = _moved((f.start, f.end), edit)
        within = _moved(f.within, edit) if f.within is not None else None
        reach = _moved(f.reach, edit) if f.reach is not None else None
        same = (start, end, within, reach) == (f.start, f.end, f.within, f.reach)
        result.append(f if same else replace(f, start=start, end=end, within=within, reach=reach))
    return result


def moved_places(places: Iterable[Place], edit: Edit) -> list[Place]:
    """Ranges after an edit, where they are now."""
    return [_moved(place, edit) for place in places]


def untouched_places(places: Iterable[Place], edit: Edit) -> list[Place]:
    """Ranges after an edit, without those that it touches."""
    return [_moved(place, edit) for place in places if place[1] < edit.start or place[0] > edit.end]


def still_true(findings: Iterable[Finding], syntax: Sequence[Problem]) -> list[Finding]:
    """Without what the compiler said of syntax that has become sound."""
    return [f for f in findings if f.reach is None or any(f.reach[0] <= p.start <= f.reach[1] for p in syntax)]


def merged(said: Iterable[Finding], syntax: Iterable[Problem], overruled: Sequence[Place]) -> list[Finding]:
    """Everything in order; where the compiler has spoken the parser is silent.

    `overruled` are ranges that the compiler found nothing wrong with, whatever the parser thinks.
    """
    kept = list(said)
    silent = [*overruled, *(f.reach for f in kept if f.reach is not None)]
    kept += [f for f in of_syntax(syntax) if not any(low <= f.start <= high for low, high in silent)]
    return sorted(kept, key=lambda f: (f.start, f.end, f.code, f.message))


def _moved(place: Place, edit: Edit) -> Place:
    start, end = place
    shift = len(edit.new) - (edit.end - edit.start)
    if end <= edit.start:
        return place
    if start >= edit.end:
        return start + shift, end + shift
    # The edit cuts into it: it keeps what is left of it, and what was written inside it.
    new_start = min(start, edit.start)
    return new_start, max(new_start, end + shift, edit.start + len(edit.new) if end < edit.end else 0)


# -- as the protocol has it


def position_of(text: Text, offset: int, encoding: Encoding) -> dict[str, int]:
    """`{"line", "character"}` of an offset."""
    place = text.position(offset, encoding)
    return {"line": place.line, "character": place.column}


def range_of(text: Text, start: int, end: int, encoding: Encoding) -> Range:
    """`{"start", "end"}` of bytes [start, end)."""
    low, high = text.position(start, encoding), text.position(end, encoding)
    return {
        "start": {"line": low.line, "character": low.column},
        "end": {"line": high.line, "character": high.column},
    }


def diagnostics(found: Iterable[Finding], text: Text, encoding: Encoding, *, related: bool) -> list[dict[str, Any]]:
    """Findings as diagnostics; `related` says whether the client takes related information."""
    return [_diagnostic(finding, text, encoding, related=related) for finding in found]


def _diagnostic(finding: Finding, text: Text, encoding: Encoding, *, related: bool) -> dict[str, Any]:
    result: dict[str, Any] = {
        "range": range_of(text, finding.start, finding.end, encoding),
        "severity": SEVERITIES[finding.severity],
        "code": finding.code,
        "source": SOURCE,
        "message": finding.message,
    }
    if related and finding.related:
        result["relatedInformation"] = [
            {"location": {"uri": one.uri, "range": one.range}, "message": one.message} for one in finding.related
        ]
    return result
