"""Pairs to scores by many metrics: what the store knows is taken from it, the rest computed in worker processes.

A `Recipe` says how metrics are made, so that every process makes the same ones.  Knows no data set and no label.
Neighbours: `store` keeps scores, `poolings` adds the model's other vectors as metrics of their own.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from codescore.engine import Session
from codescore.foundation.workers import Workers
from codescore.metrics.compute import guarded
from codescore.metrics.metric import Context, Metric, Pair
from codescore.metrics.prepared import prepare
from codescore.metrics.registry import make
from codescore.metrics.signature import sign
from codescore.study.poolings import is_pooling, pooling_metric
from codescore.study.store import RecordedScore, Store, pair_key

_CHUNK = 24  # pairs in one piece of work: a few seconds of the slowest metric
_LARGE = 60_000  # characters of a piece of work: one large pair is a piece by itself


@dataclass(frozen=True, slots=True)
class Recipe:
    """Which metrics, and how they are made; `bundle` None means the one in use."""

    metrics: tuple[str, ...]
    tokens: str = "code"
    bundle: Path | None = None


@dataclass(frozen=True, slots=True)
class Keyed:
    """A pair and what it is for the store; made by `keyed`, once."""

    pair: Pair
    key: bytes


@dataclass(frozen=True, slots=True)
class Job:
    """Pairs that all want the same metrics."""

    metrics: tuple[str, ...]
    pairs: tuple[Keyed, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Scorers:
    """The metrics of a recipe, ready to use, and the session behind them."""

    recipe: Recipe
    metrics: Mapping[str, Metric]
    session: Session

    def signature(self, name: str, language: str) -> str:
        """The signature of a metric's values in a language."""
        return str(sign(self.metrics[name], language))


#: The scorers of this process, made once by `prepare_process`.
_made: dict[Recipe, Scorers] = {}


def scorers(recipe: Recipe) -> Scorers:
    """The metrics of a recipe; made once per process.  Raises InputError, EnvironmentProblem."""
    if recipe not in _made:
        session = Session(bundle=recipe.bundle, disk_cache=False, threads=1)
        context = Context(tokens=recipe.tokens, session=session)
        plain = [name for name in recipe.metrics if not is_pooling(name)]
        made = {metric.name: metric for metric in make(plain, context)}
        made |= {name: pooling_metric(name, context) for name in recipe.metrics if is_pooling(name)}
        _made[recipe] = Scorers(recipe, {name: made[name] for name in recipe.metrics}, session)
    return _made[recipe]


def release(recipe: Recipe) -> None:
    """End what the scorers of this process hold (compilers, the model)."""
    if (found := _made.pop(recipe, None)) is not None:
        found.session.close()


def prepare_process(recipe: Recipe) -> None:
    """What a worker does first."""
    scorers(recipe)


def missing(store: Store, recipe: Recipe, wanted: Mapping[str, Sequence[Keyed]]) -> list[Job]:
    """The pieces of work for pairs, by metric, that the store does not know."""
    lacking: dict[bytes, tuple[Keyed, list[str]]] = {}
    known = scorers(recipe)
    for name, pairs in wanted.items():
        for language in {one.pair.language for one in pairs}:
            ours = {one.key: one for one in pairs if one.pair.language == language}
            held = store.get(known.signature(name, language), ours)
            for key, one in ours.items():
                if key not in held:
                    lacking.setdefault(key, (one, []))[1].append(name)
    groups: dict[tuple[str, ...], list[Keyed]] = {}
    for one, names in lacking.values():
        groups.setdefault(tuple(names), []).append(one)
    return [Job(names, chunk) for names, pairs in groups.items() for chunk in _chunks(pairs)]


def compute(
    store: Store, recipe: Recipe, work: Sequence[Job], crew: Workers, tick: Callable[[int], None]
) -> dict[tuple[str, bytes], RecordedScore]:
    """Run pieces of work and keep what they give; returns what failed, by metric and pair.

    `tick` is told how many scores there are so far.
    """
    failed: dict[tuple[str, bytes], RecordedScore] = {}
    known = scorers(recipe)
    done = 0
    for job, columns in crew.map(_Run(recipe), work):
        for name, column in columns.items():
            rows = list(zip(job.pairs, column, strict=True))
            _keep(store, known, name, rows)
            failed |= {(name, one.key): kept for one, kept in rows if kept.value is None}
        done += len(job.metrics) * len(job.pairs)
        tick(done)
    return failed


def keyed(pair: Pair) -> Keyed:
    """A pair with what it is for the store."""
    return Keyed(pair, pair_key(pair.language, pair.candidate, pair.references, pair.intent))


@dataclass(frozen=True, slots=True)
class _Run:
    """One piece of work, in whatever process it is called."""

    recipe: Recipe

    def __call__(self, job: Job) -> dict[str, list[RecordedScore]]:
        known = scorers(self.recipe)
        pairs = [one.pair for one in job.pairs]
        for pair in pairs:  # tokens are common to most metrics: no single one is charged for them
            for text in (pair.candidate, *pair.references):
                prepare(text, pair.language).tokens(self.recipe.tokens)
        return {name: _column(known.metrics[name], pairs) for name in job.metrics}


def _column(metric: Metric, pairs: Sequence[Pair]) -> list[RecordedScore]:
    """The scores of one metric, each with its share of the time they took."""
    started = time.perf_counter()
    found = guarded(metric, pairs)
    each = (time.perf_counter() - started) / len(pairs)
    return [
        RecordedScore(score.value, score.note if score.value is not None else score.reason, each) for score in found
    ]


def _keep(store: Store, known: Scorers, name: str, rows: Sequence[tuple[Keyed, RecordedScore]]) -> None:
    for language in {one.pair.language for one, _ in rows}:
        fresh = {one.key: kept for one, kept in rows if one.pair.language == language}
        store.put(known.signature(name, language), fresh)


def _chunks(pairs: Sequence[Keyed]) -> Iterator[tuple[Keyed, ...]]:
    """Pairs in pieces; those with the same reference together, so that it is prepared once."""
    chunk: list[Keyed] = []
    size = 0
    for one in sorted(pairs, key=lambda one: (one.pair.language, one.pair.references)):
        weight = len(one.pair.candidate) + sum(len(reference) for reference in one.pair.references)
        if chunk and (len(chunk) >= _CHUNK or size + weight > _LARGE):
            yield tuple(chunk)
            chunk, size = [], 0
        chunk.append(one)
        size += weight
    if chunk:
        yield tuple(chunk)
