"""The plugin's sources: generated parts are up to date, the linter is content, `:help` finds what it promises."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.editors.neovim.needs import NEOVIM_MARKS, PLUGIN, nvim

HELP = PLUGIN / "doc" / "codescore.txt"
RECORDED = Path(__file__).parents[2] / "lsp" / "clients" / "neovim.json"


def test_the_settings_are_generated_from_the_schema():
    """Types, bounds and file types in Lua are those of the server."""
    done = subprocess.run(
        [sys.executable, PLUGIN / "generate.py", "--check"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.skipif(
    shutil.which("luacheck") is None, reason="NO LUACHECK: apt-get install lua-check; Lua was not linted"
)
@pytest.mark.parametrize("folder", [PLUGIN, Path(__file__).parent])
def test_luacheck_is_content(folder):
    """No unused or undefined name, no line too long."""
    settings = ["--config", str(PLUGIN / ".luacheckrc")]
    done = subprocess.run(
        ["luacheck", "--no-color", *settings, "."], cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout


def test_help_documents_every_command_option_and_setting():
    """Each word after :CodeScore and each field of the configuration has a tag."""
    text = HELP.read_text(encoding="utf-8")
    commands = (PLUGIN / "lua/codescore/commands.lua").read_text(encoding="utf-8")
    words = re.findall(r"^  (\w+) = \{", commands.split("M.commands = {")[1].split("\n}")[0], re.MULTILINE)
    assert len(words) >= 11
    for word in words:
        assert f"*:CodeScore-{word}*" in text, word
    config = (PLUGIN / "lua/codescore/config.lua").read_text(encoding="utf-8")
    options = re.findall(r"^---@field (\w+)\?", config.split("---@class codescore.Config")[1], re.MULTILINE)
    settings = re.findall(r"^---@field (\w+)\?", (PLUGIN / "lua/codescore/settings.lua").read_text(), re.MULTILINE)
    for setting in settings[: settings.index("pause") + 1]:
        assert f"`{setting}`" in text, setting
    for option in dict.fromkeys(options):
        assert f"*codescore-config-{option}*" in text, option
    assert not [line for line in text.splitlines() if len(line) > 80 and "://" not in line]


@pytest.mark.usefixtures("_neovim")
def test_help_tags_are_sound(tmp_path):
    """Neovim builds the tags without complaint, and every link in the text leads to one of them or to Neovim's own."""
    shutil.copytree(PLUGIN / "doc", tmp_path / "doc")
    program = nvim()
    assert program is not None
    code = (
        f"vim.opt.rtp:prepend('{tmp_path}') vim.cmd.helptags('{tmp_path}/doc') "
        "for link in io.open(_G.arg[1]):read('*a'):gmatch('|([^|%s]+)|') do "
        "local ok = pcall(vim.cmd.help, link) if not ok then print('no such tag: ' .. link) end end"
    )
    script = tmp_path / "links.lua"
    script.write_text(code)
    done = subprocess.run(
        [program, "--headless", "--clean", "-l", str(script), str(HELP)], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


@pytest.fixture(name="_neovim", params=[pytest.param(None, marks=NEOVIM_MARKS)])
def neovim_fixture():
    """Neovim is needed."""


@pytest.mark.usefixtures("_neovim")
def test_the_recorded_capabilities_are_this_neovims():
    """The server's tests use what this Neovim says; CODESCORE_ACCEPT=1 records it anew.  Other versions may differ."""
    program = nvim()
    assert program is not None
    script = Path(__file__).parent / "record_capabilities.lua"
    done = subprocess.run(
        [program, "--headless", "--clean", "-l", str(script), str(PLUGIN)], capture_output=True, text=True, check=True
    )
    said = json.dumps(json.loads(done.stdout), indent=4, sort_keys=True) + "\n"
    if os.environ.get("CODESCORE_ACCEPT"):
        RECORDED.write_text(said, encoding="utf-8")
    recorded = RECORDED.read_text(encoding="utf-8")
    now, then = json.loads(said), json.loads(recorded)
    if now["client"] != then["client"]:
        pytest.skip(f"OTHER NEOVIM: {now['client']} instead of the recorded {then['client']}; nothing was compared")
    assert now == then
