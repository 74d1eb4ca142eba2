"""What there is to say about a document, in byte offsets, and how it survives edits until it is said anew.  Pure.

Syntax errors are found at every keystroke; what a compiler or the model said is moved along with the text until they
speak again.  A compiler's word on code that is being edited is kept only while the tree still has an error there: a
mended line must not stay red until the next pause.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from codescore.languages import Problem
from codescore.text import Edit

Code = Literal["does-not-compile", "below-threshold", "reference-not-found", "configuration"]

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

    `within` is the unit it is about.  `syntactic`: a compiler's word where the tree had an error too.
    """

    start: int
    end: int
    code: Code
    message: str
    severity: str
    within: tuple[int, int] | None = None
    syntactic: bool = False
    related: Related | None = None


def of_syntax(problems: Iterable[Problem]) -> list[Finding]:
    """The parser's errors."""
    return [Finding(p.start, p.end, SYNTAX, p.message, "error") for p in problems]


def moved(findings: Iterable[Finding], edit: Edit) -> list[Finding]:
    """Findings after an edit, where they are now."""
    shift = len(edit.new) - (edit.end - edit.start)
    result = []
    for f in findings:
        start, end = _moved(f.start, f.end, edit, shift)
        within = _moved(*f.within, edit, shift) if f.within is not None else None
        if (start, end, within) == (f.start, f.end, f.within):
            result.append(f)
        else:
            result.append(replace(f, start=start, end=end, within=within))
    return result


def moved_places(places: Iterable[tuple[int, int]], edit: Edit) -> list[tuple[int, int]]:
    """Ranges after an edit, where they are now."""
    shift = len(edit.new) - (edit.end - edit.start)
    return [_moved(start, end, edit, shift) for start, end in places]


def still_true(findings: Iterable[Finding], syntax: Sequence[Problem]) -> list[Finding]:
    """Without what the compiler said of syntax that has become sound."""
    return [f for f in findings if not f.syntactic or _broken(f, syntax)]


def together(said: Iterable[Finding], syntax: Iterable[Problem]) -> list[Finding]:
    """Everything in order; the compiler's word on a unit's syntax goes in place of the parser's."""
    kept = list(said)
    covered = [f.within or (f.start, f.end) for f in kept if f.syntactic]
    kept += [f for f in of_syntax(syntax) if not any(low <= f.start <= high for low, high in covered)]
    return sorted(kept, key=lambda f: (f.start, f.end, f.code, f.message))


def _moved(start: int, end: int, edit: Edit, shift: int) -> tuple[int, int]:
    if end <= edit.start:
        return start, end
    if start >= edit.end:
        return start + shift, end + shift
    # The edit cuts into it: it keeps what is left of it, and what was written inside it.
    new_start = min(start, edit.start)
    return new_start, max(new_start, end + shift, edit.start + len(edit.new) if end < edit.end else 0)


def _broken(finding: Finding, syntax: Sequence[Problem]) -> bool:
    if finding.within is None:
        return bool(syntax)
    low, high = finding.within
    return any(low <= p.start <= high for p in syntax)
