"""Vectors that were computed before, by sketch text: in memory, and in a file under the user's cache folder.

Keys are hashes of bundle digest, sketch version and text, so that an entry can never be taken for another model's.
Values are plain float32 bytes with a checksum (no pickle).  The cache never stands in the way: where its file cannot be
used it works in memory and says so in `notice`; a damaged file is made anew.  Thread-safe.  Knows no sketches, units or
models.
"""

from __future__ import annotations

import struct
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from types import MappingProxyType
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from codescore.embed.encoder import Encoded
from codescore.embed.manifest import Manifest
from codescore.embed.tokens import TokenVectors
from codescore.foundation.caches import DiskCache, Recent
from codescore.sketch import VERSION

_MEMORY_ENTRIES = 1024
_MEMORY_BYTES = 16 << 20  # an entry has 4 KB of vectors, and 140 bytes a token
_DISK_BYTES = 64 << 20
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


@dataclass(frozen=True, slots=True)
class CacheCounts:
    """Entries in memory and on disk, and how often a lookup found or missed since the start."""

    memory: int
    disk: int
    hits: int
    misses: int


class VectorCache:
    """The vectors of one bundle; `folder` None keeps them in memory only."""

    def __init__(
        self,
        bundle_digest: str,
        layout: Layout,
        folder: Path | None,
        *,
        memory_entries: int = _MEMORY_ENTRIES,
        disk_bytes: int = _DISK_BYTES,
    ) -> None:
        self._salt = blake2b(f"{bundle_digest} {VERSION}".encode(), digest_size=32).digest()
        self._layout = layout
        self._memory: Recent[bytes, Encoded] = Recent(memory_entries, _MEMORY_BYTES, _size)
        self._disk = DiskCache(folder, "vectors", disk_bytes) if folder is not None else None
        self._lock = threading.Lock()
        self._hits = self._misses = 0

    @property
    def notice(self) -> str | None:
        """Why vectors are not kept on disk although a folder was given, or None."""
        return self._disk.notice if self._disk is not None else None

    def key(self, text: str) -> bytes:
        """The key of a sketch text with this bundle."""
        raw = text.encode("utf-8", errors="surrogatepass")
        return blake2b(raw, digest_size=24, key=self._salt).digest()

    def get(self, texts: Sequence[str]) -> dict[str, Encoded]:
        """What is known of these texts."""
        found: dict[str, Encoded] = {}
        absent: dict[bytes, str] = {}
        for text, key in [(text, self.key(text)) for text in dict.fromkeys(texts)]:
            value = self._memory.get(key)
            if value is None:
                absent[key] = text
            else:
                found[text] = value
        if absent and self._disk is not None:
            for key, raw in self._disk.get(list(absent)).items():
                value = unpack(raw, self._layout)
                if value is not None:
                    self._memory.put(key, value)
                    found[absent[key]] = value
        with self._lock:
            self._hits += len(found)
            self._misses += len(set(texts)) - len(found)
        return found

    def put(self, entries: Mapping[str, Encoded]) -> None:
        """Remember the vectors of texts."""
        keyed = {self.key(text): value for text, value in entries.items()}
        for key, value in keyed.items():
            self._memory.put(key, value)
        if self._disk is not None:
            self._disk.put({key: pack(value, self._layout) for key, value in keyed.items()})

    def counts(self) -> CacheCounts:
        """How full and how useful it is."""
        disk = self._disk.count() if self._disk is not None else 0
        return CacheCounts(len(self._memory), disk, self._hits, self._misses)

    def close(self) -> None:
        """Close the file."""
        if self._disk is not None:
            self._disk.close()


def _size(encoded: Encoded) -> int:
    return sum(v.nbytes for v in encoded.vectors.values()) + (encoded.each.size if encoded.each is not None else 0)


# -- bytes


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
