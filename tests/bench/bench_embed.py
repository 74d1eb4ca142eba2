"""How fast and how large the model side is: prints one JSON document; asserts nothing about time.

    PYTHONPATH=server python tests/bench/bench_embed.py [--bundle FOLDER] [--functions N]

Times are p50: seconds of wall time, milliseconds of CPU time for single units.  "bare" is a plain onnxruntime session
with the same options on the same token ids: what is above it is ours.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from codescore.embed import Encoder, default_bundle_path, load_bundle, resident_mb
from codescore.engine import Pair, ScoreOptions, Session, Source, check_units, make_source, score_pairs
from codescore.languages import Language, by_path
from codescore.sketch import sketch_units

SERVER = Path(__file__).parents[2] / "server"
OPTIONS = ScoreOptions()
_HALF = 60  # repetitions of each measurement
_WARM_UP = 5

_CHILD = """
import sys, time, json
started = time.perf_counter()
from codescore.engine import Session, make_source
from codescore.languages import by_path
from codescore.embed import resident_mb
text = open(sys.argv[1], "rb").read()
imported = time.perf_counter()
source = make_source(by_path(sys.argv[1]), text, "bench")
parsed = time.perf_counter()
from pathlib import Path
session = Session(bundle=Path(sys.argv[2]), disk_cache=False)
session.warm()
warm = time.perf_counter()
print(json.dumps({"import_s": imported - started, "parse_s": parsed - imported, "units": len(source.units),
                  "ready_to_parse_s": parsed - started, "warm_after_start_s": warm - started,
                  "resident_warm_mb": resident_mb()}))
session.close()
"""


def main() -> None:
    """Run every measurement and print them."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--bundle", type=Path, default=default_bundle_path())
    arguments.add_argument("--functions", type=int, default=1000)
    options = arguments.parse_args()
    files = _sources()
    result = {
        "machine": {"cpus": os.cpu_count(), "python": platform.python_version(), "load": os.getloadavg()},
        "bundle": load_bundle(options.bundle).label,
        "start": _start(files[0], options.bundle),
        "single": _single(files, options.bundle),
        "cold": _cold(files, options.bundle, options.functions),
        "resident_end_mb": resident_mb(),
    }
    print(json.dumps(result, indent=1))


def _sources() -> list[Path]:
    """Real code that is on every machine: the standard library's larger modules."""
    folder = Path(sysconfig.get_paths()["stdlib"])
    files = sorted(folder.glob("*.py"), key=lambda p: (-p.stat().st_size, p.name))
    return [f for f in files if f.stat().st_size < 250_000]


def _start(file: Path, bundle: Path) -> dict[str, Any]:
    """A fresh process until it has parsed a large file, and until the model is warm; the middle one of five runs."""
    runs = []
    for _ in range(5):
        child = subprocess.run(
            [sys.executable, "-c", _CHILD, str(file), str(bundle)],
            capture_output=True, text=True, check=True, env={**os.environ, "PYTHONPATH": str(SERVER)},
        )  # fmt: skip
        runs.append(json.loads(child.stdout))
    return sorted(runs, key=lambda run: run["warm_after_start_s"])[2]


def _single(files: list[Path], bundle: Path) -> list[dict[str, Any]]:
    """One unit that nobody has seen, scored from its bytes against a known reference, beside the bare model."""
    with tempfile.TemporaryDirectory() as folder:
        session = Session(bundle=bundle, cache_dir=Path(folder))
        session.warm()
        assert session._model is not None
        encoder = session._model.encoder  # the very one, or two sets of weights would push each other out of the cache
        results = [_one_length(session, encoder, files, tokens) for tokens in (32, 64, 128, 240)]
        session.close()
    return results


