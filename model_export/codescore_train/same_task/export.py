"""A trained bag → the same-task part of a bundle: few bits a number, a scale, a threshold, and what it was worth.

The scale is a logistic curve over the nearness, fitted to another approach against a look-alike on our own tasks to
measure on, as many of one as of the other: the number is the chance that such a pair is of one task.  A language's
threshold is the lowest number that at most a share of its look-alikes reaches; how often it errs is measured on tasks
that it was not chosen by.  Neighbour: `measure` draws the pairs.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.special import expit

from codescore.embed import Encoder, load_bundle
from codescore.embed.manifest import MANIFEST_FILE, TASK_FEATURES, TASK_FILE, Golden, Manifest, SameTask
from codescore.embed.task_model import TaskModel, golden_vector, to_bytes
from codescore.foundation.errors import EnvironmentProblem, InputError
from codescore.foundation.files import replacing, sha256
from codescore.score import calibrated
from codescore_train.corpus.gathered import Solution
from codescore_train.export.bundle import write_manifest
from codescore_train.same_task.gather import bucket
from codescore_train.same_task.measure import Matrix, Triple, measures, nearness, triples
from codescore_train.same_task.model import shipped, vectors_of
from codescore_train.same_task.recipe import SameTaskRecipe
from codescore_train.same_task.rows import Programs
from codescore_train.same_task.train import Trained

Floats = NDArray[np.float64]
Knots = tuple[tuple[float, float], ...]

_KNOTS = (-2.0, -1.0, *(round(k / 20, 2) for k in range(-16, 20)), 1.0, 2.0)
_GOLDEN = "def f ( arg_0 ) :\n    var_0 = 0\n    for var_1 in arg_0 :\n        var_0 += var_1\n    return var_0"
_GOLDEN_TOLERANCE = 0.03  # kernels of eight bits differ a little between processors; wrong ones differ wholly
_DIGITS = 4


def part_of(recipe: SameTaskRecipe, trained: Trained, dev: Programs, training: dict[str, Any]) -> TaskModel:
    """The part as it ships, measured.  `dev` are programs of tasks that it was not trained on."""
    found = {lang: triples(dev.solutions, dev.texts, lang) for lang in sorted({one.lang for one in dev.solutions})}
    languages = tuple(lang for lang, some in found.items() if some)  # of no other is known what the number is worth
    if not languages:
        raise InputError("no task to measure on has two approaches in a language: no scale can be chosen")
    part = SameTask(
        features=TASK_FEATURES, families=recipe.families, rows=len(trained.hashes),
        dimensions=trained.centres.shape[1], hidden=recipe.hidden, heads=recipe.heads, bits=recipe.bits,
        calibration=((-1.0, 0.0), (1.0, 1.0)), threshold=0.5,
        false_positives=recipe.false_positives, parity=1.0, languages=languages, quality={}, training={},
        centres=len(trained.centres) if recipe.crowd else 0, crowd=min(recipe.crowd, len(trained.centres)),
    )  # fmt: skip
    model = shipped(trained.bags, trained.hashes, trained.weights, trained.centres, part)
    vectors = _shipped_vectors(model, dev)
    exact = vectors_of(trained.bags, dev.counts, trained.hashes, trained.weights)
    told = np.linalg.norm(exact, axis=1) > 0  # a program without a known feature has no vector to lose
    parity = float((vectors * exact).sum(1)[told].min(initial=1.0))
    near = nearness(vectors, trained.centres, part.crowd)
    pairs = {lang: _pairs(found[lang], near) for lang in languages}
    scale = _scale(*(np.concatenate(side) for side in zip(*pairs.values(), strict=True)))
    thresholds = _thresholds(pairs, scale, recipe.false_positives)
    quality = measures(dev.solutions, dev.texts, vectors, trained.centres, part.crowd) | {
        "out of fold": _out_of_fold(dev, near, languages, recipe.false_positives),
        "programs": {lang: sum(one.lang == lang for one in dev.solutions) for lang in languages},
        "tasks": len({one.task for one in dev.solutions}),
    }
    recorded = {"recipe": msgspec.to_builtins(recipe), "steps": trained.step, "seconds": round(trained.seconds)}
    part = msgspec.structs.replace(
        part, calibration=scale, threshold=max(thresholds.values()), thresholds=thresholds, parity=round(parity, 6),
        quality=quality, training=recorded | training,
        golden=tuple(round(float(x), _DIGITS) for x in golden_vector(model)),
    )  # fmt: skip
    return dataclasses.replace(model, part=part)


def record(model: TaskModel, folder: Path, version: str) -> None:
    """Put the part, and golden vectors, into a bundle's folder.  Raises EnvironmentProblem where parity fails."""
    if model.part.parity < 1 - _GOLDEN_TOLERANCE:
        raise EnvironmentProblem(f"{model.part.bits} bits lose too much: smallest cosine {model.part.parity}")
    _take_out(folder)
    bundle = load_bundle(folder)
    encoder = Encoder(bundle)
    made = encoder.encode([_GOLDEN])[0].vectors
    encoder.close()
    golden = Golden(
        _GOLDEN, {k: tuple(round(float(x), _DIGITS) for x in v) for k, v in made.items()}, _GOLDEN_TOLERANCE
    )
    with replacing(folder / TASK_FILE) as temporary:
        temporary.write_bytes(to_bytes(model))
    hashes = bundle.manifest.sha256 | {TASK_FILE: sha256(folder / TASK_FILE)}
    manifest = msgspec.structs.replace(
        bundle.manifest, version=version, sha256=hashes, same_task=model.part, golden=golden
    )
    write_manifest(manifest, folder / MANIFEST_FILE)
    load_bundle(folder)  # what was written is what the product takes


