"""Every measurement starts: its modules load and its options can be read."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import pytest

_BENCH = Path(__file__).parent / "bench"
_COMMANDS = sorted(path.stem for path in _BENCH.glob("*.py") if "add_argument" in path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", _COMMANDS)
def test_a_measurement_says_how_to_run_it(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """`python -m tests.bench.NAME --help` answers."""
    monkeypatch.setattr(sys, "argv", [name, "--help"])
    with pytest.raises(SystemExit) as left:
        importlib.import_module(f"tests.bench.{name}").main()
    assert left.value.code == 0
