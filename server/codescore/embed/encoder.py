"""Sketch texts → unit vectors: a warm runtime session made from a verified bundle's bytes.

Thread-safe.  Knows texts and vectors, not units, caches or scores.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from codescore.embed.bundle import Bundle
from codescore.embed.devices import default_threads
from codescore.embed.runtime import first_line, open_session
from codescore.embed.windows import Rows, Windows, batches
from codescore.errors import BundleError

Vector = NDArray[np.float32]
Matrix = NDArray[np.float32]

#: Called after each micro-batch with rows done and rows in all; what it raises ends the work.
Tick = Callable[[int, int], None]

_INPUTS = ("input_ids", "attention_mask")
_DEVICE_BATCH_TOKENS = 16_384  # padded tokens of one micro-batch on an accelerator
_DEVICE_BATCH_ROWS = 64


@dataclass(frozen=True, slots=True, eq=False)
class Encoded:
    """What the model makes of one text: per pooling a float32 vector (dimensions,) of length 1.

    `tokens` counts the text's tokens without special ones; `windows` the model inputs they needed.
    """

    vectors: Mapping[str, Vector]
    tokens: int
    windows: int


class Encoder:
    """A model ready to run.  Raises BundleError if the bundle's model or tokenizer cannot be used.

    On a CPU rows run one at a time, on as many threads as there are cores: measured faster than padded batches on
    all cores together, and a text's vector never depends on what else is asked for at the same time (dynamic
    quantisation scales activations by the largest of a whole batch).  On an accelerator rows of like length run as
    one micro-batch.
    """

    provider: str

    def __init__(self, bundle: Bundle, *, threads: int | None = None, providers: Sequence[str] | None = None) -> None:
        manifest = bundle.manifest
        self.bundle = bundle
        self.threads = threads or default_threads()
        self._windows = Windows(bundle.tokenizer, manifest.max_tokens, manifest.vocabulary)
        self._outputs = {name: pooling.output for name, pooling in manifest.poolings.items()}
        self._session = open_session(bundle, providers)
        self.provider = str(self._session.get_providers()[0]).removesuffix("ExecutionProvider")
        self._check_signature()
        alone = self.provider == "CPU" or manifest.precision == "int8"
        self._batch_rows = 1 if alone else _DEVICE_BATCH_ROWS
        self._pool = ThreadPoolExecutor(self.threads if self.provider == "CPU" else 1, "embed")
        self._try_out()

    def encode(self, texts: Sequence[str], tick: Tick | None = None) -> list[Encoded]:
        """The vectors of texts, in their order.

        A text longer than the model's tokens is cut into windows at line ends; its vector is the mean of theirs,
        weighted by tokens, made unit length again.
        """
        rows = [self._windows.rows(text) for text in texts]
        inputs = [ids for row in rows for ids in row.ids]
        groups = batches([len(ids) for ids in inputs], _DEVICE_BATCH_TOKENS, self._batch_rows)
        found: list[dict[str, Vector]] = [{} for _ in inputs]
        for group, vectors in zip(groups, self._run_all([[inputs[i] for i in g] for g in groups], tick), strict=True):
            for name, matrix in vectors.items():
                for index, vector in zip(group, matrix, strict=True):
                    found[index][name] = vector
        parts = iter(found)
        return [_joined(row, [next(parts) for _ in row.ids]) for row in rows]

    def close(self) -> None:
        """End the worker threads; calls that are under way are finished."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _run_all(self, groups: Sequence[Sequence[tuple[int, ...]]], tick: Tick | None) -> list[dict[str, Matrix]]:
        """Run every group, in their order; one alone runs in the caller's thread, never behind others' long work."""
        if len(groups) == 1:
            return [self._run(groups[0])]
        futures = [self._pool.submit(self._run, group) for group in groups]
        results = []
        try:
            for done, future in enumerate(futures, 1):
                results.append(future.result())
                if tick is not None:
                    tick(done, len(futures))
        except BaseException:  # Ctrl-C too: what has not begun must not be waited for
            for future in futures:
                future.cancel()
            raise
        return results

    def _run(self, ids: Sequence[tuple[int, ...]]) -> dict[str, Matrix]:
        """One run of the model over rows of ids: per pooling (rows, dimensions)."""
        width = max(map(len, ids))
        tokens = np.full((len(ids), width), self._windows.pad, dtype=np.int64)
        mask = np.zeros((len(ids), width), dtype=np.int64)
        for i, row in enumerate(ids):
            tokens[i, : len(row)] = row
            mask[i, : len(row)] = 1
        results = self._session.run(list(self._outputs.values()), dict(zip(_INPUTS, (tokens, mask), strict=True)))
        return dict(zip(self._outputs, results, strict=True))

    def _check_signature(self) -> None:
        inputs = {i.name for i in self._session.get_inputs()}
        outputs = {o.name for o in self._session.get_outputs()}
        if inputs != set(_INPUTS):
            raise BundleError(f"{self.bundle.path}: the model wants {sorted(inputs)}, not {list(_INPUTS)}")
        absent = sorted(set(self._outputs.values()) - outputs)
        if absent:
            raise BundleError(f"{self.bundle.path}: the model has no output {', '.join(absent)}")

    def _try_out(self) -> None:
        """The first run, which allocates, proves that the model runs and gives vectors of the manifest's size."""
        try:
            first = self.encode(["f"])[0].vectors
        except Exception as error:  # noqa: BLE001 (the runtime raises many unrelated kinds)
            raise BundleError(f"the model in {self.bundle.path} does not run: {first_line(error)}") from None
        size = self.bundle.manifest.dimensions
        for name, vector in first.items():
            if vector.shape != (size,) or not bool(np.isfinite(vector).all()):
                raise BundleError(f"{self.bundle.path}: output {name} is no vector of {size} numbers")


def _joined(rows: Rows, parts: Sequence[Mapping[str, Vector]]) -> Encoded:
    """One text's vectors from those of its windows, made exactly unit length in double precision."""
    vectors = {}
    for name in parts[0]:
        mean = np.average(np.stack([p[name] for p in parts]).astype(np.float64), axis=0, weights=rows.weights)
        vector = (mean / max(float(np.linalg.norm(mean)), 1e-12)).astype(np.float32)
        vector.flags.writeable = False
        vectors[name] = vector
    return Encoded(MappingProxyType(vectors), rows.tokens, len(rows.ids))
