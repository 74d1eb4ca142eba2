"""A trained encoder as one self-contained ONNX file, in full precision and with 8-bit weights.

Inputs `input_ids` and `attention_mask`, int64 (batch, sequence); one output (batch, width) of unit-length vectors
per pooling, named as in POOLINGS; with late interaction one more, TOKENS, (batch, sequence, numbers of a token).
Knows nothing of bundles or manifests.  Neighbour: `hugging_face` has a base's encoder written by optimum instead.
"""

from __future__ import annotations

import contextlib
import io
import logging
import warnings
from collections.abc import Iterator, Sequence
from pathlib import Path

import onnx
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from torch import Tensor, nn

from codescore.embed.manifest import POOLINGS
from codescore.foundation.errors import EnvironmentProblem
from codescore_train.export.tokens import Bundled, TokenTables
from codescore_train.train.model import Learner, Pooled

_OPSET = 18
_INPUTS = ("input_ids", "attention_mask")
#: The output with the tokens' vectors; `tokens` alone collides with a name of the exporter's.
TOKENS = "token-vectors"
_HEAD = ("project", "weigh", "suspect.0", "suspect.2")
_EXACT = ("projection", "rarity", *(f"head.{name}.weight" for name in _HEAD))


def export_fp32(learner: Learner, path: Path, max_tokens: int, tables: TokenTables | None = None) -> None:
    """Write the encoder's ONNX file in full precision; batch and sequence are dynamic.

    With `tables` the tokens' vectors are an output too.
    """
    late = learner.tokens is not None and tables is not None
    model: nn.Module = Pooled(learner.encoder)
    if learner.tokens is not None and tables is not None:
        model = Bundled(learner.encoder, learner.tokens, tables)
    model.eval()
    outputs = [*POOLINGS, *([TOKENS] if late else [])]
    ones = torch.ones(2, 16, dtype=torch.int64)
    trace(model, dict.fromkeys(_INPUTS, ones), outputs, path, max_tokens)
    checked(path)


def trace(model: nn.Module, inputs: dict[str, Tensor], outputs: Sequence[str], path: Path, max_tokens: int) -> None:
    """Write the ONNX file of a module; `inputs` are examples (batch, sequence, ...), both of them dynamic."""
    batch, sequence = torch.export.Dim("batch", min=1), torch.export.Dim("sequence", min=2, max=max_tokens)
    with _quiet(), torch.no_grad():
        torch.onnx.export(
            model,
            tuple(example.clone() for example in inputs.values()),  # one tensor given twice is traced as one input
            str(path),
            input_names=list(inputs),
            output_names=list(outputs),
            opset_version=_OPSET,
            dynamo=True,
            dynamic_shapes=tuple({0: batch, 1: sequence} for _ in inputs),
            external_data=False,
        )


def quantise(source: Path, target: Path) -> None:
    """Weights and embeddings of an ONNX file in 8 bits, per channel; activations are quantised as they come.

    What is only looked up or is the head of late interaction stays in full precision: it is small, and its errors
    would go into every comparison.
    """
    with _quiet():
        quantize_dynamic(
            source,
            target,
            per_channel=True,
            weight_type=QuantType.QInt8,
            op_types_to_quantize=["MatMul", "Gemm", "Gather"],
            nodes_to_exclude=_exact(onnx.load(str(source), load_external_data=False)),
            extra_options={"EnableSubgraph": False, "MatMulConstBOnly": True},
        )
    checked(target)


def _exact(model: onnx.ModelProto) -> list[str]:
    """The nodes that stay in full precision: those that read the tables and the head of late interaction."""
    small = {t.name for t in model.graph.initializer if t.name in _EXACT or len(t.dims) == 1}
    for node in model.graph.node:  # a weight may reach its product transposed
        if node.op_type == "Transpose" and node.input[0] in small:
            small.update(node.output)
    return [n.name for n in model.graph.node if n.op_type in ("MatMul", "Gemm", "Gather") and small & set(n.input)]


def checked(path: Path) -> None:
    """The file stands alone, and its inputs and outputs are what the bundle format says.  Raises EnvironmentProblem."""
    model = onnx.load(str(path), load_external_data=False)
    external = [t.name for t in model.graph.initializer if t.data_location == onnx.TensorProto.EXTERNAL]
    inputs = tuple(value.name for value in model.graph.input)
    outputs = tuple(value.name for value in model.graph.output)
    if external or inputs != _INPUTS or outputs not in (POOLINGS, (*POOLINGS, TOKENS)):
        raise EnvironmentProblem(
            f"the exporter (torch {torch.__version__}) wrote an unexpected file: inputs {inputs}, outputs {outputs}, "
            f"{len(external)} external tensors"
        )
    onnx.checker.check_model(model)


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """Exporters print and log on success; only exceptions matter here."""
    former = logging.root.manager.disable
    logging.disable(logging.WARNING)
    try:
        with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
            warnings.simplefilter("ignore")
            yield
    finally:
        logging.disable(former)
