"""What the extension takes from the server is up to date, and its package holds what it needs and nothing else."""

from __future__ import annotations

import importlib.util
import json
import re
import subprocess
import zipfile
from types import ModuleType
from typing import Any

import pytest

from codescore.lsp.settings import TRUSTED, schema
from tests.editors.vscode.stage import HERE, NODE, REPOSITORY, vsix

FOLDER = REPOSITORY / "editors" / "vscode"


def generator() -> ModuleType:
    specification = importlib.util.spec_from_file_location("generate_vscode", FOLDER / "generate.py")
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def package() -> dict[str, Any]:
    return json.loads((FOLDER / "package.json").read_text(encoding="utf-8"))


def test_settings_and_languages_are_the_servers() -> None:
    """Settings, activation and tables are what generate.py makes of the server; run it where this fails."""
    assert generator().drifted(write=False) == []


def test_what_a_workspace_may_not_set(package: dict[str, Any]) -> None:
    """The server to start, the model, and references outside are the user's own, by scope and in limited mode."""
    properties = package["contributes"]["configuration"]["properties"]
    own = {"codescore.server.path", "codescore.server.package", "codescore.experimentProvider"}
    mine = {f"codescore.{name}" for name in TRUSTED} | own
    assert {name for name, option in properties.items() if option["scope"] == "machine"} == mine
    limited = package["capabilities"]["untrustedWorkspaces"]
    assert limited["supported"] == "limited"
    assert set(limited["restrictedConfigurations"]) == mine
    assert len(properties) == len(schema()) + len(own)


def test_commands_in_menus_exist(package: dict[str, Any]) -> None:
    """Menus, keys and walkthrough name commands that are contributed, each with a title."""
    contributes = package["contributes"]
    known = {one["command"] for one in contributes["commands"]}
    used = {entry["command"] for menu in contributes["menus"].values() for entry in menu if "command" in entry}
    used |= {key["command"] for key in contributes["keybindings"]}
    links = re.findall(r"\(command:(codescore\.\w+)", json.dumps(contributes))
    assert used | set(links) <= known
    source = (FOLDER / "src" / "extension.ts").read_text(encoding="utf-8")
    assert {c for c in known if f"    {c.removeprefix('codescore.')}: " not in source} == set()


def test_lock_files_name_no_registry() -> None:
    """Dependencies are locked by version and hash, from wherever one gets them."""
    for lock in (FOLDER / "package-lock.json", HERE / "package-lock.json"):
        packages = json.loads(lock.read_text(encoding="utf-8"))["packages"]
        assert all("integrity" in one for name, one in packages.items() if name and not one.get("bundled"))
        assert not any("resolved" in one for one in packages.values())


def test_the_package_holds_what_it_needs() -> None:
    """One bundled program, the pages it shows, notices of what is in it; no sources, no dependencies to be fetched."""
    file = vsix()
    if file is None:
        pytest.skip("the extension is not packaged: run scripts/editors.sh")
    with zipfile.ZipFile(file) as archive:
        names = {name.removeprefix("extension/") for name in archive.namelist() if name.startswith("extension/")}
    assert {"package.json", "dist/extension.js", "dist/NOTICES.txt", "media/icon.png"} <= names
    assert [n for n in names if re.fullmatch(r"server/codescore_r-.*\.whl", n)], "the server to install is not in it"
    assert not [n for n in names if n.startswith(("src/", "node_modules/")) or n.endswith((".map", ".py", ".ts"))]


def test_the_parts_that_need_no_editor() -> None:
    """Finding a server, versions, back-off, words and edits: tested by themselves."""
    if not NODE.exists():
        pytest.skip("Node is not set up: run scripts/editors.sh")
    tests = [str(path) for path in sorted((HERE / "unit").glob("*.test.mjs"))]
    run = subprocess.run([str(NODE), "--test", *tests], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr


def test_types_and_lint() -> None:
    """The extension's sources satisfy the strict compiler and the linter."""
    if not (FOLDER / "node_modules" / ".bin" / "tsc").exists():
        pytest.skip("the extension's tools are not set up: run scripts/editors.sh")
    for command in (["node_modules/.bin/tsc", "--noEmit"], ["node_modules/.bin/eslint", "src"]):
        run = subprocess.run(command, cwd=FOLDER, capture_output=True, text=True, check=False)
        assert run.returncode == 0, run.stdout + run.stderr
