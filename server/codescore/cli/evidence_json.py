"""Evidence as JSON: the document of `codescore evidence --json`, and the field `evidence` of other commands.  Pure.

Fields are added, never renamed.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from codescore.engine import FileVerdict, Standing, standing_of_unit
from codescore.evidence.contract import Counterexample, Evidence
from codescore.evidence.separating import Separation


def evidence_json(found: Evidence) -> dict[str, Any]:
    """The document for one candidate and reference."""
    return {
        **_shown(found),
        "outside": None if found.outside is None else counterexample_json(found.outside),
        "probability": found.probability,
        "seconds": round(found.seconds, 3),
        "assumptions": list(found.assumptions),
        "tally": asdict(found.tally),
        "mutants": asdict(found.mutants),
        "model": [asdict(line) for line in found.model],
        "unit": found.unit or None,
        "reference_unit": found.reference_unit or None,
        "count": list(found.count),
        "when": [when_json(one) for one in found.when],
        "signature": found.signature,
        "units": [_unit_json(one) for one in found.units],
    }


def _unit_json(found: Evidence) -> dict[str, Any]:
    """One function that was asked about."""
    ours, theirs = found.pair or (found.unit, found.reference_unit)
    return {
        "unit": ours,
        "reference_unit": theirs,
        **_shown(found),
        "mutants": asdict(found.mutants),
        "probability": found.probability,
        "assumptions": list(found.assumptions),
        "when": [when_json(one) for one in found.when],
    }


def _shown(found: Evidence) -> dict[str, Any]:
    """What running showed, of all functions and of one."""
    return {
        "verdict": found.verdict,
        "reason": found.reason,
        "inputs": found.inputs,
        "coverage": {side: round(share, 4) for side, share in asdict(found.coverage).items()},
        "counterexample": None if found.counterexample is None else counterexample_json(found.counterexample),
    }


def when_json(found: Separation) -> dict[str, Any]:
    """Where the two differ: in which class of differences, the condition, and on how many fresh inputs it held."""
    return {
        "class": found.kind,
        "where": found.where(),
        "always": found.always,
        "held": found.held,
        "of": found.of,
        "words": found.words(),
    }


_ANSWERS = {"right": "same", "wrong": "different"}
_HEARD = {"execution": "both", "nothing": "neither"}


def decision_json(verdict: FileVerdict, shown: Standing, found: Evidence) -> dict[str, Any]:
    """The fields that `codescore score --evidence` adds: what was seen, and what is decided by it.

    Who has both has one probability, made of both.
    """
    seen = evidence_json(found)
    if shown.by == "execution":
        seen["probability"] = shown.probability
    of = {(v.unit.qualified, v.reference_unit.qualified): v for v in verdict.units if v.reference_unit is not None}
    for one in seen["units"]:
        unit = of.get((one["unit"], one["reference_unit"]))
        if unit is not None:
            one["probability"] = standing_of_unit(verdict, unit, found).probability
    return {
        "evidence": seen,
        "decision": shown.score,
        "answer": shown.answer,
        "decided_by": shown.by,
        "verdict": {
            "answer": _ANSWERS.get(shown.answer, "unsure"),
            "probability": shown.probability,
            "because": _HEARD.get(shown.by, "model"),
        },
    }


def counterexample_json(shown: Counterexample) -> dict[str, Any]:
    """An input on which the two differ, as text in their language."""
    return {
        "input": shown.input,
        "expected": shown.expected,
        "got": shown.got,
        "aspect": shown.aspect,
        "class": shown.kind,
        "test": shown.test or None,
    }
