"""A bundle's folder in the log: hashes, parity, training, all of its quality record, and a trial if there is one.

Neighbours: `log` reads and writes folders, `ablate` logs runs that were never exported.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from codescore.embed import Bundle
from codescore_train.experiments import log
from codescore_train.experiments.environment import environment
from codescore_train.recipe import parse_recipe
from codescore_train.train.loop import LOG
from codescore_train.work import RUN


def log_bundle(bundle: Bundle, target: Path, said: log.Logged, work: Path) -> None:
    """Write the folder `target`; `said` has variable, baseline and, as its result, a trial or None.

    Raises InputError where the manifest's recipe cannot be read, EnvironmentProblem for a full disk.
    """
    recipe = parse_recipe(bundle.manifest.training.get("recipe", {}), str(bundle.path))
    target.mkdir(parents=True, exist_ok=True)
    log.write_text(target / log.RUN_FILE, log.run_toml(said.variable, said.baseline))
    losses = work / RUN / LOG
    if not (target / log.RECIPE_FILE).is_file():  # a person's own files stay
        log.write_text(target / log.RECIPE_FILE, log.recipe_toml(recipe))
    if not (target / log.ENVIRONMENT_FILE).is_file():
        log.write_json(target / log.ENVIRONMENT_FILE, environment())
    if losses.is_file():
        shutil.copyfile(losses, target / log.LOSSES_FILE)
    log.write_json(target / log.RESULT_FILE, bundle_result(bundle, losses, said.result))


def bundle_result(bundle: Bundle, losses: Path, trial: dict[str, Any] | None) -> dict[str, Any]:
    """What `result.json` of a bundle holds."""
    m = bundle.manifest
    training = {key: m.training.get(key) for key in ("steps", "seconds", "corpus")}
    result = {
        "bundle": {
            "name": m.name,
            "version": m.version,
            "sha256": m.sha256,
            "megabytes": round((len(bundle.model) + len(bundle.tokenizer)) / 1e6, 1),
            "default_pooling": m.default_pooling,
            "late": msgspec.to_builtins(m.late),
            "correctness_threshold": m.correctness_threshold,
            "calibration": {name: pooling.calibration for name, pooling in m.poolings.items()},
        },
        "parity": msgspec.to_builtins(m.parity),
        "training": {**training, "audit-by-step": dict(_audits(losses))},
        "quality": m.quality,
    }
    return result if trial is None else {**result, "trial": trial}


def _audits(losses: Path) -> Iterator[tuple[str, Any]]:
    """The self-audits of a run's log by step."""
    for line in losses.read_text(encoding="utf-8").splitlines() if losses.is_file() else ():
        record = json.loads(line)
        if "audit" in record:
            yield str(record["step"]), record["audit"]
