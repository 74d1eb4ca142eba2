"""A few small tasks of our own, and the evaluation data where it is there."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

DATA = Path(__file__).resolve().parents[3] / "shared" / "data" / "codetranseval"


def data_file(name: str) -> Path:
    """A file of the evaluation data; skips loudly where it is not there."""
    path = DATA / name
    if not path.is_file():
        pytest.skip(f"NO DATA at {path}: the recorded answers cannot be compared")
    return path


def row(**changes: Any) -> dict[str, Any]:
    """A task of our own form."""
    return {
        "task": "sum",
        "tags": ["lists"],
        "difficulty": "easy",
        "entry_point": "total",
        "params": {
            "python": {"types": ["List[int]", "int"], "returns": "int"},
            "java": {"types": ["int[]", "int"], "returns": "int"},
        },
        "gold": {
            "python": "def total(items, extra):\n    return sum(items) + extra",
            "java": "static int total(int[] items, int extra) { for (int x : items) extra += x; return extra; }",
        },
        "cases": [{"input": ["1,2,3", "4"], "output": "10"}, {"input": "[]\n5", "output": "5"}],
    } | changes


def written(path: Path, *rows: dict[str, Any]) -> Path:
    """Rows as a file of JSON lines."""
    path.write_text("".join(json.dumps(one) + "\n" for one in rows), encoding="utf-8")
    return path
