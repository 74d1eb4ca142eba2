"""A bundle folder → verified bytes, or one clear line that says why not.

Each file is read once, up to a cap; the bytes that were hashed are the bytes that are used.  A bundle is accepted only
if its manifest is understood completely, the hashes match, the parity record passes and the model is self-contained.
Nothing here runs a model; `encoder` does, from a `Bundle`.
"""

from __future__ import annotations

import os
import re
import stat
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import pairwise
from math import isfinite
from pathlib import Path

import msgspec
import numpy as np

from codescore.embed import onnx_scan, task_model, tokenizer_scan
from codescore.embed.manifest import (
    FORMAT,
    LATE,
    MANIFEST_FILE,
    MODEL_FILE,
    PROBABILITY_FEATURES,
    PROBABILITY_VERSION,
    TASK_FEATURES,
    TASK_FILE,
    TOKENIZER_FILE,
    Golden,
    Manifest,
    Odds,
    Parity,
    ProbabilityModel,
    SameTask,
)
from codescore.foundation import shapes
from codescore.foundation.errors import BundleError
from codescore.sketch import VERSION

_MB = 1 << 20
#: Bytes that are read at most; the largest model foreseen is a RoBERTa base in fp32 (500 MB).
CAPS = {MANIFEST_FILE: 4 * _MB, TOKENIZER_FILE: 64 * _MB, MODEL_FILE: 1024 * _MB, TASK_FILE: 64 * _MB}
_GOLDEN_TOLERANCE = 1e-3  # on each number of a unit vector written with four digits
_TASK_PARITY = 0.98  # smallest cosine of shipped same-task vectors to the trained ones
# Log-odds beyond this are certainties that no data can show.
_MOST_ODDS = 50.0
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]{0,79}")


@dataclass(frozen=True, slots=True)
class Bundle:
    """A verified bundle; `digest` is the hex SHA-256 over the hashes of its files, `task` its same-task part."""

    path: Path
    manifest: Manifest
    model: bytes = field(repr=False)
    tokenizer: bytes = field(repr=False)
    digest: str
    task: task_model.TaskModel | None = field(default=None, repr=False)

    @property
    def label(self) -> str:
        """How signatures name it: `name@version#digest`, the digest's first eight digits."""
        return f"{self.manifest.name}@{self.manifest.version}#{self.digest[:8]}"


def load_bundle(path: Path) -> Bundle:
    """The verified bundle in a folder.  Raises BundleError, one line, for whatever is wrong with it."""
    if not path.is_dir():
        raise BundleError(f"no model bundle at {path}; `codescore model list` shows those there are")
    raw = _read(path, MANIFEST_FILE)
    manifest = _manifest(path, raw)
    hashes = {MANIFEST_FILE: sha256(raw).hexdigest()}
    contents: dict[str, bytes] = {}
    for name in _files(manifest):
        contents[name] = _read(path, name)
        hashes[name] = sha256(contents[name]).hexdigest()
        if hashes[name] != manifest.sha256[name].lower():
            raise BundleError(
                f"{path / name} is not the file that the manifest describes (SHA-256 differs): it was damaged or "
                "changed; install the bundle again"
            )
    for name, unsound in ((MODEL_FILE, onnx_scan.unsound), (TOKENIZER_FILE, tokenizer_scan.unsound)):
        fault = unsound(contents[name])
        if fault is not None:
            raise BundleError(f"{path / name} {fault}; it is not loaded")
    task = _task(path / TASK_FILE, contents[TASK_FILE], manifest.same_task) if manifest.same_task is not None else None
    digest = sha256("\n".join(f"{n} {hashes[n]}" for n in sorted(hashes)).encode()).hexdigest()
    return Bundle(path, manifest, contents[MODEL_FILE], contents[TOKENIZER_FILE], digest, task)


def _task(path: Path, content: bytes, part: SameTask) -> task_model.TaskModel:
    """The same-task part, which computes what it did where it was exported."""
    model = task_model.from_bytes(content, part)
    if model is None:
        raise BundleError(f"{path} does not hold what the manifest says; it is not loaded")
    if part.golden:
        away = float(np.abs(task_model.golden_vector(model) - np.asarray(part.golden)).max())
        if not away <= _GOLDEN_TOLERANCE:  # also where it is no number
            raise BundleError(
                f"{path} computes something else than its manifest says (off by {away:.3f}); install the bundle again"
            )
    return model


