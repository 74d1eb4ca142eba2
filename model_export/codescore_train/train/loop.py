"""The training run: a warm-up on masked language modelling, then L = L_MLM + L_CL (equation 4).

Resumable to the bit on one machine: a checkpoint holds everything, and the data of step n depends on seed and n only.
`stop_after` bounds the time instead: the schedule then follows whichever is further, steps or time, so that the
learning rate has always decayed when the run ends.  Knows nothing of sketches or bundles.
"""

from __future__ import annotations

import hashlib
import json
import math
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

import msgspec
import numpy as np
import torch
from numpy.typing import NDArray

from codescore.foundation import interrupts
from codescore.foundation.errors import EnvironmentProblem, InputError, Interrupted
from codescore.foundation.files import disk_errors
from codescore_train.pairs.store import PairSet
from codescore_train.progress import Progress
from codescore_train.recipe import ModelRecipe, Recipe, TrainRecipe
from codescore_train.tokenizer.special import SpecialIds
from codescore_train.train import audit
from codescore_train.train.batches import BatchPosition, stream
from codescore_train.train.build import build_learner
from codescore_train.train.checkpoint import CHECKPOINT, State, load_state, save_state, trained_weights
from codescore_train.train.device import device_errors
from codescore_train.train.embedder import torch_embedder
from codescore_train.train.late_audit import compare_tokens, mismatch_auroc, torch_tokens
from codescore_train.train.model import CompactEncoder, Learner
from codescore_train.train.worker import Worker

LOG = "log.jsonl"
_LOG_STEPS = 20


@dataclass(frozen=True, slots=True)
class Options:
    """What is decided when a run is started and is no part of the recipe."""

    device: str = "auto"
    stop_after: float | None = None  # seconds
    allow_network: bool = False
    start: Path | None = None  # another run's checkpoint, whose weights this one starts from


@dataclass(slots=True)
class Run:
    """The moving parts of one session of a run."""

    recipe: Recipe
    special: SpecialIds
    learner: Learner
    worker: Worker
    optimizer: torch.optim.Optimizer
    device: torch.device
    state: State
    folder: Path


@dataclass(frozen=True, slots=True)
class Data:
    """What a run learns from, what it is audited on, and the ids that go around both."""

    pairs: PairSet
    valid: PairSet
    special: SpecialIds


def train(recipe: Recipe, data: Data, folder: Path, options: Options) -> State:
    """Train, or go on with the run in `folder`; returns the final state, which is also on disk.

    Raises InputError for unusable data, EnvironmentProblem for a full disk or a loss that is not a number,
    Interrupted after Ctrl-C (the state is saved first).
    """
    _require(data.pairs, recipe.train)
    run = _start(recipe, data.special, folder, options)
    if run.state.done:
        return run.state
    where = device_errors(lambda: f"at step {run.state.step}")
    with where, disk_errors(folder / LOG), (folder / LOG).open("a", encoding="utf-8") as log:
        try:
            _steps(run, data, log, options.stop_after)
        except KeyboardInterrupt:
            _save(run)
            raise Interrupted(f"stopped at step {run.state.step}; the same command goes on from there") from None
    return run.state


def _start(recipe: Recipe, special: SpecialIds, folder: Path, options: Options) -> Run:
    if recipe.train.threads:
        torch.set_num_threads(recipe.train.threads)
    torch.manual_seed(recipe.train.seed)
    device = pick_device(options.device)
    learner = build_learner(recipe.model, special.size, allow_network=options.allow_network)
    if options.start is not None:
        start_from(learner, options.start)
    folder.mkdir(parents=True, exist_ok=True)
    state = load_state(folder / CHECKPOINT) if (folder / CHECKPOINT).is_file() else State(recipe=digest(recipe))
    if state.recipe != digest(recipe):
        raise InputError(f"{folder} holds a run with another recipe; use another --work folder or remove it")
    if state.model:
        learner.load_state_dict(state.model)
        torch.set_rng_state(state.random)
    learner.to(device).train()
    freeze(learner, recipe.train.frozen_layers)
    optimizer = torch.optim.AdamW(
        _groups(learner, recipe.train.weight_decay), lr=0.0, betas=(0.9, 0.98), eps=1e-6, fused=device.type == "cuda"
    )
    if state.optimizer:
        optimizer.load_state_dict(state.optimizer)
    if recipe.train.average and not state.average:
        state.average = {name: value.detach().clone() for name, value in learner.state_dict().items()}
    worker = Worker(learner, special, recipe, device)
    return Run(recipe, special, learner, worker, optimizer, device, state, folder)


