"""A recipe does all stages, says what is wrong with it before anything is done, and goes on after any stop."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from codescore.cli import main
from codescore.evidence.sandbox import probe
from codescore.foundation.errors import CodescoreError
from codescore.translate.recipe import STAGES
from codescore.translate.records import Key
from codescore.translate.store import Run
from tests.translate.tasks import row, written
from tests.translate.tiny_server import GOOD, Tiny, serving

RECIPE = """
[data]
tasks = "tasks.jsonl"
difficulty = ["easy"]

[prompt]
model = ["{model}"]
direction = ["java_python"]
max_tokens = 1000
seed = 7
{prompt}

[generate]
{generate}
"""


UNTIL = ("--until", "generate")


@pytest.fixture(scope="module")
def server() -> Iterator[Tiny]:
    with serving() as running:
        yield running


def recipe(folder: Path, generate: str, *, model: str = "good", prompt: str = "", tasks: int = 3) -> Path:
    """A recipe beside tasks of its own, one of which it leaves out."""
    golds = [f"static int total(int[] items, int extra) {{ return {number}; }}" for number in range(tasks)]
    rows = [row(task=str(number), gold={"java": gold}) for number, gold in enumerate(golds)]
    written(folder / "tasks.jsonl", *rows, row(task="hard", difficulty="hard"))
    file = folder / "eval.toml"
    file.write_text(RECIPE.format(model=model, prompt=prompt, generate=generate), encoding="utf-8")
    return file


def line(capsys: pytest.CaptureFixture[str]) -> str:
    return capsys.readouterr().err.splitlines()[-1]


def test_a_recipe_does_its_stages(server: Tiny, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Paths start at the recipe's folder, the run stands beside it with a copy, a second time nothing is asked, and
    nothing is done after the last stage that is wanted.
    """
    file = recipe(tmp_path, f'endpoint = "{server.url}"', model="good:all")
    assert main(["translate", "run", str(file), "--allow-network", "--json", *UNTIL]) == 0
    said = json.loads(capsys.readouterr().out)
    assert [one["task"] for one in said["stages"]["data"]["tasks"]] == ["0", "1", "2"]
    assert said["stages"]["generate"]["asked"] == 3
    assert server.asked[-1]["max_tokens"] == 1000
    folder = tmp_path / "eval"
    assert (folder / "recipe.toml").read_text(encoding="utf-8") == file.read_text(encoding="utf-8")
    with Run.open(folder) as run:
        assert [one.text for one in run.answers()] == [GOOD] * 3
    assert main(["translate", "run", str(file), "--allow-network", *UNTIL]) == 0
    assert "3 as before" in capsys.readouterr().out
    assert server.seen["good:all"] == 3
    assert not (folder / "report.html").exists()
    assert main(["translate", "run", str(file), "--until", "generat"]) == 2
    assert "did you mean generate?" in line(capsys)


