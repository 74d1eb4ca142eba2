"""Variants of one C++ text are compiled together, as many at once as the compiler has time for."""

from __future__ import annotations

from concurrent.futures import Executor
from types import SimpleNamespace
from typing import Any

import pytest

from codescore.languages.cpp.run import together


@pytest.mark.parametrize(
    ("each", "cores", "sizes"),
    [
        (0.05, 1, [[8], [32]]),
        (0.4, 1, [[8], [10], [10], [10], [2]]),
        (1.5, 1, [[8], *[[3]] * 10, [2]]),
        (0.05, 2, [[8, 8], [12, 12]]),
        (0.4, 2, [[8, 8], [10, 10], [4]]),
    ],
)
def test_as_many_at_once_as_there_is_time_for(
    monkeypatch: pytest.MonkeyPatch, each: float, cores: int, sizes: list[list[int]]
) -> None:
    clock, tried = [0.0], list[list[int]]()

    def compiled(goes: list[list[dict[str, Any]]], _pool: Executor) -> None:
        tried.append([len(jobs) for jobs in goes])
        clock[0] += each * max(map(len, goes))

    monkeypatch.setattr(together, "_together", compiled)
    monkeypatch.setattr(together, "time", SimpleNamespace(monotonic=lambda: clock[0]))
    monkeypatch.setattr(together, "os", SimpleNamespace(cpu_count=lambda: cores))
    long = "x" * 3600
    jobs = [
        {"source": f"int f() {{ return {n}; }} // {long}", "entry": n, "types": (), "assume": None} for n in range(40)
    ]
    together.ahead(jobs)
    assert tried == sizes
