"""Evaluation data sets: JSON lines of {id, task, lang, candidate, reference, passed, ...}, gzipped or not."""

from __future__ import annotations

import gzip
import json
import zlib
from dataclasses import dataclass
from pathlib import Path

from codescore.errors import InputError
from codescore.languages import by_id


@dataclass(frozen=True, slots=True)
class Sample:
    """A candidate and its reference, whole files, and whether the candidate passed its tests."""

    task: str
    language: str
    candidate: bytes
    reference: bytes
    passed: bool


def read_samples(path: Path, limit: int) -> list[Sample]:
    """The samples with an outcome in a language we have; with a limit, spread over the file.  Raises InputError."""
    try:
        with gzip.open(path, "rb") if path.suffix == ".gz" else path.open("rb") as stream:
            rows = [json.loads(line) for line in stream if line.strip()]
        samples = [
            Sample(str(r["task"]), r["lang"], r["candidate"].encode(), r["reference"].encode(), bool(r["passed"]))
            for r in rows
            if r["passed"] is not None and by_id(r["lang"]) is not None
        ]
    except (OSError, EOFError, zlib.error, ValueError, KeyError, TypeError, AttributeError) as error:
        raise InputError(f"{path} is no data set of JSON lines: {error!r}") from None
    if not samples:
        raise InputError(f"{path} holds no pair with an outcome in a language that is installed")
    step = max(1, len(samples) // limit) if limit else 1
    return samples[::step][: limit or None]
