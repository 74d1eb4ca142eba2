"""The corpus stage: recipe -> fetched archives -> functions with comments, per language, with provenance.

Writes into its folder `<language>.jsonl.gz`, `sources.jsonl`, `summary.json`; `archives/` and `parts/` make
it resumable: an archive that is there is not fetched again, a source that was extracted under the same recipe
is not extracted again.  Equal recipe and interpreter give equal files, whatever `jobs` is.
Neighbours: `fetch`, `projects` do the work for one source; `split` takes the next step.
"""

from __future__ import annotations

import hashlib
import platform
import tempfile
import zlib
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from codescore.foundation.errors import EnvironmentProblem
from codescore.foundation.workers import processes, threads
from codescore_train.corpus import fetch, projects, storage
from codescore_train.corpus.progress import Progress, silent
from codescore_train.corpus.recipe import Recipe, Source, load

_FETCHERS = 4  # pip and apt mostly wait for the network


@dataclass(frozen=True, slots=True)
class Summary:
    """What the corpus holds: functions, commented ones and licences per language, and its sources."""

    functions: dict[str, int]
    commented: dict[str, int]
    licences: dict[str, dict[str, int]]
    sources_used: int
    sources_skipped: dict[str, int]
    recipe: str


def build(recipe: Path, out: Path, *, jobs: int = 2, progress: Progress = silent) -> Summary:
    """Build the corpus of `recipe` in the folder `out`.

    A source that cannot be had, read or used is recorded with its reason.  Raises InputError for a bad recipe
    and EnvironmentProblem where nothing at all could be obtained.
    """
    plan = load(recipe)
    out.mkdir(parents=True, exist_ok=True)
    records = _records(plan, out, jobs, progress)
    if plan.sources and all(record["skipped"] for record in records):
        reason = records[0]["skipped"]
        raise EnvironmentProblem(f"{recipe}: no source could be used ({reason}); check pip and apt")
    counts = _merge(plan, records, out)
    summary = _summary(plan, records, counts, hashlib.sha256(recipe.read_bytes()).hexdigest())
    storage.write_lines(out / "sources.jsonl", records)
    storage.write_json(out / "summary.json", asdict(summary))
    return summary


def _records(plan: Recipe, out: Path, jobs: int, progress: Progress) -> list[dict[str, Any]]:
    """A record per source, in the recipe's order; the functions lie in parts/."""
    done: dict[str, dict[str, Any]] = {}
    with (
        tempfile.TemporaryDirectory() as temporary,
        processes(jobs) as workers,
        threads(_FETCHERS) as fetchers,
    ):
        for source in plan.sources:
            if (record := _finished(source, plan, out)) is not None:
                done[source.origin] = record
        todo = [source for source in plan.sources if source.origin not in done]
        apt = any(s.kind == "debian" and not _have(s, out) for s in todo)
        config = fetch.private_apt(Path(temporary) / "apt") if apt else None
        waiting = {fetchers.submit(_fetched, source, out, plan, config, workers): source for source in todo}
        for future in as_completed(waiting):
            source = waiting[future]
            done[source.origin] = future.result()
            progress(len(done), len(plan.sources), source.origin)
    return [done[source.origin] for source in plan.sources]


def _have(source: Source, out: Path) -> bool:
    return all((out / "archives" / source.kind / name).is_file() for name, _ in source.files)


def _fetched(
    source: Source, out: Path, plan: Recipe, config: Path | None, workers: ProcessPoolExecutor
) -> dict[str, Any]:
    try:
        paths = fetch.fetch(source, out / "archives", plan, config) if source.files else ()
    except fetch.UnavailableError as error:
        return _record(source, projects.Extract((), "", "", str(error)))
    extracted: Future[dict[str, Any]] = workers.submit(_extract, source, paths, plan, out)
    return extracted.result()


def _extract(source: Source, paths: tuple[Path, ...], plan: Recipe, out: Path) -> dict[str, Any]:
    """In a worker process: extract one source and write its part, the record last."""
    found = projects.extract(source, paths, plan)
    rows, record = _part(source, plan, out)
    with storage.gzip_lines(rows) as stream:
        stream.writelines(storage.line(projects.as_json(row)) for row in found.rows)
    document = _record(source, found)
    storage.write_json(record, document)
    return document


def _part(source: Source, plan: Recipe, out: Path) -> tuple[Path, Path]:
    """Where a source's rows and record are kept; the name holds everything that shapes them."""
    shape: tuple[object, ...] = (source, plan.digest, projects.VERSION)
    if not source.files:  # the interpreter's own library
        shape += (platform.python_version(),)
    key = hashlib.sha256(repr(shape).encode()).hexdigest()[:20]
    stem = out / "parts" / f"{source.name}-{key}"
    return stem.with_name(stem.name + ".jsonl.gz"), stem.with_name(stem.name + ".json")


def _finished(source: Source, plan: Recipe, out: Path) -> dict[str, Any] | None:
    rows, record = _part(source, plan, out)
    if not (rows.is_file() and record.is_file()):
        return None
    try:
        found: dict[str, Any] = storage.read_json(record)
    except ValueError:  # damaged by others: extract again
        return None
    return found


def _record(source: Source, found: projects.Extract) -> dict[str, Any]:
    return {
        "name": source.name, "version": source.version, "language": source.language, "licence": found.licence,
        "evidence": found.evidence, "origin": source.origin, "sha256": dict(source.files or found.sha256),
        "functions": len(found.rows), "skipped": found.skipped,
    }  # fmt: skip


def _merge(plan: Recipe, records: list[dict[str, Any]], out: Path) -> Counter[tuple[str, str, bool]]:
    """Join the parts in the recipe's order, a file per language; count (language, licence, commented)."""
    counts: Counter[tuple[str, str, bool]] = Counter()
    for language in sorted({source.language for source in plan.sources}):
        with storage.gzip_lines(out / f"{language}.jsonl.gz") as stream:
            for source, record in zip(plan.sources, records, strict=True):
                if source.language == language and record["functions"]:
                    for row in _part_rows(source, plan, out):
                        counts[language, row["licence"], bool(row["comment"])] += 1
                        stream.write(storage.line(row))
    return counts


def _part_rows(source: Source, plan: Recipe, out: Path) -> Iterator[dict[str, Any]]:
    path = _part(source, plan, out)[0]
    try:
        yield from storage.read_lines(path)
    except (OSError, EOFError, ValueError, zlib.error) as error:
        raise EnvironmentProblem(f"{path}: damaged ({error}); delete it and run the same command again") from error


def _summary(
    plan: Recipe, records: list[dict[str, Any]], counts: Counter[tuple[str, str, bool]], digest: str
) -> Summary:
    languages = sorted({source.language for source in plan.sources})
    licences = {lang: Counter[str]() for lang in languages}
    for (language, licence, _), count in counts.items():
        licences[language][licence] += count
    reasons = Counter(record["skipped"].split(":")[0] for record in records if record["skipped"])
    return Summary(
        functions={lang: sum(licences[lang].values()) for lang in languages},
        commented={lang: sum(n for (of, _, has), n in counts.items() if of == lang and has) for lang in languages},
        licences={lang: dict(licences[lang].most_common()) for lang in languages},
        sources_used=sum(1 for record in records if not record["skipped"]),
        sources_skipped=dict(reasons.most_common()),
        recipe=digest,
    )
