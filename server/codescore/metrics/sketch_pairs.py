"""Pairs as the sketches of whole sources, for metrics that give them to a model.

What is common to these metrics is here once: a language without a grammar, empty sides (`empty`), the best reference.
Neighbours: `code_bert_score` and `embedding_cosine` say how two sketches are compared.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from codescore.metrics.empty import best, empty_score
from codescore.metrics.metric import Pair, Score
from codescore.metrics.prepared import prepare

Sketches = list[list[str | None]]


def sketches_of(pairs: Sequence[Pair]) -> Sketches:
    """For each pair the sketches of its candidate and its references; None where there is no grammar."""
    return [[prepare(text, pair.language).sketch for text in (pair.candidate, *pair.references)] for pair in pairs]


def distinct(sketches: Sketches) -> list[str]:
    """What a model has to see: every sketch once, empty ones left out."""
    return list(dict.fromkeys(text for row in sketches for text in row if text))


def score_sketches(pairs: Sequence[Pair], sketches: Sketches, compare: Callable[[str, str], Score]) -> list[Score]:
    """The best reference's score; `compare` is given two sketches that are not empty."""
    found = []
    for pair, (ours, *theirs) in zip(pairs, sketches, strict=True):
        if ours is None or None in theirs:
            found.append(Score(None, reason=f"no sketch: no grammar is installed for {pair.language}"))
            continue
        empty = empty_score(ours, [text or "" for text in theirs])
        found.append(empty or best([compare(ours, text) if text else Score(0.0) for text in theirs]))
    return found
