"""From training to a bundle that the product loads: parity, hashes, and nothing half-written."""

from __future__ import annotations

import dataclasses
import errno
import json
import os
import shutil
from pathlib import Path

import numpy as np
import onnx
import pytest

from codescore.embed import Encoder, load_bundle
from codescore.embed.manifest import LATE, MANIFEST_FILE, MODEL_FILE, POOLINGS, TOKENIZER_FILE
from codescore.foundation.errors import BundleError, EnvironmentProblem, InputError
from codescore.score import calibrated
from codescore_train.cli import main
from codescore_train.export import bundle as export
from codescore_train.export.onnx import TOKENS
from codescore_train.recipe import load_recipe
from codescore_train.train.embedder import torch_embedder
from codescore_train.train.late_audit import torch_tokens
from codescore_train.work import FP32_FILE, load_work
from tests.train.conftest import Trained

_SKETCHES = (
    "def f ( arg_0 ) :\n    return arg_0 + 1",
    "static int f ( int arg_0 ) {\n    int var_0 = arg_0 * 2 ;\n    return var_0 ;\n}",
)


def test_the_product_loads_the_bundle_and_gets_the_trained_vectors(trained: Trained) -> None:
    """Text → vector through the serving code equals text → vector through the trained PyTorch model."""
    work = load_work(trained.work, load_recipe("tiny"))
    encoder = Encoder(load_bundle(trained.bundle), threads=1)
    tokenizer = work.tokenizer
    try:
        served = encoder.encode(list(_SKETCHES))
    finally:
        encoder.close()
    from tokenizers import Tokenizer

    made = Tokenizer.from_file(str(tokenizer))
    ids = [np.asarray(made.encode(text, add_special_tokens=False).ids, np.uint16) for text in _SKETCHES]
    trained_vectors = torch_embedder(work.learner, work.special, __import__("torch").device("cpu"))(ids)
    for name in POOLINGS:
        for k in range(len(_SKETCHES)):
            assert float(served[k].vectors[name] @ trained_vectors[name][k]) > 0.99
    trained_tokens = torch_tokens(work.learner, work.special, __import__("torch").device("cpu"))(ids)
    for ours, theirs in zip(served, trained_tokens, strict=True):
        assert ours.each is not None
        assert float(np.einsum("nk,nk->n", ours.each.roles, theirs.roles).mean()) > 0.98
        assert np.allclose(ours.each.weights, theirs.weights, atol=0.05)
        assert ours.each.suspicion.max() > 0
        assert np.allclose(ours.each.suspicion, theirs.suspicion, atol=0.05)
        assert ours.each.rarity.max() > ours.each.rarity.min() >= 0


def test_the_manifest_says_what_the_bundle_is(trained: Trained) -> None:
    """Names, languages, parity, calibration that maps the threshold to 0.5, recipe, and the default by the rule."""
    manifest = load_bundle(trained.bundle).manifest
    assert manifest.name == "codescore-r-tiny"
    assert manifest.languages == ("java", "python")
    assert manifest.parity.passed
    assert manifest.parity.samples == 20
    assert manifest.late is not None
    assert (manifest.late.suspicion, manifest.late.suspicion_price) == (True, 0.2)
    assert manifest.training["recipe"]["train"]["steps"] == 20
    audit = manifest.quality["self-audit"]
    mean = {name: sum(audit[name][lang]["auroc"] for lang in manifest.languages) for name in (*POOLINGS, LATE)}
    assert mean[manifest.default_pooling] == max(mean.values())
    for pooling in manifest.poolings.values():
        values = [calibrated(x, pooling.calibration) for x in np.linspace(-1, 1, 101)]
        assert values == sorted(values)
        assert (values[0], values[-1]) == (0.0, 1.0)
        assert 0.5 in {y for _, y in pooling.calibration}


def test_the_model_file_stands_alone_with_dynamic_sizes(trained: Trained) -> None:
    """No external data; outputs named as the poolings, then the tokens' vectors; batch and sequence are symbols."""
    model = onnx.load(str(trained.bundle / MODEL_FILE), load_external_data=False)
    assert all(t.data_location != onnx.TensorProto.EXTERNAL for t in model.graph.initializer)
    assert tuple(o.name for o in model.graph.output) == (*POOLINGS, TOKENS)
    for value in model.graph.input:
        assert all(d.dim_param for d in value.type.tensor_type.shape.dim)


