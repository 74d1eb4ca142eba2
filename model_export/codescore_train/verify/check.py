"""`codescore-train verify`: does a bundle hold?  What the product itself demands, then a run, then parity again.

With a work folder the trained weights are at hand and parity is measured anew; without, the record in the manifest
is judged as the product judges it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from codescore.embed import load_bundle
from codescore.embed.manifest import MODEL_FILE, POOLINGS, TOKENIZER_FILE, Manifest, Parity
from codescore.foundation.errors import BundleError
from codescore_train.export.bundle import measure_parity
from codescore_train.export.session import latency, onnx_embedder, open_session
from codescore_train.recipe import parse_recipe
from codescore_train.tokenizer.special import load_tokenizer, special_ids
from codescore_train.train.audit import Embed
from codescore_train.work import load_work

_UNIT_TOLERANCE = 1e-3  # of a vector's length; 8-bit models still normalise in full precision
_SKETCH = "def f ( arg_0 ) :\n    return arg_0 + 1"

Check = dict[str, Any]


def verify_bundle(folder: Path, work: Path | None) -> dict[str, Any]:
    """All checks by name, each {ok, detail}, and whether all are ok; a broken bundle is a failed check."""
    checks: dict[str, Check] = {}
    try:
        manifest = load_bundle(folder).manifest
        checks["files"] = _check(True, "hashes match, self-contained, parity record passes")
        checks["runs"] = _runs(folder)
        special = special_ids(load_tokenizer(folder / TOKENIZER_FILE))
        checks["latency"] = _check(True, f"{latency(folder / MODEL_FILE, special)} ms for 128 tokens on one thread")
        parity = _parity(folder, work, manifest) if work is not None else manifest.parity
        checks["parity"] = _check(parity.passed, _described(parity, "measured now" if work else "as recorded"))
    except BundleError as error:
        checks["files" if "files" not in checks else "runs"] = _check(False, str(error))
    return {"ok": all(check["ok"] for check in checks.values()), "checks": checks}


def _check(ok: bool, detail: str) -> Check:
    return {"ok": ok, "detail": detail}


def _runs(folder: Path) -> Check:
    """Every pooling gives unit vectors, and the same ones beside a longer neighbour as alone."""
    tokenizer = load_tokenizer(folder / TOKENIZER_FILE)
    embed: Embed = onnx_embedder(open_session(folder / MODEL_FILE), special_ids(tokenizer))
    ids = [np.asarray(tokenizer.encode(t, add_special_tokens=False).ids, np.uint16) for t in (_SKETCH, _SKETCH * 3)]
    alone, beside = embed(ids[:1]), embed(ids)
    lengths = [float(np.linalg.norm(beside[name][k])) for name in POOLINGS for k in range(2)]
    cosines = [float(alone[name][0] @ beside[name][0]) for name in POOLINGS]
    unit = max(abs(length - 1) for length in lengths)
    ok = unit < _UNIT_TOLERANCE and min(cosines) > 0.99
    return _check(
        ok, f"{len(POOLINGS)} poolings, unit length to {unit:.1e}, alone against padded cosine {min(cosines):.5f}"
    )


def _parity(folder: Path, work: Path, manifest: Manifest) -> Parity:
    recipe = parse_recipe(manifest.training.get("recipe", {}), str(folder))
    return measure_parity(load_work(work, recipe), folder / MODEL_FILE)


def _described(parity: Parity, how: str) -> str:
    return (
        f"{how} on {parity.samples} sketches: fp32 differs by {parity.fp32_max_difference:.1e} "
        f"(at most {parity.fp32_tolerance:.0e}), shipped cosine at least {parity.shipped_min_cosine:.5f} "
        f"(1 - cosine at most {parity.shipped_tolerance})"
    )
