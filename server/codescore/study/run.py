"""`codescore study`: data sets in, a folder of results out; resumable, in as many processes as asked for.

    read → group → perturb → score (what the store does not know) → measure → record

Stopping it loses at most the pairs under way; the same command goes on from there.  Tables and pages are made from
what is recorded, by `codescore.reports`.
"""

from __future__ import annotations

import platform
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from codescore import __version__
from codescore.foundation.workers import Workers, workers
from codescore.metrics.metric import Metric, Pair
from codescore.study.conditions import Condition, drawing, rewritten
from codescore.study.dataset import DataSet, Sample, read_data
from codescore.study.measures import RESAMPLES, Draw, measure
from codescore.study.plan import (
    Group,
    Settings,
    columns,
    documented_pairs,
    groups,
    pairs_of,
    require_labels,
    texts_to_make,
)
from codescore.study.poolings import POOLING_METRICS, is_pooling
from codescore.study.record import DETAILS, SCORES, SUMMARY, PairWriter, pair_writer, write_json
from codescore.study.scoring import Keyed, Recipe, compute, keyed, missing, prepare_process, release, scorers
from codescore.study.store import RecordedScore, Store
from codescore.study.summary import COMPARED, RESAMPLED, Scored, Table, compared, measured_json

#: Told what is going on: a stage, how much of it is done, of how much.
Progress = Callable[[str, int, int], None]

#: The metrics that the others are compared with: the product's own.
REFERENCES = ("code-score-r", "probability")

# The pairs of a group by condition and draw.
_Columns = dict[tuple[str, int], list[Keyed]]

_NAMED = 20  # malformed lines and duplicated ids that are named; all are counted


@dataclass(slots=True)  # mutable: filled while pairs are scored
class Found:
    """What a study finds, as it grows: rows of `summary.json`, and parts of `details.json`."""

    rows: list[dict[str, Any]] = field(default_factory=list)
    curves: list[dict[str, Any]] = field(default_factory=list)
    audit: list[dict[str, Any]] = field(default_factory=list)
    left_out: list[dict[str, str]] = field(default_factory=list)
    data: list[dict[str, Any]] = field(default_factory=list)


@dataclass(frozen=True, slots=True, eq=False)
class _Bench:
    """What all groups are worked on with."""

    settings: Settings
    recipe: Recipe
    store: Store
    crew: Workers
    progress: Progress


def study(paths: Sequence[Path], settings: Settings, out: Path, *, jobs: int, progress: Progress) -> Found:
    """Study data sets and write `summary.json`, `details.json` and `scores.parquet` into `out`.

    Raises InputError for data that cannot be used, EnvironmentProblem for what the machine lacks.
    """
    sets = [read_data(path, strict=settings.strict, option="--strict") for path in paths]
    for one in sets:
        require_labels(one)
    poolings = POOLING_METRICS if settings.poolings and REFERENCES[0] in settings.metrics else ()
    recipe = Recipe((*settings.metrics, *poolings), settings.tokens, settings.bundle)
    found = Found()
    with ExitStack() as stack:
        stack.callback(release, recipe)
        made = scorers(recipe)  # here first: what is wrong with them is said once, before any work
        out.mkdir(parents=True, exist_ok=True)
        store = Store(out)
        stack.callback(store.close)
        crew = stack.enter_context(workers(jobs, prepare_process, recipe))
        writer = stack.enter_context(pair_writer(out / SCORES))
        bench = _Bench(settings, recipe, store, crew, progress)
        for group in groups(sets, settings):
            _group(bench, group, writer, found)
        manifest = made.session.manifest
        seen = manifest.trained_on if manifest is not None else frozenset()
        found.data += [_data(one, seen=one.sha256 in seen) for one in sets]
        details = _details(settings, recipe, list(made.metrics.values()), found)
    write_json(out / SUMMARY, found.rows)
    write_json(out / DETAILS, details)
    return found