def test_verify_measures_parity_again_and_exits_0(trained: Trained, capsys: pytest.CaptureFixture[str]) -> None:
    """With the work folder parity is measured anew; --json prints one document."""
    assert main(["verify", str(trained.bundle), "--work", str(trained.work), "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["ok"]
    assert "measured now" in report["checks"]["parity"]["detail"]


@pytest.mark.parametrize("name", [MODEL_FILE, TOKENIZER_FILE, MANIFEST_FILE])
def test_verify_exits_1_where_a_file_was_changed(
    trained: Trained, tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """One changed byte in any file is found."""
    copy = tmp_path / "copy"
    shutil.copytree(trained.bundle, copy)
    raw = bytearray((copy / name).read_bytes())
    raw[len(raw) // 2] ^= 0xFF
    (copy / name).write_bytes(raw)
    assert main(["verify", str(copy)]) == 1
    assert "FAILED" in capsys.readouterr().out


def test_verify_exits_1_where_the_weights_are_others(trained: Trained, tmp_path: Path) -> None:
    """A full-precision file that is not what the checkpoint computes fails parity, though all hashes match."""
    from codescore_train.train.build import build_learner

    work = tmp_path / "work"
    shutil.copytree(trained.work, work, ignore=shutil.ignore_patterns("bundle", "shards"))
    made = load_work(work, load_recipe("tiny"))
    other = build_learner(made.recipe.model, made.special.size)
    tables = export.tables_of(dataclasses.replace(made, learner=other))
    export.export_fp32(other, work / FP32_FILE, made.recipe.model.max_tokens, tables)
    assert main(["verify", str(trained.bundle), "--work", str(work)]) == 1


def test_a_failing_export_leaves_the_former_bundle(trained: Trained, monkeypatch: pytest.MonkeyPatch) -> None:
    """An export whose parity fails raises; the folder still holds the bundle that was there, and no remains."""
    before = load_bundle(trained.bundle).digest
    work = load_work(trained.work, load_recipe("tiny"))
    real = export.measure_parity

    def failing(*arguments):
        from msgspec.structs import replace

        return replace(real(*arguments), passed=False)

    monkeypatch.setattr(export, "measure_parity", failing)
    with pytest.raises(EnvironmentProblem, match="differs from the trained"):
        export.write_bundle(work, trained.bundle, {})
    assert load_bundle(trained.bundle).digest == before
    assert not [p for p in trained.bundle.parent.iterdir() if p.name.startswith(".")]


_FULL, _INTERRUPTED = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)), KeyboardInterrupt()


@pytest.mark.parametrize(
    ("stage", "error"),
    [("export_fp32", _FULL), ("quantise", _INTERRUPTED), ("_manifest", _FULL), ("write_manifest", _INTERRUPTED)],
)
def test_an_export_that_stops_leaves_no_half_bundle(
    trained: Trained, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stage: str, error: BaseException
) -> None:
    """A full disk or Ctrl-C in any stage: no folder where there was none, no remains; the same call then succeeds."""
    folder = tmp_path / "work"
    shutil.copytree(trained.work, folder, ignore=shutil.ignore_patterns("bundle", "shards"))
    work, out = load_work(folder, load_recipe("tiny")), tmp_path / "bundles" / "mine"

    def failing(*_arguments: object) -> None:
        raise error

    monkeypatch.setattr(export, stage, failing)
    with pytest.raises(EnvironmentProblem if isinstance(error, OSError) else KeyboardInterrupt) as caught:
        export.write_bundle(work, out, {})
    if isinstance(error, OSError):
        assert "no space left" in str(caught.value)
    assert list(out.parent.iterdir()) == []
    assert not [p for p in folder.iterdir() if p.name.startswith(".")]


def test_export_with_another_recipe_is_refused(trained: Trained, tmp_path: Path) -> None:
    """A bundle never claims a recipe that it was not trained with."""
    with pytest.raises(InputError, match="another recipe"):
        load_work(trained.work, load_recipe("base"))


def test_evaluate_reports_measures_and_records_them(
    trained: Trained, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Measures with intervals for every pooling and baseline, perturbations, and the manifest gains them."""
    copy = tmp_path / "copy"
    shutil.copytree(trained.bundle, copy)
    body = "def add(a, b):\n    total = a\n    for x in b:\n        total {} x\n    return total\n"
    rows = [
        {"id": str(k), "task": str(k % 2), "lang": "python", "candidate": body.format(op), "passed": op == "+=",
         "reference": body.format("+=")}
        for k, op in enumerate(["+=", "+=", "-=", "-=", "*=", "+="])
    ]  # fmt: skip
    data = tmp_path / "toy.jsonl"
    data.write_text("\n".join(json.dumps(row) for row in rows))
    assert main(["evaluate", str(copy), "--data", str(data), "--record", "--out", str(tmp_path / "r.json")]) == 0
    found = json.loads(capsys.readouterr().out)["toy"]
    assert found == json.loads((tmp_path / "r.json").read_text())["toy"]
    assert found["measures"]["edit-distance"]["auroc"][0] == 1.0  # the passing ones equal the reference
    assert found["measures"]["always-1"]["mae"][0] == 0.5
    assert found["measures"]["always-1"]["mcc"][0] == 0.0
    assert found["perturbation"]["original"]["score"]["cls"] == 1.0
    assert found["perturbation"]["token"]["n"] == 3
    assert found["perturbation"]["token"]["similarity"] == found["perturbation"]["original"]["similarity"]
    assert load_bundle(copy).manifest.quality["toy"] == found


def test_evaluate_refuses_what_is_no_data_set(trained: Trained, tmp_path: Path) -> None:
    """A file without pairs, and a bundle that is none: exit codes 2 and 3."""
    (tmp_path / "empty.jsonl").write_text("")
    (tmp_path / "wrong.jsonl").write_text('{"a": 1}\n')
    for name in ("empty.jsonl", "wrong.jsonl", "absent.jsonl"):
        assert main(["evaluate", str(trained.bundle), "--data", str(tmp_path / name)]) == 2
    assert main(["evaluate", str(tmp_path), "--data", str(tmp_path / "empty.jsonl")]) == 3
    with pytest.raises(BundleError):
        load_bundle(tmp_path)
