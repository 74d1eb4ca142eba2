"""What the model said of one text as bytes and back, with a checksum: what the disk cache holds.  Pure."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from types import MappingProxyType
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from codescore.embed.encoder import Encoded
from codescore.embed.manifest import Manifest
from codescore.embed.tokens import TokenVectors

_HEADER = struct.Struct("<IIII")  # checksum of the rest, tokens, windows, tokens that have vectors of their own
_FLOAT = np.dtype("<f4")
_CODE = np.dtype("i1")


@dataclass(frozen=True, slots=True)
class Layout:
    """The sizes that a bundle's entries have; `forms` and `roles` are 0 where tokens have no vectors."""

    poolings: tuple[str, ...]
    dimensions: int
    forms: int = 0
    roles: int = 0


def layout_of(manifest: Manifest) -> Layout:
    """The layout of a bundle's entries."""
    late = manifest.late
    forms, roles = (late.forms, late.roles) if late is not None else (0, 0)
    return Layout(manifest.vector_poolings, manifest.dimensions, forms, roles)


def pack(encoded: Encoded, layout: Layout) -> bytes:
    """Bytes of the vectors in the order of the layout's poolings, then those of the tokens."""
    parts = [np.ascontiguousarray(encoded.vectors[name], dtype=_FLOAT).tobytes() for name in layout.poolings]
    each = encoded.each
    if each is not None:
        parts += [each.form_codes.astype(_CODE).tobytes(), each.role_codes.astype(_CODE).tobytes()]
        parts += [each.weights.astype(_FLOAT).tobytes(), each.rarity.astype(_FLOAT).tobytes()]
        parts.append(each.suspicion.astype(_FLOAT).tobytes())
    count = len(each) if each is not None else 0
    rest = _HEADER.pack(0, encoded.tokens, encoded.windows, count)[4:] + b"".join(parts)
    return struct.pack("<I", crc32(rest)) + rest


def unpack(raw: bytes, layout: Layout) -> Encoded | None:
    """What `pack` was given, or None where the bytes are not that."""
    if len(raw) < _HEADER.size:
        return None
    checksum, tokens, windows, count = _HEADER.unpack_from(raw)
    pooled = 4 * layout.dimensions * len(layout.poolings)
    per_token = layout.forms + layout.roles + 12
    has_tokens = layout.forms > 0
    if len(raw) != _HEADER.size + pooled + per_token * count * has_tokens or checksum != crc32(raw[4:]):
        return None
    matrix = np.frombuffer(raw, _FLOAT, layout.dimensions * len(layout.poolings), _HEADER.size)
    rows = matrix.reshape(len(layout.poolings), layout.dimensions)
    vectors = MappingProxyType(dict(zip(layout.poolings, rows, strict=True)))
    each = _tokens(raw, _HEADER.size + pooled, count, layout) if has_tokens else None
    return Encoded(vectors, tokens, windows, each)


def _tokens(raw: bytes, start: int, count: int, layout: Layout) -> TokenVectors:
    place = start

    def take(kind: np.dtype[np.generic], width: int) -> NDArray[np.generic]:
        nonlocal place
        array = np.frombuffer(raw, kind, count * width, place)
        place += array.nbytes
        return array.reshape(count, width) if width > 1 else array

    forms, roles = take(_CODE, layout.forms), take(_CODE, layout.roles)
    weights, rarity, suspicion = take(_FLOAT, 1), take(_FLOAT, 1), take(_FLOAT, 1)
    codes = forms.reshape(count, layout.forms), roles.reshape(count, layout.roles)
    return TokenVectors(*codes, weights, rarity, suspicion)  # type: ignore[arg-type]
