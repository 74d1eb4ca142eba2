"""What most sessions in Neovim begin with: a function, its reference, a server."""

from __future__ import annotations

from tests.editors.neovim.screen import Editor

REFERENCE = "def half(n):\n    total = 0\n    for i in range(n):\n        total += i\n    return total / 2\n"
COPY = "def half(count):\n    s = 0\n    for k in range(count):\n        s += k\n    return s / 2\n"
COMPARED = "# codescore: reference=ref.py\n" + COPY


def served(editor: Editor) -> None:
    """Wait until a server serves the current buffer."""
    editor.until_lua("vim.lsp.get_clients({ name = 'codescore', bufnr = 0 })[1] ~= nil", "a client")


def children(editor: Editor) -> list[int]:
    """The processes that Neovim started."""
    return editor.lua("return vim.api.nvim_get_proc_children(vim.fn.getpid())")
