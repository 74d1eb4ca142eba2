"""A bundle's model is one self-contained ONNX file: external data and custom operators are refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codescore.embed import Encoder, load_bundle
from codescore.embed.onnx_scan import unsound
from codescore.foundation.errors import BundleError
from tests.stages.bundles import copy_bundle


def field(number: int, payload: bytes) -> bytes:
    """A length-delimited protobuf field."""
    return varint(number << 3 | 2) + varint(len(payload)) + payload


def number_field(number: int, value: int) -> bytes:
    """A varint protobuf field."""
    return varint(number << 3) + varint(value)


def varint(value: int) -> bytes:
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes((*out, value))


LOCATION = number_field(14, 1)
ENTRY = field(13, field(1, b"location") + field(2, b"/etc/passwd"))
NAME = field(8, b"weights")
# Where a tensor can stand in a model, as the fields that lead to it (numbers of onnx.proto3).
PLACES = {
    "initialiser": (7, 5),
    "sparse initialiser's values": (7, 15, 1),
    "sparse initialiser's indices": (7, 15, 2),
    "constant's attribute": (7, 1, 5, 5),
    "list of tensors": (7, 1, 5, 10),
    "sparse attribute": (7, 1, 5, 22, 1),
    "list of sparse attributes": (7, 1, 5, 23, 2),
    "branch of an If": (7, 1, 5, 6, 5),
    "list of graphs": (7, 1, 5, 11, 5),
    "graph in a graph in a graph": (7, 1, 5, 6, 1, 5, 6, 1, 5, 6, 5),
    "function": (25, 7, 5, 5),
    "function's default": (25, 11, 5),
    "training's initialisation": (20, 1, 5),
    "training's algorithm": (20, 2, 1, 5, 5),
}


def model_with(tensor: bytes, path: tuple[int, ...]) -> bytes:
    """A model that holds a tensor at a place."""
    for number in reversed(path):
        tensor = field(number, tensor)
    return number_field(1, 8) + field(7, b"") + tensor


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("mark", [LOCATION, ENTRY, LOCATION + ENTRY, number_field(14, 1 << 32 | 1), field(14, b"\1")])
def test_external_data_is_found_wherever_it_stands(place: str, mark: bytes) -> None:
    """A tensor that names a file outside is reported with its name, however deep it is."""
    fault = unsound(model_with(NAME + mark, PLACES[place]))
    assert fault is not None
    assert "external" in fault
    assert "weights" in fault


@pytest.mark.parametrize("place", PLACES)
def test_a_tensor_with_its_data_inside_is_accepted(place: str) -> None:
    """`data_location` DEFAULT and raw data are what a sound model has."""
    raw = field(9, ENTRY + LOCATION)  # bytes that look like the fields, but are data
    assert unsound(model_with(NAME + raw + number_field(14, 0), PLACES[place])) is None


@pytest.mark.parametrize(
    "model", [b"", b"\0", b"hello, world", number_field(1, 8), b"\x0f", field(7, b"")[:-1] + b"\x05", b"\xff" * 40]
)
def test_bytes_that_are_no_model_are_named_as_such(model: bytes) -> None:
    """Neither truncated nor arbitrary bytes pass for a model without external data."""
    assert unsound(model) is not None


def test_the_runtimes_other_format_is_refused() -> None:
    """The runtime would load ORT format, which the scan does not read."""
    assert "ORT" in str(unsound(b"\x18\0\0\0ORTM" + bytes(100)))


@given(st.binary(max_size=200))
def test_the_scan_is_total(data: bytes) -> None:
    """Any bytes get an answer."""
    answer = unsound(data)
    assert answer is None or answer


def _tiny(onnx: Any, nodes: list[Any], initialisers: list[Any], *, domains: tuple[str, ...] = ("",)) -> Any:
    helper, kind = onnx.helper, onnx.TensorProto
    inputs = [helper.make_tensor_value_info(n, kind.INT64, ["b", "s"]) for n in ("input_ids", "attention_mask")]
    outputs = [helper.make_tensor_value_info("cls", kind.FLOAT, None)]
    graph = helper.make_graph(nodes, "tiny", inputs, outputs, initialisers)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid(d, 17 if not d else 1) for d in domains])


@pytest.mark.bundle
def test_a_real_model_saved_with_external_data_is_refused(tmp_path: Path) -> None:
    """What `onnx` itself writes with external data does not load, though its hash fits."""
    onnx = pytest.importorskip("onnx", reason="NO onnx: a real external-data model was not tried")
    numpy = pytest.importorskip("numpy")
    weights = onnx.numpy_helper.from_array(numpy.ones((600, 256), dtype=numpy.float32), "weights")
    model = _tiny(onnx, [onnx.helper.make_node("Gather", ["weights", "input_ids"], ["cls"])], [weights])
    assert unsound(model.SerializeToString()) is None
    onnx.save(model, tmp_path / "m.onnx", save_as_external_data=True, location="weights.bin", size_threshold=0)
    path = copy_bundle(tmp_path / "bundle", model=(tmp_path / "m.onnx").read_bytes())
    with pytest.raises(BundleError, match="'weights' in an external file"):
        load_bundle(path)


@pytest.mark.bundle
def test_a_model_with_a_custom_operator_does_not_load(tmp_path: Path) -> None:
    """No custom operators are registered."""
    onnx = pytest.importorskip("onnx", reason="NO onnx: a model with a custom operator was not tried")
    node = onnx.helper.make_node("Exec", ["input_ids", "attention_mask"], ["cls"], domain="evil.ops")
    model = _tiny(onnx, [node], [], domains=("", "evil.ops"))
    bundle = load_bundle(copy_bundle(tmp_path, model=model.SerializeToString()))
    with pytest.raises(BundleError, match="cannot be loaded"):
        Encoder(bundle)
