"""Fit what a remainder weighs: `score/remainder.json`, from pairs whose outcome is known by execution.

    python -m tests.bench.remainder_fit --edits edits.jsonl --write

Pairs: faulty programs beside their own fixes (ConDefects), generated programs (HumanEval, MBPP) and students' programs
beside references, and the small edits that `edit_kinds` ran.  Of each pair of functions that share enough, the numbers
of what is left; every set weighs the same.  Fitted on one half of the tasks the weights are measured on the other;
what is written is fitted on both.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score

import codescore.score
from codescore.engine import Session, make_source, match_files
from codescore.foundation.errors import InputError
from codescore.languages import by_id
from codescore.score.decision import NAMES, numbers
from codescore.score.remainder import remainder
from tests.bench.edit_kinds import half, labelled
from tests.bench.evidence_bars import load

LEAST_SHARED = 0.75
THRESHOLDS = {"": 0.8, "python": 0.75, "java": 0.8}
SETS = ("humaneval-java", "humaneval-python", "mbpp-python", "refactory")
FIXES = (("condefects-java", 400),)  # those of Python are kept for measuring
FILE = Path(codescore.score.__file__).with_name("remainder.json")


@dataclass(frozen=True)
class Example:
    """The numbers of one pair's remainder, whether the pair differs, its set and task."""

    values: tuple[float, ...]
    differs: bool
    of: str
    task: str


def texts(edits: Path) -> Iterator[tuple[str, str, str, str, str, bool]]:
    """(set, language, task, candidate, reference, whether they differ)."""
    for name in SETS:
        for r in load(name):
            yield name, r["lang"], r["task"], r["candidate"], r["reference"], not r["passed"]
    for name, most in FIXES:
        rows = [r for r in load(name) if r["id"].endswith("own-fix")]
        random.Random(5).shuffle(rows)
        for r in rows[:most]:
            yield name, r["lang"], r["task"], r["candidate"], r["reference"], True
    for r in labelled(edits):
        yield "edits", r["language"], r["task"], r["candidate"], r["reference"], r["differs"]


def examples(session: Session, rows: Iterable[tuple[str, str, str, str, str, bool]]) -> Iterator[Example]:
    """What is left of each pair of units that counts for its file, where that is neither nothing nor too much."""
    for name, lang, task, candidate, reference, differs in rows:
        language = by_id(lang)
        assert language is not None
        try:
            sources = [
                make_source(language, text.encode(), label) for text, label in ((candidate, "a"), (reference, "b"))
            ]
        except InputError:
            continue
        found = match_files(session, *sources)
        for pair in (p for p in found.pairs if p.unit in found.counted):
            ours = session.cached_program(pair.candidate, pair.unit)
            theirs = session.cached_program(pair.reference, pair.reference_unit)
            if ours is None or theirs is None:
                continue
            left = remainder(ours, theirs, language)
            if left.left and left.shared >= LEAST_SHARED:
                values = numbers(left)
                yield Example(tuple(values[n] for n in NAMES), differs, name, task)


@dataclass(frozen=True)
class Fit:
    model: LogisticRegression
    means: np.ndarray
    scales: np.ndarray

    def chances(self, of: Sequence[Example]) -> np.ndarray:
        values = (np.array([e.values for e in of]) - self.means) / self.scales
        return np.asarray(self.model.predict_proba(values)[:, 1])


def fitted(of: Sequence[Example]) -> Fit:
    """A logistic model in which every set weighs the same."""
    values = np.array([e.values for e in of])
    means, scales = values.mean(axis=0), values.std(axis=0) + 1e-9
    sizes = {name: sum(e.of == name for e in of) for name in {e.of for e in of}}
    weights = [300 / sizes[e.of] for e in of]
    model = LogisticRegression(C=0.3, max_iter=3000)
    model.fit((values - means) / scales, [e.differs for e in of], sample_weight=weights)
    return Fit(model, means, scales)


def measured(of: Sequence[Example]) -> dict[str, dict[str, float]]:
    """By set: how the weights fitted on one half of the tasks do on the other, and the other way round."""
    chances = np.zeros(len(of))
    for part in ("fit", "check"):
        inside = [i for i, e in enumerate(of) if half(e.task) == part]
        others = [e for e in of if half(e.task) != part]
        chances[inside] = fitted(others).chances([of[i] for i in inside])
    found = {}
    for name in sorted({e.of for e in of}):
        those = [i for i, e in enumerate(of) if e.of == name]
        labels = [of[i].differs for i in those]
        row = {"pairs": float(len(those)), "differ": round(float(np.mean(labels)), 4)}
        if 0 < sum(labels) < len(labels):
            row["auroc"] = round(float(roc_auc_score(labels, chances[those])), 4)
        found[name] = row
    return found


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--edits", type=Path, required=True)
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    session = Session(disk_cache=False, threads=1)
    found = list(examples(session, texts(given.edits)))
    session.close()
    fit = fitted(found)
    record = {
        "fitted_on": "development halves: faulty programs beside their fixes, generated and students' programs with "
        "known outcome, small edits labelled by running both; every set weighs the same",
        "command": "python -m tests.bench.remainder_fit",
        "other_half": measured(found),
        "numbers": list(NAMES),
        "intercept": round(float(fit.model.intercept_[0]), 4),
        "weights": [round(float(v), 4) for v in fit.model.coef_[0]],
        "means": [round(float(v), 4) for v in fit.means],
        "scales": [round(float(v), 4) for v in fit.scales],
        "least_shared": LEAST_SHARED,
        "thresholds": THRESHOLDS,
    }
    print(json.dumps(record["other_half"], indent=1))
    if given.write:
        FILE.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
