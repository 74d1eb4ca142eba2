"""What a person sees: a real Neovim, real keys, the real server, its screen."""

from __future__ import annotations

import os
import signal

import pytest

from tests.editors.neovim.conftest import INIT
from tests.editors.neovim.needs import SCREEN_MARKS
from tests.editors.neovim.screen import Editor
from tests.lsp.needs import BUNDLE_MARKS

REFERENCE = "def half(n):\n    total = 0\n    for i in range(n):\n        total += i\n    return total / 2\n"
COPY = "def half(count):\n    s = 0\n    for k in range(count):\n        s += k\n    return s / 2\n"
COMPARED = "# codescore: reference=ref.py\n" + COPY

pytestmark = [*SCREEN_MARKS, *BUNDLE_MARKS]


def served(editor: Editor) -> None:
    """Wait until a server serves the current buffer."""
    editor.until_lua("vim.lsp.get_clients({ name = 'codescore', bufnr = 0 })[1] ~= nil", "a client")


def children(editor: Editor) -> list[int]:
    """The processes that Neovim started."""
    return editor.lua("return vim.api.nvim_get_proc_children(vim.fn.getpid())")


@pytest.fixture
def opened(work, start):
    """`mine.py`, whose function is compared with `ref.py`, once its badge is there."""
    (work / "ref.py").write_text(REFERENCE)
    (work / "mine.py").write_text(COMPARED)
    editor = start(work / "mine.py")
    editor.sees("def half(count):", "✓ 1.00")
    return editor


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


def test_compare_opens_a_diff_of_sources_or_sketches(opened):
    """Both sides stand in a tab of their own, as a diff; `s` changes to sketches, `q` goes back."""
    opened.keys("/+=<CR>r-")
    opened.sees("def half(count):", "✗ 0.")
    opened.keys(":CodeScore compare<CR>")
    opened.sees("reference ref.py#half", "candidate mine.py#half · ✗ 0.")
    opened.sees("total += i", "s -= k")
    assert opened.lua("return { vim.wo.diff, vim.bo.filetype, vim.bo.modifiable }") == [True, "python", False]
    opened.keys("s")
    opened.sees("var_0 += var_1", "var_0 -= var_1")
    opened.keys("q")
    opened.sees("def half(count):", "✗ 0.")
    assert opened.lua("return #vim.api.nvim_list_tabpages()") == 1


def test_score_shows_why(opened):
    """:CodeScore score opens what is known of the verdict, with the first difference and the signature."""
    opened.keys("/+=<CR>r-")
    opened.sees("def half(count):", "✗ 0.")
    opened.keys(":CodeScore score<CR>")
    opened.sees("CodeScore-R 0: unlike its reference")
    opened.sees("first difference: line 5:", "+=", "-=")


def test_a_function_without_reference_says_what_to_do(work, start):
    """No badge, and every command that needs a reference tells how to set one."""
    (work / "alone.py").write_text(COPY)
    editor = start(work / "alone.py")
    served(editor)
    editor.keys(":CodeScore score<CR>")
    editor.sees("CodeScore: no reference here; set one: :CodeScore reference …")
    editor.keys(":messages clear<CR>:CodeScore list<CR>")
    editor.until(lambda _: "no reference here" in editor.messages(), "the same for the list")
    editor.keys(":CodeScore compare<CR>")
    editor.sees("CodeScore: half has no verdict yet")


def test_a_reference_that_is_missing_is_named(work, start):
    """A comment that leads nowhere is a diagnostic at its place; a file that is not there is an error message."""
    (work / "mine.py").write_text(COMPARED)
    editor = start(work / "mine.py")
    editor.until_lua("#vim.diagnostic.get(0) > 0", "a diagnostic")
    (message,) = editor.lua("return vim.tbl_map(function(d) return d.message end, vim.diagnostic.get(0))")
    assert "ref.py" in message
    editor.keys(":CodeScore reference file nowhere.py<CR>")
    editor.sees("CodeScore: no file 'nowhere.py'; give PATH or PATH#function")


