"""A Neovim with the plugin, a workspace, and nothing of the user's."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.editors.neovim.screen import Editor
from tests.editors.neovim.steps import COMPARED, REFERENCE
from tests.lsp.conftest import isolated

#: How a person would write it in init.lua, with the server of this very environment.
INIT = f"""
vim.g.codescore = {{ cmd = {{ {sys.executable!r}, '-m', 'codescore', 'serve' }} }}
vim.lsp.enable('codescore')
"""

Open = Callable[..., Editor]


@pytest.fixture
def work(tmp_path: Path) -> Path:
    """An empty workspace."""
    folder = (tmp_path / "work").resolve()
    (folder / ".git").mkdir(parents=True)
    return folder


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Open]:
    """Start Neovim: `start(file, init=…)`."""
    started: list[Editor] = []

    def open_(file: Path | None = None, init: str = INIT, **size: int) -> Editor:
        environment = isolated(tmp_path) | {"XDG_STATE_HOME": str(tmp_path / "state"), "TERM": "xterm-256color"}
        editor = Editor(tmp_path, init, environment, **size)
        started.append(editor)
        if file is not None:
            editor.call("nvim_command", f"cd {file.parent}")
            editor.keys(f":edit {file.name}<CR>")
        return editor

    yield open_
    for editor in started:
        editor.close()


@pytest.fixture
def opened(work: Path, start: Open) -> Editor:
    """`mine.py`, whose function is compared with `ref.py`, once its badge is there."""
    (work / "ref.py").write_text(REFERENCE)
    (work / "mine.py").write_text(COMPARED)
    editor = start(work / "mine.py")
    editor.sees("def half(count):", "✓ 1.00")
    return editor
