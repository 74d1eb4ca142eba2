"""The command line in this process, away from the user's own folders."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from codescore.cli import main
from codescore.cli.cases import FOLDER

SERVER = Path(__file__).parents[2] / "server"


@dataclass(frozen=True)
class Answer:
    """What a command said."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> dict[str, Any]:
        """Stdout as the one JSON document that it must be."""
        document = json.loads(self.out)
        assert isinstance(document, dict)
        return document

    @property
    def error(self) -> str:
        """Stderr as the one error line that it must be, with nothing on stdout."""
        assert self.out == ""
        assert self.err.startswith("codescore: error: ")
        assert self.err.endswith("\n")
        assert self.err.count("\n") == 1
        assert "Traceback" not in self.err
        return self.err.removeprefix("codescore: error: ").strip()


Run = Callable[..., Answer]


@pytest.fixture(autouse=True)
def _own_folders(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("HOME", str(home))
    for kind in ("CACHE", "CONFIG", "DATA"):
        monkeypatch.setenv(f"XDG_{kind}_HOME", str(home / kind.lower()))
    monkeypatch.setenv("COLUMNS", "80")
    for name in ("CODESCORE_DEBUG", "NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run `codescore` with arguments, and bytes on stdin."""

    def run(*arguments: str | Path, stdin: bytes = b"") -> Answer:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        capsys.readouterr()
        code = main([str(argument) for argument in arguments])
        said = capsys.readouterr()
        return Answer(code, said.out, said.err)

    return run


@pytest.fixture
def program() -> Callable[..., subprocess.Popen[bytes]]:
    """Start the real program as a process of its own."""

    def start(*arguments: str | Path, **settings: Any) -> subprocess.Popen[bytes]:
        environment = {**os.environ, "PYTHONPATH": str(SERVER), **settings.pop("env", {})}
        pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **settings}
        command = [sys.executable, "-m", "codescore", *map(str, arguments)]
        return subprocess.Popen(command, env=environment, preexec_fn=_heed_ctrl_c, **pipes)  # noqa: PLW1509  no threads here

    return start


def _heed_ctrl_c() -> None:
    """A test runner in the background may have SIGINT ignored, and children inherit that."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def sample(name: str) -> Path:
    """The path of a bundled sample, such as `binary_search/mutated.py`."""
    return FOLDER / name
