"""The archive for people: the same bytes each time, and all that Neovim needs once it is unpacked."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from tests.editors.neovim.needs import NEOVIM_MARKS, PLUGIN, nvim
from tests.lsp.client import LIMIT
from tests.lsp.conftest import isolated
from tests.lsp.needs import BUNDLE_MARKS

CODE = "def half(n):\n    return n / 2\n"

#: What a person's configuration does, then what they see.
SCRIPT = """
vim.cmd.packloadall()
assert(vim.fn.exists(':CodeScore') == 2, 'no :CodeScore')
vim.cmd.help('codescore-config-badges')
assert(vim.api.nvim_get_current_line():match('codescore%-config%-badges'), 'no help')
vim.cmd('helpclose | filetype on')
vim.g.codescore = { cmd = { vim.env.TEST_PYTHON, '-m', 'codescore', 'serve' } }
vim.lsp.enable('codescore')
vim.cmd.edit('mine.py')
vim.cmd.doautocmd('FileType')
local verdicts = require('codescore.verdicts')
assert(vim.wait(tonumber(vim.env.TEST_LIMIT), function()
  local state = verdicts.of(0)
  return state and #state.units > 0
end, 5), 'no verdict')
io.stdout:write(verdicts.of(0).units[1].verdict.badge)
vim.cmd.qall({ bang = true })
"""


def build(folder: Path) -> Path:
    command = [sys.executable, str(PLUGIN / "package.py"), str(folder)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return Path(done.stdout.strip())


def test_building_twice_gives_the_same_bytes(tmp_path):
    """Neither the time nor the order of files on disk is in the archive."""
    first, second = build(tmp_path / "a"), build(tmp_path / "b")
    assert first.name == second.name
    assert first.read_bytes() == second.read_bytes()
    with tarfile.open(first) as tar:
        members = tar.getmembers()
    assert all(m.isfile() and m.name.startswith("pack/codescore/start/codescore-r/") for m in members)
    names = {m.name.removeprefix("pack/codescore/start/codescore-r/") for m in members}
    assert {"lsp/codescore.lua", "plugin/codescore.lua", "lua/codescore/health.lua", "doc/tags", "LICENSE"} <= names
    assert not [n for n in names if n.endswith((".py", ".svg")) or n.startswith(".")]


@pytest.mark.usefixtures("_neovim")
def test_its_tags_are_those_of_neovim(tmp_path):
    """`doc/tags` is what `:helptags` writes."""
    with tarfile.open(build(tmp_path)) as tar:
        tar.extractall(tmp_path / "site", filter="data")
    doc = tmp_path / "site/pack/codescore/start/codescore-r/doc"
    ours = (doc / "tags").read_text()
    program = nvim()
    assert program is not None
    subprocess.run(
        [program, "--headless", "--clean", "+helptags " + str(doc), "+qall"], check=True, capture_output=True
    )
    assert (doc / "tags").read_text() == ours


@pytest.mark.usefixtures("_neovim", "_bundle")
def test_unpacked_it_works_without_any_configuration_of_paths(tmp_path):
    """`nvim -u NONE` with the folder on its 'packpath': command, help, server, verdict."""
    with tarfile.open(build(tmp_path)) as tar:
        tar.extractall(tmp_path / "site", filter="data")
    work = tmp_path / "work"
    work.mkdir()
    (work / "mine.py").write_text("# codescore: reference=ref.py\n" + CODE)
    (work / "ref.py").write_text(CODE)
    (work / "codescore.toml").touch()
    script = tmp_path / "script.lua"
    script.write_text(SCRIPT)
    program = nvim()
    assert program is not None
    environment = {
        **os.environ,
        **isolated(tmp_path),
        "TEST_PYTHON": sys.executable,
        "TEST_LIMIT": str(int(LIMIT * 1000)),
        "XDG_STATE_HOME": str(tmp_path / "state"),
    }
    done = subprocess.run(
        [
            program,
            "--headless",
            "-u",
            "NONE",
            "-i",
            "NONE",
            "--cmd",
            f"set packpath^={tmp_path}/site",
            "-l",
            str(script),
        ],
        cwd=work,
        env=environment,
        capture_output=True,
        text=True,
        timeout=2 * LIMIT,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, "✓ 1.00"), done.stderr


@pytest.fixture(name="_neovim", params=[pytest.param(None, marks=NEOVIM_MARKS)])
def neovim_fixture():
    """Neovim is needed."""


@pytest.fixture(name="_bundle", params=[pytest.param(None, marks=BUNDLE_MARKS)])
def bundle_fixture():
    """The model is needed."""
