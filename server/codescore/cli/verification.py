"""Is a bundle what its manifest says, and does its model run here?  The checks behind `codescore model verify`.

Hashes, manifest and parity record are `embed.load_bundle`'s to judge; then the model is run on fixed sketches, those
of the bundled samples, and its vectors must be as promised: right size, finite, of length one, the same every time.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from codescore.cli.cases import all_cases
from codescore.foundation.errors import BundleError

if TYPE_CHECKING:
    from codescore.embed import Bundle, Encoded, Encoder

# Lengths and repeated runs may differ by rounding, not by more.
TOLERANCE = 1e-4


@dataclass(frozen=True, slots=True)
class Check:
    """One question and its answer."""

    name: str
    ok: bool
    message: str


def verify(path: Path) -> list[Check]:
    """The checks in order; the first failure ends them.  Raises BundleError where there is no bundle at all."""
    from codescore.embed import Encoder, load_bundle

    if not path.is_dir():
        load_bundle(path)  # raises, and says what to do
    try:
        bundle = load_bundle(path)
    except BundleError as error:
        return [Check("files", False, str(error))]
    checks = _recorded(bundle)
    try:
        encoder = Encoder(bundle)
    except BundleError as error:
        return [*checks, Check("model", False, str(error))]
    return checks + _run(bundle, encoder)


def fixed_sketches() -> list[str]:
    """What the model is run on: the sketches of the samples' references, every language that has one."""
    from codescore.languages import by_path
    from codescore.sketch import sketch_source

    sketches: list[str] = []
    for case in all_cases():
        language = by_path(case.reference.name)
        if language is not None:
            sketches.append(sketch_source(language, case.reference.read_bytes()).text)
    return sketches


def _recorded(bundle: Bundle) -> list[Check]:
    parity = bundle.manifest.parity
    record = (
        f"on {parity.samples} sketches, when it was made: exported model off by {parity.fp32_max_difference:.1e} at "
        f"most (allowed {parity.fp32_tolerance:.1e}), shipped {bundle.manifest.precision} model at cosine "
        f"{parity.shipped_min_cosine:.4f} at least"
    )
    return [
        Check("files", True, f"complete, hashes as in the manifest, self-contained ({bundle.label})"),
        Check("parity record", True, record),
    ]


def _run(bundle: Bundle, encoder: Encoder) -> list[Check]:
    texts = fixed_sketches()
    together = encoder.encode(texts)
    alone = [encoder.encode([text])[0] for text in texts]
    poolings = tuple(bundle.manifest.poolings)
    return [
        Check("model", True, f"runs on {encoder.provider}, {len(poolings)} poolings: {', '.join(poolings)}"),
        _shape(bundle, together),
        _repeatable(together, alone),
        _distinct(bundle, together),
    ]


def _shape(bundle: Bundle, encoded: list[Encoded]) -> Check:
    """Every vector has the promised size, finite numbers and length one."""
    import numpy as np

    size = bundle.manifest.dimensions
    worst = 0.0
    for one in encoded:
        for pooling, vector in one.vectors.items():
            if vector.shape != (size,) or not np.isfinite(vector).all():
                return Check("vectors", False, f"pooling {pooling} gave {vector.shape}, or numbers that are not finite")
            worst = max(worst, abs(float(np.linalg.norm(vector)) - 1))
    return Check("vectors", worst <= TOLERANCE, f"{size} finite numbers each, length 1 within {worst:.1e}")


def _repeatable(first: list[Encoded], second: list[Encoded]) -> Check:
    """A sketch has one vector, whatever is encoded with it."""
    worst = max(
        float(abs(a.vectors[pooling] - b.vectors[pooling]).max())
        for a, b in zip(first, second, strict=True)
        for pooling in a.vectors
    )
    return Check("repeatable", worst <= TOLERANCE, f"encoded together and alone: difference {worst:.1e}")


def _distinct(bundle: Bundle, encoded: list[Encoded]) -> Check:
    """Different functions do not share a vector: a model that says the same of everything is broken."""
    pooling = bundle.manifest.vector_pooling
    vectors = [one.vectors[pooling] for one in encoded]
    closest = max(float(a @ b) for i, a in enumerate(vectors) for b in vectors[:i])
    return Check("distinct", closest < 1 - TOLERANCE, f"different functions: cosine {closest:.3f} at most")
