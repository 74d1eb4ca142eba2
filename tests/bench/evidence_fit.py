"""Fits the probability of evidence, alone and with the model's, and writes `evidence/probability.json`.

    python -m tests.bench.evidence_bars humaneval-python --out a.json        (and the other sets)
    python -m tests.bench.evidence_fit a.json b.json … --out server/codescore/evidence/probability.json

Logistic regression with a ridge, every set weighing the same; how good it is comes from five folds of whole tasks.
The model's own probability is computed with the default bundle (its curves were fitted on the same development data).
"""

from __future__ import annotations

import argparse
import gzip
import json
from pathlib import Path

import numpy as np
from scipy.optimize import minimize

from codescore.evidence.contract import ABSTAINING
from codescore.evidence.probability import FEATURES, MODEL, model_feature
from codescore.metrics.compute import compute_pairs
from codescore.metrics.metric import Pair
from tests.bench.evidence_bars import DATA, auroc

_RIDGE = 0.02
_FOLDS = 5


def rows_of(results: list[Path]) -> list[dict]:
    """Records in which something was compared, with the model's probability."""
    rows = []
    for path in results:
        result = json.loads(path.read_text())
        with gzip.open(DATA / f"{result['set']}.dev.jsonl.gz", "rt", encoding="utf-8") as lines:
            pairs = {row["id"]: row for row in map(json.loads, lines)}
        kept = [r for r in result["records"] if r["verdict"] not in ABSTAINING]
        texts = [pairs[r["id"]] for r in kept]
        asked = [Pair(t["candidate"], (t["reference"],), t["lang"]) for t in texts]
        [column] = compute_pairs(asked, metrics=["probability"])
        for record, found in zip(kept, column.results, strict=True):
            rows.append({**record, "set": result["set"], "model": found.score.value})
        print(result["set"], len(kept), "rows", flush=True)
    return rows


def fit(x: np.ndarray, y: np.ndarray, weight: np.ndarray) -> np.ndarray:
    """Weights with the intercept last.

    No sign that speaks against a candidate may raise its probability, and no high estimate of the model lower it.
    """
    x = np.hstack([x, np.ones((len(x), 1))])

    def loss(beta: np.ndarray) -> tuple[float, np.ndarray]:
        z = x @ beta
        value = float(np.sum(weight * (np.logaddexp(0, z) - y * z)) + _RIDGE / 2 * np.sum(beta[:-1] ** 2))
        slope = x.T @ (weight * (1 / (1 + np.exp(-z)) - y))
        slope[:-1] += _RIDGE * beta[:-1]
        return value, slope

    signs = [(None, 0.0)] * len(FEATURES) + [(0.0, None)] * (x.shape[1] - 1 - len(FEATURES)) + [(None, None)]
    return minimize(loss, np.zeros(x.shape[1]), jac=True, method="L-BFGS-B", bounds=signs).x


def predict(beta: np.ndarray, x: np.ndarray) -> np.ndarray:
    return 1 / (1 + np.exp(-(np.hstack([x, np.ones((len(x), 1))]) @ beta)))


def across(x: np.ndarray, y: np.ndarray, weight: np.ndarray, tasks: list[str]) -> np.ndarray:
    """Predictions for each row by a model that saw no row of its task."""
    names = sorted(set(tasks))
    np.random.default_rng(1).shuffle(names)
    fold = np.array([names.index(task) % _FOLDS for task in tasks])
    found = np.zeros(len(y))
    for k in range(_FOLDS):
        found[fold == k] = predict(fit(x[fold != k], y[fold != k], weight[fold != k]), x[fold == k])
    return found


def left_out(x: np.ndarray, y: np.ndarray, weight: np.ndarray, groups: list[str]) -> np.ndarray:
    """Predictions for each row by a model that saw no row of its group."""
    found, of = np.zeros(len(y)), np.array(groups)
    for group in dict.fromkeys(groups):
        mine = of == group
        found[mine] = predict(fit(x[~mine], y[~mine], weight[~mine]), x[mine])
    return found


def quality(p: np.ndarray, y: np.ndarray) -> dict[str, float]:
    q = np.clip(p, 1e-6, 1 - 1e-6)
    return {
        "auroc": round(auroc(p.tolist(), y.astype(bool).tolist()), 4),
        "brier": round(float(np.mean((p - y) ** 2)), 4),
        "log_loss": round(float(-np.mean(y * np.log(q) + (1 - y) * np.log(1 - q))), 4),
        "accuracy": round(float(np.mean((p > 0.5) == y)), 4),
    }


def fitted(rows: list[dict], *, with_model: bool) -> dict:
    rows = [r for r in rows if r["model"] is not None] if with_model else rows
    x = np.array([[*r["features"], *([model_feature(r["model"], r["features"])] if with_model else [])] for r in rows])
    y = np.array([float(r["passed"]) for r in rows])
    sets = [r["set"] for r in rows]
    weight = np.array([1000 / sets.count(s) / len(set(sets)) for s in sets])
    beta = fit(x, y, weight)
    p = across(x, y, weight, [r["task"] for r in rows])
    held = {s: quality(p[[t == s for t in sets]], y[[t == s for t in sets]]) for s in sorted(set(sets))}
    other = left_out(x, y, weight, sets)
    without = {s: quality(other[[t == s for t in sets]], y[[t == s for t in sets]]) for s in held}
    return {
        "intercept": round(float(beta[-1]), 4),
        "weights": [round(float(b), 4) for b in beta[:-1]],
        "cross_validated": held,
        "fitted_without_the_set": without,
        "rows": {s: sets.count(s) for s in sorted(set(sets))},
    }


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("results", nargs="+", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()
    rows = rows_of(given.results)
    document = {
        "features": [*FEATURES, MODEL],
        "fitted_on": "development halves; five folds of whole tasks; every set weighs the same",
        "command": "python -m tests.bench.evidence_fit",
        "alone": fitted(rows, with_model=False),
        "with model": fitted(rows, with_model=True),
    }
    given.out.write_text(json.dumps(document, indent=1) + "\n")
    print(json.dumps({k: document[k] for k in ("alone", "with model")}, indent=1))


if __name__ == "__main__":
    main()
