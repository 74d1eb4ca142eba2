"""Differences in words, the same in every terminal and editor.  Pure."""

from __future__ import annotations

from codescore.engine.model import Reason, Source, Suspect, UnitVerdict
from codescore.foundation.text import line_number

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
_MOST_CHARACTERS = 60


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
    return f"{theirs} became {ours}"


def _more(reason: Reason) -> str:
    inside = reason.statements - 1
    return f" with {inside} more inside" if inside else ""


def _quoted(text: str) -> str:
    return f"`{text if len(text) <= _MOST_CHARACTERS else text[: _MOST_CHARACTERS - 1] + '…'}`"
