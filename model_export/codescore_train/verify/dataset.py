"""Evaluation data sets for measuring a bundle: what `codescore study` reads, with an outcome and as bytes."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from codescore.foundation.errors import InputError
from codescore.foundation.text import encode
from codescore.study.dataset import read_data, spread


@dataclass(frozen=True, slots=True)
class Sample:
    """A candidate and its reference, whole files, and whether the candidate passed its tests."""

    task: str
    language: str
    candidate: bytes
    reference: bytes
    passed: bool


def read_samples(path: Path, limit: int) -> list[Sample]:
    """The samples with an outcome in a language we have; a limit is spread over the tasks.  Raises InputError."""
    known = [sample for sample in read_data(path, strict=True).samples if sample.passed is not None]
    if not known:
        raise InputError(f"{path} holds no pair with an outcome in a language that is installed")
    return [
        Sample(one.task, one.language, encode(one.candidate), encode(one.references[0]), bool(one.passed))
        for one in spread(known, limit)
    ]
