"""An ONNX file as an `audit.Embed`, and its latency.  The only place of the trainer that runs onnxruntime."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import onnxruntime
from numpy.typing import NDArray

from codescore.embed import TokenVectors
from codescore.embed.manifest import POOLINGS
from codescore.embed.vectors import token_vectors
from codescore.foundation.errors import BundleError
from codescore_train.pairs.store import Tokens
from codescore_train.tokenizer.special import SpecialIds
from codescore_train.train.audit import Embed, Vectors
from codescore_train.train.batches import pad
from codescore_train.train.late_audit import EmbedTokens

_WIDE = 32
_NOTHING = np.zeros(0, np.float32)


def open_session(path: Path, threads: int = 2) -> onnxruntime.InferenceSession:
    """A CPU session from the bytes of a file.  Raises BundleError where they are no model."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.log_severity_level = 3
    try:
        return onnxruntime.InferenceSession(path.read_bytes(), options, providers=["CPUExecutionProvider"])
    except OSError as error:
        raise BundleError(f"cannot read {path}: {error.strerror}") from None
    except Exception as error:  # noqa: BLE001 (onnxruntime raises many kinds)
        raise BundleError(f"{path} is not a usable ONNX model: {str(error).splitlines()[0]}") from None


def onnx_embedder(session: onnxruntime.InferenceSession, special: SpecialIds, width: int = _WIDE) -> Embed:
    """Sequences -> unit vectors per pooling, like-length sequences together."""

    def embed(sequences: Sequence[Tokens]) -> Vectors:
        order = sorted(range(len(sequences)), key=lambda k: len(sequences[k]))
        rows: dict[str, list[NDArray[np.float32]]] = {name: [_NOTHING] * len(order) for name in POOLINGS}
        for start in range(0, len(order), width):
            some = order[start : start + width]
            batch = pad([sequences[k] for k in some], special)
            feeds = {"input_ids": batch.ids.numpy(), "attention_mask": batch.mask.numpy()}
            for name, output in zip(POOLINGS, session.run(list(POOLINGS), feeds), strict=True):
                for k, vector in zip(some, output, strict=True):
                    rows[name][k] = vector
        return {name: np.stack(vectors) for name, vectors in rows.items()}

    return embed


def onnx_rows(
    session: onnxruntime.InferenceSession, special: SpecialIds, output: str, sequences: Sequence[Tokens]
) -> list[NDArray[np.float32]]:
    """The numbers of every sequence's tokens (tokens, numbers), one sequence at a time as the product does."""
    if output not in {o.name for o in session.get_outputs()}:
        raise BundleError(f"the model has no output {output}: it was exported without token vectors")
    found = []
    for sequence in sequences:
        batch = pad([sequence], special)
        feeds = {"input_ids": batch.ids.numpy(), "attention_mask": batch.mask.numpy()}
        found.append(session.run([output], feeds)[0][0, 1 : 1 + len(sequence)])
    return found


def onnx_tokens(
    session: onnxruntime.InferenceSession, special: SpecialIds, output: str, sizes: tuple[int, int]
) -> EmbedTokens:
    """Sequences -> the vectors of their tokens; `sizes`: forms, roles."""

    def embed(sequences: Sequence[Tokens]) -> list[TokenVectors]:
        return [token_vectors(rows, *sizes) for rows in onnx_rows(session, special, output, sequences)]

    return embed


def latency(path: Path, special: SpecialIds, tokens: int = 128, threads: int = 1, runs: int = 40) -> float:
    """Median milliseconds of one sequence of `tokens` tokens."""
    return round(float(np.median(milliseconds(path, special, tokens, threads, runs))), 2)


def milliseconds(path: Path, special: SpecialIds, tokens: int, threads: int, runs: int) -> NDArray[np.float64]:
    """The time of each of `runs` runs (runs,) over one sequence of `tokens` tokens."""
    session = open_session(path, threads)
    ids = np.full((1, tokens), special.first_plain + 100, dtype=np.int64)
    feeds = {"input_ids": ids, "attention_mask": np.ones_like(ids)}
    times = []
    for _ in range(runs):
        started = time.perf_counter()
        session.run(None, feeds)
        times.append(time.perf_counter() - started)
    return np.asarray(times) * 1000
