"""From what execution showed to the probability that a candidate is right, alone or together with the model's estimate.

Two logistic models over a handful of numbers, fitted on labelled pairs, grouped by task; their weights, what they were
fitted on and how good they are stand in `probability.json`, which `python -m tests.bench.evidence_fit` writes.
Evidence abstains (None) where nothing was compared; the model's estimate then stands alone. Pure. The binary score of
CodeScore-R is never touched by any of this.
"""

from __future__ import annotations

import json
import math
from functools import cache
from importlib.resources import files
from typing import Any

from codescore.evidence.contract import ABSTAINING, Evidence

#: What the models look at, in order; `model` is the log-odds of the model's own probability.
FEATURES = ("differs", "share", "shown", "outside", "failed", "inputs", "coverage", "refused", "conditional", "large")
MODEL = "model"
_SURE = 0.001  # a model's probability is never nearer to 0 or 1 than this


def features(found: Evidence) -> list[float]:
    """The numbers of one evidence, as named in FEATURES; each 0 where nothing speaks against the candidate."""
    tally = found.tally
    compared = max(1, tally.equal + tally.different)
    outside = tally.outside - tally.outside_equal
    return [
        float(found.verdict not in ("equivalent", "conditional")),
        1.0 if found.verdict == "crash" and not tally.different else tally.different / compared,
        (tally.shown - tally.shown_equal) / tally.shown if tally.shown else 0.0,
        outside / max(1, tally.outside),
        float(found.verdict in ("timeout", "crash")),
        1 / math.sqrt(compared),
        1 - found.coverage.candidate if found.verdict == "equivalent" else 0.0,
        (tally.rejected - tally.rejected_equal) / max(1, tally.rejected),
        float(found.verdict == "conditional"),
        float(found.verdict == "conditional" and 0 < tally.large == tally.different),
    ]


def probability(found: Evidence) -> float | None:
    """The probability that the candidate is right by execution alone, 0 to 1; None where nothing was compared."""
    return None if found.verdict in ABSTAINING else _rounded(_apply("alone", features(found)))


def combined(found: Evidence, model: float | None) -> float | None:
    """The probability by execution and by the model (None where it has none); the model's where execution abstains."""
    if found.verdict in ABSTAINING:
        return model
    if model is None:
        return probability(found)
    numbers = features(found)
    return _rounded(_apply("with model", [*numbers, model_feature(model, numbers)]))


def model_feature(model: float, numbers: list[float]) -> float:
    """What the model's estimate is worth beside execution: its log-odds, less the more inputs were compared."""
    return log_odds(model) * numbers[FEATURES.index("inputs")]


def log_odds(value: float) -> float:
    """The log-odds of a probability, kept from the ends."""
    kept = min(1 - _SURE, max(_SURE, value))
    return math.log(kept / (1 - kept))


def _apply(which: str, numbers: list[float]) -> float:
    fitted = _weights()[which]
    total = fitted["intercept"] + sum(w * x for w, x in zip(fitted["weights"], numbers, strict=True))
    return 1 / (1 + math.exp(-total)) if total >= 0 else 1 - 1 / (1 + math.exp(total))


def _rounded(value: float) -> float:
    return round(value, 6)


@cache
def _weights() -> dict[str, Any]:
    read: dict[str, Any] = json.loads(files("codescore.evidence").joinpath("probability.json").read_text("utf-8"))
    return read
