"""The server's life as a person sees it: found or not, killed, given up, restarted, configured, examined."""

from __future__ import annotations

import os
import signal
import sys

from tests.editors.neovim.conftest import INIT
from tests.editors.neovim.needs import SCREEN_MARKS
from tests.editors.neovim.steps import COMPARED, COPY, REFERENCE, children, served
from tests.lsp.needs import BUNDLE_MARKS

pytestmark = [*SCREEN_MARKS, *BUNDLE_MARKS]


def test_a_killed_server_comes_back_with_its_references(work, start):
    """The server is killed: it is said, it is started again, and what was set by hand is still compared."""
    (work / "ref.py").write_text(REFERENCE)
    (work / "mine.py").write_text(COPY)
    editor = start(work / "mine.py")
    served(editor)
    editor.keys(":CodeScore reference file ref.py<CR>")
    editor.sees("def half(count):", "✓ 1.00")
    (former,) = children(editor)
    os.kill(former, signal.SIGKILL)
    editor.sees("CodeScore: server crashed; starting it again (1 of 5)")
    editor.sees_none("✓ 1.00")
    editor.sees("def half(count):", "✓ 1.00")
    assert former not in children(editor)
    assert "quit with exit code" not in editor.messages()


def test_a_server_that_always_crashes_is_given_up(work, start):
    """After the set number of restarts it is left alone, with one line that says what to do; restart tries again."""
    (work / "mine.py").write_text(COPY)
    crashing = f"cmd = {{ {sys.executable!r}, '-c', 'raise SystemExit(3)', 'serve' }}"
    init = f"vim.g.codescore = {{ {crashing}, restarts = 2, restart_delay = 1 }}\nvim.lsp.enable('codescore')\n"
    editor = start(work / "mine.py", init=init)
    editor.sees("CodeScore: server crashed 3 times, given up; :CodeScore log|restart")
    editor.keys(":CodeScore score<CR>")
    editor.sees("CodeScore: server crashed 3 times, given up")
    editor.keys(":messages clear<CR>:CodeScore restart<CR>")
    editor.sees("CodeScore: server crashed; starting it again (1 of 2)")


def test_no_server_is_said_once_with_what_to_do(work, start):
    """Where there is no server one line says so, and editing is not disturbed."""
    (work / "mine.py").write_text(COPY)
    (work / "other.py").write_text(COPY)
    init = "vim.g.codescore = { cmd = '/nowhere/codescore' }\nvim.lsp.enable('codescore')\n"
    editor = start(work / "mine.py", init=init)
    editor.sees("CodeScore: cmd = '/nowhere/codescore' cannot be run; correct it, see :checkhealth codescore")
    editor.keys(":messages clear<CR>:edit other.py<CR>")
    editor.sees("other.py ", "1,1")
    assert "CodeScore" not in editor.messages()


def test_other_files_start_nothing(work, start):
    """A workspace without files of a language we know has no server, and commands say why."""
    (work / "notes.txt").write_text("def half(count):\n")
    editor = start(work / "notes.txt")
    editor.sees("def half(count):")
    editor.keys(":CodeScore score<CR>")
    editor.sees("CodeScore: files of type 'text' are not served; see :help codescore-languages")
    assert children(editor) == []


def test_disabling_stops_the_server_for_good(opened):
    """`vim.lsp.enable('codescore', false)` is no crash: badges go, nothing is started again, commands say why."""
    opened.keys(":lua vim.lsp.enable('codescore', false)<CR>")
    opened.sees_none("✓ 1.00")
    opened.until_lua("#vim.api.nvim_get_proc_children(vim.fn.getpid()) == 0", "no server")
    opened.keys(":CodeScore score<CR>")
    opened.sees("CodeScore: not enabled; put vim.lsp.enable('codescore') into your init.lua")
    assert "crashed" not in opened.messages()


