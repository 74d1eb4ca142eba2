"""What there is to say about a document, in byte offsets, and how it survives edits until it is said anew.  Pure.

Syntax errors are found at every keystroke; what a compiler or the model said is moved along with the text until they
speak again.  A compiler's word on code that is being edited is kept only while the tree still has an error there: a
mended line must not stay red until the next pause.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from codescore.foundation.text import Edit
from codescore.languages import Problem

Place = tuple[int, int]
Code = Literal[
    "does-not-compile",
    "below-threshold",
    "behaviour-differs",
    "missing-function",
    "reference-not-found",
    "configuration",
]

SYNTAX: Code = "does-not-compile"


@dataclass(frozen=True, slots=True)
class Related:
    """A place in another document: `range` in the protocol's form."""

    uri: str
    range: dict[str, dict[str, int]]
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


def together(said: Iterable[Finding], syntax: Iterable[Problem], overruled: Sequence[Place]) -> list[Finding]:
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
