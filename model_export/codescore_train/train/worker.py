"""One step's losses and gradients, its functions split over threads that each use one core.

A thread per part scales better on few and shared cores than many threads inside each operation: the parts meet once
per step instead of hundreds of times.  Each part draws from generators of its own, so the result does not depend
on how the threads interleave.  The contrastive loss sees the negatives of its own part.
"""

from __future__ import annotations

import copy
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from codescore_train.pairs.store import PairSet
from codescore_train.recipe import Recipe
from codescore_train.tokenizer.special import SpecialIds
from codescore_train.train.batches import commented, contrastive_batch, pad
from codescore_train.train.detect import detection_batch, detection_loss
from codescore_train.train.late import late_loss
from codescore_train.train.losses import anchor_loss, conce_loss, mask_tokens, mlm_loss
from codescore_train.train.model import Learner, pool
from codescore_train.train.recall import recall_loss, token_rarity

_STREAM = 7  # keeps these random numbers apart from those of other uses of the seed


@dataclass(frozen=True, slots=True)
class Losses:
    """Mean losses of a step; `total` is what was differentiated (equation 4, and the mismatch loss)."""

    mlm: float
    contrastive: float
    late: float
    detection: float
    recall: float
    total: float


@dataclass(frozen=True, slots=True)
class _Job:
    """One worker's part of a step; `draw` seeds its random choices."""

    pairs: PairSet
    functions: NDArray[np.int64]
    joint: bool
    draw: tuple[int, int]