def _take_out(folder: Path) -> None:
    """The bundle without its part: one of older features, which is about to be replaced, would not be loaded."""
    manifest = msgspec.json.decode((folder / MANIFEST_FILE).read_bytes(), type=Manifest)
    hashes = {name: value for name, value in manifest.sha256.items() if name != TASK_FILE}
    write_manifest(msgspec.structs.replace(manifest, same_task=None, sha256=hashes), folder / MANIFEST_FILE)


def _shipped_vectors(model: TaskModel, found: Programs) -> Matrix:
    """What the product computes for programs, (programs, dimensions); zeros where it knows nothing of one."""
    rows = [
        model.vector(dict(zip(names.tolist(), times.astype(int).tolist(), strict=True)))
        for names, times in found.counts
    ]
    return np.stack([row if row is not None else np.zeros(model.part.dimensions, np.float32) for row in rows])


def _pairs(found: Sequence[Triple], near: Matrix) -> tuple[Floats, Floats]:
    """How near other approaches are, and look-alikes."""
    return (
        np.array([float(near[one.program, one.approach]) for one in found]),
        np.array([float(near[one.program, one.alike]) for one in found]),
    )


def _scale(right: Floats, wrong: Floats) -> Knots:
    """The logistic curve that fits best, at knots."""
    x = np.concatenate([right, wrong])
    y = np.concatenate([np.ones(len(right)), np.zeros(len(wrong))])

    def loss(parameters: Floats) -> float:
        odds = parameters[0] * x + parameters[1]
        return float(np.mean(np.logaddexp(0.0, odds) - y * odds))

    slope, offset = minimize(loss, np.array([5.0, -1.0]), method="Nelder-Mead").x
    return tuple((float(k), round(float(expit(slope * k + offset)), 4)) for k in _KNOTS)


def _thresholds(pairs: dict[str, tuple[Floats, Floats]], scale: Knots, share: float) -> dict[str, float]:
    cuts = {lang: float(np.quantile(wrong, 1 - share, method="higher")) for lang, (_, wrong) in pairs.items()}
    return {lang: round(float(np.ceil(calibrated(cut, scale) * 1000 + 1e-9) / 1000), 3) for lang, cut in cuts.items()}


def _out_of_fold(dev: Programs, near: Matrix, languages: tuple[str, ...], share: float) -> dict[str, Any]:
    """Scale and threshold chosen on one half of the tasks: how often they say so on the other, both ways round."""
    found = {lang: triples(dev.solutions, dev.texts, lang) for lang in languages}
    said: dict[str, list[tuple[float, float]]] = {lang: [] for lang in languages}
    for half in (0, 1):
        halves = {lang: _halves(found[lang], dev.solutions, half) for lang in languages}
        chosen = {lang: _pairs(mine, near) for lang, (mine, _) in halves.items()}
        scale = _scale(*(np.concatenate(side) for side in zip(*chosen.values(), strict=True)))
        thresholds = _thresholds(chosen, scale, share)
        for lang, (_, others) in halves.items():
            sides = _pairs(others, near)
            reached = [float(np.mean([calibrated(x, scale) >= thresholds[lang] for x in side])) for side in sides]
            said[lang].append((reached[0], reached[1]))
    return {
        lang: {
            "another approach said": round(float(np.mean([a for a, _ in values])), 4),
            "look-alike said": round(float(np.mean([b for _, b in values])), 4),
        }
        for lang, values in said.items()
    }


def _halves(found: Sequence[Triple], solutions: Sequence[Solution], half: int) -> tuple[list[Triple], list[Triple]]:
    mine = [one for one in found if bucket(solutions[one.program].task) % 2 == half]
    return mine, [one for one in found if bucket(solutions[one.program].task) % 2 != half]
