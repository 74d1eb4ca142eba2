"""Verdicts as the JSON that `codescore score --json` promises, with lines and columns from 1.  Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from codescore.cli.positions import range_json
from codescore.engine import FileVerdict, notes_told, standing_of_file, standing_of_unit
from codescore.engine.serialize import file_json

if TYPE_CHECKING:
    from codescore.evidence.contract import Evidence


def score_json(
    verdicts: Sequence[FileVerdict], notices: Sequence[str] = (), found: Evidence | None = None
) -> dict[str, Any]:
    """The document for a candidate: its verdict against the best reference, and how all references did.

    `found` is what running the two showed: it changes no number here, which are all of the texts alone.
    """
    best = verdicts[0]
    shown = standing_of_file(best, found)
    document = file_json(best, range_json)
    for unit, verdict in zip(document["units"], best.units, strict=True):
        unit["notes"] = list(notes_told(verdict, standing_of_unit(best, verdict, found)))
    return {
        **document,
        "notes": [*notes_told(best, shown), *notices],
        "references": [
            {"reference": one.reference.label, "score": one.score, "similarity": one.similarity} for one in verdicts
        ],
    }
