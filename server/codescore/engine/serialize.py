"""Verdicts as the JSON that every interface promises, wherever it is asked for.  Pure.

Whoever asks brings its own way of writing a range: the command line's lines and columns from 1, an editor's positions
in its encoding.  `line` and `column` of a problem are always from 1, in code points.  Fields are added, never renamed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import asdict
from typing import Any

from codescore.engine.compare import another_way, standing
from codescore.engine.explain import doubted, in_words
from codescore.engine.model import Excerpt, FileVerdict, Reason, UnitVerdict
from codescore.foundation.text import Text
from codescore.languages import Problem

Json = dict[str, Any]
#: Bytes [start, end) of a text, as the interface writes ranges.
Ranges = Callable[[Text, int, int], Json]


def file_json(verdict: FileVerdict, ranges: Ranges) -> Json:
    """The verdict on a candidate against one reference."""
    text = Text.of(verdict.candidate.syntax.source)
    return {
        "score": verdict.score,
        "similarity": verdict.similarity,
        "probability": verdict.probability,
        "same_task": verdict.same_task.value if verdict.same_task is not None else None,
        "compiles": verdict.compiles,
        "problems": problems_json(text, verdict.problems, ranges),
        "threshold": verdict.threshold,
        "pooling": verdict.pooling,
        "signature": verdict.signature,
        "candidate": verdict.candidate.label,
        "reference": verdict.reference.label,
        "language": verdict.candidate.syntax.language.id,
        "units": [unit_json(text, unit, ranges) for unit in verdict.units],
        "reference_compiles": verdict.reference_compiles,
        "missing": list(verdict.missing),
        "notes": list(verdict.notes),
        "calibrated": verdict.calibrated,
    }


def unit_json(text: Text, verdict: UnitVerdict, ranges: Ranges) -> Json:
    """The verdict on one unit; `text` is the candidate's."""
    unit, other, reference = verdict.unit, verdict.reference_unit, verdict.reference
    theirs = Text.of(reference.syntax.source) if reference is not None else None
    return {
        "name": unit.qualified,
        "kind": unit.kind,
        "nested": unit.nested,
        "candidate_range": ranges(text, unit.start, unit.end),
        "reference": reference.label if reference is not None else None,
        "reference_name": other.qualified if other is not None else None,
        "reference_range": ranges(theirs, other.start, other.end) if theirs is not None and other is not None else None,
        "matched_by": verdict.matched_by,
        "score": verdict.score,
        "similarity": verdict.similarity,
        "probability": verdict.probability,
        "same_task": verdict.same_task.value if verdict.same_task is not None else None,
        "another_way": another_way(verdict, standing(verdict, None)) is not None,
        "probability_details": None if verdict.estimate is None else verdict.estimate.to_json(),
        "cosine": verdict.cosine,
        "parts": None if verdict.parts is None else asdict(verdict.parts),
        "compiles": verdict.compiles,
        "checker": verdict.checker,
        "problems": problems_json(text, verdict.problems, ranges),
        "threshold": verdict.threshold,
        "pooling": verdict.pooling,
        "signature": verdict.signature,
        "windows": verdict.windows,
        "calibrated": verdict.calibrated,
        "notes": list(verdict.notes),
        "first_difference": _first_json(text, theirs, verdict),
        "differences": [_reason_json(text, theirs, verdict, reason, ranges) for reason in verdict.reasons],
        "difference_count": verdict.reason_count,
        "decided_by_difference": verdict.decided,
        "suspect": _suspect_json(text, verdict, ranges),
    }


def problems_json(text: Text, problems: Iterable[Problem], ranges: Ranges) -> list[Json]:
    """What a compiler said, in the order given: where from, as people count, the words, who said it, and the range."""
    found = []
    for problem in problems:
        place = text.position(problem.start, "utf-32")
        found.append(
            {
                "line": place.line + 1,
                "column": place.column + 1,
                "message": problem.message,
                "source": problem.source,
                "range": ranges(text, problem.start, problem.end),
            }
        )
    return found


def _reason_json(ours: Text, theirs: Text | None, verdict: UnitVerdict, reason: Reason, ranges: Ranges) -> Json:
    """One difference; null on the side that lacks it."""
    other = verdict.reference_unit
    return {
        "kind": reason.kind,
        "text": in_words(reason),
        "candidate": reason.candidate.text if reason.candidate is not None else None,
        "candidate_range": _range_of(ours, verdict.unit.start, reason.candidate, ranges),
        "reference": reason.reference.text if reason.reference is not None else None,
        "reference_range": _range_of(theirs, other.start, reason.reference, ranges) if theirs and other else None,
    }


def _range_of(text: Text, start: int, excerpt: Excerpt | None, ranges: Ranges) -> Json | None:
    """Where an excerpt of a unit that begins at `start` is."""
    return None if excerpt is None else ranges(text, start + excerpt.start, start + excerpt.end)


def _first_json(ours: Text, theirs: Text | None, verdict: UnitVerdict) -> Json | None:
    """The first lines of the sketches that differ, and which lines of the sources these were made from, from 1."""
    if verdict.first_difference is None or verdict.difference_places is None or theirs is None:
        return None
    at, other = verdict.difference_places
    return {
        "candidate": verdict.first_difference[0],
        "reference": verdict.first_difference[1],
        "candidate_line": ours.position(at).line + 1 if at is not None else None,
        "reference_line": theirs.position(other).line + 1 if other is not None else None,
    }


def _suspect_json(ours: Text, verdict: UnitVerdict, ranges: Ranges) -> Json | None:
    """What looks out of place in the candidate, and whether the score is 0 for that alone."""
    if verdict.suspect is None:
        return None
    return {
        "text": doubted(verdict.suspect),
        "candidate": verdict.suspect.excerpt.text,
        "candidate_range": _range_of(ours, verdict.unit.start, verdict.suspect.excerpt, ranges),
        "decides": verdict.suspect.decides,
    }
