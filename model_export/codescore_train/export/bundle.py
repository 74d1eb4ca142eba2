"""Assemble a bundle: export, compare, calibrate, write the manifest, and only then let the folder appear.

Reads a work folder (tokenizer, checkpoint, validation pairs).  Beside the bundle it keeps `model.fp32.onnx` in the
work folder, which `verify` needs to measure again.  Neighbours: `onnx`, `hugging_face` write files, `verify` measures.
"""

from __future__ import annotations

import json
import platform
import shutil
from collections.abc import Callable, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import torch
from numpy.typing import NDArray

from codescore.embed.manifest import (
    FORMAT,
    LATE,
    MANIFEST_FILE,
    MODEL_FILE,
    POOLINGS,
    TOKENIZER_FILE,
    LateInteraction,
    Manifest,
    Parity,
    Pooling,
)
from codescore.foundation.errors import EnvironmentProblem, InputError
from codescore.foundation.files import replacing, replacing_folder, sha256
from codescore.sketch import VERSION
from codescore_train.export.calibrate import decisive_threshold, knots, passing_threshold
from codescore_train.export.onnx import TOKENS, export_fp32, quantise
from codescore_train.export.parity import compare, with_tokens
from codescore_train.export.session import latency, onnx_embedder, onnx_rows, onnx_tokens, open_session
from codescore_train.export.tokens import TokenTables, token_tables, torch_rows
from codescore_train.pairs.generate import pairs_path
from codescore_train.pairs.store import PairSet, Tokens, load_pairs
from codescore_train.tokenizer.special import load_tokenizer
from codescore_train.train import audit
from codescore_train.train.embedder import torch_embedder
from codescore_train.train.late_audit import compare_tokens
from codescore_train.work import BLEND, RUN, Work

_AUDITED = 600  # validation functions per language for calibration and the self-audit


#: Writes a run's model in full precision and, where a second path is given, with 8-bit weights; says what wrote them.
Export = Callable[[Work, TokenTables | None, Path, Path | None], dict[str, str]]


def with_torch(work: Work, tables: TokenTables | None, full: Path, small: Path | None) -> dict[str, str]:
    """The exporter that takes any encoder: torch's own, then onnxruntime's quantiser."""
    export_fp32(work.learner, full, work.recipe.model.max_tokens, tables)
    if small is not None:
        quantise(full, small)
    return {"torch": version("torch"), "onnxruntime": version("onnxruntime")}


def write_bundle(work: Work, out: Path, corpus: dict[str, Any], export: Export = with_torch) -> Manifest:
    """Write the bundle folder `out`, whole or not at all; `corpus` are summaries that the manifest keeps.

    Raises InputError without validation pairs, EnvironmentProblem where the exported model does not compute what
    was trained.
    """
    if not len(work.valid.contrastive()):
        raise InputError("no validation function has both a rewrite and a mutant: nothing to calibrate on")
    with replacing_folder(out) as folder:
        small = folder / MODEL_FILE if work.recipe.export.precision == "int8" else None
        with replacing(work.fp32) as full:
            exporter = export(work, tables_of(work), full, small)
        if small is None:
            shutil.copy(work.fp32, folder / MODEL_FILE)
        shutil.copy(work.tokenizer, folder / TOKENIZER_FILE)
        manifest = _manifest(work, folder, {"corpus": corpus, "exporter": exporter})
        if not manifest.parity.passed:
            raise EnvironmentProblem(f"the exported model differs from the trained one: {manifest.parity}")
        write_manifest(manifest, folder / MANIFEST_FILE)
    return manifest


def write_manifest(manifest: Manifest, path: Path) -> None:
    """Write `manifest.json`, indented, whole or not at all."""
    with replacing(path) as temporary:
        temporary.write_bytes(msgspec.json.format(msgspec.json.encode(manifest), indent=1) + b"\n")


def measure_parity(work: Work, shipped: Path, full_precision: Path | None = None) -> Parity:
    """Trained weights, fp32 ONNX (the work folder's unless given) and shipped ONNX on the same held-out sketches."""
    whole = full_precision or work.fp32
    sequences = sample(work.valid, work.recipe.export.samples)
    trained = torch_embedder(work.learner, work.special, torch.device("cpu"))(sequences)
    full = onnx_embedder(open_session(whole), work.special)(sequences)
    small = onnx_embedder(open_session(shipped), work.special)(sequences)
    parity = compare(trained, full, small, work.recipe.export)
    tables = tables_of(work)
    if work.learner.tokens is None or tables is None:
        return parity
    return with_tokens(
        parity,
        torch_rows(work.learner, tables, sequences, work.special),
        onnx_rows(open_session(whole), work.special, TOKENS, sequences),
        onnx_rows(open_session(shipped), work.special, TOKENS, sequences),
    )


