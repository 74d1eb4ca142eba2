"""A base exported through optimum-onnx: the same numbers as torch's exporter, and one line where it is not there.

What needs optimum-onnx runs with `.optimum/bin/python` of this repository, or with $CODESCORE_OPTIMUM_PYTHON.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import venv
from pathlib import Path

import numpy as np
import onnx
import pytest
import torch
from torch import Tensor, nn

from codescore.embed import Encoder, load_bundle
from codescore_train.cli import main
from codescore_train.export.hugging_face import ends, joined
from codescore_train.export.onnx import trace
from codescore_train.export.session import open_session
from codescore_train.export.tokens import Bundled, TokenTables
from codescore_train.recipe import Recipe, load_recipe
from codescore_train.tokenizer import load_tokenizer, special_ids
from codescore_train.train.base import BaseEncoder, load_base
from codescore_train.train.build import build_learner
from codescore_train.train.checkpoint import CHECKPOINT, State, save_state
from codescore_train.train.late import TokenHead
from codescore_train.train.loop import digest
from codescore_train.work import RUN
from tests.train import bases
from tests.train.conftest import Trained

_RECIPE = """
[pairs]
functions = 40
valid_functions = 16
max_tokens = 254
positives = 1
negatives = 1
processes = 1
[model]
max_tokens = 256
base = "{base}"
[export]
name = "from-a-base"
samples = 6
"""
_OURS = Path(__file__).parents[2] / ".optimum" / "bin" / "python"


def untrained(kind: str, corpus: Path, folder: Path) -> Path:
    """A work folder whose run is a base as it is, after no step, with its recipe beside it."""
    base = folder / "base"
    base.mkdir()
    getattr(bases, kind)(base)
    (folder / "recipe.toml").write_text(_RECIPE.format(base=base))
    arguments = ["--recipe", str(folder / "recipe.toml"), "--work", str(folder), "--corpus", str(corpus)]
    assert main(["tokenizer", *arguments]) == main(["pairs", *arguments]) == 0
    recipe: Recipe = load_recipe(str(folder / "recipe.toml"))
    torch.manual_seed(0)
    learner = build_learner(recipe.model, special_ids(load_tokenizer(folder / "tokenizer.json")).size)
    (folder / RUN).mkdir()
    save_state(State(model=learner.state_dict(), recipe=digest(recipe)), folder / RUN / CHECKPOINT)
    return folder


@pytest.fixture(scope="module")
def work(corpus: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """That of a RoBERTa."""
    return untrained("roberta", corpus, tmp_path_factory.mktemp("work"))


@pytest.fixture(scope="module")
def optimum() -> str:
    """An interpreter that has optimum-onnx."""
    found = os.environ.get("CODESCORE_OPTIMUM_PYTHON") or (str(_OURS) if _OURS.exists() else "")
    asked = [found, "-c", "import optimum.onnxruntime"]
    if not found or subprocess.run(asked, capture_output=True, check=False).returncode:
        pytest.skip("NO OPTIMUM: a base is not exported by it; `python3 -m venv .optimum`, install the extra [optimum]")
    return found


def test_a_base_goes_through_optimum_and_computes_what_was_trained(work: Path, optimum: str, tmp_path: Path) -> None:
    """The bundle passes parity, is served with token vectors, is verified, and names what wrote it."""
    out, recipe = tmp_path / "bundle", ["--work", str(work), "--recipe", str(work / "recipe.toml")]
    asked = ["--exporter", "optimum", "--optimum-python", optimum]
    assert main(["export", *recipe, "--out", str(out), *asked]) == 0
    bundle = load_bundle(out)
    assert bundle.manifest.parity.passed
    assert bundle.manifest.training["exporter"]["optimum-onnx"]
    fused = {node.op_type for node in onnx.load(str(out / "model.onnx")).graph.node}
    assert {"QAttention", "SkipLayerNormalization"} <= fused
    encoder = Encoder(bundle, threads=1)
    try:
        made = encoder.encode(["def f ( arg_0 ) :\n    return arg_0 + 1"])[0]
    finally:
        encoder.close()
    assert made.each is not None
    assert made.each.role_codes.shape == (made.tokens, 64)


def test_both_exporters_are_set_side_by_side(
    corpus: Path, optimum: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Both files of both agree with the trained model, of a BERT; latency is told for each."""
    folder = untrained("bert", corpus, tmp_path)
    arguments = ["--work", str(folder), "--recipe", str(folder / "recipe.toml"), "--rounds", "1"]
    capsys.readouterr()
    assert main(["exporters", *arguments, "--optimum-python", optimum]) == 0
    both = json.loads(capsys.readouterr().out)["exporters"]
    assert both.keys() == {"torch", "optimum"}
    for one in both.values():
        assert one["parity"]["fp32_max_difference"] < 1e-4
        assert one["parity"]["tokens_fp32_max_difference"] < 1e-4
        assert one["parity"]["shipped_min_cosine"] > 0.98
        assert len(one["milliseconds"]) == 12


