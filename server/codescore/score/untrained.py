"""Similarity where the encoder was not trained: a weighted mean of its recall and of what needs no model.  Pure.

What the encoder learnt of exchanged operators, and where its scale lies, holds in its own languages.  In others its
recall still ranks programs, and better beside shares of the reference's tokens and of its calls, operators and values.
`untrained.json` has the weights and says what they were fitted on.  Neighbours: `judge` asks, `features` counts.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from codescore.languages import Language
from codescore.score.character_ngrams import chrf
from codescore.score.features import clues_of
from codescore.sketch import SketchText

#: Version of what the mean is made of; part of the signature where it is the similarity.
VERSION = "1"
#: The numbers in the order of the file; each is 1 for a copy.
NAMES = ("recall", "token_recall", "kind_recall", "chrf")


def numbers(candidate: SketchText, reference: SketchText, language: Language, recall: float) -> dict[str, float]:
    """What the mean is made of, each in [0, 1]."""
    clues = clues_of(candidate, reference, language)
    found = (recall, clues.token_recall, clues.kind_recall, chrf(candidate, reference))
    return {name: min(1.0, max(0.0, number)) for name, number in zip(NAMES, found, strict=True)}


def untrained_similarity(candidate: SketchText, reference: SketchText, language: Language, recall: float) -> float:
    """The similarity of two sketches in a language that the encoder does not know, in [0, 1]; 1 for equal ones."""
    if candidate == reference:
        return 1.0
    found = numbers(candidate, reference, language, recall)
    return min(1.0, sum(weight * found[name] for name, weight in _weights().items()))


@cache
def _weights() -> Mapping[str, float]:
    read: dict[str, dict[str, float]] = json.loads(
        files("codescore.score").joinpath("untrained.json").read_text("utf-8")
    )
    assert tuple(read["weights"]) == NAMES  # both are made by one command
    return read["weights"]