def sample(pairs: PairSet, count: int) -> Sequence[Tokens]:
    """Sketches spread evenly over a PairSet, all languages."""
    step = max(1, len(pairs) // count)
    return [pairs.anchor(i) for i in range(0, len(pairs), step)][:count]


def tables_of(work: Work) -> TokenTables | None:
    """What late interaction takes from the training part; None where the model has no token vectors."""
    if work.learner.tokens is None:
        return None
    late = late_of(work)
    assert late is not None
    return token_tables(work.learner, load_pairs(pairs_path(work.folder, "train")), work.special, late.forms)


def _manifest(work: Work, folder: Path, made_of: dict[str, Any]) -> Manifest:
    recipe = work.recipe
    cosines = _cosines(work, folder)
    audits = {name: audit.summary(c, work.valid.languages) for name, c in cosines.items()}
    vector = max(POOLINGS, key=lambda name: sum(audits[name].values()))
    best = recipe.export.default_pooling or max(audits, key=lambda name: sum(audits[name].values()))
    scales = {name: knots(c) for name, c in cosines.items()}
    late = late_of(work)
    if late is not None:
        late = msgspec.structs.replace(late, vector_pooling=vector)
        cut = passing_threshold(cosines[LATE], recipe.export.mutants_passing)
        if recipe.export.operator_decides:
            cut = max(cut, decisive_threshold(late.operator_price))
        scales[LATE] = knots(cosines[LATE], cut)
    return Manifest(
        format=FORMAT,
        name=recipe.export.name,
        version=recipe.export.version,
        licence=recipe.export.licence,
        description=recipe.export.description,
        sketch_version=VERSION,
        languages=work.valid.languages,
        dimensions=int(work.learner.encoder.width),  # type: ignore[arg-type]  # either encoder has it
        max_tokens=recipe.model.max_tokens,
        vocabulary=work.special.size,
        default_pooling=best,
        threshold=0.5,
        poolings={name: Pooling(TOKENS if name == LATE else name, scale) for name, scale in scales.items()},
        precision=recipe.export.precision,
        sha256={name: sha256(folder / name) for name in (MODEL_FILE, TOKENIZER_FILE)},
        parity=measure_parity(work, folder / MODEL_FILE),
        quality={"self-audit": _audit_quality(cosines, scales, work.valid.languages)},
        training=_training(work, folder, made_of),
        late=late,
    )


def _cosines(work: Work, folder: Path) -> dict[str, audit.Cosines]:
    """The self-audit of the shipped file, by pooling, late interaction among them where the model has it."""
    session = open_session(folder / MODEL_FILE, threads=1)  # short sequences one at a time: more threads only wait
    chosen = audit.choose(work.valid, _AUDITED)
    cosines = audit.measure(onnx_embedder(session, work.special), work.valid, chosen)
    late = late_of(work)
    if late is not None:
        embed = onnx_tokens(session, work.special, late.output, (late.forms, late.roles))
        compared = compare_tokens(embed, work.valid, chosen, load_tokenizer(work.tokenizer))
        cosines[LATE] = compared.similarities(late)
    return cosines


def late_of(work: Work) -> LateInteraction | None:
    """The recipe's prices and sizes; which pooling stands for a single vector is decided by the audit."""
    if work.learner.tokens is None:
        return None
    export = work.recipe.export
    return LateInteraction(
        output=TOKENS,
        forms=min(export.forms, int(work.learner.encoder.width)),  # type: ignore[arg-type]  # either encoder has it
        roles=work.recipe.model.token_width,
        mismatch_price=export.mismatch_price,
        operator_price=export.operator_price,
        most_operators=export.most_operators,
        vector_pooling=POOLINGS[0],
        suspicion=work.recipe.model.suspicion,
        suspicion_price=export.suspicion_price if work.recipe.model.suspicion else 0.0,
    )


def _audit_quality(
    cosines: dict[str, audit.Cosines], scales: dict[str, Any], languages: tuple[str, ...]
) -> dict[str, Any]:
    """Per pooling and language: AUROC, and the share of rewrites and of mutants that score 1 at 0.5."""
    quality: dict[str, Any] = {}
    for name, c in cosines.items():
        cut = next(x for x, y in scales[name] if y == 0.5)
        auroc = audit.summary(c, languages)
        quality[name] = {
            language: {
                "auroc": round(auroc[language], 4),
                "rewrites-pass": _pass(c.rewrite[c.rewrite_language == k], cut),
                "mutants-pass": _pass(c.mutant[c.mutant_language == k], cut),
                "rewrites": int((c.rewrite_language == k).sum()),
                "mutants": int((c.mutant_language == k).sum()),
            }
            for k, language in enumerate(languages)
        }
    return quality


def _pass(values: NDArray[np.float64], cut: float) -> float | None:
    return round(float((values > cut).mean()), 4) if len(values) else None


def _training(work: Work, folder: Path, made_of: dict[str, Any]) -> dict[str, Any]:
    blend, counts = work.folder / RUN / BLEND, work.folder / "pairs.json"
    return {
        **({"blend": json.loads(blend.read_text(encoding="utf-8"))} if blend.is_file() else {}),
        **({"pairs": json.loads(counts.read_text(encoding="utf-8"))["train"]} if counts.is_file() else {}),
        "recipe": msgspec.to_builtins(work.recipe),
        "steps": work.state.step,
        "seconds": round(work.state.seconds),
        "seed": work.recipe.train.seed,
        **made_of,
        "milliseconds-128-tokens-one-thread": latency(folder / MODEL_FILE, work.special),
        "libraries": {name: version(name) for name in ("torch", "onnx", "onnxruntime", "tokenizers", "numpy")},
        "python": platform.python_version(),
    }
