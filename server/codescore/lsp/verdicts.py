"""Verdicts as the JSON of the contract (`codescore score --json`), with ranges in the client's encoding.  Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from codescore.languages import Problem
from codescore.lsp.places import range_of
from codescore.text import Encoding, Text

if TYPE_CHECKING:
    from codescore.engine import FileVerdict, Reason, UnitVerdict


def file_json(verdict: FileVerdict, encoding: Encoding) -> dict[str, Any]:
    """The verdict on a candidate against one reference."""
    text = Text.of(verdict.candidate.syntax.source)
    return {
        "score": verdict.score,
        "similarity": verdict.similarity,
        "probability": verdict.probability,
        "compiles": verdict.compiles,
        "problems": problems_json(text, verdict.problems, encoding),
        "threshold": verdict.threshold,
        "pooling": verdict.pooling,
        "signature": verdict.signature,
        "candidate": verdict.candidate.label,
        "reference": verdict.reference.label,
        "language": verdict.candidate.syntax.language.id,
        "units": [unit_json(text, unit, encoding) for unit in verdict.units],
        "missing": list(verdict.missing),
        "notes": list(verdict.notes),
    }


def unit_json(text: Text, verdict: UnitVerdict, encoding: Encoding) -> dict[str, Any]:
    """The verdict on one unit; `text` is the candidate's."""
    unit, other, reference = verdict.unit, verdict.reference_unit, verdict.reference
    difference = verdict.first_difference
    theirs = Text.of(reference.syntax.source) if reference is not None else None
    there = range_of(theirs, other.start, other.end, encoding) if theirs is not None and other is not None else None
    return {
        "name": unit.qualified,
        "kind": unit.kind,
        "nested": unit.nested,
        "candidate_range": range_of(text, unit.start, unit.end, encoding),
        "reference": reference.label if reference is not None else None,
        "reference_name": other.qualified if other is not None else None,
        "reference_range": there,
        "matched_by": verdict.matched_by,
        "score": verdict.score,
        "similarity": verdict.similarity,
        "probability": verdict.probability,
        "probability_details": None if verdict.estimate is None else verdict.estimate.to_json(),
        "cosine": verdict.cosine,
        "parts": None if verdict.parts is None else asdict(verdict.parts),
        "compiles": verdict.compiles,
        "checker": verdict.checker,
        "problems": problems_json(text, verdict.problems, encoding),
        "threshold": verdict.threshold,
        "pooling": verdict.pooling,
        "signature": verdict.signature,
        "windows": verdict.windows,
        "notes": list(verdict.notes),
        "first_difference": {"candidate": difference[0], "reference": difference[1]} if difference else None,
        "differences": [_reason_json((text, theirs), verdict, reason, encoding) for reason in verdict.reasons],
        "difference_count": verdict.reason_count,
        "suspect": _suspect_json(text, verdict, encoding),
    }


def _reason_json(
    texts: tuple[Text, Text | None], verdict: UnitVerdict, reason: Reason, encoding: Encoding
) -> dict[str, Any]:
    """One difference; null on the side that lacks it."""
    from codescore.engine import in_words  # noqa: PLC0415  heavy, and needed only once there are verdicts

    a, b, other = reason.candidate, reason.reference, verdict.reference_unit
    ours, theirs = texts
    start = verdict.unit.start
    here = range_of(ours, start + a.start, start + a.end, encoding) if a is not None else None
    there = None
    if b is not None and theirs is not None and other is not None:
        there = range_of(theirs, other.start + b.start, other.start + b.end, encoding)
    return {
        "kind": reason.kind,
        "text": in_words(reason),
        "candidate": a.text if a is not None else None,
        "candidate_range": here,
        "reference": b.text if b is not None else None,
        "reference_range": there,
    }


def _suspect_json(ours: Text, verdict: UnitVerdict, encoding: Encoding) -> dict[str, Any] | None:
    """What looks out of place in the candidate, and whether the score is 0 for that alone."""
    if verdict.suspect is None:
        return None
    from codescore.engine import doubted  # noqa: PLC0415  as in `_reason_json`

    found, start = verdict.suspect.excerpt, verdict.unit.start
    return {
        "text": doubted(verdict.suspect),
        "candidate": found.text,
        "candidate_range": range_of(ours, start + found.start, start + found.end, encoding),
        "decides": verdict.suspect.decides,
    }


def problems_json(text: Text, problems: Iterable[Problem], encoding: Encoding) -> list[dict[str, Any]]:
    """Problems as the contract has them (`line` and `column` from 1, in code points), and their range."""
    result = []
    for problem in problems:
        place = text.position(problem.start, "utf-32")
        result.append(
            {
                "line": place.line + 1,
                "column": place.column + 1,
                "message": problem.message,
                "source": problem.source,
                "range": range_of(text, problem.start, problem.end, encoding),
            }
        )
    return result
