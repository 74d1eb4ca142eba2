"""The evaluation data for tests of metrics, and what they have in common."""

from __future__ import annotations

import gzip
import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from codescore.metrics import Context, Pair, Score, make

FOLDER = Path(__file__).resolve().parents[3] / "shared" / "data"

#: Every metric that needs text alone and claims to be a similarity: 1 for equal texts.
SIMILARITIES = (
    "exact-match",
    "exact-match-whitespace",
    "exact-match-tokens",
    "exact-match-formatted",
    "bleu",
    "chrf",
    "rouge-l",
    "meteor",
    "edit-similarity",
    "edit-similarity-on-sketches",
    "chrf-on-sketches",
    "length-ratio",
)


@cache
def rows(name: str) -> list[dict[str, Any]]:
    """The lines of a data set; skips loudly where it is not there."""
    path = FOLDER / f"{name}.dev.jsonl.gz"
    if not path.is_file():
        pytest.skip(f"NO DATA at {path}: the published values cannot be compared")
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def pairs(name: str) -> list[Pair]:
    return [
        Pair(row["candidate"], tuple(row.get("references") or [row["reference"]]), row["lang"]) for row in rows(name)
    ]


def score(metric: str, candidate: str, *references: str, language: str = "python", tokens: str = "code") -> Score:
    """The score of one pair by one metric."""
    (made,) = make([metric], Context(tokens))
    (found,) = made.scores([Pair(candidate, references, language)])
    return found
