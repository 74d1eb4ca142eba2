"""Evidence as JSON: the document of `codescore evidence --json`, and the field `evidence` of other commands.  Pure.

Fields are added, never renamed.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from codescore.evidence.contract import Counterexample, Evidence
from codescore.evidence.probability import combination


def evidence_json(found: Evidence) -> dict[str, Any]:
    """The document for one candidate and reference."""
    return {
        "verdict": found.verdict,
        "reason": found.reason,
        "inputs": found.inputs,
        "coverage": {side: round(share, 4) for side, share in asdict(found.coverage).items()},
        "counterexample": None if found.counterexample is None else counterexample_json(found.counterexample),
        "outside": None if found.outside is None else counterexample_json(found.outside),
        "probability": found.probability,
        "seconds": round(found.seconds, 3),
        "assumptions": list(found.assumptions),
        "tally": asdict(found.tally),
        "unit": found.unit or None,
        "reference_unit": found.reference_unit or None,
        "signature": found.signature,
    }


def combination_json(found: Evidence, model: float | None) -> dict[str, Any]:
    """The fields that `codescore score --evidence` adds; `model` is the model's own probability."""
    return {"evidence": evidence_json(found), "verdict": asdict(combination(found, model))}


def counterexample_json(shown: Counterexample) -> dict[str, Any]:
    """An input on which the two differ, as text in their language."""
    return {
        "input": shown.input,
        "expected": shown.expected,
        "got": shown.got,
        "aspect": shown.aspect,
        "test": shown.test or None,
    }