def test_references_from_everywhere(work, start):
    """A file, one function of it, the clipboard's stand-in a register, a selection; clear takes each back."""
    (work / "ref.py").write_text("def other(n):\n    return n + 1\n\n\n" + REFERENCE)
    (work / "mine.py").write_text(COPY + "\n\ndef other(m):\n    return m + 1\n")
    editor = start(work / "mine.py")
    served(editor)

    editor.keys(":CodeScore reference file ref.py#half<CR>")
    editor.sees("CodeScore: half is compared with ref.py")
    editor.sees("def half(count):", "✓ 1.00")
    editor.keys(":CodeScore reference<CR>")
    editor.sees("CodeScore: half is compared with ref.py#half")
    editor.keys(":CodeScore reference clear<CR>")
    editor.sees("CodeScore: half is no longer compared with what you set")
    editor.sees_none("✓ 1.00")

    editor.keys(":CodeScore! reference file ref.py<CR>")
    editor.sees("def other(m):", "✓ 1.00")
    editor.sees("def half(count):", "✓ 1.00")
    editor.keys(":CodeScore! reference clear<CR>")
    editor.sees_none("✓ 1.00")

    editor.keys("GkV:s/1/2/<CR>yyu:CodeScore reference register z<CR>")
    editor.sees("CodeScore: register z is empty; yank some code first")
    editor.lua("vim.fn.setreg('z', ...)", REFERENCE)
    editor.keys("gg:CodeScore reference register z<CR>")
    editor.sees("def half(count):", "✓ 1.00")
    editor.keys(":CodeScore! reference clear<CR>")
    editor.sees_none("✓ 1.00")

    editor.keys(":CodeScore reference selection<CR>")
    editor.sees("CodeScore: nothing selected yet; :'<,'>CodeScore reference selection")
    editor.keys("ggV4j:CodeScore reference selection<CR>")
    editor.sees("mine.py:1-5 is remembered as a reference")
    editor.keys("G:CodeScore reference selection<CR>")
    editor.sees("CodeScore: other is compared with mine.py:1-5")
    editor.sees("def other(m):", "✗ 0.")


def test_a_reference_from_the_last_commit(work, start):
    """The function is compared with itself as it was committed; a revision that is none is named."""
    import subprocess

    def git(*arguments: str) -> None:
        names = ["-c", "user.name=a", "-c", "user.email=a@b"]
        subprocess.run(["git", *names, *arguments], cwd=work, check=True, capture_output=True)

    (work / ".git").rmdir()
    git("init", "-q")
    (work / "mine.py").write_text(COPY)
    git("add", "mine.py")
    git("commit", "-q", "-m", "first")
    editor = start(work / "mine.py")
    served(editor)
    editor.keys(":CodeScore reference commit<CR>")
    editor.sees("CodeScore: half is compared with mine.py@HEAD")
    editor.sees("def half(count):", "✓ 1.00")
    editor.keys("/+=<CR>r-:write<CR>")
    editor.sees("def half(count):", "✗ 0.")
    editor.keys(":CodeScore reference commit nonsense<CR>")
    editor.sees("CodeScore: mine.py is not in commit nonsense")


def test_rank_a_selection_against_what_was_selected(work, start):
    """Three versions of a function, one of them right: it comes first; <CR> goes there."""
    wrong = COPY.replace("def half", "def first").replace("+=", "-=")
    right = COPY.replace("def half", "def second")
    third = "def third(a):\n    return a\n"
    (work / "mine.py").write_text(REFERENCE + "\n\n" + wrong + "\n\n" + right + "\n\n" + third)
    editor = start(work / "mine.py")
    served(editor)
    editor.keys("ggV4j:CodeScore reference selection<CR>")
    editor.sees("mine.py:1-5 is remembered as a reference")
    editor.keys("8GVG:CodeScore rank<CR>")
    editor.sees("1. ✓ 1.00  second, line 15")
    assert "✗" in editor.screen.line("first, line 8")
    editor.sees("against mine.py:1-5")
    editor.keys("<CR>")
    editor.sees_none("against mine.py:1-5")
    editor.until_lua("vim.api.nvim_win_get_cursor(0)[1] == 15", "the cursor on the best")


def test_rank_registers_by_agreement(work, start):
    """Without a reference the one most like the others comes first, and the title says so."""
    (work / "mine.py").write_text(COPY)
    editor = start(work / "mine.py")
    served(editor)
    editor.lua("vim.fn.setreg('a', ...)", "def f(a):\n    return a\n")
    editor.lua("vim.fn.setreg('b', ...)", COPY)
    editor.lua("vim.fn.setreg('c', ...)", REFERENCE)
    editor.keys(":CodeScore rank registers a b c<CR>")
    editor.sees("by mean similarity to the others (no reference was selected)")
    editor.sees("3.", "register a")
    editor.keys("q:CodeScore rank registers a<CR>")
    editor.sees("CodeScore: registers: fewer than two alternatives")


