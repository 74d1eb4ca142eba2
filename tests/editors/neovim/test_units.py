"""The plugin's parts, in plain `nvim --headless -l`: each `it` of the files in `spec/` is a test."""

from __future__ import annotations

import json
import re
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.editors.neovim.needs import NEOVIM_MARKS, PLUGIN, nvim
from tests.lsp.client import LIMIT

SPECS = Path(__file__).parent / "spec"
CASES = [
    (spec.name, name)
    for spec in sorted(SPECS.glob("*_spec.lua"))
    for name in re.findall(r"^\s*it\('(.+)', function", spec.read_text(encoding="utf-8"), re.MULTILINE)
]

pytestmark = NEOVIM_MARKS


@cache
def results(spec: str) -> dict[str, dict[str, Any]]:
    """What each test of a file said, by its name."""
    program = nvim()
    assert program is not None
    done = subprocess.run(
        [program, "--headless", "--clean", "-l", str(SPECS / "runner.lua"), str(PLUGIN), str(SPECS / spec)],
        capture_output=True,
        text=True,
        timeout=LIMIT,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    told = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    return {one["name"]: one for one in told}


@pytest.mark.parametrize(("spec", "name"), CASES)
def test_spec(spec: str, name: str) -> None:
    """A test written in Lua passes."""
    found = results(spec)
    assert name in found, f"{spec} did not run {name!r}"
    assert found[name]["ok"], found[name]["message"]
