"""Variants of one C++ text are compiled together, as many at once as the compiler has time for."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from codescore.languages.cpp.run import together


@pytest.mark.parametrize(
    ("each", "sizes"),
    [(0.05, [8, 32]), (0.4, [8, 10, 10, 10, 2]), (1.5, [8, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 2])],
)
def test_as_many_at_once_as_there_is_time_for(monkeypatch: pytest.MonkeyPatch, each: float, sizes: list[int]) -> None:
    clock, tried = [0.0], list[int]()

    def compiled(jobs: list[dict[str, Any]]) -> None:
        tried.append(len(jobs))
        clock[0] += each * len(jobs)

    monkeypatch.setattr(together, "_together", compiled)
    monkeypatch.setattr(together, "time", SimpleNamespace(monotonic=lambda: clock[0]))
    jobs = [{"source": f"int f() {{ return {n}; }}", "entry": n, "types": (), "assume": None} for n in range(40)]
    together.ahead(jobs)
    assert tried == sizes