def start_from(learner: Learner, checkpoint: Path) -> None:
    """Take over another run's weights; what that run lacked stays fresh.  Raises InputError where they do not fit."""
    weights = trained_weights(load_state(checkpoint))
    try:
        missing, unknown = learner.load_state_dict(weights, strict=False)
    except RuntimeError as error:
        raise InputError(f"{checkpoint} is of a model of other sizes: {str(error).splitlines()[-1].strip()}") from None
    if unknown or any(not name.startswith("tokens.") for name in missing):
        raise InputError(f"{checkpoint} is of another kind of model: {', '.join([*unknown, *missing][:3])}")


def freeze(learner: Learner, layers: int) -> None:
    """Keep the embedding and the first `layers` layers as they are.  Raises InputError where the encoder has fewer.

    The first layer's token vectors are what recall matches; contrasting mutants wears off what they know of different
    programs, and the layers above can learn the mismatch without them.
    """
    if not layers:
        return
    encoder = learner.encoder
    if not isinstance(encoder, CompactEncoder) or layers > len(encoder.layers):
        raise InputError(f"train.frozen_layers is {layers}: it needs the compact encoder and at least as many layers")
    for module in (encoder.embedding, encoder.norm_first, *list(encoder.layers)[:layers]):
        module.requires_grad_(False)


def pick_device(name: str) -> torch.device:
    """`auto`, `cpu` or `cuda`.  Raises EnvironmentProblem where CUDA is asked for and unusable."""
    usable = torch.cuda.is_available()
    if name == "cuda" and not usable:
        raise EnvironmentProblem("no usable CUDA device; run with --device cpu")
    return torch.device("cuda" if usable and name != "cpu" else "cpu")


def digest(recipe: Recipe) -> str:
    """What must stay the same for a run to go on: what model and training sections say that is not the default."""
    sections = {"model": msgspec.to_builtins(recipe.model), "train": msgspec.to_builtins(recipe.train)}
    defaults = {"model": msgspec.to_builtins(ModelRecipe()), "train": msgspec.to_builtins(TrainRecipe())}
    said = {s: {k: v for k, v in sections[s].items() if v != defaults[s][k]} for s in sections}
    return hashlib.sha256(msgspec.json.encode(said, order="sorted")).hexdigest()


def _steps(run: Run, data: Data, log: TextIO, stop_after: float | None) -> None:
    recipe, state = run.recipe.train, run.state
    audited = audit.choose(data.valid, recipe.validate_functions)
    warm_up = stream(data.pairs, recipe, state.warm_up, joint=False)
    joint = stream(data.pairs, recipe, state.joint, joint=True)
    before, started = state.seconds, time.monotonic()
    saved = started
    with Progress("train", recipe.steps) as progress:
        while not state.done:
            interrupts.check()
            share = max(state.step / recipe.steps, state.seconds / stop_after if stop_after else 0.0)
            in_warm_up = share < recipe.warm_up
            record = _step(run, data.pairs, warm_up if in_warm_up else joint, share)
            state.seconds = before + time.monotonic() - started
            record["seconds"] = round(state.seconds, 1)
            state.done = state.step >= recipe.steps or (stop_after is not None and state.seconds >= stop_after)
            if (state.step % recipe.validate_steps == 0 or state.done) and len(audited):
                record["audit"] = validate(run, data.valid, audited)
            if state.step % _LOG_STEPS == 0 or "audit" in record:
                log.write(json.dumps(record) + "\n")
                log.flush()
            progress.update(state.step, _note(record))
            if state.done or time.monotonic() - saved > recipe.checkpoint_seconds:
                _save(run)
                saved = time.monotonic()


