"""The vectors of sketch texts: what they are, and where those that were computed before are found again.

`Encoded` is what the model makes of one text, `TokenVectors` what it says of each of its tokens, for metrics that match
tokens instead of comparing two vectors; both are plain values.  Vectors of tokens are kept in eight bits a number, as a
server holds thousands of texts: 140 bytes a token with the default bundle.

`VectorCache` keeps them by text, in memory, and in a file under the user's cache folder.  Keys are hashes of bundle
digest, sketch version and text, so that an entry can never be taken for another model's.  Values are plain float32
bytes with a checksum (no pickle).  The cache never stands in the way: where its file cannot be used it works in memory
and says so in `notice`; a damaged file is made anew.  Thread-safe.

Knows no sketches, units or models.  Neighbours: `encoder` makes them, `score.judge` and the metrics compare them.
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

from codescore.embed.manifest import Manifest
from codescore.foundation.caches import DiskCache, Recent
from codescore.sketch import VERSION

_TOP = 127
_MEMORY_ENTRIES = 1024
_MEMORY_BYTES = 16 << 20  # an entry has 4 KB of vectors, and 140 bytes a token
_DISK_BYTES = 64 << 20
_HEADER = struct.Struct("<IIII")  # checksum of the rest, tokens, windows, tokens that have vectors of their own
_FLOAT = np.dtype("<f4")
_CODE = np.dtype("i1")


@dataclass(frozen=True, slots=True, eq=False)
class TokenVectors:
    """What a bundle says of each of a text's n tokens (special tokens left out), in their order.

    `form_codes` (n, k) and `role_codes` (n, m) are int8 rows that point where the vectors point; `forms` and `roles`
    are the vectors.  A form is what a token is, from the first layer; a role is what it does where it stands, from the
    last.  `weights` (n,) in [0, 1] tell how much a token's role matters, `rarity` (n,) >= 0 how rare the token is in
    the training corpus (inverse document frequency), `suspicion` (n,) in [0, 1] how likely it stands in another's place
    (0 where the bundle does not say); all float32.
    """

    form_codes: NDArray[np.int8]
    role_codes: NDArray[np.int8]
    weights: NDArray[np.float32]
    rarity: NDArray[np.float32]
    suspicion: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.weights)

    @property
    def forms(self) -> NDArray[np.float32]:
        """Unit vectors (n, k)."""
        return _vectors(self.form_codes)

    @property
    def roles(self) -> NDArray[np.float32]:
        """Unit vectors (n, m)."""
        return _vectors(self.role_codes)

    @property
    def size(self) -> int:
        """Bytes in memory."""
        return self.form_codes.nbytes + self.role_codes.nbytes + 3 * self.weights.nbytes


@dataclass(frozen=True, slots=True, eq=False)
class Encoded:
    """What the model makes of one text: per pooling a float32 vector (dimensions,) of length 1.

    `tokens` counts the text's tokens without special ones; `windows` the model inputs they needed; `each` has their
    own vectors where the bundle compares token by token.
    """

    vectors: Mapping[str, NDArray[np.float32]]
    tokens: int
    windows: int
    each: TokenVectors | None = None


def token_vectors(rows: NDArray[np.float32], forms: int, roles: int) -> TokenVectors:
    """From a model's output for one text's tokens, (n, forms + roles + 2 or 3).

    Vectors, then weight and rarity, then suspicion where the model has it.
    """
    weight, rarity, *suspicion = rows[:, forms + roles :].T
    return TokenVectors(
        _codes(rows[:, :forms]),
        _codes(rows[:, forms : forms + roles]),
        np.clip(weight, 0.0, 1.0).astype(np.float32),
        np.maximum(rarity, 0.0).astype(np.float32),
        np.clip(suspicion[0] if suspicion else np.zeros(len(rows)), 0.0, 1.0).astype(np.float32),
    )


def joined(parts: list[TokenVectors]) -> TokenVectors:
    """The tokens of several windows of one text, in order."""
    if len(parts) == 1:
        return parts[0]
    return TokenVectors(
        np.concatenate([p.form_codes for p in parts]),
        np.concatenate([p.role_codes for p in parts]),
        np.concatenate([p.weights for p in parts]),
        np.concatenate([p.rarity for p in parts]),
        np.concatenate([p.suspicion for p in parts]),
    )


def _codes(vectors: NDArray[np.float32]) -> NDArray[np.int8]:
    top = np.maximum(np.abs(vectors).max(axis=1, keepdims=True, initial=0.0), 1e-12)
    codes: NDArray[np.int8] = np.rint(vectors / top * _TOP).astype(np.int8)
    return codes


def _vectors(codes: NDArray[np.int8]) -> NDArray[np.float32]:
    values = codes.astype(np.float32)
    values /= np.maximum(np.sqrt(np.einsum("nk,nk->n", values, values))[:, None], 1e-12)
    return values


# -- the cache


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
