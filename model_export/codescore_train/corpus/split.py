"""From extracted functions to training data: sketch, drop duplicates and evaluation data, split by project.

Reads the files that `build` wrote, writes `functions.<language>.{train,valid}.jsonl.gz` with
{lang, project, code, sketch, comment} and `split.json`.  A sketch occurs once in all of it, so no function of
the validation projects is known from training.  Deterministic: the first occurrence stays, the part depends on
the project's name alone, and lines are in the order of a hash, so that any prefix is a fair sample of all.
Neighbours: `build` before, pairs and tokenizer after.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from itertools import islice
from operator import itemgetter
from pathlib import Path
from typing import Any

from codescore.errors import InputError
from codescore.languages import Language, all_languages, by_id
from codescore.sketch import VERSION, sketch_source, sketch_units
from codescore.syntax import parse, units_of
from codescore_train.corpus import storage
from codescore_train.corpus.progress import Progress, silent
from codescore_train.corpus.workers import processes

PARTS = ("train", "valid")
_CHUNK = 500  # functions handed to a worker at once
_MIN_TOKENS = 20  # a shorter sketch (a getter, a stub) says nothing worth learning


@dataclass(frozen=True, slots=True)
class SplitSummary:
    """Counts per language: read, dropped for each reason, kept per part, with a comment."""

    sketch_version: str
    read: dict[str, int]
    dropped: dict[str, dict[str, int]]
    kept: dict[str, dict[str, int]]
    commented: dict[str, int]
    evaluation_sketches: int


@dataclass(frozen=True, slots=True)
class _Task:
    corpus: Path
    out: Path
    valid_share: float


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
    sketch occurs in them is dropped.  Raises InputError when `corpus` holds no corpus or a data set is unreadable.
    """
    languages = [language for language in all_languages() if (corpus / f"{language.id}.jsonl.gz").is_file()]
    if not languages:
        raise InputError(f"{corpus}: no corpus here; run the corpus command first")
    out.mkdir(parents=True, exist_ok=True)
    task = _Task(corpus, out, valid_share)
    with processes(jobs) as workers:
        tainted = _evaluation_sketches(decontaminate, workers)
        counts: dict[str, Counter[str]] = {}
        for language in languages:
            counts[language.id] = _split(language, task, tainted, workers, progress)
    summary = _summary(counts, len(tainted))
    storage.write_json(out / "split.json", asdict(summary))
    return summary


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


def _split(
    language: Language, task: _Task, tainted: set[bytes], workers: ProcessPoolExecutor, progress: Progress
) -> Counter[str]:
    counts: Counter[str] = Counter()
    seen: set[bytes] = set()
    kept: dict[str, list[tuple[bytes, bytes]]] = {part: [] for part in PARTS}
    total = _expected(task.corpus, language.id)
    rows = storage.read_lines(task.corpus / f"{language.id}.jsonl.gz")
    for chunk, sketches in _sketched(language.id, rows, workers):
        for row, sketch in zip(chunk, sketches, strict=True):
            counts["read"] += 1
            digest = _digest(sketch)
            if reason := _reason(sketch, digest, seen, tainted):
                counts[reason] += 1
                continue
            seen.add(digest)
            part = part_of(row["project"], task.valid_share)
            counts[part] += 1
            counts["commented"] += bool(row["comment"])
            kept[part].append((digest, storage.line(_record(row, sketch))))
        progress(counts["read"], max(total, counts["read"]), f"{language.id} functions")
    for part, lines in kept.items():
        _write_shuffled(task.out / f"functions.{language.id}.{part}.jsonl.gz", lines)
    return counts


def _write_shuffled(path: Path, lines: list[tuple[bytes, bytes]]) -> None:
    """Write lines in the order of their digests: who reads only the beginning gets a fair sample of all projects."""
    lines.sort(key=itemgetter(0))
    with storage.gzip_lines(path) as stream:
        for _, line in lines:
            stream.write(line)


def _reason(sketch: str, digest: bytes, seen: set[bytes], tainted: set[bytes]) -> str:
    if len(sketch.split()) < _MIN_TOKENS:
        return "too short"
    if digest in tainted:
        return "evaluation data"
    return "duplicate" if digest in seen else ""


def _record(row: dict[str, Any], sketch: str) -> dict[str, Any]:
    return {
        "lang": row["lang"], "project": row["project"], "code": row["code"], "sketch": sketch,
        "comment": row["comment"],
    }  # fmt: skip


def _sketched(
    language: str, rows: Iterator[dict[str, Any]], workers: ProcessPoolExecutor
) -> Iterator[tuple[list[dict[str, Any]], list[str]]]:
    """Chunks of rows with their sketches, in order; a bounded number of chunks is under way."""
    pending = []
    for chunk in iter(lambda: list(islice(rows, _CHUNK)), []):
        pending.append((chunk, workers.submit(_sketch_all, language, [row["code"] for row in chunk])))
        if len(pending) > 16:
            first, future = pending.pop(0)
            yield first, future.result()
    for chunk, future in pending:
        yield chunk, future.result()


def _sketch_all(language_id: str, codes: list[str]) -> list[str]:
    language = by_id(language_id)
    return [sketch_of(language, code) for code in codes] if language else [""] * len(codes)


def _digest(sketch: str) -> bytes:
    return hashlib.blake2b(sketch.encode("utf-8", "replace"), digest_size=16).digest()


def _evaluation_sketches(files: Iterable[Path], workers: ProcessPoolExecutor) -> set[bytes]:
    """Digests of the sketches of every program of the data sets: as a whole, and of each of its units."""
    programs: set[tuple[str, str]] = set()
    for path in files:
        try:
            for record in storage.read_lines(path):
                programs |= {(record["lang"], record[key]) for key in ("candidate", "reference") if record.get(key)}
        except (OSError, EOFError, ValueError, KeyError, TypeError) as error:
            raise InputError(f"{path}: not a data set of gzipped JSON lines ({error})") from error
    return set().union(*workers.map(_digests, sorted(programs), chunksize=100))


def _digests(program: tuple[str, str]) -> set[bytes]:
    language = by_id(program[0])
    if language is None:
        return set()
    source = program[1].encode("utf-8", "replace")
    syntax = parse(language, source)
    units = sketch_units(syntax, units_of(syntax))
    return {_digest(sketch.text) for sketch in (sketch_source(language, source), *units)}


def _expected(corpus: Path, language: str) -> int:
    try:
        return int(storage.read_json(corpus / "summary.json")["functions"][language])
    except (OSError, ValueError, KeyError):
        return 0


def _summary(counts: dict[str, Counter[str]], evaluation: int) -> SplitSummary:
    reasons = ("duplicate", "evaluation data", "too short")
    return SplitSummary(
        sketch_version=VERSION,
        read={lang: c["read"] for lang, c in counts.items()},
        dropped={lang: {reason: c[reason] for reason in reasons} for lang, c in counts.items()},
        kept={lang: {part: c[part] for part in PARTS} for lang, c in counts.items()},
        commented={lang: c["commented"] for lang, c in counts.items()},
        evaluation_sketches=evaluation,
    )
