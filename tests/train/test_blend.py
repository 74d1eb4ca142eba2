"""`codescore-train blend`: between where a run started and where it ended."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import torch

from codescore_train.cli import main
from codescore_train.train.checkpoint import load_state, save_state, trained_weights
from tests.train.conftest import Trained

pytestmark = pytest.mark.train


def start_of(trained: Trained, path: Path) -> Path:
    """Another run's checkpoint: the same model, every weight moved by one, without the token head."""
    state = load_state(trained.work / "run" / "checkpoint.pt")
    state.average = {k: v + 1 for k, v in trained_weights(state).items() if not k.startswith("tokens.")}
    save_state(state, path)
    return path


@pytest.mark.parametrize("share", [0.0, 0.25, 1.0])
def test_weights_lie_between_start_and_end(trained: Trained, tmp_path: Path, share: float) -> None:
    """Each weight is the weighted mean; what the start lacked stays as it ended; the note says what was mixed."""
    end, work = trained.work / "run" / "checkpoint.pt", tmp_path / "work"
    arguments = ["--start-from", str(start_of(trained, tmp_path / "start.pt")), "--end", str(end)]
    code = main(["blend", "--work", str(work), "--recipe", "tiny", "--share", str(share), *arguments])
    assert code == 0
    after = trained_weights(load_state(end))
    for name, value in trained_weights(load_state(work / "run" / "checkpoint.pt")).items():
        moved = 0.0 if name.startswith("tokens.") else share
        assert torch.allclose(value, after[name] + moved, atol=1e-6), name
    assert json.loads((work / "run" / "blend.json").read_text())["share-of-start"] == share


def test_what_cannot_be_mixed_is_one_line(trained: Trained, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A share outside 0..1, and a checkpoint of other sizes: exit code 2, nothing written."""
    end, start = trained.work / "run" / "checkpoint.pt", start_of(trained, tmp_path / "start.pt")
    common = ["blend", "--work", str(tmp_path / "work"), "--recipe", "tiny", "--end", str(end)]
    assert main([*common, "--start-from", str(start), "--share", "2"]) == 2
    state = load_state(start)
    state.average = {k: torch.zeros(3) for k in state.average}
    save_state(state, start)
    assert main([*common, "--start-from", str(start)]) == 2
    assert "other sizes" in capsys.readouterr().err
    assert not (tmp_path / "work").exists()
