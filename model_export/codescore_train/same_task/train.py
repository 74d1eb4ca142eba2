"""Contrast over tasks: two programs of a task are near, those of all other tasks of the batch are far (InfoNCE).

A run's folder holds `same-task-0.pt` and one more for every further head, written now and then and at the end; the same
command goes on from them.
"""

from __future__ import annotations

import hashlib
import json
import math
import pickle
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from codescore.foundation.errors import InputError
from codescore.foundation.files import replacing
from codescore_train.corpus.gathered import Solution
from codescore_train.progress import Progress
from codescore_train.same_task.model import Bag, Row, rounded, row_of
from codescore_train.same_task.recipe import SameTaskRecipe
from codescore_train.same_task.rows import Programs, vocabulary

CHECKPOINT, LOG = "same-task-{}.pt", "log.jsonl"
_FAR = -1e9
_LEAST_TASKS = 64  # of a language, for a batch of it alone

Members = NDArray[np.int64]  # programs of one task, by their numbers


@dataclass(slots=True, eq=False)
class Trained:
    """Bags with their vocabulary, where the tasks trained on lie, and what was spent on it."""

    bags: tuple[Bag, ...]
    hashes: NDArray[np.uint32]
    weights: NDArray[np.float32]
    step: int
    seconds: float
    centres: NDArray[np.float32]  # (tasks, heads x dimensions), unit vectors


def train(recipe: SameTaskRecipe, found: Programs, folder: Path, stop_at: int | None = None) -> Trained:
    """Train on programs, or go on where the folder holds a run of this recipe; `stop_at` a step to go on from later.

    Raises InputError where the folder holds a run of another recipe or of other programs.
    """
    torch.set_num_threads(recipe.threads)
    hashes, weights = vocabulary(found, recipe.rows, recipe.least_tasks)
    if not recipe.idf:
        weights = np.ones_like(weights)
    rows = [row_of(counts, hashes, weights) for counts in found.counts]
    folder.mkdir(parents=True, exist_ok=True)
    key = hashlib.sha256(msgspec.json.encode(recipe) + hashes.tobytes()).hexdigest()
    runs, seconds = [], 0.0
    for head in range(recipe.heads):
        seed = recipe.seed + head
        torch.manual_seed(seed)
        run = _Run(recipe, found.solutions, rows, Bag(len(hashes), recipe.dimensions, recipe.hidden), seed)
        seconds += _finished(run, folder, f"{key} {head}", head, stop_at)
        runs.append(run)
    centres = np.concatenate([run.centres_of_tasks() for run in runs], axis=1) / math.sqrt(recipe.heads)
    return Trained(tuple(run.bag for run in runs), hashes, weights, runs[0].step, seconds, centres.astype(np.float32))


def _finished(run: _Run, folder: Path, key: str, head: int, stop_at: int | None) -> float:
    """Train one head to its end, or to `stop_at`; seconds spent on it."""
    recipe, path = run.recipe, folder / CHECKPOINT.format(head)
    seconds = run.resume(path, key)
    started = saved = time.monotonic()
    last = min(recipe.steps, stop_at or recipe.steps)
    with Progress("same-task", recipe.steps) as progress, (folder / LOG).open("a", encoding="utf-8") as log:
        while run.step < last:
            loss = run.advance()
            progress.update(run.step, f"loss {loss:.3f}")
            if run.step % 50 == 0 or run.step == last:
                spent = round(seconds + time.monotonic() - started, 1)
                log.write(json.dumps({"head": head, "step": run.step, "loss": round(loss, 4), "seconds": spent}) + "\n")
            if time.monotonic() - saved > recipe.checkpoint_seconds or run.step == last:
                saved = time.monotonic()
                run.save(path, key, seconds + saved - started)
    run.bag.eval()
    return seconds + time.monotonic() - started


