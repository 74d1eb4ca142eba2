"""`codescore-train evaluate`: the bundle's quality on data sets, by the product's own engine.

For every pair the engine's verdict under each pooling; beside it edit distance on the same sketches and the two
constants.  Then passing candidates under the three perturbations of the paper.  Numbers go to the manifest, compact.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import Levenshtein

from codescore.embed.manifest import MANIFEST_FILE, Manifest
from codescore.engine import FileVerdict, ScoreOptions, Session, Source, compare, make_source
from codescore.foundation.errors import BundleError, InputError
from codescore.languages import Language, by_id
from codescore.rewrite import mutate, rename, transform
from codescore_train.export.bundle import write_manifest
from codescore_train.progress import Progress
from codescore_train.verify.dataset import Sample, read_samples
from codescore_train.verify.measures import Pairs, mcc, measures, sweep

#: Where results keep the threshold that tells passing candidates best; 0.5 is where rewrites and mutants part.
CORRECTNESS = "correctness"

Rewrite = Callable[[Language, bytes, int], bytes | None]


@dataclass(frozen=True, slots=True)
class Judged:
    """One pair's similarities: 0 where the candidate does not compile (section 3.2), and what else was found."""

    similarity: dict[str, float]
    score: dict[str, int]
    compiles: bool
    edit: float


def evaluate_bundle(folder: Path, data: Sequence[Path], limit: int, seed: int) -> dict[str, Any]:
    """Results by data set (file name without endings), and over all of them CORRECTNESS: the threshold for passing.

    Raises InputError, BundleError.
    """
    session = Session(bundle=folder, disk_cache=False)
    results: dict[str, Any] = {}
    judged: list[tuple[NDArray[np.float64], NDArray[np.bool_]]] = []
    try:
        session.warm()
        for path in data:
            found, scores, passed = _data_set(session, read_samples(path, limit), path, seed)
            results[path.name.split(".")[0]] = found
            judged.append((scores, passed))
    finally:
        session.close()
    return {**results, CORRECTNESS: correctness(judged)}


def correctness(judged: Sequence[tuple[NDArray[np.float64], NDArray[np.bool_]]]) -> dict[str, Any]:
    """The threshold, in hundredths, with the highest mean MCC over data sets (similarities, outcomes).

    A data set of which all passed or none did has no MCC and counts for nothing.
    """
    both = [(scores, passed) for scores, passed in judged if passed.any() and not passed.all()]
    means = {
        hundredth / 100: float(np.mean([mcc(scores > hundredth / 100, passed) for scores, passed in both] or [0.0]))
        for hundredth in range(1, 100)
    }
    best = max(means, key=lambda t: means[t])
    return {"threshold": best, "mean-mcc": round(means[best], 4), "mean-mcc-at-0.5": round(means[0.5], 4)}


def record(folder: Path, results: dict[str, Any]) -> None:
    """Put results into the manifest's quality, by data set, keeping what other data sets said."""
    path = folder / MANIFEST_FILE
    try:
        manifest = msgspec.json.decode(path.read_bytes(), type=Manifest)
    except (OSError, msgspec.MsgspecError) as error:
        raise BundleError(f"cannot read {path}: {error}") from None
    found = results.get(CORRECTNESS, {}).get("threshold", manifest.correctness_threshold)
    quality = {**manifest.quality, **results}
    write_manifest(msgspec.structs.replace(manifest, quality=quality, correctness_threshold=found), path)


def _data_set(
    session: Session, samples: Sequence[Sample], path: Path, seed: int
) -> tuple[dict[str, Any], NDArray[np.float64], NDArray[np.bool_]]:
    """What is recorded; similarities of the default way of comparing, and outcomes."""
    manifest = session.manifest
    if manifest is None:
        raise InputError("the bundle cannot be loaded")
    judged = []
    with Progress(path.name.split(".")[0], len(samples)) as progress:
        for sample in samples:
            judged.append(judge(session, sample.language, sample.candidate, sample.reference))
            progress.update(len(judged))
    tasks = {task: k for k, task in enumerate(sorted({s.task for s in samples}))}
    pairs = Pairs(np.asarray([s.passed for s in samples]), np.asarray([tasks[s.task] for s in samples]))
    compiles = np.asarray([j.compiles for j in judged], dtype=np.float64)
    edit = np.asarray([j.edit for j in judged])
    scorers: dict[str, NDArray[np.float64]] = {
        **{name: np.asarray([j.similarity[name] for j in judged]) for name in manifest.poolings},
        "edit-distance": edit,
        "edit-distance-if-compiles": edit * compiles,
        "compiles-only": compiles,
        "always-1": np.ones(len(judged)),
    }
    found = {
        "pairs": len(samples),
        "tasks": len(tasks),
        "passed": round(float(pairs.passed.mean()), 4),
        "default-pooling": manifest.default_pooling,
        "interval": "95 %, bootstrap over tasks: [value, low, high]",
        "measures": {name: measures(values, pairs, manifest.threshold, seed) for name, values in scorers.items()},
        "mae-and-mcc-by-threshold": {name: sweep(scorers[name], pairs.passed) for name in manifest.poolings},
        "perturbation": _perturbation(session, samples, judged, seed),
    }
    return found, scorers[manifest.default_pooling], pairs.passed


