"""Data as the types that it should have.

msgspec builds what it knows of a `Struct` when it first meets one, and leaves it where every thread finds it before it
is whole: a second thread that meets the type meanwhile follows a null pointer, and the process is gone (0.22.0).  So
each type is built under a lock here, once, before anything is read as it.  Everything that reads data as a type asks
this module; data of no type (`msgspec.json.decode(data)`) has nothing to build.
"""

from __future__ import annotations

import threading
from typing import Any, TypeVar, overload

import msgspec

T = TypeVar("T")
Bytes = bytes | bytearray | memoryview | str

_building = threading.Lock()
_built: set[Any] = set()


def built(kind: Any) -> Any:  # noqa: ANN401  a type as msgspec takes them: a class, or a union of some
    """The type, which all threads may now use."""
    if kind not in _built:
        with _building:
            msgspec.json.Decoder(kind)
            _built.add(kind)
    return kind


@overload
def convert(value: object, kind: type[T]) -> T: ...
@overload
def convert(value: object, kind: Any) -> Any: ...  # noqa: ANN401
def convert(value: object, kind: Any) -> Any:
    """Plain values as a type; raises msgspec.ValidationError."""
    return msgspec.convert(value, built(kind))


@overload
def from_json(data: Bytes, kind: type[T], *, strict: bool = True) -> T: ...
@overload
def from_json(data: Bytes, kind: Any, *, strict: bool = True) -> Any: ...  # noqa: ANN401
def from_json(data: Bytes, kind: Any, *, strict: bool = True) -> Any:
    """JSON as a type; raises msgspec.DecodeError, of which ValidationError is one.  Not strict: "1" is a number too."""
    return msgspec.json.decode(data, type=built(kind), strict=strict)


@overload
def from_msgpack(data: bytes, kind: type[T]) -> T: ...
@overload
def from_msgpack(data: bytes, kind: Any) -> Any: ...  # noqa: ANN401
def from_msgpack(data: bytes, kind: Any) -> Any:
    """MessagePack as a type; raises msgspec.DecodeError."""
    return msgspec.msgpack.decode(data, type=built(kind))