def test_a_recipe_gives_no_leave(server: Tiny, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Not even for a server of this machine: nothing is sent, and nothing was begun."""
    file = recipe(tmp_path, f'endpoint = "{server.url}"', model="good:leave")
    assert main(["translate", "run", str(file)]) == 2
    assert "nothing was sent: prompts would go to a server of this machine that a file names" in line(capsys)
    assert main(["translate", "run", str(recipe(tmp_path, "allow_network = true"))]) == 2
    assert "[generate] allow_network is no setting: it is said on the command line alone" in line(capsys)
    assert server.seen["good:leave"] == 0
    assert not (tmp_path / "eval").exists()


def test_a_dry_run(server: Tiny, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It counts what is left and prices it, needs neither leave nor key, and makes nothing."""
    (tmp_path / "prices.toml").write_text('["good:dry"]\ninput = 0\noutput = 1000\n', encoding="utf-8")
    generate = f'endpoint = "{server.url}"\nkey_env = "NOT_SET"\nprices = "prices.toml"'
    file = recipe(tmp_path, generate, model="good:dry")
    assert main(["translate", "run", str(file), "--dry-run"]) == 0
    said = capsys.readouterr().out
    assert "3 tasks and 3 prompts" in said
    assert "3 questions" in said
    assert "at most about $3.0000" in said
    assert not (tmp_path / "eval").exists()
    recipe(tmp_path, generate.replace('key_env = "NOT_SET"', ""), model="good:dry")
    assert main(["translate", "run", str(file), "--allow-network", *UNTIL]) == 0
    capsys.readouterr()
    recipe(tmp_path, generate, model="good:dry", prompt="samples = 2")
    assert main(["translate", "run", str(file), "--dry-run", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["prompts"], said["plan"]["calls"], said["plan"]["dollars_at_most"]) == (6, 3, 3.0)
    assert server.seen["good:dry"] == 3


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[data", "is no TOML"),
        ("data = 1", "begin its table with [data]"),
        ("[dta]", "there is no stage [dta]; did you mean data?"),
        ("[data]", "[data] needs tasks"),
        ('[data]\ntasks = "a\\u0000b"', "[data] tasks holds a NUL"),
        ('[data]\ntasks = "t"\n[prompt]\nmodel = [""]', "[prompt] argument model: '' is no name of a model"),
        ('[data]\ntasks = "t"\ndificulty = ["easy"]', "[data] there is no setting dificulty; did you mean difficulty?"),
        ('[data]\ntasks = "t"\ndifficulty = ["odd"]', "[data] argument difficulty: invalid choice: 'odd'"),
        ('[data]\ntasks = "t"', "[prompt] the following arguments are required: model, direction"),
        ('[data]\ntasks = "t"\n[prompt]\nmodel = {}', "[prompt] model is neither a text"),
        ('[data]\ntasks = "t"\n[prompt]\nseed = [1, 2]', "[prompt] seed takes one value"),
        (
            '[data]\ntasks = "t"\n[prompt]\nmodel = ["m"]\ndirection = ["java_python"]\n[generate]\nstream = "yes"',
            "[generate] stream is either true or false",
        ),
        ('[data]\ntasks = "t"\n[prompt]\nseed = -1', "[prompt] argument seed: '-1' is not a whole number"),
        ('[data]\ntasks = "t"\n[prompt]\ntasks = "t"', "[prompt] there is no setting tasks"),
        ('[data]\ntasks = "t"\njson = true', "[data] json is no setting"),
        (
            '[data]\ntasks = "t"\n[prompt]\nmodel = ["m"]\ndirection = ["java_python"]',
            "[generate] one of the arguments",
        ),
    ],
)
def test_what_is_wrong_is_one_line(text: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Unknown stages and settings with what was probably meant, wrong values with where; before anything is done."""
    file = tmp_path / "eval.toml"
    file.write_text(text, encoding="utf-8")
    assert main(["translate", "run", str(file)]) == 2
    told = capsys.readouterr().err.splitlines()
    assert len(told) == 1
    assert said in told[0]
    assert "eval.toml" in told[0]
    assert not (tmp_path / "eval").exists()


def test_other_tasks_need_another_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A run keeps its tasks: a recipe that chooses others would mix them."""
    answer = {"model": "good", "direction": "java_python", "task": "0", "answer": GOOD}
    written(tmp_path / "answers.jsonl", answer)
    file = recipe(tmp_path, 'replay = "answers.jsonl"')
    assert main(["translate", "run", str(file), *UNTIL]) == 0
    file.write_text(file.read_text(encoding="utf-8").replace('"easy"', '"hard"'), encoding="utf-8")
    assert main(["translate", "run", str(file)]) == 2
    assert "was made with another [data]" in line(capsys)


def test_killed_at_any_moment_it_goes_on(server: Tiny, tmp_path: Path) -> None:
    """The same command after three kills: all answers are there, and only what was in flight was asked for again."""
    generate = f'endpoint = "{server.url}"\nconcurrency = 2'
    file = recipe(tmp_path, generate, model="metered", prompt="samples = 2", tasks=6)
    command = [sys.executable, "-m", "codescore", "translate", "run", str(file), "--allow-network", *UNTIL]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    for _ in range(3):
        server.allowance = server.seen["metered"] + 2
        with subprocess.Popen(
            command, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL, env=environment
        ) as process:
            while server.seen["metered"] <= server.allowance:
                assert process.poll() is None
                threading.Event().wait(0.005)
            process.send_signal(signal.SIGKILL)
    server.allowance = 1 << 30
    assert main(command[3:]) == 0
    with Run.open(tmp_path / "eval") as run:
        assert sum(one.text == GOOD for one in run.answers()) == 12
    assert 12 < server.seen["metered"] <= 12 + 3 * 2


@pytest.mark.sandbox
@pytest.mark.skipif(not probe().works, reason=f"NO SANDBOX: {probe().detail}")
def test_from_tasks_to_a_report(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """All stages, though the first attempt is killed: right and wrong code, as a block and as JSON, and an answer of
    eight million signs end where they should; a second time nothing is left to do.
    """
    right = "def total(items, extra):\n    return sum(items) + extra"
    texts = [
        f"```python\n{right}\n```",
        json.dumps({"code": right.replace("+", "-")}),
        "```python\n" + "# x" * 4_000_000 + "\n```",
    ]
    answers = [
        {"model": "m", "direction": "java_python", "task": str(number), "answer": text}
        for number, text in enumerate(texts)
    ]
    written(tmp_path / "answers.jsonl", *answers)
    more = '[execute]\njobs = 1\n[measure]\nmetrics = ["chrf", "exact-match"]\n'
    file = recipe(tmp_path, f'replay = "answers.jsonl"\n{more}', model="m")
    command = ["translate", "run", str(file), "--json"]
    _kill_while_it_runs_programs(command, tmp_path / "eval")
    assert main(command) == 0
    assert set(json.loads(capsys.readouterr().out)["stages"]) == set(STAGES)
    with Run.open(tmp_path / "eval") as run:
        outcomes = {one.key.task: (one.status, one.passed) for one in run.executions()}
        assert outcomes["0"] == ("all_passed", 2)
        assert outcomes["1"][0] == "wrong_answer"
        assert outcomes["2"][0] not in ("all_passed", "environment_failure")
        extraction = run.extraction(Key("m", "java_python", "2"))
        assert extraction is not None
        assert extraction.notes[0].startswith("cut after 1,048,576")
        assert {one.metric for one in run.measures()} == {"chrf", "exact-match"}
    assert (tmp_path / "eval" / "report.html").is_file()
    assert main(command) == 0
    assert json.loads(capsys.readouterr().out)["stages"]["generate"]["asked"] == 0


def _kill_while_it_runs_programs(command: list[str], folder: Path) -> None:
    """Run until an outcome is there, then no further."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    words = [sys.executable, "-m", "codescore", *command]
    with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment) as process:
        while process.poll() is None and _outcomes(folder) == 0:
            threading.Event().wait(0.01)
        process.kill()


def _outcomes(folder: Path) -> int:
    try:
        with Run.open(folder) as run:
            return run.count("execute")
    except CodescoreError:  # not made yet
        return 0
