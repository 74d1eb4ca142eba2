"""Evaluation data as units, and which functions of the corpus are too close to one of them.

A function is tainted if its sketch equals that of an evaluation unit (rule `exact sketch`) or the exact Jaccard
similarity of their shingle sets reaches a threshold (rule `near match`; candidates come from MinHash LSH).  A unit is
any function of a candidate or reference, and each of these as a whole.  Languages are not kept apart: a port counts.
Neighbours: `minhash` below; `split` drops what is tainted and reports it.
"""

from __future__ import annotations

import hashlib
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from codescore.foundation.errors import InputError
from codescore.languages import by_id
from codescore.sketch import sketch_source, sketch_units
from codescore.syntax import parse, units_of
from codescore_train.corpus import storage
from codescore_train.corpus.minhash import (
    Hashes,
    Keys,
    Rows,
    ShingleSets,
    band_keys,
    jaccard,
    shingle_sets,
    signatures,
    take,
)  # fmt: skip
from codescore_train.corpus.near import SLACK
from codescore_train.corpus.progress import Steps, unseen

THRESHOLD = 0.7
_ROWS = 4  # 32 bands: a pair at the threshold is found with probability .9998
_STEP = 5_000  # functions compared at once; bounds the memory that candidate pairs take

Origins = dict[str, str]  # set -> id of the first evaluation item of it that holds the unit


@dataclass(frozen=True, slots=True)
class EvaluationUnits:
    """Distinct sketches of evaluation units, and where each comes from.

    `programs` counts distinct candidates and references per set, `unread` those in languages that are not installed.
    """

    by_digest: dict[bytes, int]
    origins: tuple[Origins, ...]
    sets: ShingleSets
    signature: Hashes
    programs: dict[str, int]
    unread: dict[str, int]

    def __len__(self) -> int:
        return len(self.origins)


@dataclass(frozen=True, slots=True)
class Match:
    """The evaluation unit that a function is closest to, and the exact Jaccard similarity to it."""

    unit: int
    similarity: float


def digest_of(sketch: str) -> bytes:
    """The key under which equal sketches are found."""
    return hashlib.blake2b(sketch.encode("utf-8", "replace"), digest_size=16).digest()


def load(files: Iterable[Path], workers: ProcessPoolExecutor) -> EvaluationUnits:
    """The units of data sets (gzipped JSON lines with `lang`, `reference`; `candidate`, `set`, `id` and `references`
    where there are any).  Raises InputError where a file is no such data set."""
    programs = _programs(files)
    readable = {program: origins for program, origins in programs.items() if by_id(program[0])}
    sketches: dict[str, Origins] = {}
    for found, origins in zip(workers.map(_sketches, readable, chunksize=100), readable.values(), strict=True):
        for sketch in found:
            sketches[sketch] = {**origins, **sketches.get(sketch, {})}
    sets = shingle_sets(list(sketches))
    return EvaluationUnits(
        by_digest={digest_of(sketch): i for i, sketch in enumerate(sketches)},
        origins=tuple(sketches.values()),
        sets=sets,
        signature=signatures(sets),
        programs=dict(Counter(name for origins in readable.values() for name in origins)),
        unread=dict(Counter(language for language, _ in programs if by_id(language) is None)),
    )


def near_matches(
    sets: ShingleSets, signature: Hashes, evaluation: EvaluationUnits, *, progress: Steps = unseen
) -> dict[int, Match]:
    """Index of each set that is close to an evaluation unit -> its closest one."""
    index = [(np.sort(keys), np.argsort(keys, kind="stable")) for keys in band_keys(evaluation.signature, _ROWS)]
    found: dict[int, Match] = {}
    for start in range(0, len(sets), _STEP):
        rows = np.arange(start, min(start + _STEP, len(sets)))
        part = take(sets, rows)
        for function, units in _candidates(part, signature[rows], evaluation, index):
            match = _closest(part[function], units, evaluation)
            if match.similarity >= THRESHOLD:
                found[start + function] = match
        progress(start, len(sets))
    return found


