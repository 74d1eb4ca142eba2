"""Sketch texts → unit vectors: a warm runtime session made from a verified bundle's bytes.

Thread-safe.  Knows texts and vectors, not units, caches or scores.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from codescore.embed.bundle import Bundle
from codescore.embed.devices import CPU, default_providers, default_threads
from codescore.embed.manifest import LATE
from codescore.embed.vectors import Encoded, TokenVectors, joined, token_vectors
from codescore.embed.windows import Rows, Windows, batches
from codescore.foundation.errors import BundleError
from codescore.foundation.packages import remedy

Vectors = NDArray[np.float32]  # with more axes, as said where it is used

#: Called after each micro-batch with rows done and rows in all; what it raises ends the work.
Tick = Callable[[int, int], None]

_INPUTS = ("input_ids", "attention_mask")
_DEVICE_BATCH_TOKENS = 16_384  # padded tokens of one micro-batch on an accelerator
_DEVICE_BATCH_ROWS = 64


@dataclass(frozen=True, slots=True, eq=False)
class _Row:
    """The model's answer to one row of ids: vectors (poolings, dimensions), and those of its tokens."""

    vectors: Vectors
    each: TokenVectors | None


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
        self._outputs = {name: p.output for name, p in manifest.poolings.items() if name != LATE}
        self._late = manifest.late
        self._output_names = [*self._outputs.values(), *([manifest.late.output] if manifest.late else [])]
        self._session = open_session(bundle, providers)
        self.provider = str(self._session.get_providers()[0]).removesuffix("ExecutionProvider")
        self._check_signature()
        alone = self.provider == "CPU" or manifest.precision == "int8"
        self._batch_rows = 1 if alone else _DEVICE_BATCH_ROWS
        self._pool = ThreadPoolExecutor(self.threads if self.provider == "CPU" else 1, "embed")
        self._try_out()
        self._check_golden()

    def encode(self, texts: Sequence[str], tick: Tick | None = None) -> list[Encoded]:
        """The vectors of texts, in their order.

        A text longer than the model's tokens is cut into windows at line ends; its vector is the mean of theirs,
        weighted by tokens, made unit length again.
        """
        rows = [self._windows.rows(text) for text in texts]
        inputs = [ids for row in rows for ids in row.ids]
        if len(inputs) == 1:  # the usual case while someone types: in the caller's thread, never behind long work
            alone = self._joined(rows[0], self._run(inputs))
            if tick is not None:
                tick(1, 1)
            return [alone]
        groups = batches([len(ids) for ids in inputs], _DEVICE_BATCH_TOKENS, self._batch_rows)
        found: list[_Row | None] = [None] * len(inputs)
        for group, made in zip(groups, self._run_all([[inputs[i] for i in g] for g in groups], tick), strict=True):
            for place, row in zip(group, made, strict=True):
                found[place] = row
        return [self._joined(row, part) for row, part in zip(rows, _split(found, rows), strict=True)]

    def token_places(self, text: str) -> list[tuple[int, int]]:
        """The characters [start, end) of a text that each row of its `TokenVectors` stands for."""
        return self._windows.places(text)

    def close(self) -> None:
        """End the worker threads; calls that are under way are finished."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _run_all(self, groups: Sequence[Sequence[tuple[int, ...]]], tick: Tick | None) -> list[list[_Row]]:
        """Run every group on the worker threads; results in the order of the groups."""
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

    def _run(self, ids: Sequence[tuple[int, ...]]) -> list[_Row]:
        """One run of the model over rows of ids."""
        width = max(map(len, ids))
        tokens = np.full((len(ids), width), self._windows.pad, dtype=np.int64)
        mask = np.zeros((len(ids), width), dtype=np.int64)
        for i, row in enumerate(ids):
            tokens[i, : len(row)] = row
            mask[i, : len(row)] = 1
        results = self._session.run(self._output_names, dict(zip(_INPUTS, (tokens, mask), strict=True)))
        if self._late is None:
            return [_Row(vectors, None) for vectors in np.stack(results, axis=1)]
        *pooled, tokens_out = results
        head, tail, late = self._windows.head, self._windows.tail, self._late
        if tokens_out.shape[-1] != late.forms + late.roles + 2 + late.suspicion:
            raise BundleError(
                f"the model in {self.bundle.path} gives {tokens_out.shape[-1]} numbers a token, "
                "which its manifest does not"
            )
        return [
            _Row(vectors, token_vectors(tokens_out[i, head : len(ids[i]) - tail], late.forms, late.roles))
            for i, vectors in enumerate(np.stack(pooled, axis=1))
        ]

    def _joined(self, rows: Rows, found: Sequence[_Row]) -> Encoded:
        """One text's vectors from those of its windows, made exactly unit length in double precision."""
        parts = np.stack([row.vectors for row in found])
        mean = parts[0].astype(np.float64) if len(parts) == 1 else np.average(parts, axis=0, weights=rows.weights)
        lengths = np.sqrt(np.einsum("pd,pd->p", mean, mean))
        vectors = (mean / np.maximum(lengths, 1e-12)[:, None]).astype(np.float32)
        vectors.flags.writeable = False
        each = [row.each for row in found if row.each is not None]
        return Encoded(
            MappingProxyType(dict(zip(self._outputs, vectors, strict=True))),
            rows.tokens,
            len(rows.ids),
            joined(each) if each else None,
        )

    def _check_signature(self) -> None:
        inputs = {i.name for i in self._session.get_inputs()}
        outputs = {o.name for o in self._session.get_outputs()}
        if inputs != set(_INPUTS):
            raise BundleError(f"{self.bundle.path}: the model wants {sorted(inputs)}, not {list(_INPUTS)}")
        absent = sorted(set(self._output_names) - outputs)
        if absent:
            raise BundleError(f"{self.bundle.path}: the model has no output {', '.join(absent)}")

    def _try_out(self) -> None:
        """The first run, which allocates, proves that the model runs and gives vectors of the manifest's size."""
        row = [self._windows.rows("f").ids[0]]
        try:
            first = self._run(row)[0]
        except Exception as error:  # noqa: BLE001 (the runtime raises many unrelated kinds)
            raise BundleError(f"the model in {self.bundle.path} does not run: {first_line(error)}") from None
        size = self.bundle.manifest.dimensions
        if first.vectors.shape != (len(self._outputs), size) or not bool(np.isfinite(first.vectors).all()):
            raise BundleError(
                f"the model in {self.bundle.path} gives {first.vectors.shape}, not vectors of {size} numbers"
            )
        if first.each is not None and self._late is not None:
            shapes = (first.each.form_codes.shape[1], first.each.role_codes.shape[1])
            if shapes != (self._late.forms, self._late.roles):
                raise BundleError(f"the model in {self.bundle.path} gives token vectors of {shapes} numbers")

    def _check_golden(self) -> None:
        """This runtime computes what the bundle's did: kernels of some platforms are known not to."""
        golden = self.bundle.manifest.golden
        if golden is None:
            return
        made = self.encode([golden.sketch])[0].vectors
        for name, wanted in golden.vectors.items():
            vector = np.asarray(wanted, np.float64)
            cosine = float(made[name] @ vector) / max(float(np.linalg.norm(vector)), 1e-12)
            if not 1.0 - cosine <= golden.tolerance:  # also where it is no number
                raise BundleError(
                    f"the model in {self.bundle.path} computes something else here than where it was made "
                    f"(cosine {cosine:.3f}): install another version of onnxruntime"
                )