def _one_length(session: Session, encoder: Encoder, files: list[Path], tokens: int) -> dict[str, Any]:
    language, text = _function_of_length(encoder, files, tokens)
    reference = make_source(language, text, "reference")
    variants = [text + f"\n    return {i}\n".encode() for i in range(2 * _HALF)]
    example = make_source(language, variants[0], "example")
    rows = encoder._windows.rows(sketch_units(example.syntax, example.units)[0].text)
    assert len(rows.ids) == 1
    ids = np.array(rows.ids, dtype=np.int64)
    mask = np.ones_like(ids)
    names = encoder._output_names  # all that the product asks of the model, token vectors among them

    def bare(_: int) -> None:
        encoder._session.run(names, {"input_ids": ids, "attention_mask": mask})

    def whole(index: int) -> None:
        candidate = make_source(language, variants[index], "candidate")
        score(_pair(candidate, reference))

    def score(pair: Pair) -> None:
        assert score_pairs(session, [pair], OPTIONS)[0].similarity is not None

    pairs = [_pair(make_source(language, text, "candidate"), reference) for text in variants[:_HALF]]
    check_units(session, reference, reference.units)
    for pair in pairs:
        check_units(session, pair.candidate, [pair.unit])
    score(_pair(reference, reference))
    bare_ms, score_ms, whole_ms = _in_turn(bare, lambda i: score(pairs[i]), lambda i: whole(_HALF + i))
    (known_ms,) = _in_turn(lambda _: whole(0))
    return {
        "tokens": rows.tokens,
        "bare_ms": bare_ms,
        "score_ms": score_ms,  # sketch, tokenise, run, judge: a unit that is parsed and checked
        "score_ratio": round(score_ms / bare_ms, 3),
        "from_bytes_ms": whole_ms,  # parse and compile too
        "from_bytes_ratio": round(whole_ms / bare_ms, 3),
        "known_sketch_ms": known_ms,
    }


def _pair(candidate: Source, reference: Source) -> Pair:
    return Pair(candidate, candidate.units[0], reference, reference.units[0], "given")


def _function_of_length(encoder: Encoder, files: list[Path], tokens: int) -> tuple[Language, bytes]:
    """A real top-level function whose sketch is about that long."""
    best: tuple[int, Language, bytes] | None = None
    for file in files[:25]:
        source = _source(file)
        for unit, sketch in zip(source.units, sketch_units(source.syntax, source.units), strict=True):
            if unit.nested or unit.qualified != unit.name:
                continue
            length = encoder._windows.rows(sketch.text).tokens
            if best is None or abs(length - tokens) < best[0]:
                text = source.syntax.source[unit.start : unit.end]
                best = (abs(length - tokens), source.syntax.language, text)
    assert best is not None
    return best[1:]


def _cold(files: list[Path], bundle: Path, count: int) -> dict[str, Any]:
    """Many functions against one reference, nothing known before: N + 1 vectors."""
    session = Session(bundle=bundle, disk_cache=False)
    session.warm()
    sources: list[Source] = []
    found = 0
    started = time.perf_counter()
    pairs: list[Pair] = []
    seen: set[bytes] = set()
    for file in files:
        source = _source(file)
        sources.append(source)
        for unit in source.units:
            if not unit.nested and unit.digest not in seen and found < count:
                seen.add(unit.digest)
                found += 1
                pairs.append(Pair(source, unit, sources[0], sources[0].units[0], "given"))
        if found >= count:
            break
    parsed = time.perf_counter()
    cpu = time.process_time()
    verdicts = score_pairs(session, pairs, OPTIONS)
    done = time.perf_counter()
    cpu = time.process_time() - cpu
    again = score_pairs(session, pairs, OPTIONS)
    warm = time.perf_counter()
    assert [v.similarity for v in verdicts] == [v.similarity for v in again]
    session.close()
    return {
        "functions": found,
        "windows": sum(v.windows for v in verdicts),
        "parse_s": round(parsed - started, 3),
        "score_s": round(done - parsed, 3),
        "score_cpu_s": round(cpu, 3),  # of all threads: what wall time tends to, times cores, on an idle machine
        "total_s": round(done - started, 3),
        "again_s": round(warm - done, 3),
    }


def _source(file: Path) -> Source:
    language = by_path(file)
    assert language is not None
    return make_source(language, file.read_bytes(), file.name)


def _in_turn(*works: Callable[[int], None]) -> list[float]:
    """Medians in CPU milliseconds of this thread, which does all the work, of things measured in turn.

    On a machine that others use too, wall time would tell of them.
    """
    times: list[list[float]] = [[] for _ in works]
    for index in range(_HALF):
        for work, found in zip(works, times, strict=True):
            started = time.thread_time()
            work(index)
            found.append((time.thread_time() - started) * 1000)
    return [round(statistics.median(found[_WARM_UP:]), 3) for found in times]


if __name__ == "__main__":
    main()
