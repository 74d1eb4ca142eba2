"""The range in which a probability cannot say, from data sets that nothing of it was trained on.

Out of fold by task is not enough: on another set's programs fewer answers are right.  What is asked is the product
itself: its verdict's probability, where it gives one.  Neighbours: `measure.unsure` is the rule.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from codescore.embed import load_bundle
from codescore.engine import ScoreOptions, Session, compare, make_source
from codescore.foundation.errors import InputError
from codescore.foundation.text import encode
from codescore.languages import by_id
from codescore.study.dataset import Sample, spread
from codescore_train.probability import measure
from codescore_train.probability.data import Floats, known_samples
from codescore_train.progress import Progress


@dataclass(frozen=True, slots=True, eq=False)
class Answers:
    """Of one data set: the probabilities of what compiles and lacks nothing, and which passed (1 or 0)."""

    data: str
    scores: Floats
    passed: Floats


def answers_of(bundle: Path, data: Sequence[Path], limit: int) -> list[Answers]:
    """What the product says of pairs with an outcome, at most `limit` of each set (0: all).

    Raises InputError, BundleError.
    """
    load_bundle(bundle)
    session = Session(bundle=bundle, disk_cache=False)
    try:
        return [_answers(session, path, limit) for path in data]
    finally:
        session.close()


def band_of(sets: Sequence[Answers]) -> tuple[float, float]:
    """The narrowest range outside of which three answers of four are right, every pair counting the same."""
    return measure.unsure(np.concatenate([one.passed for one in sets]), np.concatenate([one.scores for one in sets]))


def told(sets: Sequence[Answers], band: tuple[float, float]) -> dict[str, Any]:
    """How many answers each set gets, and how many of them are right."""
    return {one.data: {"pairs": len(one.scores), **measure.decided(one.passed, one.scores, band)} for one in sets}


def _answers(session: Session, path: Path, limit: int) -> Answers:
    samples = spread(known_samples(path), limit)
    found: list[tuple[float, bool]] = []
    with Progress(path.name.split(".")[0], len(samples)) as progress:
        for number, sample in enumerate(samples, 1):
            said = _said(session, sample)
            found += [(said, bool(sample.passed))] if said is not None else []
            progress.update(number)
    if not found:
        raise InputError(f"{path}: the bundle gives none of its pairs a probability")
    scores, passed = zip(*found, strict=True)
    return Answers(samples[0].data, np.asarray(scores), np.asarray(passed, dtype=np.float64))


def _said(session: Session, sample: Sample) -> float | None:
    language = by_id(sample.language)
    assert language is not None  # `known_samples` leaves the others out
    ours, theirs = (make_source(language, encode(text), "x") for text in (sample.candidate, sample.references[0]))
    try:
        verdict = compare(session, ours, [theirs], ScoreOptions())
    except InputError:  # no code at all
        return None
    return verdict.probability if verdict.compiles and not verdict.missing else None
