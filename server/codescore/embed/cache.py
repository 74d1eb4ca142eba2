"""Vectors that were computed before, by sketch text: in memory, and in a file under the user's cache folder.

Keys are hashes of bundle digest, sketch version and text, so that an entry can never be taken for another model's.
Values are plain float32 bytes (no pickle).  The cache never stands in the way: where its file cannot be used it works
in memory and says so in `notice`; a damaged file is made anew.  Thread-safe.  Knows no sketches, units or models.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

from codescore.embed.encoder import Encoded
from codescore.embed.vector_bytes import Layout, pack, unpack
from codescore.foundation.disk_cache import DiskCache
from codescore.foundation.recent import Recent
from codescore.sketch import VERSION

_MEMORY_ENTRIES = 1024
_MEMORY_BYTES = 16 << 20  # an entry has 4 KB of vectors, and 140 bytes a token
_DISK_BYTES = 64 << 20


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
        for text in dict.fromkeys(texts):
            key = self.key(text)
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