def _files(manifest: Manifest) -> tuple[str, ...]:
    """The files of a bundle beside its manifest."""
    return (MODEL_FILE, TOKENIZER_FILE, *([TASK_FILE] if manifest.same_task is not None else []))


def _read(folder: Path, name: str) -> bytes:
    path = folder / name
    cap = CAPS[name]
    try:
        # Non-blocking, so that a named pipe in place of a file cannot make us wait for ever.
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0))
        with os.fdopen(descriptor, "rb") as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise BundleError(f"{path} is not a regular file; install the bundle again")
            data = file.read(cap + 1)
    except FileNotFoundError:
        raise BundleError(f"the bundle at {folder} has no {name}; install it again") from None
    except OSError as error:
        raise BundleError(f"{path} cannot be read: {error.strerror or error}") from None
    if len(data) > cap:
        raise BundleError(f"{path} is larger than the {cap // _MB} MB allowed; it is no bundle of ours")
    return data


def _manifest(path: Path, raw: bytes) -> Manifest:
    where = path / MANIFEST_FILE
    try:
        manifest = shapes.from_json(raw, Manifest)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise BundleError(f"{where} cannot be understood: {error}") from None
    fault = _fault(manifest)
    if fault is not None:
        raise BundleError(f"{where}: {fault}")
    return manifest


def _fault(manifest: Manifest) -> str | None:
    """The first thing that makes a manifest unusable."""
    if manifest.format != FORMAT:
        return f"manifest format {manifest.format}, this version reads {FORMAT}; update codescore-r or the bundle"
    if manifest.sketch_version != VERSION:
        return (
            f"trained on sketches of version {manifest.sketch_version!r}, this codescore-r makes version "
            f"{VERSION!r}; use a bundle that was trained for it"
        )
    if not _NAME.fullmatch(manifest.name) or not _NAME.fullmatch(manifest.version):
        return "name and version may hold letters, digits and . _ + - only"
    if set(manifest.sha256) != set(_files(manifest)):
        return f"sha256 must name exactly {' and '.join(_files(manifest))}"
    if not (1 <= manifest.dimensions <= 65_536 and 8 <= manifest.max_tokens <= 1 << 20):
        return "dimensions or max_tokens out of bounds"
    if not 0.0 <= manifest.threshold <= 1.0:
        return f"threshold {manifest.threshold} is outside 0..1"
    return (
        _parity_fault(manifest.parity)
        or _poolings_fault(manifest)
        or _late_fault(manifest)
        or (_probability_fault(manifest.probability) if manifest.probability is not None else None)
        or (_task_fault(manifest.same_task) if manifest.same_task is not None else None)
        or (_golden_fault(manifest.golden, manifest) if manifest.golden is not None else None)
    )


def _parity_fault(parity: Parity) -> str | None:
    within = (
        parity.samples > 0
        and parity.fp32_max_difference <= parity.fp32_tolerance
        and 1.0 - parity.shipped_min_cosine <= parity.shipped_tolerance
    )
    if parity.passed and within:
        return None
    return "no passing parity record: nothing shows that this model computes what was trained; export it again"


def _poolings_fault(manifest: Manifest) -> str | None:
    if manifest.default_pooling not in manifest.poolings:
        return f"default pooling {manifest.default_pooling!r} is not among its poolings"
    for name, pooling in manifest.poolings.items():
        if not _NAME.fullmatch(name):
            return f"pooling name {name[:40]!r} may hold letters, digits and . _ + - only"
        if not _is_scale(pooling.calibration):
            return f"the calibration of pooling {name!r} is not a rising scale into 0..1"
    return None


def _is_scale(knots: tuple[tuple[float, float], ...]) -> bool:
    rising = all(a[0] < b[0] and a[1] <= b[1] for a, b in pairwise(knots))
    return len(knots) >= 2 and rising and all(isfinite(x) and 0.0 <= y <= 1.0 for x, y in knots)


