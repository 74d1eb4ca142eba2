"""Is an ONNX file self-contained?  A scan of its protobuf bytes, before any runtime sees them.

ONNX tensors may name files outside the model (external data), which a runtime would open relative to some folder.
The scan walks every place where a tensor can stand (initialisers, sparse ones, attributes, subgraphs, functions,
training graphs) and reports the first thing that must not be there.  Field numbers are those of `onnx.proto3`.
It knows only the bytes; `bundle` turns its answer into an error.
"""

from __future__ import annotations

from collections.abc import Iterator

# Message -> field number -> message of that field; all other fields are skipped.
_NESTED: dict[str, dict[int, str]] = {
    "Model": {7: "Graph", 20: "TrainingInfo", 25: "Function"},
    "TrainingInfo": {1: "Graph", 2: "Graph"},
    "Graph": {1: "Node", 5: "Tensor", 15: "SparseTensor"},
    "Function": {7: "Node", 11: "Attribute"},
    "Node": {5: "Attribute"},
    "Attribute": {5: "Tensor", 6: "Graph", 10: "Tensor", 11: "Graph", 22: "SparseTensor", 23: "SparseTensor"},
    "SparseTensor": {1: "Tensor", 2: "Tensor"},
    "Tensor": {},
}
_MODEL_GRAPH = 7
_TENSOR_NAME, _TENSOR_EXTERNAL_DATA, _TENSOR_DATA_LOCATION = 8, 13, 14
_VARINT, _FIXED64, _BYTES, _FIXED32 = 0, 1, 2, 5


class _MalformedError(Exception):
    """The bytes are no protobuf message."""


def unsound(model: bytes) -> str | None:
    """What is wrong with the bytes of an ONNX model, or None where it is whole and self-contained."""
    if model[4:8] == b"ORTM":  # a runtime would recognise this other format, which the scan does not understand
        return "is in ORT format, not ONNX"
    data = memoryview(model)
    stack = [("Model", 0, len(data))]
    graphs = 0
    try:
        while stack:
            message, start, stop = stack.pop()
            nested = _NESTED[message]
            external, name = False, ""
            for number, wire, value, low, high in _fields(data, start, stop):
                if number in nested:
                    if wire != _BYTES:
                        return "is damaged: it is not an ONNX model"
                    stack.append((nested[number], low, high))
                    graphs += message == "Model" and number == _MODEL_GRAPH
                elif message == "Tensor":
                    if number == _TENSOR_NAME and wire == _BYTES:
                        name = bytes(data[low:high]).decode("utf-8", errors="replace")
                    elif number == _TENSOR_EXTERNAL_DATA or (
                        number == _TENSOR_DATA_LOCATION and (wire != _VARINT or value != 0)
                    ):
                        external = True
            if external:
                return f"keeps tensor {name[:80]!r} in an external file; a bundle must be one self-contained file"
    except _MalformedError:
        return "is damaged or truncated: it is not an ONNX model"
    return None if graphs else "holds no graph: it is not an ONNX model"


def _fields(data: memoryview, position: int, stop: int) -> Iterator[tuple[int, int, int, int, int]]:
    """Fields of the message in data[position:stop] as (number, wire type, varint value, payload start, end)."""
    while position < stop:
        tag, position = _varint(data, position, stop)
        number, wire = tag >> 3, tag & 7
        if not 0 < number < 1 << 29:
            raise _MalformedError
        value, low = 0, position
        if wire == _VARINT:
            value, position = _varint(data, position, stop)
        elif wire == _FIXED64:
            position += 8
        elif wire == _FIXED32:
            position += 4
        elif wire == _BYTES:
            size, low = _varint(data, position, stop)
            position = low + size
        else:
            raise _MalformedError
        if position > stop:
            raise _MalformedError
        yield number, wire, value, low, position


def _varint(data: memoryview, position: int, stop: int) -> tuple[int, int]:
    value = 0
    for shift in range(0, 70, 7):
        if position >= stop:
            raise _MalformedError
        byte = data[position]
        position += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, position
    raise _MalformedError
