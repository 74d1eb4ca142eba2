"""The keyed hash under which a store keeps texts, paths and the names of those who withdrew."""

from __future__ import annotations

from hashlib import blake2b


def keyed(text: str, key: bytes) -> str:
    """BLAKE2b of 16 bytes under a store's key, as hex: without the key nobody can try texts against it."""
    return blake2b(text.encode("utf-8", "surrogatepass"), key=key, digest_size=16).hexdigest()
