"""Recorded answers extracted, run and counted; stopped and gone on with; measured and exported."""

from __future__ import annotations

import gzip
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from codescore.cli import main
from codescore.evidence import sandbox
from codescore.foundation.errors import CodescoreError
from codescore.study.dataset import read_data
from codescore.translate.store import FILE, Run
from tests.translate.tasks import data_file, row, written

pytestmark = pytest.mark.sandbox

RIGHT = "```python\ndef total(items, extra):\n    return sum(items) + extra\n```"


@pytest.fixture(scope="module", autouse=True)
def _wall() -> None:
    if not sandbox.probe().works:
        pytest.skip("NO SANDBOX: nothing was run")


def answer(text: str, **more: Any) -> dict[str, Any]:
    return {"model": "m", "direction": "java_python", "task": "sum", "answer": text} | more


def replay(folder: Path, answers: Path, *more: str) -> list[str]:
    tasks = written(folder / "tasks.jsonl", row())
    return [
        "translate",
        "replay",
        "--tasks",
        str(tasks),
        "--answers",
        str(answers),
        "--out",
        str(folder / "run"),
        *more,
    ]


def test_rows_are_the_contract(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """n, pass@1, case rate and statuses by model and direction, whatever else stands beside the answers."""
    answers = written(
        tmp_path / "answers.jsonl",
        answer(RIGHT, status=1, extracted="x", entry_point="f", passed_cases=5),
        answer("def total(items, extra): return 5", sample=1, status=1),
        answer("", sample=2),
        answer("public int total(int[] items, int extra) { return extra; }", direction="python_java", model="n"),
    )
    assert main(replay(tmp_path, answers, "--jobs", "1", "--json")) == 0
    found = json.loads(capsys.readouterr().out)
    python, java = found["rows"]
    nothing = dict.fromkeys(java["statuses"], 0)
    assert (python["model"], python["direction"], python["n"]) == ("m", "java_python", 3)
    assert python["pass_at_1"] == pytest.approx(1 / 3)
    assert python["case_rate"] == pytest.approx(3 / 6)
    assert python["statuses"] == nothing | {"all_passed": 1, "wrong_answer": 1, "runtime_error": 1}
    assert java["case_rate"] == pytest.approx(1 / 2)
    assert java["statuses"] == nothing | {"wrong_answer": 1}
    assert found["recorded"][0]["passed_alike"] == 1
    assert [one["found"] for one in found["deviations"]] == ["wrong_answer"]
    assert main(replay(tmp_path, written(tmp_path / "others.jsonl", answer("x")))) == 2


def test_a_replay_that_was_killed_goes_on_without_running_anything_twice(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """SIGKILL in the middle: what had an outcome keeps it, the rest is run, measured and exported as a data set."""
    answers = written(tmp_path / "answers.jsonl", *(answer(RIGHT, sample=n) for n in range(24)))
    command = [sys.executable, "-m", "codescore", *replay(tmp_path, answers, "--jobs", "1")]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as running:
        while running.poll() is None and len(executed(tmp_path / "run")) < 3:
            time.sleep(0.02)
        os.kill(running.pid, signal.SIGKILL)
    before = executed(tmp_path / "run")
    assert before
    assert main(replay(tmp_path, answers, "--metrics", "chrf", "--json")) == 0
    assert json.loads(capsys.readouterr().out)["rows"][0]["statuses"]["all_passed"] == 24
    assert before.items() <= executed(tmp_path / "run").items()
    with Run.open(tmp_path / "run") as run:
        assert run.count("measure") == 24
        assert any(name.startswith("corpus|chrf|m|java_python") for name in run.meta())
    data = tmp_path / "data.jsonl"
    assert main(["translate", "export", str(tmp_path / "run"), "--to", str(data)]) == 0
    samples = read_data(data).samples
    assert len(samples) == 24
    assert (samples[0].language, samples[0].passed, samples[0].model) == ("python", True, "m")
    for stage in ("extract", "execute", "measure"):  # nothing is left to do
        assert main(["translate", stage, str(tmp_path / "run"), *(["--metrics", "chrf"] * (stage == "measure"))]) == 0
    assert main(["translate", "export", str(tmp_path / "run"), "--model", "x", "--to", str(data)]) == 2


def test_a_translation_is_run_beside_its_source(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`source-evidence` needs no case: a right translation from Java does the same, a wrong one does not."""
    answers = written(
        tmp_path / "answers.jsonl",
        answer(RIGHT),
        answer("def total(items, extra):\n    return sum(items) - extra", sample=1),
        answer("nothing", sample=2),
    )
    assert main(replay(tmp_path, answers, "--jobs", "1")) == 0
    capsys.readouterr()
    assert main(["translate", "measure", str(tmp_path / "run"), "--metrics", "source-evidence", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["measured"] == {"source-evidence": 2}
    with Run.open(tmp_path / "run") as run:
        right, wrong, none = sorted(run.measures(), key=lambda one: one.key.sample)
    assert (right.value or 0) > 0.8
    assert right.note.startswith("equivalent")
    assert wrong.value is not None
    assert wrong.value < 0.2
    assert wrong.note.startswith("differs")
    assert none.value is None


def executed(folder: Path) -> dict[str, float]:
    """The seconds that each sample took, of those that have an outcome."""
    if not (folder / FILE).is_file():
        return {}
    try:
        with Run.open(folder) as run:
            return {str(one.key): one.seconds for one in run.executions()}
    except CodescoreError:  # it is being made
        return {}


@pytest.mark.data
def test_published_answers_end_as_recorded(tmp_path: Path) -> None:
    """Answers to three of the published tasks, from six models in four directions: all but one in twenty pass alike."""
    wanted = {"4", "58", "95"}
    with gzip.open(data_file("answers.jsonl.gz"), "rt", encoding="utf-8") as lines:
        rows = [one for one in map(json.loads, lines) if str(one["task"]) in wanted and "_c++" not in one["direction"]]
    with gzip.open(data_file("tasks.jsonl.gz"), "rt", encoding="utf-8") as lines:
        tasks = [one for one in map(json.loads, lines) if str(one["id"]) in wanted]
    command = ["translate", "replay", "--out", str(tmp_path / "run"), "--json"]
    command += ["--tasks", str(written(tmp_path / "tasks.jsonl", *tasks))]
    command += ["--answers", str(written(tmp_path / "answers.jsonl", *rows[::3]))]
    found = json.loads(output(command))
    compared = sum(one["recorded"] for one in found["recorded"])
    assert compared == len(rows[::3])
    assert sum(one["passed_alike"] for one in found["recorded"]) >= 0.95 * compared


def output(command: list[str]) -> str:
    """What the command line prints."""
    done = subprocess.run([sys.executable, "-m", "codescore", *command], capture_output=True, text=True, check=True)
    return done.stdout


def test_right_programs_are_shown_to_be_right(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`data --check-gold` runs all of them; one that fails is named with its case, and the answer is no."""
    tasks = written(tmp_path / "tasks.jsonl", row())
    assert main(["translate", "data", str(tasks), "--check-gold"]) == 0
    assert "2 of 2 right programs pass" in capsys.readouterr().out
    wrong = row()
    wrong["gold"]["python"] = "def total(items, extra): return 10"
    assert main(["translate", "data", str(written(tasks, wrong)), "--check-gold", "--json"]) == 1
    found = json.loads(capsys.readouterr().out)["gold"]
    assert found["passed"] == 1
    assert "case 2" in found["problems"][0]["problem"]
