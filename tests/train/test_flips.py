"""What eight bits change: verdicts and similarities of the shipped model beside the same one in full precision."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from codescore.embed import load_bundle
from codescore_train.cli import main
from codescore_train.verify import flips
from codescore_train.verify.evaluate import Judged
from codescore_train.work import FP32_FILE
from tests.train.conftest import Trained


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Six pairs."""
    body = "def add(a, b):\n    total = a\n    for x in b:\n        total {} x\n    return total\n"
    rows = [
        {"id": str(k), "task": str(k % 2), "lang": "python", "candidate": body.format(op), "passed": op == "+=",
         "reference": body.format("+=")}
        for k, op in enumerate(["+=", "+=", "-=", "-=", "*=", "+="])
    ]  # fmt: skip
    path = tmp_path / "toy.jsonl"
    path.write_text("\n".join(json.dumps(row) for row in rows))
    return path


def test_flips_and_latency_are_measured_and_recorded(
    trained: Trained, data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every way to compare has its flips; equal texts cannot flip; the manifest gains the record and still loads."""
    copy = tmp_path / "copy"
    shutil.copytree(trained.bundle, copy)
    code = main(["flips", str(copy), "--fp32", str(trained.work / FP32_FILE), "--data", str(data), "--record"])
    found = json.loads(capsys.readouterr().out)
    assert code == (0 if found["flips"] <= flips.MOST_FLIPS else 1)
    assert found["pairs"] == 6
    manifest = load_bundle(copy).manifest
    assert manifest.quality[flips.EIGHT_BITS] == found
    assert set(found["ways"]) == set(manifest.poolings)
    for numbers in found["ways"].values():
        assert numbers["flipped-pairs"] <= 3  # the other three equal their reference
        assert 0 <= numbers["similarity-difference"]["mean"] <= numbers["similarity-difference"]["max"] <= 1
    for median, slow in found["milliseconds-128-tokens"].values():
        assert 0 < median <= slow


def test_a_changed_verdict_is_a_flip_and_a_changed_similarity_is_not() -> None:
    """One of four verdicts differs, two similarities do."""
    shipped = [Judged({"cls": s}, {"cls": int(s > 0.5)}, True, 0.0) for s in (0.51, 0.9, 0.2, 0.3)]
    full = [Judged({"cls": s}, {"cls": int(s > 0.5)}, True, 0.0) for s in (0.49, 0.9, 0.2, 0.4)]
    found = flips._compared(shipped, full, "cls")
    assert (found["flips"], found["flipped-pairs"]) == (0.25, 1)
    assert found["similarity-difference"]["max"] == pytest.approx(0.1)


def test_what_cannot_be_compared_is_one_line(
    trained: Trained, data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A missing or foreign file in full precision: exit code 2 before anything is judged; the bundle stays as it is."""
    before = load_bundle(trained.bundle).digest
    assert main(["flips", str(trained.bundle), "--fp32", str(tmp_path / "no.onnx"), "--data", str(data)]) == 2
    (tmp_path / "text.onnx").write_text("no model")
    assert main(["flips", str(trained.bundle), "--fp32", str(tmp_path / "text.onnx"), "--data", str(data)]) == 2
    assert len(capsys.readouterr().err.strip().splitlines()) == 2
    assert load_bundle(trained.bundle).digest == before