def test_what_a_register_would_be_worth(opened):
    """Code that is not pasted yet is judged in the function's place: against what stands there, and its reference."""
    opened.lua("vim.fn.setreg('z', ...)", COPY.replace("+=", "-="))
    opened.keys("3G:CodeScore score register z<CR>")
    opened.sees("register z in place of half")
    opened.sees("✗ 0.", "against half as it is")
    opened.sees("✗ 0.", "against its reference")
    opened.sees("CodeScore-R|lang:python|")


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
    import sys

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
    editor.sees("CodeScore: files of type 'text' are not served; known are java, python")
    assert children(editor) == []


def test_commands_complete(work, start):
    """<Tab> offers what can follow."""
    editor = start()
    editor.keys(":CodeScore re<Tab>")
    editor.sees(":CodeScore reference")
    editor.keys("<C-u>CodeScore reference c<Tab>")
    editor.sees(":CodeScore reference clear")
    complete = "return vim.fn.getcompletion(..., 'cmdline')"
    assert editor.lua(complete, "CodeScore toggle ") == ["off", "quiet", "full"]
    assert editor.lua(complete, "CodeScore! compare s") == ["sources", "sketches"]
    assert editor.lua(complete, "'<,'>CodeScore rank ") == ["buffers", "registers", "selection"]
    assert editor.lua(complete, "CodeScore toggle off ") == []
    every = editor.lua(complete, "CodeScore ")
    assert every == sorted(every)
    assert {"score", "reference", "compare", "rank", "toggle", "log", "doctor", "status"} <= set(every)


def test_the_status_line_knows_the_function_at_the_cursor(opened):
    """It shows badge and name, and nothing where the cursor is in no compared function."""
    opened.keys(":set laststatus=2 statusline=[%{%v:lua.require'codescore'.statusline()%}]<CR>G")
    opened.sees("[CodeScore ✓ 1.00 half]")
    opened.keys("gg")
    opened.sees("[CodeScore]")


def test_the_location_list_is_sorted_worst_first(work, start):
    """:CodeScore list names each compared function with its verdict and why."""
    (work / "ref.py").write_text(REFERENCE + "\n\ndef last(items):\n    return items[-1]\n")
    (work / "mine.py").write_text(COMPARED + "\n\ndef last(items):\n    return items[0]\n")
    editor = start(work / "mine.py")
    editor.sees("def last(items):", "✗ 0.")
    editor.keys(":CodeScore list<CR>")
    editor.sees("mine.py|9 col 5 warning| ✗ 0.", "last · ref.py#last · ")
    first, second = [line for line in editor.screen.lines() if line.startswith("mine.py|")]
    assert "✓ 1.00 half" in second
    assert "✗" in first


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
    assert "pip install 'codescore-r[cpu]'" in text
    assert "ERROR not enabled" in text
    assert "badges: expected 'off', 'quiet' or 'full', got loud" in text


def test_status_and_log(opened):
    """:CodeScore status tells how the server is, :CodeScore log opens what it wrote."""
    opened.keys(":CodeScore status<CR>")
    opened.sees("CodeScore: ok: ready; bundle codescore-r-base@")
    opened.keys(":CodeScore log<CR>")
    opened.until_lua("vim.api.nvim_buf_get_name(0):match('//log$')", "the log")


def test_a_reload_keeps_what_was_set(work, start):
    """:edit! makes the server forget the document; what was set by hand is set again."""
    (work / "ref.py").write_text(REFERENCE)
    (work / "mine.py").write_text(COPY)
    editor = start(work / "mine.py")
    served(editor)
    editor.keys(":CodeScore reference file ref.py<CR>")
    editor.sees("def half(count):", "✓ 1.00")
    (work / "mine.py").write_text(COPY.replace("+=", "-="))
    editor.keys(":edit!<CR>")
    editor.sees("def half(count):", "✗ 0.")


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


def test_a_reference_that_is_written_counts_at_once(opened, work):
    """The reference is edited in another window and written: the badge follows."""
    opened.keys(":split ref.py<CR>/+=<CR>r-")
    opened.sees("def half(count):", "✗ 0.")
    opened.keys(":write<CR>u:write<CR>:only<CR>:edit mine.py<CR>")
    opened.sees("def half(count):", "✓ 1.00")


