"""The experiments log: plans that change one variable, runs that go on where they stopped, and the table of all."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import msgspec
import numpy as np
import pytest

from codescore.embed import load_bundle
from codescore.foundation.errors import InputError
from codescore_train.cli import main
from codescore_train.experiments import ablate as ablation
from codescore_train.experiments.ablate import one_token_mutants
from codescore_train.experiments.log import Logged, read_log, recipe_toml
from codescore_train.experiments.plan import load_plan, recipe_of_entry
from codescore_train.experiments.table import markdown, measured, table_csv
from codescore_train.pairs.store import Item, collect
from codescore_train.recipe import RECIPES, load_recipe
from tests.train.conftest import Trained

LOG = Path(__file__).parents[2] / "model_export" / "experiments-log"
_PLAN = """
[common]
train.warm_up = 0.0

[[run]]
name = "baseline"
variable = "none"

[[run]]
name = "no-late"
variable = "no late interaction"
baseline = "baseline"
model.token_width = 0
train.late_weight = 0.0

[[run]]
name = "narrow"
variable = "narrower roles"
baseline = "baseline"
model.token_width = 8
mutants = "one-token"

[[run]]
name = "solved"
variable = "solutions"
baseline = "baseline"
pairs = "solutions"
"""


def plan(folder: Path, text: str = _PLAN) -> Path:
    """A plan file."""
    path = folder / "plan.toml"
    path.write_text(text)
    return path


@pytest.fixture
def work(trained: Trained, tmp_path: Path) -> Path:
    """A work folder with tokenizer and pairs and no run."""
    folder = tmp_path / "work"
    folder.mkdir()
    for name in ("tokenizer.json", "pairs.train.npz", "pairs.valid.npz"):
        shutil.copy(trained.work / name, folder / name)
    return folder


def test_the_generated_page_is_up_to_date(capsys: pytest.CaptureFixture[str]) -> None:
    """The table in the log is what the folders of the log say."""
    assert main(["table", str(LOG), "--check"]) == 0, "run: codescore-train table model_export/experiments-log"
    assert "up to date" in capsys.readouterr().err


def test_shipped_plans_change_what_they_name_and_nothing_else() -> None:
    """Every run of the shipped plan is a recipe, and differs from the baseline's in what its entry lists."""
    found = load_plan(RECIPES / "ablations.toml")
    base = load_recipe("base")
    recipes = {entry.name: msgspec.to_builtins(recipe_of_entry(base, found, entry, {})) for entry in found.run}
    baseline = recipes[found.run[0].name]
    for entry in found.run[1:]:
        changed = {
            (section, key)
            for section, values in recipes[entry.name].items()
            for key, value in values.items()
            if value != baseline[section][key]
        }
        listed = {(section, key) for section in ("model", "train", "export") for key in getattr(entry, section)}
        assert changed == listed, entry.name
        assert changed or entry.pairs or entry.mutants, entry.name


def test_a_plan_runs_is_logged_and_goes_on(
    trained: Trained, work: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Runs from one checkpoint, whatever their token width; a second call does only what is missing."""
    log, data = tmp_path / "log", tmp_path / "toy.jsonl"
    body = "def add(a, b):\n    return a {} b\n"
    rows = [
        {"id": str(k), "task": "t", "lang": "python", "candidate": body.format(op), "passed": op == "+",
         "reference": body.format("+")}
        for k, op in enumerate(["+", "-", "*"])
    ]  # fmt: skip
    data.write_text("\n".join(json.dumps(row) for row in rows))
    start = trained.work / "run" / "checkpoint.pt"
    arguments = ["ablate", str(plan(tmp_path)), "--recipe", "tiny", "--work", str(work), "--log", str(log)]
    arguments += ["--start-from", str(start), "--steps", "3", "--device", "cpu", "--functions", "10"]
    arguments += ["--data", str(data)]
    assert main(arguments) == 0
    said = capsys.readouterr().err
    assert "solved: skipped" in said
    assert "--pairs solutions=FILE" in said
    for name in ("baseline", "no-late", "narrow"):
        assert f"{name}: 3 steps" in said
        assert load_recipe(str(log / name / "recipe.toml")).train.steps == 3
        assert {p.name for p in (log / name).iterdir()} >= {"run.toml", "environment.json", "notes.md", "log.jsonl"}
    results = {run.name: run.result for run in read_log(log)}
    assert {"late-interaction", "mismatch"} <= set(results["baseline"]["self-audit"])
    assert "late-interaction" not in results["no-late"]["self-audit"]
    assert results["baseline"]["toy"]["recall"]["pooled"] >= 0.5
    monkeypatch.setattr(ablation, "_run", lambda entry, *_: pytest.fail(f"{entry.name} ran again"))
    assert main(arguments) == 0


def test_a_run_that_fails_is_named_and_the_others_run(
    trained: Trained, work: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A checkpoint of other sizes: each run is named, exit code 3, and no result is written."""
    wider = tmp_path / "wider.toml"
    wider.write_text((RECIPES / "tiny.toml").read_text().replace("width = 32", "width = 64"))
    log = tmp_path / "log"
    arguments = ["ablate", str(plan(tmp_path)), "--recipe", str(wider), "--work", str(work), "--log", str(log)]
    assert main([*arguments, "--start-from", str(trained.work / "run" / "checkpoint.pt"), "--steps", "2"]) == 3
    said = capsys.readouterr().err
    assert "baseline: FAILED" in said
    assert "other sizes" in said
    assert "runs that failed: baseline, no-late, narrow" in said
    assert not list(tmp_path.glob("log/*/result.json"))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[[run]]\nname = 'a'\n", "variable"),
        ("[[run]]\nname = '../a'\nvariable = 'x'\n", "name"),
        ("[[run]]\nname = 'a'\nvariable = 'x'\nbaseline = 'b'\n", "baseline b of a"),
        ("[[run]]\nname = 'a'\nvariable = 'x'\n[[run]]\nname = 'a'\nvariable = 'y'\n", "two runs"),
        ("[[run]]\nname = 'a'\nvariable = 'x'\ntrian.steps = 1\n", "trian"),
        ("run = 1", "run"),
        ("[", "plan"),
    ],
)
def test_what_is_no_plan_is_one_line(tmp_path: Path, text: str, reason: str) -> None:
    """Each fault of a plan is named."""
    with pytest.raises(InputError, match=reason) as caught:
        load_plan(plan(tmp_path, text))
    assert "\n" not in str(caught.value)