def _programs(files: Iterable[Path]) -> dict[tuple[str, str], Origins]:
    """Every distinct (language, source) with its origins; the first item that holds it names it."""
    programs: dict[tuple[str, str], Origins] = {}
    for path in files:
        try:
            for number, record in enumerate(storage.read_lines(path), 1):
                for source in _sources(record):
                    origins = programs.setdefault((record["lang"], source), {})
                    item = record.get("id", f"{path.name}:{number}")
                    origins.setdefault(str(record.get("set", path.name)), str(item))
        except (OSError, EOFError, ValueError, KeyError, TypeError, AttributeError, zlib.error) as error:
            raise InputError(f"{path}: not a data set of gzipped JSON lines ({error})") from error
    return programs


def _sources(record: dict[str, Any]) -> Iterator[str]:
    for source in (record.get("candidate"), record["reference"], *(record.get("references") or ())):
        if source and not isinstance(source, str):
            raise TypeError(f"a program that is no text: {source!r:.20}")
        if source:
            yield source


def _sketches(program: tuple[str, str]) -> list[str]:
    """In a worker: the distinct sketches of a program, as a whole and of each of its units."""
    language = by_id(program[0])
    if language is None:
        return []
    source = program[1].encode("utf-8", "replace")
    syntax = parse(language, source)
    units = sketch_units(syntax, units_of(syntax))
    return list(dict.fromkeys(sketch.text for sketch in (sketch_source(language, source), *units)))


def _candidates(
    sets: ShingleSets, signature: Hashes, evaluation: EvaluationUnits, index: list[tuple[Keys, Rows]]
) -> Iterator[tuple[int, Rows]]:
    """Functions with the evaluation units that may be similar enough: a band in common, size and estimate fit."""
    pairs = [_shared(keys, *known) for keys, known in zip(band_keys(signature, _ROWS), index, strict=True)]
    width = max(1, len(evaluation))
    pair = np.unique(np.concatenate([function * width + unit for function, unit in pairs]))
    function, unit = pair // width, pair % width
    mine, theirs = sets.sizes[function], evaluation.sets.sizes[unit]
    fits = np.minimum(mine, theirs) >= THRESHOLD * np.maximum(np.maximum(mine, theirs), 1)
    function, unit = function[fits], unit[fits]
    close = np.concatenate([np.zeros(0, np.bool_), *_look_similar(function, unit, signature, evaluation)])
    function, unit = function[close], unit[close]
    firsts = np.flatnonzero(np.diff(function, prepend=-1))
    for first, last in zip(firsts, np.append(firsts, len(function))[1:], strict=True):
        yield int(function[first]), unit[first:last]


def _shared(keys: Keys, known: Keys, order: Rows) -> tuple[Rows, Rows]:
    """All (function, evaluation unit) whose band keys are equal."""
    first, last = np.searchsorted(known, keys, "left"), np.searchsorted(known, keys, "right")
    counts = last - first
    function = np.repeat(np.arange(len(keys)), counts)
    within = np.arange(int(counts.sum())) - np.repeat(np.cumsum(counts) - counts, counts)
    return function, order[np.repeat(first, counts) + within]


def _look_similar(
    function: Rows, unit: Rows, signature: Hashes, evaluation: EvaluationUnits
) -> Iterator[np.typing.NDArray[np.bool_]]:
    for start in range(0, len(function), 100_000):  # pairs at once: 2 × 50 MB of signatures
        mine, theirs = signature[function[start : start + 100_000]], evaluation.signature[unit[start : start + 100_000]]
        yield np.count_nonzero(mine == theirs, axis=1) >= (THRESHOLD - SLACK) * signature.shape[1]


def _closest(own: Hashes, units: Rows, evaluation: EvaluationUnits) -> Match:
    similarity = [jaccard(own, evaluation.sets[int(unit)]) for unit in units]
    best = int(np.argmax(similarity))
    return Match(int(units[best]), similarity[best])