class _Encoder(nn.Module):
    """A base with its positions given, as optimum writes one."""

    def __init__(self, encoder: BaseEncoder) -> None:
        super().__init__()
        self.model = encoder.model

    def forward(self, input_ids: Tensor, attention_mask: Tensor, position_ids: Tensor) -> tuple[Tensor, Tensor]:
        found = self.model(
            input_ids=input_ids, attention_mask=attention_mask, position_ids=position_ids, output_hidden_states=True
        )
        return found.hidden_states[1], found.last_hidden_state


def test_what_is_put_around_an_encoder_gives_all_outputs_of_a_bundle(tmp_path: Path) -> None:
    """Positions, encoder and outputs as three files joined: as in one piece, with padding and a padding id inside."""
    encoder = load_base(str(bases.roberta(tmp_path)), 50, 64, allow_network=False).eval()
    head = TokenHead(encoder.width, 8).eval()
    tables = TokenTables(torch.randn(encoder.width, 4), torch.rand(encoder.vocabulary))
    middle = tmp_path / "encoder.onnx"
    ones = torch.ones(2, 16, dtype=torch.int64)
    names = ("input_ids", "attention_mask", "position_ids")
    trace(_Encoder(encoder).eval(), dict.fromkeys(names, ones), ["first", "last"], middle, 64)
    front, back = ends(encoder, head, tables, tmp_path, 64)
    onnx.save(joined([front, onnx.load(str(middle)), back]), str(tmp_path / "whole.onnx"))
    ids, mask = torch.randint(5, 50, (3, 21)), torch.ones(3, 21, dtype=torch.int64)
    ids[0, 4] = 1  # RoBERTa's padding id, as a token of code
    mask[1, 15:] = 0
    feeds = {"input_ids": ids.numpy(), "attention_mask": mask.numpy()}
    found = open_session(tmp_path / "whole.onnx", 1).run(None, feeds)
    with torch.no_grad():
        wanted = Bundled(encoder, head, tables).eval()(ids, mask)
    for ours, theirs in zip(found[:-1], wanted[:-1], strict=True):
        assert np.abs(ours - theirs.numpy()).max() < 1e-5
    assert np.abs(found[-1] - wanted[-1].numpy())[mask.bool().numpy()].max() < 1e-5


def test_an_interpreter_without_optimum_is_one_line_with_a_remedy(
    work: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit code 3, by an empty environment and by none; nothing is written."""
    venv.create(tmp_path / "empty", with_pip=False, symlinks=True)
    arguments = ["export", "--work", str(work), "--recipe", str(work / "recipe.toml"), "--out", str(tmp_path / "b")]
    for python, said in ((tmp_path / "empty" / "bin" / "python", "has no optimum-onnx"), (tmp_path / "no", "start")):
        capsys.readouterr()
        assert main([*arguments, "--exporter", "optimum", "--optimum-python", str(python)]) == 3
        (line,) = capsys.readouterr().err.splitlines()
        assert said in line
        assert "pip install 'codescore-r[optimum]'" in line
    assert not (tmp_path / "b").exists()


def test_our_own_encoder_is_not_for_optimum(
    trained: Trained, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit code 2 and one line that says what to leave out."""
    arguments = ["export", "--work", str(trained.work), "--recipe", "tiny", "--out", str(tmp_path / "b")]
    capsys.readouterr()
    assert main([*arguments, "--exporter", "optimum", "--optimum-python", sys.executable]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "leave --exporter out" in line
