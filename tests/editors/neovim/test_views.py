"""Comparison, reasons, rankings, lists, reports: what the commands open, and how they complete."""

from __future__ import annotations

from tests.editors.neovim.needs import SCREEN_MARKS
from tests.editors.neovim.steps import COMPARED, COPY, REFERENCE, served
from tests.lsp.needs import BUNDLE_MARKS

pytestmark = [*SCREEN_MARKS, *BUNDLE_MARKS]


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


def test_what_a_register_would_be_worth(opened):
    """Code that is not pasted yet is judged in the function's place: against what stands there, and its reference."""
    opened.lua("vim.fn.setreg('z', ...)", COPY.replace("+=", "-="))
    opened.keys("3G:CodeScore score register z<CR>")
    opened.sees("register z in place of half")
    opened.sees("✗ 0.", "against half as it is")
    opened.sees("✗ 0.", "against its reference")
    opened.sees("CodeScore-R|lang:python|")


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
