"""From extracted functions to training data: sketch, drop duplicates and evaluation data, split by project.

Reads the files that `build` wrote, writes `functions.<language>.{train,valid}.jsonl.gz` with
{lang, project, code, sketch, comment} and `split.json`.  In this order a function goes because it is too short, its
sketch is evaluation data, its sketch came before, it nearly is evaluation data, or it nearly is one that stays; so
nothing of the validation projects is known, or nearly known, from training.  Deterministic: the first occurrence
stays, the part depends on the project's name alone, and lines are in the order of a hash, so that any prefix is a
fair sample of all.
Neighbours: `build` before, `near` and `decontaminate` judge, `outcome` counts, pairs and tokenizer after.
"""

from __future__ import annotations

import hashlib
import re
import zlib
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import islice
from operator import itemgetter
from pathlib import Path
from typing import Any

import numpy as np

from codescore.foundation.errors import InputError
from codescore.foundation.workers import processes
from codescore.languages import Language, all_languages, by_id
from codescore.sketch import sketch_units
from codescore.syntax import parse, units_of
from codescore_train.corpus import decontaminate as evaluation
from codescore_train.corpus import near, storage
from codescore_train.corpus.decontaminate import EvaluationUnits, digest_of
from codescore_train.corpus.minhash import ShingleSets, join, shingle_sets, signatures, take
from codescore_train.corpus.outcome import Outcome, SplitSummary, summary
from codescore_train.corpus.progress import Progress, Steps, silent

PARTS = ("train", "valid")
_CHUNK = 500  # functions handed to a worker at once
_MIN_TOKENS = 20  # a shorter sketch (a getter, a stub) says nothing worth learning


@dataclass(frozen=True, slots=True)
class _Run:
    corpus: Path
    out: Path
    valid_share: float
    tainted: EvaluationUnits
    workers: ProcessPoolExecutor
    progress: Progress


@dataclass(slots=True)
class _Survivors:
    """Functions that no exact rule dropped, in corpus order: what is written of each, and its shingles."""

    digests: list[bytes] = field(default_factory=list)
    lines: list[bytes] = field(default_factory=list)
    parts: list[str] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    commented: list[bool] = field(default_factory=list)
    shingles: list[ShingleSets] = field(default_factory=list)

    def add(self, row: dict[str, Any], sketch: str, digest: bytes, part: str) -> None:
        """Keep what the later steps need of a function."""
        self.digests.append(digest)
        self.lines.append(storage.line(_record(row, sketch)))
        self.parts.append(part)
        self.names.append(_label(row))
        self.commented.append(bool(row["comment"]))


def dedupe_and_split(
    corpus: Path,
    out: Path,
    *,
    decontaminate: Sequence[Path] = (),
    valid_share: float = 0.03,
    jobs: int = 2,
    progress: Progress = silent,
) -> SplitSummary:
    """Write the training and validation functions of every language of `corpus` into `out`.

    `decontaminate` are data sets (JSON lines, gzipped, with `candidate`, `reference`, `lang`); a function whose
    sketch is, or nearly is, that of one of their units is dropped.
    Raises InputError when `corpus` holds no corpus or a damaged one, or a data set is unreadable.
    """
    languages = [language for language in all_languages() if (corpus / f"{language.id}.jsonl.gz").is_file()]
    if not languages:
        raise InputError(f"{corpus}: no corpus here; run the corpus command first")
    out.mkdir(parents=True, exist_ok=True)
    (out / "split.json").unlink(missing_ok=True)  # it comes last: where it is, the split is whole
    with processes(jobs) as workers:
        tainted = evaluation.load(decontaminate, workers)
        run = _Run(corpus, out, valid_share, tainted, workers, progress)
        outcomes = {language.id: _split(language, run) for language in languages}
    found = summary(outcomes, tainted)
    storage.write_json(out / "split.json", found.document())
    return found


def sketch_of(language: Language, code: str) -> str:
    """The sketch of a function's source: that of its outermost unit."""
    syntax = parse(language, code.encode("utf-8", "replace"))
    return sketch_units(syntax, units_of(syntax)[:1])[0].text


def part_of(project: str, valid_share: float) -> str:
    """`valid` for about `valid_share` of the projects, decided by the project's name."""
    digest = hashlib.blake2b(_plain(project).encode(), digest_size=8).digest()
    return PARTS[int.from_bytes(digest, "big") < valid_share * 2**64]


def _plain(project: str) -> str:
    """A project's name without version digits and affixes, so that libfoo2-java and libfoo-java stay together."""
    return re.sub(r"^lib|[-_.]java$|[-_.\d]+$", "", re.sub(r"[-_.]java$", "", project.lower()))


