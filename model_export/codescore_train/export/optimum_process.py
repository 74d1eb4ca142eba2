"""Run by `optimum` in an interpreter that has optimum-onnx: a saved encoder as optimised and as quantised ONNX files.

Arguments: a folder that transformers saved, and a folder to write.  Writes `encoder.onnx` (exported, then its graph
optimised) and `encoder.int8.onnx`: inputs `input_ids`, `attention_mask` and `position_ids`, int64 (batch, sequence);
outputs `first` and `last`, the hidden states of the first and of the last layer, (batch, sequence, width).  Prints
one JSON object with the versions that wrote them.  Imports nothing of ours: that interpreter need not have it.
"""

from __future__ import annotations

import contextlib
import json
import logging
import sys
import warnings
from importlib.metadata import version
from pathlib import Path
from typing import Any

import onnx
from onnxruntime.quantization import QuantFormat, QuantizationMode, QuantType
from optimum.exporters.onnx import main_export
from optimum.exporters.onnx.config import TextEncoderOnnxConfig
from optimum.onnxruntime import ORTOptimizer, ORTQuantizer
from optimum.onnxruntime.configuration import OptimizationConfig, QuantizationConfig
from optimum.utils import NormalizedTextConfig
from transformers import AutoConfig

_OPSET = 18
_NAMES = {"hidden_states.1": "first", "last_hidden_state": "last"}
_LIBRARIES = ("optimum", "optimum-onnx", "transformers", "torch", "onnx", "onnxruntime")


def main(source: str, out: str) -> None:
    """Write both files."""
    logging.disable(logging.WARNING)
    warnings.simplefilter("ignore")
    with contextlib.redirect_stdout(sys.stderr):  # the libraries print; our stdout holds one document
        _export(Path(source), Path(out))
        _optimise(Path(out))
        _quantise(Path(out))
    sys.stdout.write(json.dumps({name: version(name) for name in _LIBRARIES}) + "\n")


def _export(source: Path, out: Path) -> None:
    """`model.onnx`, with the two hidden states that a bundle needs as its only outputs."""
    main_export(
        str(source),
        out,
        task="feature-extraction",
        library_name="transformers",
        opset=_OPSET,
        do_validation=False,  # the whole bundle is compared with the trained model, more strictly
        local_files_only=True,
        custom_onnx_configs={"model": _configuration(AutoConfig.from_pretrained(source))},
        model_kwargs={"output_hidden_states": True},
    )
    _narrow(out / "model.onnx")


def _configuration(config: Any) -> Any:  # noqa: ANN401  optimum is untyped
    """Positions are an input: a bundle counts them by the mask, the model itself by its padding id."""
    axes = {0: "batch_size", 1: "sequence_length"}
    states = [f"hidden_states.{k}" for k in range(config.num_hidden_layers + 1)]

    class Configuration(TextEncoderOnnxConfig):  # type: ignore[misc]  # optimum is untyped
        NORMALIZED_CONFIG_CLASS = NormalizedTextConfig
        inputs = dict.fromkeys(("input_ids", "attention_mask", "position_ids"), axes)
        outputs = dict.fromkeys(("last_hidden_state", *states), axes)

    return Configuration(config, task="feature-extraction")


def _narrow(path: Path) -> None:
    """Leave the two outputs, under our names.  What only the others needed goes when the graph is optimised."""
    model = onnx.load(str(path))
    kept = [value for value in model.graph.output if value.name in _NAMES]
    del model.graph.output[:]
    for value in kept:
        new = onnx.ValueInfoProto()
        new.CopyFrom(value)
        new.name = _NAMES[value.name]
        model.graph.output.append(new)
        model.graph.node.append(onnx.helper.make_node("Identity", [value.name], [new.name], name=f"to-{new.name}"))
    onnx.save(model, str(path))


def _optimise(out: Path) -> None:
    """`encoder.onnx`: attention, GELU and layer norm as one operator each; the same numbers, no approximation."""
    optimizer = ORTOptimizer.from_pretrained(out, file_names=["model.onnx"])
    optimizer.optimize(OptimizationConfig(optimization_level=1), save_dir=out / "optimised", file_suffix="")
    (out / "optimised" / "model.onnx").replace(out / "encoder.onnx")


def _quantise(out: Path) -> None:
    """`encoder.int8.onnx`: weights and embeddings in 8 bits, per channel, as the other exporter has them."""
    configuration = QuantizationConfig(
        is_static=False,
        format=QuantFormat.QOperator,
        mode=QuantizationMode.IntegerOps,
        activations_dtype=QuantType.QUInt8,
        weights_dtype=QuantType.QInt8,
        per_channel=True,
        operators_to_quantize=["MatMul", "Gemm", "Attention", "Gather", "EmbedLayerNormalization"],
    )
    _type(out / "encoder.onnx", out / "typed.onnx")
    quantizer = ORTQuantizer.from_pretrained(out, file_name="typed.onnx")
    quantizer.quantize(configuration, save_dir=out / "quantised", file_suffix="")
    (out / "quantised" / "typed.onnx").replace(out / "encoder.int8.onnx")


def _type(source: Path, target: Path) -> None:
    """Write down that fused operators give floats: the quantiser asks, and ONNX knows only its own operators.

    Onnxruntime's symbolic shape inference, meant for this, stops at such an encoder (1.31).
    """
    model = onnx.load(str(source))
    fused = (node for node in model.graph.node if node.domain == "com.microsoft")
    known = {one.name for one in (*model.graph.value_info, *model.graph.output)}
    for name in sorted({name for node in fused for name in node.output if name} - known):
        model.graph.value_info.append(onnx.helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, None))
    onnx.save(model, str(target))


if __name__ == "__main__":
    main(*sys.argv[1:])
