"""Fit the similarity of languages that the encoder was not trained on: `score/untrained.json`.

    python -m tests.bench.untrained_fit --pairs 500 --write

Pairs of programs with known outcome in Python and Java (HumanEval, development half, spread over tasks): the weights
are those that rank, within a task, programs that pass above programs that do not (logistic, every task weighs the
same), with the encoder's recall as it is.  Measured on JavaScript and C++, of which nothing is fitted: AUROC within
task beside the encoder's own similarity there, on both halves of the tasks.  Neighbour: `remainder_fit`.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression

import codescore.score
from codescore.engine import ScoreOptions, Session, compare, make_source
from codescore.foundation.errors import InputError
from codescore.foundation.text import encode
from codescore.languages import by_id
from codescore.score.untrained import NAMES, numbers
from codescore.study.dataset import Sample, read_data, spread
from tests.bench.edit_kinds import half
from tests.bench.evidence_bars import DATA

FITTED, CHECKED = ("humaneval-python", "humaneval-java"), ("humaneval-js", "humaneval-cpp")
FILE = Path(codescore.score.__file__).with_name("untrained.json")


@dataclass(frozen=True)
class Row:
    """A candidate: its task, whether it passes, what the mean is made of, and the encoder's own number."""

    task: str
    passed: bool
    values: tuple[float, ...]
    encoder: float


def rows_of(session: Session, name: str, pairs: int) -> list[Row]:
    """The candidates of a set that compile, as far as the grammar says; of a file the unit least like its reference."""
    samples = [one for one in read_data(DATA / f"{name}.dev.jsonl.gz").samples if one.passed is not None]
    return [row for one in spread(samples, pairs) if (row := row_of(session, one)) is not None]


def row_of(session: Session, one: Sample) -> Row | None:
    language = by_id(one.language)
    assert language is not None
    sources = [make_source(language, encode(text), "a program") for text in (one.candidate, one.references[0])]
    try:
        verdict = compare(session, sources[0], [sources[1]], ScoreOptions())
    except InputError:
        return None
    units = [unit for unit in verdict.units if unit.unit in verdict.counted and unit.parts is not None]
    if not units or not verdict.compiles or verdict.missing:
        return None
    least = min(units, key=lambda unit: unit.similarity or 0.0)
    assert least.parts is not None
    assert least.reference is not None
    assert least.reference_unit is not None
    sketches = [
        session.cached_sketch(source, unit).text
        for source, unit in ((verdict.candidate, least.unit), (least.reference, least.reference_unit))
    ]
    found = numbers(sketches[0], sketches[1], language, least.parts.recall)
    return Row(one.task, bool(one.passed), tuple(found[name] for name in NAMES), least.cosine or 0.0)


def by_task(rows: list[Row]) -> list[tuple[list[Row], list[Row]]]:
    """Of each task that has both, the rows that pass and the others."""
    found: dict[str, tuple[list[Row], list[Row]]] = {}
    for row in rows:
        found.setdefault(row.task, ([], []))[not row.passed].append(row)
    return [both for both in found.values() if all(both)]


def fitted(sets: list[list[Row]]) -> NDArray[np.float64]:
    """Weights that sum to 1, none below 0."""
    differences: list[NDArray[np.float64]] = []
    weights: list[float] = []
    for passing, others in (both for rows in sets for both in by_task(rows)):
        made = [np.subtract(a.values, b.values) for a in passing for b in others]
        differences += made
        weights += [1 / len(made)] * len(made)
    values = np.array(differences)
    scales = np.array([row.values for rows in sets for row in rows]).std(axis=0)
    model = LogisticRegression(C=0.1, fit_intercept=False, max_iter=1000)
    signs = np.repeat([1, -1], len(values))
    model.fit(np.concatenate([values, -values]) / scales, signs, sample_weight=weights * 2)
    found = np.maximum(model.coef_[0] / scales, 0.0)
    return found / found.sum()


def within_task(rows: list[Row], values: NDArray[np.float64]) -> float:
    """The mean over tasks of the chance that a passing program is above another."""
    number = {id(row): float(value) for row, value in zip(rows, values, strict=True)}
    shares = []
    for passing, others in by_task(rows):
        ours, theirs = (np.array([number[id(row)] for row in some]) for some in (passing, others))
        shares.append(float(((ours[:, None] > theirs) + (ours[:, None] == theirs) / 2).mean()))
    return round(float(np.mean(shares)), 4)


def measured(rows: list[Row], weights: NDArray[np.float64]) -> dict[str, float]:
    """The mean beside the encoder's own number, on all tasks and on either half."""
    found: dict[str, float] = {"pairs": len(rows)}
    for part in ("", "fit", "check"):
        some = [row for row in rows if half(row.task) in (part or half(row.task))]
        means = np.array([row.values for row in some]) @ weights
        label = {"": "all", "fit": "one half", "check": "other half"}[part]
        found[f"mean, {label}"] = within_task(some, means)
        found[f"encoder, {label}"] = within_task(some, np.array([row.encoder for row in some]))
    return found


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--pairs", type=int, default=500, help="of each set that is fitted (default: 500)")
    parser.add_argument("--check-pairs", type=int, default=0, help="of each set that is measured (default: all)")
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    session = Session(disk_cache=False, threads=1)
    session.checkers.close()  # the grammar decides what compiles: that takes a tenth of the time
    weights = fitted([rows_of(session, name, given.pairs) for name in FITTED])
    print(dict(zip(NAMES, weights.round(3).tolist(), strict=True)), flush=True)
    record = {
        "fitted_on": f"development half of HumanEval in Python and Java, {given.pairs} pairs each, spread over tasks: "
        "ranking programs that pass above others of their task",
        "command": "python -m tests.bench.untrained_fit",
        "AUROC within task, not fitted": {
            name: measured(rows_of(session, name, given.check_pairs), weights) for name in CHECKED
        },
        "weights": dict(zip(NAMES, weights.round(3).tolist(), strict=True)),
    }
    session.close()
    print(json.dumps(record, indent=1))
    if given.write:
        FILE.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
