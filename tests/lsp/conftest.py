"""Servers for tests: one per module and editor for most, and a way to start one's own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.lsp.client import EDITORS, Client


def isolated(folder: Path) -> dict[str, str]:
    """An environment in which nothing of the user's is read or written."""
    repository = Path(__file__).parents[2]
    return {
        "HOME": str(folder),
        "XDG_CACHE_HOME": str(folder / "cache"),
        "XDG_CONFIG_HOME": str(folder / "config"),
        "XDG_DATA_HOME": str(folder / "data"),
        "PYTHONPATH": str(repository / "server"),
        "PYTHONWARNINGS": "default",
    }


@pytest.fixture(scope="module", params=sorted(EDITORS))
def client(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """A server with a workspace folder that the tests of a module share; each uses its own files."""
    folder = tmp_path_factory.mktemp(request.param).resolve()
    (folder / "work").mkdir()
    one = Client(request.param, folder / "work", environment=isolated(folder))
    try:
        one.start()
        yield one
        one.close()
    finally:
        one.kill()


@pytest.fixture
def launch(tmp_path: Path) -> Iterator[Callable[..., Client]]:
    """Start a server of one's own: `launch(editor, settings=…)`; `initialize` is left to the test."""
    started: list[Client] = []
    root = (tmp_path / "work").resolve()
    root.mkdir()

    def start(editor: str = "neovim", **options) -> Client:
        environment = isolated(tmp_path) | options.pop("environment", {})
        one = Client(editor, options.pop("root", root), environment=environment, **options)
        started.append(one)
        return one

    yield start
    for one in started:
        one.kill()
