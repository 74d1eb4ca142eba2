"""What there is to say about a document, in byte offsets, and how it survives edits.  Pure.

What a compiler or the model said is moved along with the text until they speak again.  Neighbour: `show` makes
diagnostics of it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from codescore.foundation.text import Edit
from codescore.lsp.protocol import Range

Place = tuple[int, int]
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
