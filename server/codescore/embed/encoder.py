"""Sketch texts → unit vectors: a warm runtime session made from a verified bundle's bytes.

The only place that imports onnxruntime, and it does so when an `Encoder` is made, not when this module is imported.
Thread-safe.  Knows texts and vectors, not units, caches or scores.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from codescore.embed.bundle import Bundle
from codescore.embed.devices import CPU, default_providers, default_threads
from codescore.embed.windows import Rows, Windows, batches
from codescore.errors import BundleError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vector = NDArray[np.float32]
    Matrix = NDArray[np.float32]

#: Called after each micro-batch with rows done and rows in all; what it raises ends the work.
Tick = Callable[[int, int], None]

_INPUTS = ("input_ids", "attention_mask")
_BATCH_TOKENS = 2048  # padded tokens of one micro-batch: enough to fill two cores, small beside the weights
_BATCH_ROWS = 32
_LOG_ERRORS_ONLY = 3


@dataclass(frozen=True, slots=True, eq=False)
class Encoded:
    """What the model makes of one text: per pooling a float32 vector (dimensions,) of length 1.

    `tokens` counts the text's tokens without special ones; `windows` the model inputs they needed.
    """

    vectors: Mapping[str, Vector]
    tokens: int
    windows: int


class Encoder:
    """A model ready to run.  Raises BundleError if the bundle's model or tokenizer cannot be used."""

    provider: str

    def __init__(
        self, bundle: Bundle, *, threads: int | None = None, providers: Sequence[str] | None = None
    ) -> None:
        manifest = bundle.manifest
        self.bundle = bundle
        self.threads = threads or default_threads()
        self._windows = Windows(bundle.tokenizer, manifest.max_tokens, manifest.vocabulary)
        self._outputs = {name: pooling.output for name, pooling in manifest.poolings.items()}
        self._session = _session(bundle, self.threads, providers)
        self.provider = str(self._session.get_providers()[0]).removesuffix("ExecutionProvider")
        self._check_signature()
        # Dynamic quantisation scales activations by the largest of the whole batch: only rows that run alone
        # get the same vector whatever else is asked for at the same time.
        self._batch_rows = 1 if manifest.precision == "int8" else _BATCH_ROWS
        self.encode(["f"])  # the first run allocates

    def encode(self, texts: Sequence[str], tick: Tick | None = None) -> list[Encoded]:
        """The vectors of texts, in their order.

        A text longer than the model's tokens is cut into windows at line ends; its vector is the mean of theirs,
        weighted by tokens, made unit length again.
        """
        rows = [self._windows.rows(text) for text in texts]
        owners = [(text, part) for text, row in enumerate(rows) for part in range(len(row.ids))]
        lengths = [len(rows[t].ids[p]) for t, p in owners]
        found: list[dict[str, Vector]] = [{} for _ in owners]
        done = 0
        for group in batches(lengths, _BATCH_TOKENS, self._batch_rows):
            ids = [rows[owners[i][0]].ids[owners[i][1]] for i in group]
            for name, matrix in self._run(ids).items():
                for index, vector in zip(group, matrix, strict=True):
                    found[index][name] = vector
            done += len(group)
            if tick is not None:
                tick(done, len(owners))
        parts: list[list[dict[str, Vector]]] = [[] for _ in texts]
        for (text, _), vectors in zip(owners, found, strict=True):
            parts[text].append(vectors)
        return [_joined(row, part) for row, part in zip(rows, parts, strict=True)]

    def _run(self, ids: Sequence[tuple[int, ...]]) -> dict[str, Matrix]:
        """One run of the model over rows of ids: per pooling (rows, dimensions)."""
        import numpy as np

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


def _joined(rows: Rows, parts: Sequence[Mapping[str, Vector]]) -> Encoded:
    """One text's vectors from those of its windows, made exactly unit length in double precision."""
    import numpy as np

    vectors = {}
    for name in parts[0]:
        mean = np.average(np.stack([p[name] for p in parts]).astype(np.float64), axis=0, weights=rows.weights)
        vector = (mean / max(float(np.linalg.norm(mean)), 1e-12)).astype(np.float32)
        vector.flags.writeable = False
        vectors[name] = vector
    return Encoded(MappingProxyType(vectors), rows.tokens, len(rows.ids))


def _session(bundle: Bundle, threads: int, providers: Sequence[str] | None) -> Any:
    try:
        import onnxruntime
    except ImportError as error:
        raise BundleError(f"onnxruntime is missing ({error}); install codescore-r[cpu] or codescore-r[gpu]") from None
    onnxruntime.set_default_logger_severity(_LOG_ERRORS_ONLY)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = _LOG_ERRORS_ONLY
    # Idle threads must not spin: the editor's machine is someone's laptop.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    wanted = list(providers) if providers is not None else default_providers(onnxruntime.get_available_providers())
    try:
        return onnxruntime.InferenceSession(bundle.model, options, providers=wanted)
    except Exception as error:  # the runtime raises many unrelated kinds
        if providers is None and wanted != [CPU]:
            return _session(bundle, threads, [CPU])
        raise BundleError(f"the model in {bundle.path} cannot be loaded: {str(error).splitlines()[0][:300]}") from None
