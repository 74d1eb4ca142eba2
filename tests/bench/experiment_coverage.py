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
from pathlib import Path
from typing import Any

import numpy as np

from codescore.experiments.analysis import comparison, intervals, ranking, regression, survival
from codescore.experiments.analysis.data import Data
from tests.experiments.analysis.simulated import WINDOWS, World, study

RESULTS = Path(__file__).parent / "results" / "experiment-coverage.json"
EFFECT = 0.4
WITHIN = World(effect=EFFECT)
BETWEEN = World(effect=EFFECT, by_participant=True)
HOW = intervals.How(draws=1_000)

WORLD = {"participants": WITHIN.participants, "suggestions each": WITHIN.each, "draws": HOW.draws, "nominal": 0.95}

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
    parser.add_argument("--first", type=int, default=0, help="seed of the first simulation")
    parser.add_argument("--seconds", type=float, default=math.inf, help="stop after so long and record what ran")
    parser.add_argument("--out", type=Path, default=RESULTS)
    parser.add_argument("--merge", type=Path, nargs="+", help="results of different seeds, added up")
    arguments = parser.parse_args()
    if arguments.merge:
        write(arguments.out, merged([json.loads(path.read_text(encoding="utf-8")) for path in arguments.merge]))
        return
    truth, begun = truths(), time.monotonic()
    result = {"seeds": [], "world": WORLD, "coverage": {name: {"truth": round(value, 5), "intervals": 0, "held": 0}
              for name, value in truth.items()}, "error of the first kind": {}}  # fmt: skip
    for seed in range(arguments.first, arguments.first + arguments.simulations):
        if time.monotonic() - begun > arguments.seconds:
            break
        count(result, truth, seed)
        if not len(result["seeds"]) % 10:
            write(arguments.out, result)
    write(arguments.out, result)


def count(result: dict[str, Any], truth: dict[str, float], seed: int) -> None:
    ends, null = found(seed)
    for name, value in truth.items():
        low, high = ends.get(name, (None, None))
        if low is not None and high is not None:
            result["coverage"][name]["intervals"] += 1
            result["coverage"][name]["held"] += low <= value <= high
    for name, p in null.items():
        tests = result["error of the first kind"].setdefault(name, {"tests": 0, "p below .05": 0})
        tests["tests"] += p is not None
        tests["p below .05"] += p is not None and p < 0.05
    result["seeds"].append(seed)


def merged(results: list[dict[str, Any]]) -> dict[str, Any]:
    first, *others = results
    for other in others:
        assert not set(first["seeds"]) & set(other["seeds"])
        first["seeds"] += other["seeds"]
        for part in ("coverage", "error of the first kind"):
            for name, counts in first[part].items():
                for key in set(counts) - {"truth"}:
                    counts[key] += other[part][name][key]
    return first


def write(path: Path, result: dict[str, Any]) -> None:
    shares = {name: round(one["held"] / one["intervals"], 4) for name, one in result["coverage"].items()}
    runs = ranges(result["seeds"])
    text = {**result, "simulations": len(result["seeds"]), "seed ranges": runs, "share held": shares}
    path.write_text(json.dumps(text, separators=(",", ":")) + "\n", encoding="utf-8")


def ranges(seeds: list[int]) -> list[list[int]]:
    """First and last of each run of seeds."""
    found: list[list[int]] = []
    for seed in sorted(seeds):
        if found and found[-1][1] == seed - 1:
            found[-1][1] = seed
        else:
            found.append([seed, seed])
    return found


if __name__ == "__main__":
    main()
