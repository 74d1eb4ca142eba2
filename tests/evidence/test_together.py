"""Variants of one C++ text are compiled together, as many at once as the compiler has time for."""

from __future__ import annotations

import threading
from concurrent.futures import Executor
from types import SimpleNamespace
from typing import Any

import pytest

from codescore.evidence.session import EvidenceSession
from codescore.languages.cpp.run import together
from codescore.languages.cpp.run.compiling import Beside, Builder, Built
from tests.evidence.judging import judged


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


@pytest.mark.sandbox
def test_a_candidate_is_compiled_beside_its_reference(
    session: EvidenceSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen, by = list[str](), list[str]()

    def counted(self: Builder, text: str, options: tuple[str, ...], beside: Beside) -> Built:
        seen.append("ours" if "// ours" in text else "theirs" if text.count("// theirs") == 1 else "mutants")
        by.append(threading.current_thread().name)
        return alone(self, text, options, beside)

    alone = Builder._built
    monkeypatch.setattr(Builder, "_built", counted)
    program = "int middle(int a, int b) {{ return a + (b - a) / 2; }} // {}"
    found = judged(session, "cpp", program.format("ours"), program.format("theirs"))
    assert found.verdict == "equivalent", found.reason
    assert seen.count("ours") == 1
    assert by[seen.index("ours")].startswith("compiles C++")
    assert seen.index("ours") < seen.index("mutants")
