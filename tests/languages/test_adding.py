"""Adding a language as the page says it: its own commands, in an environment of their own, with nothing downloaded."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from codescore.foundation.errors import EnvironmentProblem, InputError
from codescore.languages import by_id
from codescore_train.language.distribution import create, put_inside
from codescore_train.language.folder import Draft

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "server" / "LANGUAGES.md"
PROGRAMS = {"codescore": "codescore.cli", "codescore-train": "codescore_train.cli"}


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """A fresh environment that sees this one's packages; what is installed into it is gone afterwards."""
    folder = tmp_path_factory.mktemp("environment")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    python = folder / "bin" / "python"
    (place,) = folder.glob("lib/python3.*/site-packages")
    seen = [path for path in sys.path if Path(path).is_dir() and not path.startswith(str(ROOT / "tests"))]
    (place / "seen.pth").write_text("\n".join([*seen, str(ROOT / "server"), str(ROOT / "model_export")]) + "\n")
    for name, module in PROGRAMS.items():
        text = f"#!{python}\nfrom {module} import main\nraise SystemExit(main())\n"
        (folder / "bin" / name).write_text(text)
    (folder / "bin" / "pip").write_text(f'#!/bin/sh\nexec {sys.executable} -m pip --python {python} "$@"\n')
    for name in (*PROGRAMS, "pip"):
        (folder / "bin" / name).chmod(0o755)
    settings = {"PIP_NO_INDEX": "1", "PIP_NO_DEPS": "1", "PIP_NO_BUILD_ISOLATION": "0", "PIP_QUIET": "1"}
    yield {**os.environ, "PATH": f"{folder / 'bin'}:/usr/bin:/bin", "NO_COLOR": "1", **settings}
    shutil.rmtree(folder)


def ran(command: list[str], folder: Path, environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """What a command said there."""
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def walked(environment: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The page's commands, run; the folder that they worked in, and what they said."""
    commands = re.search(
        r"^## Adding a language\n.*?^```sh\n(.*?)^```", PAGE.read_text("utf-8"), re.DOTALL | re.MULTILINE
    )
    assert commands is not None
    folder = tmp_path_factory.mktemp("newcomer")
    done = ran(["bash", "-eu", "-c", commands[1]], folder, environment)
    assert done.returncode == 0, done.stderr + done.stdout
    return folder, done.stdout + done.stderr


def test_the_pages_steps_end_with_a_score(walked: tuple[Path, str]) -> None:
    """A renamed function is the same function, in a language that nobody here knew before."""
    _, said = walked
    assert "Lua: 1 example, 0 wrong" in said
    assert re.search(r"^Lua +\.lua +tree-sitter", said, re.MULTILINE)
    assert "local function f ( arg_0 , arg_1 )\n    local var_0 = 0\n    for var_1 in arg_0 : gmatch" in said
    assert "1.00" in said
    assert by_id("lua") is None, "it was installed into that environment only"


def test_the_draft_annotates_what_each_name_becomes(walked: tuple[Path, str]) -> None:
    """Comments below the code, to be read and corrected."""
    text = (walked[0] / "codescore-lua" / "codescore_lua" / "examples" / "first.lua").read_text("utf-8")
    line = "local function count(text, wanted)"
    assert f"{line}\n--             ^ unit function count\n--                   ^ arg_0\n--  " in text


def test_the_packages_own_test_passes_and_sees_a_wrong_annotation(
    walked: tuple[Path, str], environment: dict[str, str]
) -> None:
    """The generated test is one: it fails where the example and the language disagree, and `check` says where."""
    folder = walked[0] / "codescore-lua"
    own = ["python", "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests"]
    assert ran(own, folder, environment).returncode == 0
    example = folder / "codescore_lua" / "examples" / "first.lua"
    example.write_text(example.read_text("utf-8").replace("^ arg_0", "^ var_7"), encoding="utf-8")
    checked = ran(["codescore-train", "language", "check", "lua"], folder, environment)
    assert checked.returncode == 1
    assert "first.lua:4: expected var_7, got arg_0" in checked.stdout


def test_one_of_ours_comes_with_the_editors_lists(walked: tuple[Path, str], tmp_path: Path) -> None:
    """`--inside`: the folder stands in the checkout, and every editor's generated file knows it."""
    unneeded = shutil.ignore_patterns("bundles", "node_modules", "dist", "images", "*.vsix", "server", "__pycache__")
    shutil.copytree(ROOT / "server" / "codescore", tmp_path / "server" / "codescore", ignore=unneeded)
    shutil.copytree(ROOT / "editors", tmp_path / "editors", ignore=unneeded)
    draft = Draft("lua", "Lua", "tree_sitter_lua", (".lua",))
    written = put_inside(draft, walked[0] / "words.lua", tmp_path)
    assert tmp_path / "server" / "codescore" / "languages" / "lua" / "language.toml" in written
    for name in ("vscode/package.json", "neovim/lua/codescore/settings.lua", "other/helix-languages.toml"):
        assert "lua" in set(re.findall(r"\w+", (tmp_path / "editors" / name).read_text("utf-8"))), name


@pytest.mark.parametrize(
    ("draft", "source", "problem"),
    [
        (Draft("go", "Go", "tree_sitter_go", (".go",)), "", "Go has that id or file ending already"),
        (Draft("a-b", "A", "tree_sitter_go", (".ab",)), "", "'a-b' is no id"),
        (Draft("ab", "A", "tree_sitter_go", ("./../../ab",)), "", "an ending is a dot and"),
        (Draft("ab", 'A"""; 1', "tree_sitter_go", (".ab",)), "", "a title has no quotes"),
        (Draft("ab", "A", "os:getcwd", (".ab",)), "", "os:getcwd gives no grammar of tree-sitter"),
        (Draft("ab", "A", "tree_sitter_nothing", (".ab",)), "", "no module tree_sitter_nothing; install the grammar"),
        (Draft("ab", "A", "tree_sitter_go", (".ab",)), "package a", "shows no function with a name and a body"),
        (Draft("ab", "A", "tree_sitter_go", (".ab",)), "func {", "syntax errors for this grammar"),
    ],
)
def test_what_cannot_be_drafted_is_said(tmp_path: Path, draft: Draft, source: str, problem: str) -> None:
    """In one line, and nothing is written."""
    example = tmp_path / "example"
    example.write_text(source)
    with pytest.raises((InputError, EnvironmentProblem), match=re.escape(problem)):
        create(draft, example, tmp_path)
    assert list(tmp_path.iterdir()) == [example]


def test_a_language_takes_the_place_of_nothing(tmp_path: Path) -> None:
    """Neither of a module of ours, which its folder would hide, nor of somebody's files; and it is like one that is."""
    example = tmp_path / "example"
    example.write_text("package a\nfunc f() int { return 1 }\n")
    languages = tmp_path / "server" / "codescore" / "languages"
    languages.mkdir(parents=True)
    (languages / "registry.py").write_text("")
    with pytest.raises(InputError, match="a place that is taken"):
        put_inside(Draft("registry", "A", "tree_sitter_go", (".ab",)), example, tmp_path)
    assert [path.name for path in languages.iterdir()] == ["registry.py"]
    draft = Draft("ab", "A", "tree_sitter_go", (".ab",))
    with pytest.raises(InputError, match="no language 'nothing' is installed"):
        create(draft, example, tmp_path, "nothing")
    mine = tmp_path / "codescore-ab.part" / "mine"
    mine.parent.mkdir()
    mine.write_text("mine")
    create(draft, example, tmp_path)
    assert mine.read_text() == "mine"