def _task_fault(part: SameTask) -> str | None:
    if part.features != TASK_FEATURES:
        return (
            f"its same-task part looks at features of version {part.features[:20]!r}, this codescore-r has version "
            f"{TASK_FEATURES!r}; update codescore-r or the bundle"
        )
    if not (1 <= part.rows <= 1 << 22 and 1 <= part.dimensions <= 4096 and 0 <= part.hidden <= 16_384) or (
        not 1 <= part.heads <= 64
        or part.dimensions % part.heads
        or part.bits not in {2, 8}
        or part.dimensions * part.bits % 8
    ):
        return "sizes of the same-task part out of bounds"
    if not (0 <= part.centres <= 1 << 20 and min(1, part.centres) <= part.crowd <= part.centres):
        return "centres of the same-task part out of bounds"
    thresholds = (part.threshold, *part.thresholds.values())
    if not _is_scale(part.calibration) or not all(0.0 <= one <= 1.0 for one in thresholds):
        return "the calibration of the same-task part is not a rising scale into 0..1"
    if len(part.golden) not in {0, part.dimensions}:
        return "the golden vector of the same-task part has another size than its vectors"
    if not part.parity >= _TASK_PARITY:
        return "no passing parity record of the same-task part: export it again"
    return None


def _golden_fault(golden: Golden, manifest: Manifest) -> str | None:
    lengths = {len(vector) for vector in golden.vectors.values()}
    known = set(golden.vectors) <= set(manifest.vector_poolings)
    if not golden.vectors or not known or lengths != {manifest.dimensions} or not 0.0 < golden.tolerance < 1.0:
        return "its golden vectors are not vectors of its poolings"
    return None


def _late_fault(manifest: Manifest) -> str | None:
    late = manifest.late
    if (LATE in manifest.poolings) != (late is not None):
        return f"the pooling {LATE!r} and the section `late` need each other"
    if late is None:
        return None
    if not manifest.vector_poolings or late.vector_pooling not in manifest.vector_poolings:
        return f"late interaction names {late.vector_pooling!r}, which is no pooling that gives a vector"
    if not (1 <= late.forms <= 4096 and 1 <= late.roles <= 4096 and 0 <= late.most_operators <= 1000):
        return "sizes of late interaction out of bounds"
    prices = (late.mismatch_price, late.operator_price, late.suspicion_price)
    if not all(isfinite(x) and 0.0 <= x <= 10.0 for x in prices):
        return "prices of late interaction out of bounds"
    if late.suspicion_price and not late.suspicion:
        return "late interaction has a price for suspicion and no suspicion"
    return None


def _probability_fault(model: ProbabilityModel) -> str | None:
    if model.features != PROBABILITY_VERSION:
        return (
            f"its probability looks at features of version {model.features[:20]!r}, this codescore-r has version "
            f"{PROBABILITY_VERSION!r}; update codescore-r or the bundle"
        )
    low, high = model.unsure
    if not 0.0 <= low <= high <= 1.0:
        return "the section `probability` names no range of chances as unsure"
    for name, odds in (*model.languages.items(), ("pooled", model.pooled)):
        fault = _odds_fault(odds)
        if fault is not None:
            return f"the section `probability` of {name[:40]!r}: {fault}"
    return None


def _odds_fault(odds: Odds) -> str | None:
    if not 0.0 <= odds.broken <= 1.0 or not abs(odds.intercept) <= _MOST_ODDS:
        return "intercept or chance out of bounds"
    names = [term.feature for term in odds.terms]
    unknown = next((name for name in names if name not in PROBABILITY_FEATURES), None)
    if unknown is not None:
        return f"no feature is called {unknown[:40]!r}"
    if len(set(names)) < len(names):
        return "a feature counts twice"
    for term in odds.terms:
        rising = all(a[0] < b[0] for a, b in pairwise(term.knots))
        sane = all(isfinite(x) and abs(y) <= _MOST_ODDS for x, y in term.knots)
        if len(term.knots) < 2 or not rising or not sane:
            return f"the curve of {term.feature[:40]!r} is not usable"
    return None