def judge(session: Session, language_id: str, candidate: bytes, reference: bytes) -> Judged:
    """The engine's verdict on two files under every pooling, and the edit similarity of the matched sketches."""
    language = by_id(language_id)
    if language is None:
        raise InputError(f"no language {language_id} is installed")
    ours, theirs = make_source(language, candidate, "candidate"), make_source(language, reference, "reference")
    similarity, score = {}, {}
    verdict: FileVerdict | None = None
    for name in _poolings(session):
        try:
            verdict = compare(session, ours, [theirs], ScoreOptions(pooling=name))
        except InputError:  # nothing to compare: a candidate without any code
            similarity[name], score[name] = 0.0, 0
            continue
        similarity[name] = (verdict.similarity or 0.0) if verdict.compiles else 0.0
        score[name] = verdict.score or 0
    if verdict is None:
        return Judged(similarity, score, False, 0.0)
    return Judged(similarity, score, verdict.compiles, _edit(session, ours, theirs, verdict))


def _poolings(session: Session) -> tuple[str, ...]:
    return tuple(session.manifest.poolings) if session.manifest is not None else ()


def _edit(session: Session, ours: Source, theirs: Source, verdict: FileVerdict) -> float:
    """The weakest matched unit's 1 - Levenshtein / longer length on sketches, 0 where one is missing."""
    found = []
    for unit in verdict.units:
        if unit.reference_unit is None or unit.unit.nested:
            continue
        a = session.sketch(ours, unit.unit).text
        b = session.sketch(theirs, unit.reference_unit).text
        found.append(1 - Levenshtein.distance(a, b) / max(len(a), len(b), 1))
    return 0.0 if verdict.missing else min(found, default=0.0)


def _perturbation(session: Session, samples: Sequence[Sample], judged: Sequence[Judged], seed: int) -> dict[str, Any]:
    """Mean 0/1 score and mean similarity of passing candidates, as they are and perturbed, by pooling."""
    passing = [k for k, sample in enumerate(samples) if sample.passed]
    result: dict[str, Any] = {"original": _means([judged[k] for k in passing])}
    for kind, rewrite in _kinds().items():
        changed, originals = [], []
        with Progress(f"{kind} perturbation", len(passing)) as progress:
            for count, k in enumerate(passing):
                sample = samples[k]
                language = by_id(sample.language)
                code = rewrite(language, sample.candidate, _seed(seed, kind, k)) if language else None
                if code is not None:
                    changed.append(judge(session, sample.language, code, sample.reference))
                    originals.append(judged[k])
                progress.update(count + 1)
        result[kind] = {**_means(changed), "same-candidates-original": _means(originals)}
    return result


def _kinds() -> dict[str, Rewrite]:
    def token(language: Language, source: bytes, seed: int) -> bytes | None:
        made = rename(language, source, seed=seed)
        return made.code if made else None

    def syntax(language: Language, source: bytes, seed: int) -> bytes | None:
        made = transform(language, source, seed=seed)
        return made.code if made else None

    def semantic(language: Language, source: bytes, seed: int) -> bytes | None:
        made = mutate(language, source, seed=seed)
        return made.code if made else None

    return {"token": token, "syntax": syntax, "semantic": semantic}


def _means(judged: Sequence[Judged]) -> dict[str, Any]:
    if not judged:
        return {"n": 0}
    return {
        "n": len(judged),
        "compiles": round(float(np.mean([j.compiles for j in judged])), 4),
        "score": {name: round(float(np.mean([j.score[name] for j in judged])), 4) for name in judged[0].similarity},
        "similarity": {
            name: round(float(np.mean([j.similarity[name] for j in judged])), 4) for name in judged[0].similarity
        },
        "edit-distance": round(float(np.mean([j.edit for j in judged])), 4),
    }


def _seed(seed: int, kind: str, number: int) -> int:
    return int.from_bytes(hashlib.blake2b(f"{seed}:{kind}:{number}".encode(), digest_size=6).digest(), "big")
