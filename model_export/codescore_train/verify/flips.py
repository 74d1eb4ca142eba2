"""What eight bits cost: how many verdicts differ between the shipped model and the same one in full precision.

Both run through the product's own engine on whole data sets, in a bundle that differs in `model.onnx` alone.  Then how
long the shipped one takes.  Neighbours: `parity` compares vectors, `evaluate` judges one bundle.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from codescore.embed import load_bundle
from codescore.embed.manifest import MANIFEST_FILE, MODEL_FILE, TOKENIZER_FILE
from codescore.engine import Session
from codescore.foundation.errors import BundleError, InputError
from codescore.foundation.files import disk_errors, sha256
from codescore_train.export.bundle import write_manifest
from codescore_train.export.session import milliseconds
from codescore_train.progress import Progress
from codescore_train.tokenizer.special import load_tokenizer, special_ids
from codescore_train.verify.dataset import Sample, read_samples
from codescore_train.verify.evaluate import Judged, judge

#: Where results are kept in a manifest's quality.
EIGHT_BITS = "eight-bits"
MOST_FLIPS = 0.005
MOST_MILLISECONDS = 3.0  # of 128 tokens, median, two threads
_TOKENS, _RUNS = 128, 200


def measure_flips(folder: Path, fp32: Path, data: Sequence[Path], limit: int) -> dict[str, Any]:
    """Flips and differences by way of comparing, and latency; `fp32` is the ONNX file that was quantised.

    Raises BundleError, InputError for what cannot be compared, EnvironmentProblem for a full disk.
    """
    bundle = load_bundle(folder)
    if bundle.manifest.precision == "fp32":
        raise InputError(f"{folder} ships full precision: there is nothing to compare")
    samples = [sample for path in data for sample in read_samples(path, limit)]
    with tempfile.TemporaryDirectory(prefix="codescore-") as temporary, disk_errors(Path(temporary)):
        full = _full_precision(folder, fp32, Path(temporary) / "full")  # before anything is spent
        judged = [_judged(one, samples, name) for one, name in ((folder, "shipped"), (full, "full precision"))]
    name = bundle.manifest.default_pooling
    ways = {way: _compared(judged[0], judged[1], way) for way in bundle.manifest.poolings}
    speed = latencies(folder)
    return {
        "pairs": len(samples),
        "data": [path.name.split(".")[0] for path in data],
        "default-pooling": name,
        "flips": ways[name]["flips"],
        "ways": ways,
        "milliseconds-128-tokens": speed,
        "within-bars": {
            f"flips at most {MOST_FLIPS:.1%}": ways[name]["flips"] <= MOST_FLIPS,
            f"median at most {MOST_MILLISECONDS:g} ms on two threads": speed["two-threads"][0] <= MOST_MILLISECONDS,
        },
    }


def latencies(folder: Path) -> dict[str, list[float]]:
    """Milliseconds of the shipped model for 128 tokens: [median, 95th percentile] with one thread and with two."""
    special = special_ids(load_tokenizer(folder / TOKENIZER_FILE))
    times = {n: milliseconds(folder / MODEL_FILE, special, _TOKENS, n, _RUNS) for n in (1, 2)}
    return {
        word: [round(float(np.percentile(times[n], q)), 2) for q in (50, 95)]
        for n, word in ((1, "one-thread"), (2, "two-threads"))
    }


def _full_precision(folder: Path, fp32: Path, target: Path) -> Path:
    """The bundle in `folder` with `fp32` as its model, checked like any other."""
    if not fp32.is_file():
        raise InputError(f"no {fp32}; `codescore-train export` leaves it in the work folder")
    target.mkdir()
    shutil.copyfile(fp32, target / MODEL_FILE)
    shutil.copyfile(folder / TOKENIZER_FILE, target / TOKENIZER_FILE)
    manifest = load_bundle(folder).manifest
    hashes = {**manifest.sha256, MODEL_FILE: sha256(target / MODEL_FILE)}
    write_manifest(msgspec.structs.replace(manifest, sha256=hashes, precision="fp32"), target / MANIFEST_FILE)
    try:
        load_bundle(target)
    except BundleError as error:
        raise InputError(f"{fp32} does not fit the bundle: {error}") from None
    return target


def _judged(folder: Path, samples: Sequence[Sample], label: str) -> list[Judged]:
    session = Session(bundle=folder, disk_cache=False)
    found = []
    try:
        session.warm()
        with Progress(label, len(samples)) as progress:
            for sample in samples:
                found.append(judge(session, sample.language, sample.candidate, sample.reference))
                progress.update(len(found))
    finally:
        session.close()
    return found


def _compared(shipped: Sequence[Judged], full: Sequence[Judged], way: str) -> dict[str, Any]:
    """The share of 0/1 scores that differ, and how far the similarities are apart."""
    flips = np.asarray([a.score[way] != b.score[way] for a, b in zip(shipped, full, strict=True)])
    apart = np.abs([a.similarity[way] - b.similarity[way] for a, b in zip(shipped, full, strict=True)])
    return {
        "flips": round(float(flips.mean()), 5),
        "flipped-pairs": int(flips.sum()),
        "similarity-difference": {"mean": _mean(apart), "p95": _p95(apart), "max": round(float(apart.max()), 5)},
    }


def _mean(values: NDArray[np.float64]) -> float:
    return round(float(values.mean()), 5)


def _p95(values: NDArray[np.float64]) -> float:
    return round(float(np.percentile(values, 95)), 5)
