"""A base of the Hugging Face kind as the ONNX files of a bundle, its encoder written by optimum-onnx.

optimum-onnx wants an older transformers than ours, so that it runs in an interpreter of its own (`optimum_process`).
What it writes gives hidden states of given positions.  Around that this module puts what a bundle needs, traced from
the modules that were trained with: positions from the mask in front; poolings, unit length and token vectors behind.
Those stay in full precision.  Knows no bundle and no manifest; neighbour: `onnx` exports any encoder in one piece.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import onnx
import torch
from torch import Tensor, nn

from codescore.embed.manifest import POOLINGS
from codescore.foundation.errors import EnvironmentProblem, InputError
from codescore.foundation.packages import DISTRIBUTION
from codescore_train.export.onnx import TOKENS, checked, trace
from codescore_train.export.tokens import Bundled, TokenTables
from codescore_train.train.base import BaseEncoder
from codescore_train.train.late import TokenHead
from codescore_train.train.model import Learner, pooled

_PROCESS = Path(__file__).with_name("optimum_process.py")
_LACKS = ("ModuleNotFoundError", "ImportError")
_ENVIRONMENT = ".optimum"


def export_with_optimum(
    learner: Learner, full: Path, small: Path | None, *, max_tokens: int, tables: TokenTables | None, python: str
) -> dict[str, str]:
    """Write the file in full precision and, if asked for, the one with 8-bit weights; versions of what wrote them.

    `python` is the interpreter that has optimum-onnx.  Raises InputError for an encoder that is no base,
    EnvironmentProblem where that interpreter cannot do it.
    """
    encoder = learner.encoder
    if not isinstance(encoder, BaseEncoder):
        raise InputError("optimum exports bases of the Hugging Face kind; the recipe has none: leave --exporter out")
    with TemporaryDirectory() as temporary:
        folder = Path(temporary)
        encoder.model.save_pretrained(folder / "source")  # type: ignore[operator]  # the library is untyped
        written = _run(python, folder / "source", folder)
        front, back = ends(encoder, learner.tokens, tables, folder, max_tokens)
        for name, target in (("encoder.onnx", full), ("encoder.int8.onnx", small)):
            if target is not None:
                onnx.save(joined([front, onnx.load(str(folder / name)), back]), str(target))
                checked(target)
    return written


def ends(
    encoder: BaseEncoder, head: TokenHead | None, tables: TokenTables | None, folder: Path, max_tokens: int
) -> tuple[onnx.ModelProto, onnx.ModelProto]:
    """What goes before an encoder (mask -> `position_ids`) and behind it (`first`, `last` -> a bundle's outputs)."""
    front, back = folder / "front.onnx", folder / "back.onnx"
    ones = torch.ones(2, 16, dtype=torch.int64)
    trace(_Positions(encoder), {"attention_mask": ones}, ["position_ids"], front, max_tokens)
    states = {name: torch.randn(2, 16, encoder.width) for name in ("first", "last")}
    bundled = Bundled(nn.Identity(), head, tables) if head is not None and tables is not None else None
    names = [*POOLINGS, *([TOKENS] if bundled is not None else [])]
    trace(_Numbers(bundled), {"input_ids": ones, "attention_mask": ones} | states, names, back, max_tokens)
    return onnx.load(str(front)), onnx.load(str(back))


def joined(parts: Sequence[onnx.ModelProto]) -> onnx.ModelProto:
    """Models one behind the other: what a part reads is an input of the whole, or what a part before it gives.

    Inputs are those of the middle parts that nothing gives; outputs are the last part's.
    """
    renamed = [onnx.compose.add_prefix(one, f"{k}/", rename_inputs=False, rename_outputs=False)
               for k, one in enumerate(parts)]  # fmt: skip
    whole = onnx.ModelProto(ir_version=max(one.ir_version for one in parts))
    whole.graph.name = "bundle"
    versions: dict[str, int] = {}
    given = {value.name for one in renamed for value in one.graph.output}
    inputs: dict[str, onnx.ValueInfoProto] = {}
    for one in renamed:
        versions |= {each.domain: max(each.version, versions.get(each.domain, 0)) for each in one.opset_import}
        inputs |= {value.name: value for value in one.graph.input if value.name not in given}
        whole.graph.node.extend(one.graph.node)
        whole.graph.initializer.extend(one.graph.initializer)
        whole.functions.extend(one.functions)
    whole.opset_import.extend(onnx.helper.make_opsetid(domain, version) for domain, version in versions.items())
    whole.graph.input.extend(inputs[name] for name in ("input_ids", "attention_mask"))
    whole.graph.output.extend(renamed[-1].graph.output)
    return whole


class _Positions(nn.Module):
    """The base's positions of a mask."""

    def __init__(self, encoder: BaseEncoder) -> None:
        super().__init__()
        self.encoder = encoder

    def forward(self, attention_mask: Tensor) -> Tensor:
        return self.encoder.positions(attention_mask)


class _Numbers(nn.Module):
    """A bundle's outputs from hidden states, as `Pooled` and `Bundled` compute them."""

    def __init__(self, bundled: Bundled | None) -> None:
        super().__init__()
        self.bundled = bundled
        self.eval()

    def forward(self, input_ids: Tensor, attention_mask: Tensor, first: Tensor, last: Tensor) -> tuple[Tensor, ...]:
        if self.bundled is None:
            return pooled(first, last, attention_mask)
        return self.bundled.of_states(input_ids, attention_mask, first, last)


def _run(python: str, source: Path, out: Path) -> dict[str, str]:
    """Let the interpreter write the encoder's files into `out`."""
    program = python or sys.executable
    # -P: the program's own folder has modules that are named as libraries are.
    command = [str(Path(program).absolute()), "-P", str(_PROCESS), str(source), str(out)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False, cwd=out)
    except OSError as error:
        raise EnvironmentProblem(f"cannot start {program}: {error.strerror}; {_remedy()}") from None
    said = done.stderr.strip().splitlines()[-1:] or [f"it ended with {done.returncode}"]
    if said[0].startswith(_LACKS):
        raise EnvironmentProblem(f"{program} has no optimum-onnx ({said[0]}); {_remedy()}")
    if done.returncode != 0:
        raise EnvironmentProblem(f"optimum-onnx of {program} failed: {said[0]}; export without --exporter optimum")
    found: dict[str, str] = json.loads(done.stdout)
    return found


def _remedy() -> str:
    """An environment of its own: optimum-onnx wants transformers below 4.58."""
    here = f"{_ENVIRONMENT}/bin/python"
    install = f"python3 -m venv {_ENVIRONMENT} && {_ENVIRONMENT}/bin/pip install '{DISTRIBUTION}[optimum]'"
    return f"make it an environment of its own: {install}; then add --optimum-python {here}"