def _split(language: Language, run: _Run) -> Outcome:
    outcome = Outcome()
    functions = _exactly_new(language, run, outcome)

    def watched(done: int, total: int) -> None:
        run.progress(done, total, f"{language.id} functions compared")

    kept = _nearly_new(functions, run, outcome, watched)
    for part in PARTS:
        chosen = [(functions.digests[i], functions.lines[i]) for i in kept if functions.parts[i] == part]
        _write_shuffled(run.out / f"functions.{language.id}.{part}.jsonl.gz", chosen)
        outcome.kept[part] = len(chosen)
    outcome.commented = sum(functions.commented[i] for i in kept)
    return outcome


def _exactly_new(language: Language, run: _Run, outcome: Outcome) -> _Survivors:
    """Functions that are long enough and whose sketch is neither evaluation data nor known from an earlier one."""
    functions, seen = _Survivors(), set[bytes]()
    total = _expected(run.corpus, language.id)
    rows = _rows(run.corpus / f"{language.id}.jsonl.gz")
    for chunk, sketches, shingles in _sketched(language.id, rows, run.workers):
        chosen = []
        for i, (row, sketch) in enumerate(zip(chunk, sketches, strict=True)):
            outcome.read += 1
            digest = digest_of(sketch)
            if len(sketch.split()) < _MIN_TOKENS:
                outcome.dropped["too short"] += 1
            elif (unit := run.tainted.by_digest.get(digest)) is not None:
                outcome.taint("exact sketch", _label(row), run.tainted.origins[unit], 1.0)
            elif digest in seen:
                outcome.dropped["duplicate"] += 1
            else:
                chosen.append(i)
                functions.add(row, sketch, digest, part_of(row["project"], run.valid_share))
            seen.add(digest)
        functions.shingles.append(take(shingles, np.array(chosen, np.int64)))
        run.progress(outcome.read, max(total, outcome.read), f"{language.id} functions")
    return functions


def _nearly_new(functions: _Survivors, run: _Run, outcome: Outcome, progress: Steps) -> list[int]:
    """Indices of the functions that are not nearly evaluation data nor nearly one that stays."""
    sets = join(functions.shingles)
    signature = signatures(sets)
    matches = evaluation.near_matches(sets, signature, run.tainted, progress=progress)
    for i, match in matches.items():
        outcome.taint("near match", functions.names[i], run.tainted.origins[match.unit], match.similarity)
    clean = np.setdiff1d(np.arange(len(sets)), np.fromiter(matches, np.int64, len(matches)))
    twins = near.near_duplicates(take(sets, clean), signature[clean], progress=progress)
    for i in np.flatnonzero(twins >= 0).tolist():
        function, twin = int(clean[i]), int(clean[twins[i]])
        outcome.near_duplicate(functions.names[function], functions.names[twin],
                               across=functions.parts[function] != functions.parts[twin])  # fmt: skip
    return [int(i) for i in clean[twins < 0]]


def _label(row: dict[str, Any]) -> str:
    """How a report names a function."""
    return f"{row['project']}:{row.get('path', '')}:{row.get('name', '')}"


def _write_shuffled(path: Path, lines: list[tuple[bytes, bytes]]) -> None:
    """Write lines in the order of their digests: who reads only the beginning gets a fair sample of all projects."""
    lines.sort(key=itemgetter(0))
    with storage.gzip_lines(path) as stream:
        for _, line in lines:
            stream.write(line)


def _record(row: dict[str, Any], sketch: str) -> dict[str, Any]:
    return {
        "lang": row["lang"], "project": row["project"], "code": row["code"], "sketch": sketch,
        "comment": row["comment"],
    }  # fmt: skip


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    try:
        for row in storage.read_lines(path):
            yield {field: row[field] for field in ("lang", "project", "code", "comment")} | row
    except (OSError, EOFError, ValueError, KeyError, TypeError, zlib.error) as error:
        raise InputError(f"{path}: damaged ({error}); run the corpus command again") from error


def _sketched(
    language: str, rows: Iterator[dict[str, Any]], workers: ProcessPoolExecutor
) -> Iterator[tuple[list[dict[str, Any]], list[str], ShingleSets]]:
    """Chunks of rows with their sketches and shingles, in order; a bounded number of chunks is under way."""
    pending = []
    for chunk in iter(lambda: list(islice(rows, _CHUNK)), []):
        pending.append((chunk, workers.submit(_sketch_all, language, [row["code"] for row in chunk])))
        if len(pending) > 16:
            first, future = pending.pop(0)
            yield first, *future.result()
    for chunk, future in pending:
        yield chunk, *future.result()


def _sketch_all(language_id: str, codes: list[str]) -> tuple[list[str], ShingleSets]:
    language = by_id(language_id)
    sketches = [sketch_of(language, code) for code in codes] if language else [""] * len(codes)
    return sketches, shingle_sets(sketches)


def _expected(corpus: Path, language: str) -> int:
    try:
        return int(storage.read_json(corpus / "summary.json")["functions"][language])
    except (OSError, ValueError, KeyError):
        return 0