def _group(bench: _Bench, group: Group, writer: PairWriter, found: Found) -> None:
    """Perturb, score and measure one group."""
    name = f"{group.data} ({group.language})"
    found.left_out += [{"data": group.data, "condition": c, "reason": why} for c, why in group.left_out.items()]
    if group.unlabelled:
        some = "1 pair has" if group.unlabelled == 1 else f"{group.unlabelled} pairs have"
        why = f"{some} neither an outcome nor a grade"
        found.left_out.append({"data": group.data, "condition": "all", "reason": why})
    if not group.samples:
        return
    total = texts_to_make(group, bench.settings)
    made = columns(group, bench.settings, bench.crew, lambda done: bench.progress(f"{name}: perturbing", done, total))
    code, text = (
        {c.key: [keyed(p) for p in pairs_of(group, c, sketched=sketched)] for c in made} for sketched in (False, True)
    )
    wanted = {metric: _pairs(bench, group, metric, code, text) for metric in bench.recipe.metrics}
    failed = _score(bench, name, {metric: [p for some in w.values() for p in some] for metric, w in wanted.items()})
    changed = {c.key: np.asarray([change.changed for change in c.changes]) for c in made}
    table = Table(group, changed, bench.settings)
    work = (_Measuring(table, _scored(bench, group, metric, wanted[metric], failed)) for metric in wanted)
    measured = {}
    for job, result in bench.crew.map(_measured, work):
        measured[job.scored.metric] = result
        writer.write(table.pairs(job.scored))
        bench.progress(f"{name}: measuring", len(measured), len(wanted))
    rows = [row for metric in wanted for row in measured[metric][0]]
    compared(rows, REFERENCES)
    found.rows += rows
    found.curves += [curve for metric in wanted for curve in measured[metric][1]]
    if not group.graded and bench.settings.audited:
        audited = list(_audit(bench, group))
        compared(audited, REFERENCES)
        found.audit += audited


@dataclass(frozen=True, slots=True, eq=False)
class _Measuring:
    """One metric's scores of a group, to be measured in whatever process."""

    table: Table
    scored: Scored


def _measured(job: _Measuring) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """A metric's rows, and its curves unless it is a pooling."""
    curves = None if is_pooling(job.scored.metric) else job.table.curves(job.scored)
    return list(job.table.rows(job.scored)), [curves] if curves else []


def _pairs(bench: _Bench, group: Group, name: str, code: _Columns, text: _Columns) -> _Columns:
    """The pairs that a metric is given in each column: poolings and what runs programs get the data as they are."""
    if is_pooling(name):
        return {("original", 0): code["original", 0]}
    if scorers(bench.recipe).metrics[name].cost == "execution":
        return {("original", 0): [keyed(pair) for pair in documented_pairs(group)]}
    return text if reads_text(scorers(bench.recipe).metrics[name], group.language) else code


def reads_text(metric: Metric, language: str) -> bool:
    """Whether sketching a text changes what the metric is given: not where it embeds or compiles code itself."""
    return metric.cost != "model" and "check" not in metric.settings(language)


def _score(bench: _Bench, name: str, wanted: dict[str, list[Keyed]]) -> dict[tuple[str, bytes], RecordedScore]:
    work = missing(bench.store, bench.recipe, wanted)
    total = sum(len(job.metrics) * len(job.pairs) for job in work)
    return compute(
        bench.store, bench.recipe, work, bench.crew, lambda done: bench.progress(f"{name}: scoring", done, total)
    )


def _scored(
    bench: _Bench,
    group: Group,
    metric: str,
    pairs: _Columns,
    failed: dict[tuple[str, bytes], RecordedScore],
) -> Scored:
    signature = scorers(bench.recipe).signature(metric, group.language)
    kept = bench.store.get(signature, {one.key for some in pairs.values() for one in some})
    kept |= {key: value for (name, key), value in failed.items() if name == metric}
    return Scored(metric, signature, {column: [kept[one.key] for one in some] for column, some in pairs.items()})


def _audit(bench: _Bench, group: Group) -> Iterator[dict[str, Any]]:
    """The rows of the minimal-mutation audit of a group's references."""
    name = f"{group.data} ({group.language}): audit"
    work: list[AuditJob] = audit_jobs(group.samples, bench.settings.audited, bench.settings.seed)
    parts: dict[int, list[Variant]] = {}
    for job, made in bench.crew.map(variants, work):
        parts[job.references[0][0]] = made
        bench.progress(f"{name}, rewriting", len(parts), len(work))
    found = [variant for _, some in sorted(parts.items()) for variant in some]
    if not found:
        return
    metrics = [metric for metric in bench.recipe.metrics if not is_pooling(metric)]
    pairs = [keyed(variant.pair) for variant in found]
    failed = _score(bench, name, dict.fromkeys(metrics, pairs))
    for metric in metrics:
        scored = _scored(bench, group, metric, {("audit", 0): pairs}, failed)
        yield _audit_row(bench.settings, group, scored, found)


