"""How fast and how large a bundle is here: the numbers behind `codescore model bench`.

Everything is measured where the command runs, in milliseconds of the wall clock: a busy machine gives larger ones.
Knows no terminal; neighbour: `model` shows it, `verification` has the sketches that are run.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING, Any

from codescore.cli.cases import all_cases
from codescore.cli.verification import fixed_sketches

if TYPE_CHECKING:
    from codescore.embed import Bundle, Encoder, TaskModel

TOKENS, THREADS = 128, (1, 2)
_WARM = 3


def bench(path: Path, runs: int) -> dict[str, Any]:
    """Bytes by file, and medians over `runs`: loading, a text of about 128 tokens, a program's task vector.

    Raises BundleError where the bundle is not sound.
    """
    from codescore.embed import Encoder, load_bundle

    started = perf_counter()
    bundle = load_bundle(path)
    loaded = perf_counter() - started
    text = ""
    times: dict[str, float] = {}
    tokens = 0
    for threads in THREADS:
        encoder = Encoder(bundle, threads=threads)
        text = text or _text(encoder)
        times[str(threads)] = _milliseconds(partial(encoder.encode, [text]), runs)
        tokens = encoder.encode([text])[0].tokens
        encoder.close()
    return {
        "bytes": _sizes(bundle),
        "runs": runs,
        "load_ms": round(loaded * 1000, 1),
        "tokens": tokens,
        "encode_ms": times,
        "same_task_ms": _same_task(bundle.task, runs) if bundle.task is not None else None,
    }


def _sizes(bundle: Bundle) -> dict[str, int]:
    found = {name: (bundle.path / name).stat().st_size for name in sorted(bundle.manifest.sha256)}
    return {**found, "all": sum(found.values())}


def _text(encoder: Encoder) -> str:
    """A sketch of as many tokens as fit into 128: the samples' own words, one after the other."""
    words = " ".join(fixed_sketches()).split()
    low, high = 1, min(len(words), TOKENS)
    while low < high:
        middle = (low + high + 1) // 2
        fits = encoder.encode([" ".join(words[:middle])])[0].tokens <= TOKENS
        low, high = (middle, high) if fits else (low, middle - 1)
    return " ".join(words[:low])


def _same_task(model: TaskModel, runs: int) -> float:
    """Features and vector of a sample's reference: the slowest of the languages' samples."""
    from codescore.languages import by_path
    from codescore.score import task_vector
    from codescore.sketch import own_names, sketch_source
    from codescore.syntax import parse

    slowest = 0.0
    for case in all_cases():
        language = by_path(case.reference.name)
        if language is not None:
            raw = case.reference.read_bytes()
            texts, own = [sketch_source(language, raw).text], own_names(parse(language, raw))
            slowest = max(slowest, _milliseconds(partial(task_vector, model, texts, language, own), runs))
    return slowest


def _milliseconds(call: Callable[[], object], runs: int) -> float:
    times = []
    for k in range(runs + _WARM):
        started = perf_counter()
        call()
        if k >= _WARM:
            times.append(perf_counter() - started)
    return round(median(times) * 1000, 2)
