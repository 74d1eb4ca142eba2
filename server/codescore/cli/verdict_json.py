"""Verdicts as the JSON that `codescore score --json` promises, with lines and columns from 1.  Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from codescore.cli.positions import range_json
from codescore.engine import FileVerdict
from codescore.engine.serialize import file_json


def score_json(verdicts: Sequence[FileVerdict], notices: Sequence[str] = ()) -> dict[str, Any]:
    """The document for a candidate: its verdict against the best reference, and how all references did."""
    best = verdicts[0]
    return {
        **file_json(best, range_json),
        "notes": [*best.notes, *notices],
        "references": [
            {"reference": one.reference.label, "score": one.score, "similarity": one.similarity} for one in verdicts
        ],
    }