def test_a_badge_of_older_text_says_so(work, start):
    """While the server does not answer, the badge of the edited function is marked; it is right again afterwards."""
    (work / "ref.py").write_text(REFERENCE)
    (work / "mine.py").write_text(COMPARED)
    editor = start(work / "mine.py", init=INIT.replace("{ cmd", "{ stale_after = 100, cmd"))
    editor.sees("def half(count):", "✓ 1.00")
    (server,) = children(editor)
    os.kill(server, signal.SIGSTOP)
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


def test_code_actions_open_our_views(opened):
    """Choosing *compare* among the code actions opens the diff; *copy the verdict* yanks it with its signature."""
    choose = """local title = ...
    vim.lsp.buf.code_action({ apply = true, filter = function(a) return a.title:find(title, 1, true) end })"""
    opened.keys("/half<CR>")
    opened.lua(choose, "copy the verdict")
    opened.sees("CodeScore: the verdict is yanked")
    line = opened.lua("return vim.fn.getreg('\"')")
    assert line.startswith("mine.py#half against ref.py#half: score 1")
    assert "|bundle:codescore-r-base@" in line
    opened.lua(choose, "compare half")
    opened.sees("reference ref.py#half", "candidate mine.py#half · ✓ 1.00")


def test_rank_open_files(work, start):
    """Open files of one type are ranked against what was selected; other types are left out."""
    (work / "ref.py").write_text(REFERENCE)
    (work / "good.py").write_text(COPY)
    (work / "bad.py").write_text(COPY.replace("+=", "-="))
    (work / "notes.txt").write_text("nothing\n")
    editor = start(work / "notes.txt")
    editor.keys(":edit bad.py<CR>:edit good.py<CR>:edit ref.py<CR>")
    served(editor)
    editor.keys("ggVG:CodeScore reference selection<CR>:bdelete<CR>")
    editor.keys(":CodeScore rank buffers<CR>")
    editor.sees("1. ✓ 1.00  good.py")
    editor.sees("2. ✗ 0.", "bad.py")
    assert "notes" not in str(editor.screen)


def test_a_workspace_without_git_and_a_file_outside_commits(work, start):
    """Where there is no commit to compare with, the message says so in git's words."""
    (work / ".git").rmdir()
    (work / "mine.py").write_text(COPY)
    editor = start(work / "mine.py")
    served(editor)
    editor.keys(":CodeScore reference commit<CR>")
    editor.sees("CodeScore: mine.py is not in commit HEAD (fatal: not a git repository")
    editor.keys("<CR>:CodeScore reference commit --output=x<CR>")
    editor.sees("CodeScore: '--output=x' is no revision; name a commit, branch or tag")


def test_doctor_shows_its_report(opened):
    """:CodeScore doctor runs the server's own examination and shows it below."""
    opened.keys(":CodeScore doctor<CR>")
    opened.until_lua("vim.api.nvim_buf_get_name(0):match('//doctor$')", "the report")
    text = "\n".join(opened.lua("return vim.api.nvim_buf_get_lines(0, 0, -1, false)"))
    assert "codescore-r-base@" in text
    assert "\x1b" not in text


def test_root_markers_can_be_chosen(work, start):
    """`vim.lsp.config` adjusts the client as any other; without a marker there is no workspace."""
    (work / "mine.py").write_text(COPY)
    init = INIT + "vim.lsp.config('codescore', { root_markers = { 'nowhere.toml' } })\n"
    editor = start(work / "mine.py", init=init)
    served(editor)
    assert editor.lua("return vim.lsp.get_clients({ name = 'codescore' })[1].root_dir") is None


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


def test_an_unwritten_buffer_can_be_compared_too(work, start):
    """A new buffer with a file type is served; only what needs a file says so."""
    (work / "ref.py").write_text(REFERENCE)
    editor = start()
    editor.call("nvim_command", f"cd {work}")
    editor.keys(":enew<CR>:set filetype=python<CR>")
    served(editor)
    editor.lua("vim.api.nvim_buf_set_lines(0, 0, -1, false, vim.split(..., '\\n'))", COPY)
    editor.keys(":CodeScore reference file ref.py<CR>")
    editor.sees("def half(count):", "✓ 1.00")
    editor.keys(":CodeScore reference commit<CR>")
    editor.sees("CodeScore: this buffer is no file; write it first")
