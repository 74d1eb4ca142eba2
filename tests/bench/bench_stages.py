"""How fast the stages below the model are: prints one JSON document; asserts nothing about time.

    PYTHONPATH=server python tests/bench/bench_stages.py [--repeat N] [--lines N] [FILE ...]

For each file, or without one for generated ones of so many lines (those of `bench_lsp.py`): bytes and units,
milliseconds (p50) of a parse from scratch, of one edit followed, of finding all units, sketches per second, and
milliseconds (p50) of the compiler on one unit.  `memchr` is the peer of the same run: the time of counting the file's
newlines, so that runs on other machines can be compared as ratios.
"""

from __future__ import annotations

import argparse
import json
import platform
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from codescore.check import Checkers
from codescore.foundation.text import Edit, Text
from codescore.languages import by_path
from codescore.sketch import sketch_units
from codescore.syntax import Document, parse, units_of

sys.path[:0] = [str(Path(__file__).parents[2])]

from tests.bench.bench_lsp import KINDS  # noqa: E402  found through the line above


def main() -> None:
    """Measure every file and print the result."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--repeat", type=int, default=30)
    parser.add_argument("--lines", type=int, default=5000)
    arguments = parser.parse_args()
    checkers = Checkers()
    with tempfile.TemporaryDirectory(prefix="bench-stages-") as folder:
        files = arguments.files or generated(Path(folder), arguments.lines)
        rows = [measure(f, checkers, arguments.repeat) for f in files]
    checkers.close()
    machine = {"python": platform.python_version(), "machine": platform.machine()}
    print(json.dumps({"machine": machine, "files": rows}, indent=1))


def generated(folder: Path, lines: int) -> list[Path]:
    """A file of so many lines in each language."""
    found = []
    for kind in KINDS:
        found.append(folder / f"big{kind.ending}")
        found[-1].write_text(kind.text(lines), encoding="utf-8")
    return found


def measure(path: Path, checkers: Checkers, repeat: int) -> dict[str, Any]:
    """The numbers of one file."""
    language = by_path(path)
    assert language is not None, f"{path}: no known language"
    source = path.read_bytes()
    syntax = parse(language, source)
    units = units_of(syntax)
    document = Document(language, Text.of(source))
    document.snapshot()
    inside = next(u for u in units[len(units) // 2 :] if not u.nested)
    at = inside.name_end

    def edit() -> None:
        document.edit(Edit(at, at, b"x"))
        document.snapshot()

    def undo() -> None:
        document.edit(Edit(at, at + 1, b""))
        document.snapshot()

    sketching = p50(lambda: sketch_units(syntax, units), max(3, repeat // 5))
    unit_bytes = source[inside.start : inside.end]
    return {
        "file": path.name,
        "bytes": len(source),
        "units": len(units),
        "memchr_ms": round(p50(lambda: source.count(b"\n"), repeat), 4),
        "parse_ms": round(p50(lambda: parse(language, source), repeat), 2),
        "edit_ms": round(p50(edit, repeat, between=undo), 3),
        "units_ms": round(p50(lambda: units_of(syntax), repeat), 2),
        "sketches_per_second": round(len(units) / sketching * 1000),
        "compiler": checkers.check(language, unit_bytes, fragment=True).checker,
        "compile_unit_ms": round(p50(lambda: checkers.check(language, unit_bytes, fragment=True), repeat), 3),
    }


def p50(work: Callable[[], object], repeat: int, between: Callable[[], object] | None = None) -> float:
    """Median milliseconds of `work`; `between` runs untimed after each."""
    times = []
    for _ in range(repeat):
        started = time.perf_counter()
        work()
        times.append((time.perf_counter() - started) * 1e3)
        if between is not None:
            between()
    return statistics.median(times)


if __name__ == "__main__":
    main()
