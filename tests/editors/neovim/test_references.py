"""What functions are compared with, set in every way there is; what is missing is named, with what to do."""

from __future__ import annotations

import subprocess

from tests.editors.neovim.needs import SCREEN_MARKS
from tests.editors.neovim.steps import COMPARED, COPY, REFERENCE, served
from tests.lsp.needs import BUNDLE_MARKS

pytestmark = [*SCREEN_MARKS, *BUNDLE_MARKS]


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


def test_a_reference_that_is_written_counts_at_once(opened, work):
    """The reference is edited in another window and written: the badge follows."""
    opened.keys(":split ref.py<CR>/+=<CR>r-")
    opened.sees("def half(count):", "✗ 0.")
    opened.keys(":write<CR>u:write<CR>:only<CR>:edit mine.py<CR>")
    opened.sees("def half(count):", "✓ 1.00")


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
