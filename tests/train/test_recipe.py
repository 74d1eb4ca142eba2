"""Recipes: what is misspelt or impossible is one line and exit code 2, never a silent default."""

from __future__ import annotations

from pathlib import Path

import pytest

from codescore.foundation.errors import InputError
from codescore_train.cli import main
from codescore_train.recipe import RECIPES, Recipe, load_recipe, parse_recipe

SHIPPED = ("base", "faithful", "gpu", "tiny")


def test_a_warm_up_that_learns_nothing_is_refused(tmp_path: Path) -> None:
    """Without masked language modelling there must be detection, or no warm-up."""
    for said, fine in (("", False), ("[model]\nsuspicion = true\n", True)):
        path = tmp_path / "recipe.toml"
        path.write_text(f"{said}[train]\nwarm_up = 0.5\nmlm_weight = 0.0\n")
        if fine:
            assert load_recipe(str(path)).train.warm_up == 0.5
        else:
            with pytest.raises(InputError, match=r"train\.warm_up = 0"):
                load_recipe(str(path))


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_recipe_loads_by_its_name(name: str) -> None:
    """A shipped recipe is found by name and understood completely."""
    assert load_recipe(name).export.name.startswith("codescore-r")


def test_what_a_recipe_leaves_out_has_the_defaults() -> None:
    """An empty recipe is the default one."""
    assert parse_recipe({}, "here") == Recipe()


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({"train": {"stepz": 3}}, "stepz"),
        ({"trian": {}}, "trian"),
        ({"train": {"steps": 0}}, "$.train.steps"),
        ({"train": {"steps": "many"}}, "$.train.steps"),
        ({"train": {"warm_up": 1.5}}, "$.train.warm_up"),
        ({"train": {"poolings": ["mean"]}}, "train.poolings"),
        ({"train": {"poolings": [], "late_weight": 0.0}}, "train.poolings"),
        ({"train": {"poolings": []}, "model": {"token_width": 0}}, "train.poolings"),
        ({"export": {"default_pooling": "mean"}}, "export.default_pooling"),
        ({"model": {"width": 100, "heads": 3}}, "model.width"),
        ({"pairs": {"max_tokens": 255}, "model": {"max_tokens": 256}}, "pairs.max_tokens"),
        ({"export": {"precision": "int4"}}, "export.precision"),
    ],
)
def test_a_wrong_recipe_is_named_in_one_line(data: dict[str, object], said: str) -> None:
    """The message says which key is wrong, in one line."""
    with pytest.raises(InputError) as caught:
        parse_recipe(data, "my.toml")
    assert said in str(caught.value)
    assert "my.toml" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_file_that_is_not_toml_and_one_that_is_absent_are_bad_input(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Both end with exit code 2 and one line on stderr; the absent one lists the shipped recipes."""
    broken = tmp_path / "broken.toml"
    broken.write_text("[train\n")
    for recipe, said in ((str(broken), "not TOML"), ("no-such", "base")):
        arguments = ["pairs", "--recipe", recipe, "--corpus", str(tmp_path), "--work", str(tmp_path)]
        assert main(arguments) == 2
        lines = capsys.readouterr().err.splitlines()
        assert len(lines) == 1
        assert said in lines[0]


def test_every_shipped_training_recipe_is_tested() -> None:
    """A recipe added to the folder is tested here, or is that of the corpus, of the same-task model or of ablations."""
    assert {path.stem for path in RECIPES.glob("*.toml")} - {"corpus", "ablations", "same-task"} == set(SHIPPED)


def test_the_faithful_recipe_is_the_papers() -> None:
    """One vector, ReLU(CLS), no late interaction, neither trained nor shipped."""
    recipe = load_recipe("faithful")
    assert recipe.train.poolings == ("cls-relu",)
    assert (recipe.model.token_width, recipe.train.late_weight, recipe.train.anchor_weight) == (0, 0.0, 0.0)
    assert recipe.export.default_pooling == "cls-relu"


def test_the_accelerators_recipe_has_the_size_that_it_says() -> None:
    """30 to 45 million parameters, and a thousand million tokens within its steps."""
    torch = pytest.importorskip("torch", reason="NOT RUN: torch is not installed (pip install codescore-r[train])")
    from codescore_train.train.build import build_learner

    recipe = load_recipe("gpu")
    with torch.device("meta"):
        learner = build_learner(recipe.model, recipe.tokenizer.vocabulary)
    assert 30e6 < sum(p.numel() for p in learner.parameters()) < 45e6
    assert recipe.train.steps * recipe.train.batch_tokens * 0.6 > 1e9  # a step's sequences, padding left out