class _Run:
    """The state of a run: bag, optimiser, chance, step."""

    def __init__(
        self, recipe: SameTaskRecipe, solutions: Sequence[Solution], rows: Sequence[Row], bag: Bag, seed: int
    ) -> None:
        groups: defaultdict[str, list[int]] = defaultdict(list)
        for i, solution in enumerate(solutions):
            if len(rows[i][0]):
                groups[solution.task].append(i)
        self.members = [np.array(found) for _, found in sorted(groups.items()) if len(found) > 1]
        if len(self.members) < 2:
            raise InputError("fewer than two tasks have two programs: nothing to contrast")
        sizes = np.array([min(len(found), 6) for found in self.members], np.float64)
        self.recipe, self.rows, self.bag = recipe, rows, bag
        self.share = sizes / sizes.sum()
        self.approaches = np.array([solution.approach for solution in solutions])
        self.languages = _by_language(self.members, np.array([solution.lang for solution in solutions]))
        layers = [one for name, one in bag.named_parameters() if not name.startswith("table")]
        parameters: list[dict[str, Any]] = [{"params": bag.table.parameters(), "weight_decay": 0.0}]
        self.optimizer = torch.optim.AdamW(
            [*parameters, {"params": layers}] if layers else parameters,
            lr=recipe.learning_rate,
            weight_decay=recipe.weight_decay,
        )
        self.chance = np.random.default_rng(seed)
        self.step = 0

    def advance(self) -> float:
        """One step; its loss."""
        recipe = self.recipe
        self.step += 1
        for group in self.optimizer.param_groups:
            group["lr"] = recipe.learning_rate * _rate(self.step / recipe.steps)
        if self.step > recipe.steps - recipe.settle:
            self._settled()
        drawn = [self._programs(members) for members in self._tasks()]
        vectors = self.bag([self._thinned(self.rows[i]) for picked in drawn for i in picked])
        loss = contrast(vectors, torch.arange(len(drawn)).repeat_interleave(recipe.programs), recipe.temperature)
        self.optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        self.optimizer.step()
        return float(loss.item())

    def _settled(self) -> None:
        """Round the table, which learns no more: the layers learn on with what is shipped."""
        weight = self.bag.table.weight
        if weight.requires_grad:
            weight.requires_grad_(False)
            weight.grad = None
            weight.copy_(rounded(weight, self.recipe.bits))

    def _tasks(self) -> list[Members]:
        """The tasks of a batch, each as programs to draw from: of all languages, or of one.

        What the language alone tells apart teaches nothing; in a batch of one language it tells nothing.
        """
        tasks, share = self.members, self.share
        if self.languages and self.chance.random() < self.recipe.one_language:
            spread = np.sqrt([sum(map(len, found)) for found in self.languages])
            tasks = self.languages[int(self.chance.choice(len(self.languages), p=spread / spread.sum()))]
            share = np.full(len(tasks), 1 / len(tasks))
        count = min(self.recipe.tasks, len(tasks))
        return [tasks[k] for k in self.chance.choice(len(tasks), count, replace=False, p=share)]

    def _programs(self, members: Members) -> list[int]:
        """Programs of a task: one, and others that go another way, where there are any."""
        first, others = int(self.chance.choice(members)), self.recipe.programs - 1
        unlike = members[self.approaches[members] != self.approaches[first]]
        left = unlike if len(unlike) else members[members != first]
        return [first, *map(int, self.chance.choice(left, others, replace=len(left) < others))]

    def centres_of_tasks(self) -> NDArray[np.float32]:
        """The direction of the mean of each task's programs, (tasks, dimensions)."""
        with torch.no_grad():
            means = [self.bag([self.rows[i] for i in found]).mean(0) for found in self.members]
            return np.asarray(functional.normalize(torch.stack(means), dim=-1).numpy(), np.float32)

    def _thinned(self, row: Row) -> Row:
        keep = self.chance.random(len(row[0])) >= self.recipe.drop
        return row[0][keep], row[1][keep]

    def save(self, path: Path, key: str, seconds: float) -> None:
        """Write the state, whole or not at all."""
        state = {
            "key": key, "step": self.step, "seconds": seconds, "bag": self.bag.state_dict(),
            "optimizer": self.optimizer.state_dict(), "chance": json.dumps(self.chance.bit_generator.state),
        }  # fmt: skip
        with replacing(path) as temporary:
            torch.save(state, temporary)

    def resume(self, path: Path, key: str) -> float:
        """Take up a saved state, where there is one; seconds spent so far."""
        if not path.is_file():
            return 0.0
        try:
            state = torch.load(path, map_location="cpu", weights_only=True)
        except (RuntimeError, EOFError, OSError, pickle.UnpicklingError):
            raise InputError(f"checkpoint {path} is damaged; remove it to start anew") from None
        if state["key"] != key:
            raise InputError(f"{path} is of another recipe or other programs; name another folder, or remove it")
        self.bag.load_state_dict(state["bag"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.chance.bit_generator.state = json.loads(state["chance"])
        self.step = int(state["step"])
        return float(state["seconds"])


def contrast(vectors: Tensor, tasks: Tensor, temperature: float) -> Tensor:
    """Mean over all pairs of one task of -ln(share of the pair among all that its first member is compared with)."""
    logits = vectors @ vectors.T / temperature
    alone = torch.eye(len(tasks), dtype=torch.bool)
    shares = functional.log_softmax(logits.masked_fill(alone, _FAR), dim=1)
    same = (tasks[:, None] == tasks[None, :]) & ~alone
    return -shares[same].mean()


def _by_language(members: Sequence[Members], lang: NDArray[np.str_]) -> list[list[Members]]:
    """For each language of which enough tasks have two programs, these."""
    found = [[own for of in members if len(own := of[lang[of] == one]) > 1] for one in sorted(set(lang.tolist()))]
    return [tasks for tasks in found if len(tasks) >= _LEAST_TASKS]


def _rate(done: float) -> float:
    """Of the learning rate: a short rise, then a cosine to a twentieth."""
    return min(1.0, done / 0.05) * (0.05 + 0.95 * 0.5 * (1 + math.cos(math.pi * done)))