def test_a_misspelt_key_of_a_recipe_stops_before_anything_is_trained(work: Path, tmp_path: Path) -> None:
    """The run is named, and no folder appears."""
    path = plan(tmp_path, "[[run]]\nname = 'a'\nvariable = 'x'\ntrain.temprature = 1.0\n")
    arguments = ["ablate", str(path), "--recipe", "tiny", "--work", str(work), "--log", str(tmp_path / "log")]
    assert main([*arguments, "--start-from", "nothing.pt", "--steps", "1"]) == 2
    assert not (work / "ablations").exists()


def test_only_mutants_of_one_token_are_kept() -> None:
    """Mutants of another length or with two changed tokens go; functions and rewrites stay."""
    mutants = ([1, 2, 9], [1, 8, 9], [1, 2, 3, 4])
    found = one_token_mutants(collect([Item(0, [1, 2, 3], [5], ([1, 2],), mutants)], ("python",)))
    assert (len(found), found.rewrites[0], found.mutants[0]) == (1, 1, 1)
    assert np.array_equal(found.mutant(0, 0), [1, 2, 9])
    assert np.array_equal(found.comment(0), [5])


@pytest.mark.parametrize("name", ["base", "tiny", "faithful", "gpu"])
def test_a_recipe_written_out_reads_back_as_itself(tmp_path: Path, name: str) -> None:
    """The log's recipe is the run's, key by key."""
    path = tmp_path / "recipe.toml"
    path.write_text(recipe_toml(load_recipe(name)))
    assert load_recipe(str(path)) == load_recipe(name)


def _logged(name: str, auroc: float, baseline: str = "") -> Logged:
    audit = {"cls": {"python": auroc}, "last-avg": {"python": auroc - 0.1}, "late-interaction": {"python": 0.9}}
    passing = {way: {"pooled": 0.7, "within-task": auroc} for way in ("cls", "recall", "late-interaction")}
    return Logged(name, "v", baseline, {"steps": 5, "seconds": 7, "self-audit": audit, "humaneval-python": passing})


def test_the_table_shows_differences_and_names_what_is_missing() -> None:
    """A run against its baseline; absent results are named and no number stands in their place."""
    runs = [_logged("a", 0.8), _logged("b", 0.85, "a"), Logged("c", "", "gone", None)]
    page = markdown(runs)
    assert "0.850 (+0.050)" in page
    assert "0.900 (+0.000)" in page
    assert "* c: no result.json, no variable in run.toml, no baseline run gone" in page
    assert "* a: no humaneval-java" in page
    assert measured(runs[2]) == {}
    assert table_csv(runs).splitlines()[3] == "c,,gone,," + "," * (len(table_csv(runs).splitlines()[0].split(",")) - 5)


def test_a_bundle_is_logged_whole(trained: Trained, tmp_path: Path) -> None:
    """Hashes, quality and audits by step; with a trial the table shows the trial's numbers."""
    folder, trial = tmp_path / "log" / "shipped", tmp_path / "trial.json"
    audit = {name: {"java": 0.5, "python": 0.75} for name in ("cls", "late-interaction")}
    trial.write_text(json.dumps({"steps": 20, "seconds": 1, "self-audit": audit}))
    arguments = ["log", str(trained.bundle), str(folder), "--work", str(trained.work), "--variable", "all of it"]
    assert main([*arguments, "--trial", str(trial)]) == 0
    (run,) = read_log(tmp_path / "log")
    manifest = load_bundle(trained.bundle).manifest
    assert run.result is not None
    assert run.result["bundle"]["sha256"] == manifest.sha256
    assert run.result["quality"] == manifest.quality
    assert set(run.result["training"]["audit-by-step"]) == {"20"}
    assert measured(run)["audit late python"] == 0.75
    assert load_recipe(str(folder / "recipe.toml")) == load_recipe("tiny")


def test_a_damaged_result_is_named(tmp_path: Path) -> None:
    """Half a JSON file is no missing result."""
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "result.json").write_text('{"steps": 1')
    with pytest.raises(InputError, match="run"):
        read_log(tmp_path)
    assert main(["table", str(tmp_path / "absent")]) == 2