def _step(
    run: Run, pairs: PairSet, source: Iterator[tuple[BatchPosition, NDArray[np.int64]]], share: float
) -> dict[str, Any]:
    recipe, state = run.recipe.train, run.state
    in_warm_up = share < recipe.warm_up
    place, functions = next(source)
    rate = _rate(recipe, share)
    for group in run.optimizer.param_groups:
        group["lr"] = rate
    losses = run.worker.backward(pairs, functions, state.step, joint=not in_warm_up)
    if not math.isfinite(losses.total):
        ids = ", ".join(str(int(i)) for i in functions[:4])
        raise EnvironmentProblem(
            f"the loss is {losses.total} at step {state.step} (functions {ids}, ...); the last checkpoint is kept, "
            "lower train.learning_rate"
        )
    norm = torch.nn.utils.clip_grad_norm_(run.learner.parameters(), recipe.clip)
    run.optimizer.step()
    state.step += 1
    if in_warm_up:
        state.warm_up = place
    else:
        state.joint = place
    _average(run)
    return {
        "step": state.step,
        "mlm": round(losses.mlm, 4),
        "contrastive": None if in_warm_up else round(losses.contrastive, 4),
        "late": None if in_warm_up else round(losses.late, 4),
        "detection": round(losses.detection, 4),
        "recall": None if in_warm_up else round(losses.recall, 4),
        "rate": rate,
        "norm": round(float(norm), 3),
        "functions": len(functions),
    }


def validate(run: Run, valid: PairSet, functions: NDArray[np.int64]) -> dict[str, dict[str, float]]:
    """Self-audit AUROC by pooling and language, of the weights that would be exported now."""
    kept = {name: value.detach().clone() for name, value in run.learner.state_dict().items()}
    run.learner.load_state_dict(run.state.average or kept)
    run.learner.eval()
    cosines = audit.measure(torch_embedder(run.learner, run.special, run.device), valid, functions)
    late = {}
    if run.learner.tokens is not None:
        compared = compare_tokens(torch_tokens(run.learner, run.special, run.device), valid, functions)
        late["mismatch"] = {name: round(v, 4) for name, v in mismatch_auroc(compared, valid.languages).items()}
    run.learner.load_state_dict(kept)
    run.learner.train()
    return late | {
        name: {language: round(value, 4) for language, value in audit.summary(c, valid.languages).items()}
        for name, c in cosines.items()
    }


def _average(run: Run) -> None:
    """Exponential average of the weights; shorter at the start, so that it does not remember the first ones."""
    decay = min(run.recipe.train.average, (1 + run.state.step) / (10 + run.state.step))
    if not run.recipe.train.average:
        return
    with torch.no_grad():
        for name, value in run.learner.state_dict().items():
            kept = run.state.average[name]
            if kept.is_floating_point():
                kept.lerp_(value.detach().to(kept.device), 1 - decay)
            else:
                kept.copy_(value)


def _save(run: Run) -> None:
    state = run.state
    state.model = run.learner.state_dict()
    state.optimizer = run.optimizer.state_dict()
    state.random = torch.get_rng_state()
    save_state(state, run.folder / CHECKPOINT)


def _rate(recipe: TrainRecipe, share: float) -> float:
    """Linear warm-up, then a cosine down to `final_rate`; `share` of the run is done."""
    if share < recipe.rate_warm_up:
        return recipe.learning_rate * max(share, 1 / recipe.steps) / recipe.rate_warm_up
    position = min(1.0, (share - recipe.rate_warm_up) / (1 - recipe.rate_warm_up))
    cosine = (1 + math.cos(math.pi * position)) / 2
    return recipe.learning_rate * (recipe.final_rate + (1 - recipe.final_rate) * cosine)


def _groups(learner: Learner, decay: float) -> list[dict[str, Any]]:
    """Matrices decay; gains, biases and token-shift taps do not."""
    trained = [p for p in learner.parameters() if p.requires_grad]
    matrices = [p for p in trained if p.ndim >= 2 and p.shape[0] > 3]
    others = [p for p in trained if not (p.ndim >= 2 and p.shape[0] > 3)]
    return [{"params": matrices, "weight_decay": decay}, {"params": others, "weight_decay": 0.0}]


def _require(pairs: PairSet, recipe: TrainRecipe) -> None:
    if len(pairs) < 2:
        raise InputError("fewer than two functions to train on; give `codescore-train pairs` a larger corpus")
    if recipe.warm_up and not recipe.mlm_weight and not pairs.mutants.any():
        raise InputError("no function has a mutant; there is nothing to detect")
    if recipe.warm_up < 1 and len(pairs.contrastive()) < 2:
        raise InputError("no function has both a rewrite and a mutant; there is nothing to contrast")


def _note(record: dict[str, Any]) -> str:
    contrastive = record["contrastive"]
    return f"mlm {record['mlm']:.2f}" + (f" contrastive {contrastive:.2f}" if contrastive is not None else "")
