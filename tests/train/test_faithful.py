"""The paper's own configuration stays trainable, exportable, selectable: one vector, ReLU(CLS), no late interaction."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import msgspec
import onnx
import pytest

from codescore.cli import main as codescore
from codescore.embed import load_bundle
from codescore.embed.manifest import MODEL_FILE, POOLINGS
from codescore_train.cli import main
from codescore_train.experiments.log import recipe_toml
from codescore_train.recipe import load_recipe, parse_recipe
from tests.train.conftest import Trained

pytestmark = pytest.mark.train


def test_the_faithful_recipe_becomes_a_bundle_of_single_vectors(
    trained: Trained, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With small sizes: train, export, verify, trial, and a score by ReLU(CLS) whose signature says so."""
    tiny = msgspec.to_builtins(load_recipe("tiny"))
    data = msgspec.to_builtins(load_recipe("faithful"))
    for section, keys in (("model", ("layers", "width", "heads")), ("train", ("steps", "batch_tokens"))):
        data[section] |= {key: tiny[section][key] for key in keys}
    data["export"]["samples"] = 20
    recipe, work, bundle = tmp_path / "small.toml", tmp_path / "work", tmp_path / "bundle"
    recipe.write_text(recipe_toml(parse_recipe(data, "here")))
    work.mkdir()
    for name in ("tokenizer.json", "pairs.train.npz", "pairs.valid.npz"):
        shutil.copy(trained.work / name, work / name)
    common = ["--recipe", str(recipe), "--work", str(work)]
    assert main(["train", *common, "--device", "cpu"]) == 0
    assert main(["export", *common, "--out", str(bundle)]) == 0
    assert main(["verify", str(bundle), "--work", str(work)]) == 0
    manifest = load_bundle(bundle).manifest
    assert (manifest.default_pooling, manifest.late) == ("cls-relu", None)
    model = onnx.load(str(bundle / MODEL_FILE), load_external_data=False)
    assert tuple(o.name for o in model.graph.output) == POOLINGS
    capsys.readouterr()
    assert main(["trial", *common, "--functions", "5"]) == 0
    assert set(json.loads(capsys.readouterr().out)["self-audit"]) == set(POOLINGS)
    for name in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"):
        monkeypatch.setenv(name, str(tmp_path / "home"))
    (tmp_path / "a.py").write_text("def add(a, b):\n    return a + b\n")
    assert codescore(["score", str(tmp_path / "a.py"), str(tmp_path / "a.py"), "--bundle", str(bundle), "--json"]) == 0
    verdict = json.loads(capsys.readouterr().out)
    assert (verdict["score"], verdict["pooling"]) == (1, "cls-relu")
    assert "cls-relu" in verdict["signature"]