def test_restart_keeps_files_and_references(work, start):
    """:CodeScore restart ends the server and starts another one, that knows what the first was told."""
    (work / "ref.py").write_text(REFERENCE)
    (work / "mine.py").write_text(COPY)
    editor = start(work / "mine.py")
    served(editor)
    editor.keys(":CodeScore reference file ref.py<CR>")
    editor.sees("def half(count):", "✓ 1.00")
    former = children(editor)
    editor.keys(":CodeScore restart<CR>")
    editor.sees_none("✓ 1.00")
    editor.sees("def half(count):", "✓ 1.00")
    assert not set(former) & set(children(editor))
    assert "crashed" not in editor.messages()


def test_settings_reach_the_server(work, start):
    """A threshold from setup() decides; a wrong one is named in one line and the default is used."""
    (work / "ref.py").write_text(REFERENCE)
    (work / "mine.py").write_text(COMPARED.replace("+=", "-="))
    editor = start(work / "mine.py")
    editor.sees("def half(count):", "✗ 0.")
    editor.lua("require('codescore').setup({ cmd = vim.g.codescore.cmd, settings = { threshold = 0.01 } })")
    editor.sees("def half(count):", "✓ 0.")
    editor.lua("require('codescore').setup({ cmd = vim.g.codescore.cmd, settings = { threshold = 3 } })")
    editor.sees("settings.threshold: expected a number from 0 to 1, got 3 (default used)")


def test_root_markers_can_be_chosen(work, start):
    """`vim.lsp.config` adjusts the client as any other; without a marker there is no workspace."""
    (work / "mine.py").write_text(COPY)
    init = INIT + "vim.lsp.config('codescore', { root_markers = { 'nowhere.toml' } })\n"
    editor = start(work / "mine.py", init=init)
    served(editor)
    assert editor.lua("return vim.lsp.get_clients({ name = 'codescore' })[1].root_dir") is None


def test_health_says_what_is_there_and_what_to_do(opened):
    """:checkhealth codescore names server, version, compilers, bundle and running clients."""
    opened.keys(":checkhealth codescore<CR>")
    opened.until_lua("vim.bo.filetype == 'checkhealth'", "the report")
    text = "\n".join(opened.lua("return vim.api.nvim_buf_get_lines(0, 0, -1, false)"))
    for piece in (
        "enabled: vim.lsp.enable('codescore')",
        "found by configuration",
        "edits reach the server after at most 10 ms",
        "bundle: ",
        "1 file, ready, bundle codescore-r-base@",
    ):
        assert piece in text, text
    assert "ERROR" not in text


def test_health_without_a_server_names_the_remedy(start):
    """Without a server the report is an error with what to install and what to set."""
    editor = start(init="vim.g.codescore = { badges = 'loud' }\nvim.env.PATH = '/bin'\nvim.env.VIRTUAL_ENV = nil\n")
    editor.keys(":checkhealth codescore<CR>")
    editor.until_lua("vim.bo.filetype == 'checkhealth'", "the report")
    text = "\n".join(editor.lua("return vim.api.nvim_buf_get_lines(0, 0, -1, false)"))
    assert "ERROR no server found" in text
    assert "pip install codescore-r" in text
    assert "ERROR not enabled" in text
    assert "badges: expected 'off', 'quiet' or 'full', got loud" in text


def test_status_and_log(opened):
    """:CodeScore status tells how the server is, :CodeScore log opens what it wrote."""
    opened.keys(":CodeScore status<CR>")
    opened.sees("CodeScore: ok: ready; bundle codescore-r-base@")
    opened.keys(":CodeScore log<CR>")
    opened.until_lua("vim.api.nvim_buf_get_name(0):match('//log$')", "the log")


def test_doctor_shows_its_report(opened):
    """:CodeScore doctor runs the server's own examination and shows it below."""
    opened.keys(":CodeScore doctor<CR>")
    opened.until_lua("vim.api.nvim_buf_get_name(0):match('//doctor$')", "the report")
    text = "\n".join(opened.lua("return vim.api.nvim_buf_get_lines(0, 0, -1, false)"))
    assert "codescore-r-base@" in text
    assert "\x1b" not in text
