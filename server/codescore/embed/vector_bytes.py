"""The vectors of one text as bytes and back, with a checksum: what the disk cache holds.  Pure."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from types import MappingProxyType
from zlib import crc32

import numpy as np

from codescore.embed.encoder import Encoded

_HEADER = struct.Struct("<IIII")  # checksum of the rest, tokens, windows, number of float32 that follow
_FLOAT = np.dtype("<f4")


def pack(encoded: Encoded, poolings: Sequence[str]) -> bytes:
    """Bytes of the vectors in the order of `poolings`."""
    body = b"".join(np.ascontiguousarray(encoded.vectors[name], dtype=_FLOAT).tobytes() for name in poolings)
    rest = _HEADER.pack(0, encoded.tokens, encoded.windows, len(body) // 4)[4:] + body
    return struct.pack("<I", crc32(rest)) + rest


def unpack(raw: bytes, poolings: Sequence[str], dimensions: int) -> Encoded | None:
    """What `pack` was given, or None where the bytes are not that."""
    if len(raw) != _HEADER.size + 4 * dimensions * len(poolings):
        return None
    checksum, tokens, windows, floats = _HEADER.unpack_from(raw)
    if checksum != crc32(raw[4:]) or floats != dimensions * len(poolings):
        return None
    matrix = np.frombuffer(raw, dtype=_FLOAT, offset=_HEADER.size).reshape(len(poolings), dimensions)
    vectors = MappingProxyType(dict(zip(poolings, matrix, strict=True)))
    return Encoded(vectors, tokens, windows)
