"""Badges as a person sees them: they follow what is typed, move with the text, and never claim too much."""

from __future__ import annotations

import os
import signal

from tests.editors.neovim.conftest import INIT
from tests.editors.neovim.needs import SCREEN_MARKS
from tests.editors.neovim.steps import COMPARED, REFERENCE, children
from tests.lsp.needs import BUNDLE_MARKS
from tests.processes import stop

pytestmark = [*SCREEN_MARKS, *BUNDLE_MARKS]


def test_a_badge_follows_what_is_typed(opened):
    """A file is opened: a badge; an operator is mistyped: it changes; undo: it returns."""
    opened.keys("/+=<CR>r-")
    opened.sees("def half(count):", "✗ 0.")
    opened.keys("u")
    opened.sees("def half(count):", "✓ 1.00")
    row = next(i for i, line in enumerate(opened.screen.lines()) if "def half" in line)
    drawn = "".join(opened.call("nvim_call_function", "screenstring", [row + 1, column]) for column in range(1, 60))
    assert "✓ 1.00" in drawn


def test_every_function_with_a_reference_has_a_badge_and_no_other(work, start):
    """Two functions are compared, one is not in the reference; quiet shows only the one that does not score 1."""
    (work / "ref.py").write_text(REFERENCE + "\n\ndef last(items):\n    return items[-1]\n")
    (work / "mine.py").write_text(
        COMPARED + "\n\ndef last(items):\n    return items[0]\n\n\ndef new():\n    return 'x'\n"
    )
    editor = start(work / "mine.py")
    editor.sees("def last(items):", "✗ 0.")
    editor.sees("def half(count):", "✓ 1.00")
    assert editor.screen.line("def new()").endswith("def new():")
    editor.keys(":CodeScore toggle quiet<CR>")
    editor.until(lambda s: "✓" not in s.line("def half"), "no badge on what scores 1")
    editor.sees("def last(items):", "✗ 0.")


def test_toggle_hides_and_shows(opened):
    """:CodeScore toggle takes badges away and brings them back."""
    opened.keys(":CodeScore toggle<CR>")
    opened.sees_none("✓ 1.00")
    opened.sees("CodeScore: badges: off")
    opened.keys(":CodeScore toggle<CR>")
    opened.sees("def half(count):", "✓ 1.00")
    opened.keys(":CodeScore toggle loud<CR>")
    opened.sees("CodeScore: badges are off, quiet or full, not 'loud'")


def test_a_broken_function_says_so_and_recovers(opened):
    """While the code does not compile the badge says that, and nothing else is lost."""
    opened.keys("/return<CR>cwretrun<Esc>")
    opened.sees("def half(count):", "✗ does not compile")
    opened.keys("u")
    opened.sees("def half(count):", "✓ 1.00")


def test_a_badge_of_older_text_says_so(work, start):
    """While the server does not answer, the badge of the edited function is marked; it is right again afterwards."""
    (work / "ref.py").write_text(REFERENCE)
    (work / "mine.py").write_text(COMPARED)
    editor = start(work / "mine.py", init=INIT.replace("{ cmd", "{ stale_after = 100, cmd"))
    editor.sees("def half(count):", "✓ 1.00")
    (server,) = children(editor)
    stop(server)
    try:
        editor.keys("/+=<CR>r-")
        editor.sees("def half(count):", "✓ 1.00 …")
    finally:
        os.kill(server, signal.SIGCONT)
    editor.sees("def half(count):", "✗ 0.")
    assert "…" not in editor.screen.line("def half")


def test_emoji_and_accents_do_not_move_anything(work, start):
    """On a line with characters of many widths the badge stands at its end, and an edit behind them counts."""
    text = "class A { /* 🙂é€ */ int half(int n) { return n / 2; } }\n"
    (work / "R.java").write_text("class A { int half(int k) { return k / 2; } }\n")
    (work / "A.java").write_text("// codescore: reference=R.java\n" + text)
    editor = start(work / "A.java")
    editor.sees("return n / 2; } }", "✓ 1.00")
    editor.keys("/\\/ 2<CR>r*")
    editor.sees("return n * 2; } }", "✗ 0.")
    editor.keys("u")
    editor.sees("return n / 2; } }", "✓ 1.00")


def test_lines_above_move_the_badge_along(opened):
    """Text typed above a function takes its badge with it at once, and the status line finds the function there."""
    opened.keys(":set laststatus=2 statusline=[%{%v:lua.require'codescore'.statusline()%}]<CR>")
    opened.keys("ggOimport os<CR>import sys<Esc>/s = 0<CR>")
    opened.sees("def half(count):", "✓ 1.00")
    opened.sees("[CodeScore ✓ 1.00 half]")
    opened.keys("Go<CR>x = 1<Esc>")
    opened.sees("[CodeScore]")


def test_what_comes_late_is_placed_anew(work, start):
    """Units that were sent before a line was typed above them find their places, without anything else being typed."""
    (work / "ref.py").write_text(REFERENCE + "\n\ndef last(items):\n    return items[-1]\n")
    (work / "mine.py").write_text(COMPARED + "\n\ndef last(items):\n    return items[0]\n")
    editor = start(work / "mine.py")
    editor.sees("def last(items):", "✗ 0.")
    editor.lua("""
      local verdicts, bufnr = require('codescore.verdicts'), vim.api.nvim_get_current_buf()
      local state, uri = verdicts.of(bufnr), vim.uri_from_bufnr(bufnr)
      vim.api.nvim_buf_set_lines(bufnr, 0, 0, false, { 'import os', 'import sys', '' })
      verdicts.take({ uri = uri, version = state.version, units = state.units }, state.client_id)
    """)
    editor.sees("def last(items):", "✗ 0.")
    editor.sees("def half(count):", "✓ 1.00")
    assert len([line for line in editor.screen.lines() if "✓" in line or "✗" in line]) == 2


def test_without_a_model_it_says_so_once(work, start):
    """A bundle that cannot be used: one line with what to do, badges that claim nothing, and checks that go on."""
    (work / "ref.py").write_text(REFERENCE)
    (work / "mine.py").write_text(COMPARED)
    init = INIT.replace("{ cmd", "{ settings = { bundle = '/nowhere' }, cmd")
    editor = start(work / "mine.py", init=init)
    editor.sees("CodeScore: there is no model; :CodeScore doctor says what to do")
    editor.sees("def half(count):", "? no model")
    editor.keys(":set statusline=[%{%v:lua.require'codescore'.statusline()%}] laststatus=2<CR>")
    editor.sees("[CodeScore ! no model]")
    editor.keys("/return<CR>cwretrun<Esc>")
    editor.sees("def half(count):", "✗ does not compile")


def test_the_status_line_knows_the_function_at_the_cursor(opened):
    """It shows badge and name, and nothing where the cursor is in no compared function."""
    opened.keys(":set laststatus=2 statusline=[%{%v:lua.require'codescore'.statusline()%}]<CR>G")
    opened.sees("[CodeScore ✓ 1.00 half]")
    opened.keys("gg")
    opened.sees("[CodeScore]")
