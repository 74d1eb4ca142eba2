"""Verdicts as the JSON that `codescore score --json` promises.  Fields are added, never renamed.  Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from codescore.cli.positions import line_of, problems_json, range_json
from codescore.engine import FileVerdict, Reason, UnitVerdict, doubted, in_words
from codescore.text import Text


def score_json(verdicts: Sequence[FileVerdict], notices: Sequence[str] = ()) -> dict[str, Any]:
    """The document for a candidate: its verdict against the best reference, and how all references did."""
    best = verdicts[0]
    text = Text.of(best.candidate.syntax.source)
    return {
        "score": best.score,
        "similarity": best.similarity,
        "probability": best.probability,
        "compiles": best.compiles,
        "problems": problems_json(text, best.problems),
        "threshold": best.threshold,
        "pooling": best.pooling,
        "signature": best.signature,
        "candidate": best.candidate.label,
        "reference": best.reference.label,
        "language": best.candidate.syntax.language.id,
        "units": [unit_json(text, verdict) for verdict in best.units],
        "reference_compiles": best.reference_compiles,
        "missing": list(best.missing),
        "notes": [*best.notes, *notices],
        "references": [
            {"reference": one.reference.label, "score": one.score, "similarity": one.similarity} for one in verdicts
        ],
    }


def unit_json(text: Text, verdict: UnitVerdict) -> dict[str, Any]:
    """One unit's verdict; `text` is the candidate's."""
    unit, other = verdict.unit, verdict.reference_unit
    reference = verdict.reference
    theirs = Text.of(reference.syntax.source) if reference is not None else None
    return {
        "name": unit.qualified,
        "kind": unit.kind,
        "nested": unit.nested,
        "candidate_range": range_json(text, unit.start, unit.end),
        "reference": reference.label if reference is not None else None,
        "reference_name": other.qualified if other is not None else None,
        "reference_range": range_json(theirs, other.start, other.end) if theirs is not None and other else None,
        "matched_by": verdict.matched_by,
        "score": verdict.score,
        "similarity": verdict.similarity,
        "probability": verdict.probability,
        "probability_details": None if verdict.estimate is None else verdict.estimate.to_json(),
        "cosine": verdict.cosine,
        "parts": None if verdict.parts is None else asdict(verdict.parts),
        "compiles": verdict.compiles,
        "checker": verdict.checker,
        "problems": problems_json(text, verdict.problems),
        "threshold": verdict.threshold,
        "pooling": verdict.pooling,
        "signature": verdict.signature,
        "windows": verdict.windows,
        "notes": list(verdict.notes),
        "first_difference": _difference_json(text, theirs, verdict),
        "differences": [_reason_json(text, theirs, verdict, reason) for reason in verdict.reasons],
        "difference_count": verdict.reason_count,
        "suspect": _suspect_json(text, verdict),
    }


def _reason_json(ours: Text, theirs: Text | None, verdict: UnitVerdict, reason: Reason) -> dict[str, Any]:
    """One difference; null on the side that lacks it."""
    a, b, other = reason.candidate, reason.reference, verdict.reference_unit
    start = verdict.unit.start
    return {
        "kind": reason.kind,
        "text": in_words(reason),
        "candidate": a.text if a is not None else None,
        "candidate_range": range_json(ours, start + a.start, start + a.end) if a is not None else None,
        "reference": b.text if b is not None else None,
        "reference_range": range_json(theirs, other.start + b.start, other.start + b.end)
        if b is not None and theirs is not None and other is not None
        else None,
    }


def _suspect_json(ours: Text, verdict: UnitVerdict) -> dict[str, Any] | None:
    """What looks out of place in the candidate, and whether the score is 0 for that alone."""
    if verdict.suspect is None:
        return None
    found, start = verdict.suspect.excerpt, verdict.unit.start
    return {
        "text": doubted(verdict.suspect),
        "candidate": found.text,
        "candidate_range": range_json(ours, start + found.start, start + found.end),
        "decides": verdict.suspect.decides,
    }


def _difference_json(ours: Text, theirs: Text | None, verdict: UnitVerdict) -> dict[str, Any] | None:
    """The first lines of the sketches that differ, and which lines of the sources these were made from."""
    if verdict.first_difference is None or verdict.difference_places is None or theirs is None:
        return None
    at, other = verdict.difference_places
    return {
        "candidate": verdict.first_difference[0],
        "reference": verdict.first_difference[1],
        "candidate_line": line_of(ours, at) if at is not None else None,
        "reference_line": line_of(theirs, other) if other is not None else None,
    }