def _audit_row(settings: Settings, group: Group, scored: Scored, found: Sequence[Variant]) -> dict[str, Any]:
    references = {number: k for k, number in enumerate(dict.fromkeys(variant.reference for variant in found))}
    held = scored.columns["audit", 0]
    known = [(kept.value, v) for kept, v in zip(held, found, strict=True) if kept.value is not None]
    draw = Draw(
        np.asarray([value for value, _ in known], dtype=np.float64),
        np.asarray([float(v.same) for _, v in known]),
        np.asarray([references[v.reference] for _, v in known], dtype=np.int64),
    )
    measured = measure([draw], tasks=len(references), threshold=settings.threshold, seed=settings.seed)
    return {
        "data": group.data,
        "lang": group.language,
        "metric": scored.metric,
        "references": len(references),
        "rewrites": sum(v.same for _, v in known),
        "mutants": sum(not v.same for _, v in known),
        **measured_json(measured, settings.threshold),
        RESAMPLED: {name: measured.resampled[name] for name in COMPARED},
        "condition": "audit",
        "failed": len(held) - len(known),
        "seconds": round(sum(kept.seconds for kept in held), 3),
        "signature": scored.signature,
    }


def _details(settings: Settings, recipe: Recipe, metrics: Sequence[Metric], found: Found) -> dict[str, Any]:
    # The folder's name only, as of data sets; which bundle it was says its label below.
    given = asdict(settings) | {"bundle": settings.bundle.name if settings.bundle else None}
    return {
        "version": __version__,
        "settings": given,
        "bundle": scorers(recipe).session.bundle_label,
        "machine": {
            "interpreter": platform.python_version(),
            "system": platform.system(),
            "machine": platform.machine(),
        },
        "intervals": f"95 %, bootstrap over tasks, {RESAMPLES} resamples",
        "data": found.data,
        "metrics": [
            {"name": m.name, "title": m.title, "summary": m.summary, "source": m.source, "cost": m.cost}
            for m in metrics
        ],
        "left_out": found.left_out,
        "curves": found.curves,
        "audit": found.audit,
    }


def _data(one: DataSet, *, seen: bool) -> dict[str, Any]:
    """A data set as it was read; the file's name only: a report must not tell where someone keeps things.

    `seen`: the encoder of the bundle in use was trained on programs of this very file.
    """
    return {
        "file": one.path.name,
        "sha256": one.sha256,
        "pairs": len(one.samples),
        "malformed": len(one.malformed),
        "malformed_lines": [{"line": m.line, "reason": m.reason} for m in one.malformed[:_NAMED]],
        "duplicates": len(one.duplicates),
        "duplicate_ids": list(one.duplicates[:_NAMED]),
        "remarks": one.remarks(),
        "seen": seen,
    }


#: Drawings of a rewrite and of a mutant per reference; equal ones count once.
VARIANTS = 3


@dataclass(frozen=True, slots=True)
class Variant:
    """A variant of a reference against that reference; `same` is what a perfect metric would say.

    The minimal-mutation audit: does a metric tell a rewritten reference from a mutated one?

    Every distinct reference is its own reference. Rewrites by table 1 mean the same and should pass; mutants with one
    operator changed (table 2) mean something else and should not. No test outcome is involved: what is asked is only
    what the paper's hypotheses 2 and 3 promise. Knows no metric; the pairs are scored and measured as any other.
    """

    pair: Pair
    reference: int
    same: bool


@dataclass(frozen=True, slots=True)
class AuditJob:
    """References, numbered, to make variants of in one piece of work."""

    language: str
    references: tuple[tuple[int, str], ...]
    seed: int


def audit_jobs(samples: Sequence[Sample], most: int, seed: int, chunk: int = 10) -> list[AuditJob]:
    """The distinct references of samples of one language, at most `most`, always the same ones."""
    distinct = {reference: sample.language for sample in samples for reference in sample.references}
    chosen = sorted(distinct, key=lambda text: drawing(seed, "audit", text))[:most]
    numbered = list(enumerate(chosen))
    return [
        AuditJob(distinct[numbered[k][1]], tuple(numbered[k : k + chunk]), seed) for k in range(0, len(numbered), chunk)
    ]


def variants(job: AuditJob) -> list[Variant]:
    """Rewrites and one-operator mutants of references that have both."""
    return [variant for number, text in job.references for variant in _of_one(job, number, text)]


def _of_one(job: AuditJob, number: int, text: str) -> Iterator[Variant]:
    rewrites = _drawn(job, text, "syntax", None)
    mutants = _drawn(job, text, "semantic", 1)  # one operator: the smallest change that counts
    if not rewrites or not mutants:
        return
    for code in rewrites:
        yield Variant(Pair(code, (text,), job.language), number, True)
    for code in mutants:
        yield Variant(Pair(code, (text,), job.language), number, False)


def _drawn(job: AuditJob, text: str, condition: Condition, edits: int | None) -> list[str]:
    made = [
        rewritten(job.language, text, condition, drawing(job.seed, "audit", condition, k, text), edits)
        for k in range(VARIANTS)
    ]
    return list(dict.fromkeys(code for code in made if code is not None and code != text))
