"""The two ways from a trained run to ONNX files, by name, and what each gives: parity, sizes, latency.

`torch` takes any encoder in one piece; `optimum` takes a base and fuses its operators.  Neighbours: `bundle` writes
bundles with either, `hugging_face` is the second.
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
import numpy as np

from codescore_train.export.bundle import Export, measure_parity, tables_of, with_torch
from codescore_train.export.session import milliseconds
from codescore_train.export.tokens import TokenTables
from codescore_train.work import Work

TORCH, OPTIMUM = "torch", "optimum"
_RUNS = 20  # a round
_LENGTHS = (32, 128, 250)
_THREADS = (1, 2)


def exporter(name: str, python: str = "") -> Export:
    """The exporter of a name; `python` is the interpreter that has optimum-onnx, this one by default."""
    if name == TORCH:
        return with_torch

    def export(work: Work, tables: TokenTables | None, full: Path, small: Path | None) -> dict[str, str]:
        # transformers takes a second to import, and only this exporter needs it
        from codescore_train.export.hugging_face import export_with_optimum  # noqa: PLC0415

        return export_with_optimum(
            work.learner, full, small, max_tokens=work.recipe.model.max_tokens, tables=tables, python=python
        )

    return export


def compare(work: Work, python: str, rounds: int) -> dict[str, Any]:
    """Per exporter: what wrote the files, their bytes, parity with the trained model, median milliseconds.

    Latency is of one sequence, by file, tokens and threads; exporters take turns, so that a busy machine slows both.
    """
    tables = tables_of(work)
    with TemporaryDirectory() as temporary:
        files = {name: _Files(Path(temporary) / name) for name in (TORCH, OPTIMUM)}
        found: dict[str, Any] = {}
        for name, made in files.items():
            written = exporter(name, python)(work, tables, made.full, made.small)
            found[name] = {"written-by": written, "bytes": made.sizes(), "parity": _parity(work, made)}
        for name, times in _latency(work, files, rounds).items():
            found[name]["milliseconds"] = times
    return {"exporters": found, "runs": rounds * _RUNS, "base": work.recipe.model.base, "steps": work.state.step}


class _Files:
    """What an exporter writes, in a folder."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        self.full, self.small = folder / "model.fp32.onnx", folder / "model.onnx"

    def sizes(self) -> dict[str, int]:
        """Bytes of each file."""
        return {"fp32": self.full.stat().st_size, "int8": self.small.stat().st_size}


def _parity(work: Work, made: _Files) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.to_builtins(measure_parity(work, made.small, made.full))
    return found


def _latency(work: Work, files: dict[str, _Files], rounds: int) -> dict[str, dict[str, float]]:
    """Exporter -> `fp32, 128 tokens, 1 thread` -> median milliseconds."""
    found: dict[str, dict[str, float]] = {name: {} for name in files}
    lengths = sorted({min(length, work.recipe.model.max_tokens) for length in _LENGTHS})
    for precision in ("fp32", "int8"):
        for tokens in lengths:
            for threads in _THREADS:
                times: dict[str, list[float]] = {name: [] for name in files}
                for _ in range(rounds):
                    for name, made in files.items():
                        path = made.full if precision == "fp32" else made.small
                        times[name] += milliseconds(path, work.special, tokens, threads, _RUNS).tolist()
                for name, each in times.items():
                    said = f"{precision}, {tokens} tokens, {threads} thread{'s' if threads > 1 else ''}"
                    found[name][said] = round(float(np.median(each)), 3)
    return found