def _split(found: Sequence[_Row | None], rows: Sequence[Rows]) -> Iterator[list[_Row]]:
    """What was found for each text's windows."""
    start = 0
    for row in rows:
        yield [part for part in found[start : start + len(row.ids)] if part is not None]
        start += len(row.ids)


_LOG_ERRORS_ONLY = 3


def open_session(bundle: Bundle, providers: Sequence[str] | None) -> Any:  # noqa: ANN401 (the library is untyped)
    """An `InferenceSession` on one thread; providers None means the best that is usable.  Raises BundleError.

    The one place that imports onnxruntime, and only when a session is opened. No custom operators are registered: a
    model that needs one does not load.
    """
    try:
        import onnxruntime  # noqa: PLC0415 (0.2 s that a server does not spend before it parses)
    except ImportError as error:
        raise BundleError(f"the model cannot be run: {error}; {remedy('onnxruntime')}") from None
    onnxruntime.set_default_logger_severity(_LOG_ERRORS_ONLY)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.log_severity_level = _LOG_ERRORS_ONLY
    wanted = list(providers) if providers is not None else default_providers(onnxruntime.get_available_providers())
    try:
        return onnxruntime.InferenceSession(bundle.model, options, providers=wanted)
    except Exception as error:  # noqa: BLE001 (the runtime raises many unrelated kinds)
        if providers is None and wanted != [CPU]:
            return open_session(bundle, [CPU])
        raise BundleError(f"the model in {bundle.path} cannot be loaded: {first_line(error)}") from None


def first_line(error: Exception) -> str:
    """The first line of a library's message, not too long."""
    return (str(error).splitlines() or [type(error).__name__])[0][:300]