class Worker:
    """Computes steps of one learner; owns the threads."""

    def __init__(self, learner: Learner, special: SpecialIds, recipe: Recipe, device: torch.device) -> None:
        self.learner = learner
        self.special = special
        self.recipe = recipe
        self.device = device
        # A base's own dropout draws from one global generator: side by side it would not be deterministic.
        self.parts = 1 if recipe.model.base or device.type != "cpu" else recipe.train.workers
        self.threads = ThreadPoolExecutor(self.parts) if self.parts > 1 else None
        self.rarity: Tensor | None = None
        self.start = copy.deepcopy(learner.encoder).eval() if recipe.train.anchor_weight else None

    def backward(self, pairs: PairSet, functions: NDArray[np.int64], step: int, *, joint: bool) -> Losses:
        """Set the gradients of a step over `functions` (sorted by length) and return its losses."""
        parts = [part for k in range(self.parts) if len(part := functions[k :: self.parts])]
        jobs = [_Job(pairs, part, joint, (step, k)) for k, part in enumerate(parts)]
        if self.threads is None or len(parts) == 1:
            done = [self._part(job) for job in jobs]
        else:
            done = list(self.threads.map(self._part, jobs))
        parameters = self._trained()
        for index, parameter in enumerate(parameters):
            found = [g for gradients, _ in done if (g := gradients[index]) is not None]
            parameter.grad = torch.stack(found).sum(0).div_(len(done)) if found else None
        return Losses(*(float(np.mean([losses[k] for _, losses in done])) for k in range(6)))

    def _part(self, job: _Job) -> tuple[tuple[Tensor | None, ...], tuple[float, ...]]:
        """Gradients by parameter, and the losses in the order of `Losses`, of one part."""
        random = np.random.default_rng((self.recipe.train.seed, _STREAM, *job.draw))
        # Without autocast's cache of cast weights, which threads share: hits and misses would depend on timing.
        with torch.autocast(self.device.type, dtype=torch.bfloat16, cache_enabled=self.parts == 1):
            losses = self._losses(job, random)
            recipe = self.recipe.train
            weights = (recipe.mlm_weight, 1.0, recipe.late_weight, recipe.detect_weight, recipe.recall_weight)
            total = torch.stack([w * loss for w, loss in zip(weights, losses, strict=True)]).sum()
        trained = self._trained()
        # nothing to learn from where only detection counts and no function of the part has a mutant
        gradients: tuple[Tensor | None, ...] = (None,) * len(trained)
        if total.requires_grad:
            gradients = torch.autograd.grad(total, trained, allow_unused=True)
        return gradients, (*(loss.item() for loss in losses), total.item())

    def _trained(self) -> list[nn.Parameter]:
        return [p for p in self.learner.parameters() if p.requires_grad]

    def _losses(self, job: _Job, random: np.random.Generator) -> tuple[Tensor, ...]:
        """MLM, contrastive, mismatch, detection and recall; what the recipe does not want is 0 and costs nothing."""
        recipe, none = self.recipe.train, torch.zeros((), device=self.device)
        mlm = self._mlm(job, random) if recipe.mlm_weight else none
        contrastive, late, recall = self._contrast(job, random) if job.joint else (none, none, none)
        head = self.learner.tokens
        detects = head is not None and head.suspect is not None and recipe.detect_weight
        return mlm, contrastive, late, self._detection(job, random) if detects else none, recall

    def _mlm(self, job: _Job, random: np.random.Generator) -> Tensor:
        recipe, device, functions = self.recipe.train, self.device, job.functions
        share = recipe.mlm_share if job.joint else 1.0
        chosen = functions[random.permutation(len(functions))[: max(1, round(share * len(functions)))]]
        code, comments = commented(job.pairs, chosen, self.recipe.model.max_tokens)
        batch = pad(code, self.special, comments)
        masked, places = mask_tokens(batch.ids, batch.code, recipe.mask_share, self.special, _generator(random))
        noise = _generator(random, device)
        _, last = self.learner.encoder(masked.to(device), batch.mask.to(device), noise)
        return mlm_loss(self.learner.logits(last[places.to(device)]), batch.ids[places].to(device))

    def _contrast(self, job: _Job, random: np.random.Generator) -> tuple[Tensor, Tensor, Tensor]:
        recipe, device, functions = self.recipe.train, self.device, job.functions
        noise = _generator(random, device)
        triples = pad(contrastive_batch(job.pairs, functions, recipe.rewrite_share, random), self.special)
        mask = triples.mask.to(device)
        first, last = self.learner.encoder(triples.ids.to(device), mask, noise)
        vectors = pool(first, last, mask)
        contrastive = conce_loss(vectors, recipe.poolings, len(functions), recipe.temperature)
        if self.start is not None:
            with torch.no_grad():
                old_first, old_last = self.start(triples.ids.to(device), mask)
                before = pool(old_first, old_last, mask)
            contrastive = contrastive + recipe.anchor_weight * anchor_loss(vectors, before, len(functions))
        recall = late = contrastive.detach() * 0
        code = triples.code.to(device)
        if recipe.recall_weight:
            weights = self._rarity(job.pairs)[triples.ids.to(device)] * code
            recall = recall_loss(first, weights, len(functions), recipe.temperature)
        head = self.learner.tokens
        if head is not None and recipe.late_weight:
            late = late_loss(head, first, last, code, len(functions))
        return contrastive, late, recall

    def _rarity(self, pairs: PairSet) -> Tensor:
        """How rare each token of the vocabulary is in a run's pairs, counted once."""
        if self.rarity is None:
            self.rarity = token_rarity(pairs, self.special.size).to(self.device)
        return self.rarity

    def _detection(self, job: _Job, random: np.random.Generator) -> Tensor:
        assert self.learner.tokens is not None
        texts, replaced = detection_batch(job.pairs, job.functions, random)
        if not texts:
            return torch.zeros((), device=self.device)
        batch, noise = pad(texts, self.special), _generator(random, self.device)
        _, last = self.learner.encoder(batch.ids.to(self.device), batch.mask.to(self.device), noise)
        return detection_loss(self.learner.tokens.suspicion(last), replaced, batch.code.to(self.device))


def _generator(random: np.random.Generator, device: torch.device | str = "cpu") -> torch.Generator:
    return torch.Generator(device).manual_seed(int(random.integers(2**62)))
