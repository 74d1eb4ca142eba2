"""Data sets → rows of features, by the product's own engine, remembered beside the results.

A row is a candidate with what decides its probability: the numbers of its weakest unit.  Neighbours: `fit` reads rows.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from codescore.embed import load_bundle
from codescore.embed.manifest import MODEL_FILE, PROBABILITY_FEATURES, PROBABILITY_VERSION
from codescore.engine import FileVerdict, ScoreOptions, Session, compare, make_source
from codescore.engine.estimate import evidence_of
from codescore.foundation.errors import InputError
from codescore.foundation.files import replacing, sha256
from codescore.foundation.text import encode
from codescore.languages import by_id
from codescore.rewrite import mutate, transform
from codescore.sketch import VERSION
from codescore.study.dataset import Sample, read_data, spread
from codescore_train.progress import Progress

Floats = NDArray[np.float64]

#: The data set of rows that were made: references rewritten (right) and with one operator replaced (wrong).
REWRITTEN = "rewritten"
_EACH = 2  # of either kind, per reference

# ConDefects has a faulty program against its own fix, too: one edit apart, it belongs to the question of robustness.
_LEFT_OUT = "own-fix"


class LabelledRow(msgspec.Struct, frozen=True):
    """One candidate; `sound` says that it compiles and lacks no unit, `tokens` is the length of its sketch.

    `numbers` are in the order of PROBABILITY_FEATURES, None where a bundle does not give one.
    """

    data: str
    task: str
    language: str
    passed: bool
    sound: bool
    tokens: int
    numbers: tuple[float | None, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """Rows as arrays: `numbers` is (rows, features), nan where there is none; `tasks` count from 0."""

    data: NDArray[np.str_]
    language: NDArray[np.str_]
    tasks: NDArray[np.int64]
    passed: NDArray[np.bool_]
    sound: NDArray[np.bool_]
    tokens: Floats
    numbers: Floats

    def __len__(self) -> int:
        return len(self.passed)

    @property
    def written(self) -> NDArray[np.bool_]:
        """The rows that someone wrote: what is measured, and what levels are fitted to."""
        return np.asarray(self.data != REWRITTEN, dtype=np.bool_)

    def part(self, rows: NDArray[np.int64] | NDArray[np.bool_]) -> Table:
        """Some of the rows; tasks keep their numbers."""
        return Table(
            self.data[rows], self.language[rows], self.tasks[rows], self.passed[rows], self.sound[rows],
            self.tokens[rows], self.numbers[rows],
        )  # fmt: skip

    def column(self, feature: str) -> Floats:
        """The values of one feature."""
        return self.numbers[:, PROBABILITY_FEATURES.index(feature)]


def table(rows: Sequence[LabelledRow]) -> Table:
    """Rows as arrays; one task has one number in all data sets and languages."""
    names = {task: k for k, task in enumerate(sorted({row.task for row in rows}))}
    numbers = [[np.nan if x is None else x for x in row.numbers] for row in rows]
    return Table(
        np.asarray([row.data for row in rows], dtype=np.str_),
        np.asarray([row.language for row in rows], dtype=np.str_),
        np.asarray([names[row.task] for row in rows], dtype=np.int64),
        np.asarray([row.passed for row in rows], dtype=np.bool_),
        np.asarray([row.sound for row in rows], dtype=np.bool_),
        np.asarray([row.tokens for row in rows], dtype=np.float64),
        np.asarray(numbers, dtype=np.float64).reshape(len(rows), len(PROBABILITY_FEATURES)),
    )


def rows_of(bundle: Path, data: Sequence[Path], limit: int, kept: Path) -> list[LabelledRow]:
    """The rows of data sets, at most `limit` pairs of each (0: all), from `kept` where they were made before.

    Raises InputError, BundleError.
    """
    load_bundle(bundle)
    session = Session(bundle=bundle, disk_cache=False)
    rows: list[LabelledRow] = []
    try:
        for path in data:
            held = kept / f"{path.name.split('.')[0]}.{_key(bundle, path)}-{limit}.json"
            rows += _read(held) or _made(session, path, limit, held)
    finally:
        session.close()
    return rows


def rewritten_rows(bundle: Path, data: Sequence[Path], kept: Path) -> list[LabelledRow]:
    """Rows of each task's reference, rewritten by table 1 (right) and with one operator of table 2 replaced (wrong).

    Candidates that people or models wrote are hardly ever one operator away from right, and so teach nothing of that.
    """
    session = Session(bundle=bundle, disk_cache=False)
    rows: list[LabelledRow] = []
    try:
        for path in data:
            held = kept / f"{REWRITTEN}.{path.name.split('.')[0]}.{_key(bundle, path)}.json"
            found = _read(held)
            if found is None:
                found = [_row(session, sample) for sample in _rewritten(path)]
                _keep(held, found)
            rows += found
    finally:
        session.close()
    return rows


def _rewritten(path: Path) -> Iterator[Sample]:
    for sample in {sample.task: sample for sample in reversed(known_samples(path))}.values():
        language = by_id(sample.language)
        assert language is not None  # `_known` leaves the others out
        reference = encode(sample.references[0])
        for seed in range(_EACH):
            for made, passed in (
                (transform(language, reference, seed=seed), True),
                (mutate(language, reference, seed=seed, max_edits=1), False),
            ):
                if made is not None:
                    text = made.code.decode("utf-8", errors="replace")
                    yield replace(sample, candidate=text, passed=passed, data=REWRITTEN)


def _key(bundle: Path, path: Path) -> str:
    """What rows depend on."""
    columns = hashlib.sha256(" ".join(PROBABILITY_FEATURES).encode()).hexdigest()[:6]
    return f"{sha256(bundle / MODEL_FILE)[:12]}-{sha256(path)[:12]}-{PROBABILITY_VERSION}-{columns}-{VERSION}"


def _keep(held: Path, rows: Sequence[LabelledRow]) -> None:
    with replacing(held) as temporary:
        temporary.write_bytes(msgspec.json.encode(rows))


def _read(held: Path) -> list[LabelledRow] | None:
    try:
        return msgspec.json.decode(held.read_bytes(), type=list[LabelledRow])
    except (OSError, msgspec.MsgspecError):
        return None


def _made(session: Session, path: Path, limit: int, held: Path) -> list[LabelledRow]:
    session.warm()
    samples = spread(known_samples(path), limit)
    with Progress(path.name.split(".")[0], len(samples)) as progress:
        rows = []
        for sample in samples:
            rows.append(_row(session, sample))
            progress.update(len(rows))
    _keep(held, rows)
    return rows


def known_samples(path: Path) -> list[Sample]:
    """Samples with an outcome, in a language that is installed."""
    found = [
        sample
        for sample in read_data(path, strict=True).samples
        if sample.passed is not None and by_id(sample.language) and not sample.id.endswith(_LEFT_OUT)
    ]
    if not found:
        raise InputError(f"{path} holds no pair with an outcome in a language that is installed")
    return found


def _row(session: Session, sample: Sample) -> LabelledRow:
    language = by_id(sample.language)
    assert language is not None  # `_known` leaves the others out
    ours = make_source(language, encode(sample.candidate), "candidate")
    theirs = make_source(language, encode(sample.references[0]), "reference")
    try:
        verdict = compare(session, ours, [theirs], ScoreOptions())
    except InputError:  # no code at all
        verdict = None
    numbers, tokens = _numbers(session, verdict) if verdict is not None else ({}, 0)
    sound = verdict is not None and verdict.compiles and not verdict.missing and bool(numbers)
    return LabelledRow(
        sample.data,
        sample.task,
        sample.language,
        bool(sample.passed),
        sound,
        tokens,
        tuple(numbers.get(name) for name in PROBABILITY_FEATURES),
    )


def _numbers(session: Session, verdict: FileVerdict) -> tuple[dict[str, float], int]:
    """The numbers of the unit that is least like its reference, and the length of its sketch in tokens."""
    units = [unit for unit in verdict.units if unit.reference_unit is not None and not unit.unit.nested]
    if not units:
        return {}, 0
    found = evidence_of(
        session, verdict.candidate, min(units, key=lambda unit: 1.0 if unit.cosine is None else unit.cosine)
    )
    return dict(found.numbers), len(found.candidate.split())


def tasks_in(rows: Table) -> Iterator[NDArray[np.int64]]:
    """The rows of each task in each language and data set, by index."""
    keys = np.asarray([f"{d}\0{one}\0{t}" for d, one, t in zip(rows.data, rows.language, rows.tasks, strict=True)])
    order = np.argsort(keys, kind="stable")
    for group in np.split(order, np.flatnonzero(keys[order][1:] != keys[order][:-1]) + 1):
        if len(group):
            yield group
