"""Do the intervals of `codescore experiment analyse` hold the truth as often as they say?  Simulated studies.

`python -m tests.bench.experiment_coverage --simulations 500` writes results/experiment-coverage.json; nominal is 95 %.
40 participants of 40 suggestions, habits that differ by 0.7 log odds, a similarity that matters, an effect of 0.4 log
odds of the second arm, retention at four windows with censoring.  Truths come from the simulation's own probabilities.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections import defaultdict
from pathlib import Path

import numpy as np

from codescore.experiments.analysis import comparison, intervals, ranking, regression, survival
from codescore.experiments.analysis.data import Data
from tests.experiments.analysis.simulated import WINDOWS, World, study

RESULTS = Path(__file__).parent / "results" / "experiment-coverage.json"
EFFECT = 0.4
WITHIN = World(effect=EFFECT)
BETWEEN = World(effect=EFFECT, by_participant=True)
HOW = intervals.How(draws=1_000)

Found = dict[str, tuple[float | None, float | None]]


def truths() -> dict[str, float]:
    """By adding up the world's own probabilities over 2,000,000 draws of habit and signal."""
    random = np.random.default_rng(7)
    n = 2_000_000
    habit, signal = random.normal(0, WITHIN.spread, n), random.normal(size=n)
    chance = [1 / (1 + np.exp(-(WITHIN.base + habit + WITHIN.slope * signal + effect))) for effect in (0.0, EFFECT)]
    both = (chance[0] + chance[1]) / 2
    order = np.argsort(signal)
    good, bad = both[order], 1 - both[order]
    stays = (1 - WITHIN.leaves * random.uniform(0.5, 1.5, n)) ** len(WINDOWS)
    kept = float(stays.mean())
    scaled = {"mixed: similarity": WITHIN.slope, "mixed: arm": EFFECT}
    return scaled | {
        "acceptance": float(both.mean()),
        "acceptance, top tenth of similarity": float(both[order][-n // 10 :].mean()),
        "AUROC of similarity for acceptance": float(
            (good * (np.cumsum(bad) - bad / 2)).sum() / (good.sum() * bad.sum())
        ),
        "still in code after 900 s": kept,
        "difference, drawn by suggestion": float((chance[1] - chance[0]).mean()),
        "difference, drawn by participant": float((chance[1] - chance[0]).mean()),
        "difference in accepted and kept": float((chance[1] - chance[0]).mean()) * kept,
    }


def found(seed: int) -> tuple[Found, dict[str, float | None]]:
    """The intervals of one study drawn by suggestion and one drawn by participant; p values where nothing differs."""
    data, other = study(WITHIN, seed), study(BETWEEN, seed + 1_000_000)
    ends: Found = {}
    one = intervals.share(data.accepted, data.people, HOW)
    ends["acceptance"] = (one.low, one.high)
    signal = data.signals["similarity"]
    top = ranking.binned(signal, data.accepted, data.people, HOW)[-1].rate
    ends["acceptance, top tenth of similarity"] = (top.low, top.high)
    rank = ranking.auroc(signal, data.accepted, data.people, HOW)
    ends["AUROC of similarity for acceptance"] = (rank.low, rank.high)
    last = survival.curve(data.left["still_in_code"], data.people, HOW)[-1].stays
    ends["still in code after 900 s"] = (last.low, last.high)
    for title, some, kept in (
        ("difference, drawn by suggestion", data, False), ("difference, drawn by participant", other, False),
        ("difference in accepted and kept", data, True),
    ):  # fmt: skip
        gap = compared(some, kept).difference
        ends[title] = (gap.low, gap.high)
    logit = np.log(signal / (1 - signal))
    fit, _ = regression.fitted(data.accepted, {"similarity": logit, "arm": (data.arm == 1).astype(float)}, data.people)
    for term in fit.terms:
        scale = float(logit.std()) if term.name == "similarity" else 1.0  # back to the unit of the world
        ends[f"mixed: {term.name}"] = (math.log(term.low) / scale, math.log(term.high) / scale)
    null = {
        "drawn by suggestion": compared(study(World(), seed + 2_000_000), kept=False).p,
        "drawn by participant": compared(study(World(by_participant=True), seed + 3_000_000), kept=False).p,
    }
    return ends, null


def compared(data: Data, kept: bool) -> comparison.Comparison:
    stays = data.given_accepted("still_in_code") if kept else np.where(data.accepted == 1, 1.0, np.nan)
    unit = comparison.unit_of(data.arm, data.people)
    return comparison.compared(data.accepted, stays, data.arm, data.people, HOW, names=("A", "B"), unit=unit, title="")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--simulations", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=math.inf, help="stop after so long and record what ran")
    parser.add_argument("--out", type=Path, default=RESULTS)
    arguments = parser.parse_args()
    truth, begun, ran = truths(), time.monotonic(), 0
    hits: dict[str, list[bool]] = defaultdict(list)
    rejected: dict[str, list[bool]] = defaultdict(list)
    while ran < arguments.simulations and time.monotonic() - begun < arguments.seconds:
        ends, null = found(ran)
        for name, value in truth.items():
            low, high = ends.get(name, (None, None))
            if low is not None and high is not None:
                hits[name].append(low <= value <= high)
        for name, p in null.items():
            if p is not None:
                rejected[name].append(p < 0.05)
        ran += 1
        if ran % 20 == 0 or ran == arguments.simulations:
            record(arguments.out, truth, hits, rejected, ran)
    record(arguments.out, truth, hits, rejected, ran)
    print(arguments.out.read_text(encoding="utf-8"))


Flags = dict[str, list[bool]]


def record(path: Path, truth: dict[str, float], hits: Flags, rejected: Flags, ran: int) -> None:
    coverage = {
        name: {"truth": round(value, 5), "intervals": len(hits[name]), "held": round(float(np.mean(hits[name])), 4)}
        for name, value in truth.items()
        if hits[name]
    }
    wrong = {
        name: {"tests": len(some), "p below .05": round(float(np.mean(some)), 4)} for name, some in rejected.items()
    }
    world = {"participants": WITHIN.participants, "suggestions each": WITHIN.each, "draws": HOW.draws, "nominal": 0.95}
    text = {"simulations": ran, "world": world, "coverage": coverage, "error of the first kind": wrong}
    path.write_text(json.dumps(text, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
