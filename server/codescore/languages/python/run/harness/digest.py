"""The digest of a value too large to be sent: what it is, and the hash of all that is in it.

Equal values have equal digests, in the sense of `evidence.compare`: numbers count by value, sets and mappings have no
order.  Fractions are rounded, so another digest proves nothing where there are any (`~`); nor does an equal one where
something was left out (`?`).  Neighbour: `plain`, whose tables say what a value is.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Iterable
from typing import Any

from .identity import scrubbed

_DEPTH = 55
_NODES = 5_000_000


class Endless(Exception):
    """There is more than anybody would look at."""


class Digest:
    """Takes in one value; `kind` finds its family and items, as `plain` does: ("seq" | "set" | "map", name, items)."""

    def __init__(self, kind: Callable[[Any], tuple[str, str, Iterable[Any]] | None]) -> None:
        self._kind = kind
        self._left = _NODES
        self._marks: set[str] = set()

    def of(self, value: Any) -> str:  # noqa: ANN401  any object at all
        """Kind and digest as one text."""
        found = self._kind(value)
        name = type(value).__name__ if found is None else " ".join(found[:2])
        digest = self._hash(value, 0).hex()
        return f"{name} {digest}{'?' if '?' in self._marks else '~' if '~' in self._marks else ''}"

    def _hash(self, value: Any, depth: int) -> bytes:  # noqa: ANN401
        self._left -= 1
        if self._left < 0:
            raise Endless
        scalar = self._scalar(value)
        if scalar is not None:
            return scalar
        found = self._kind(value)
        if found is None or depth > _DEPTH:
            self._marks.add("?")
            return b"?"
        family, name, items = found
        state = hashlib.sha256(f"{family} {name} ".encode())
        if family == "map":
            parts = sorted(self._hash(key, depth + 1) + b":" + self._hash(item, depth + 1) for key, item in items)
        else:
            hashes = (self._hash(item, depth + 1) for item in items)
            parts = sorted(hashes) if family == "set" else hashes  # type: ignore[assignment]
        for part in parts:
            state.update(len(part).to_bytes(8, "big") + part)
        return state.digest()

    def _scalar(self, value: Any) -> bytes | None:  # noqa: ANN401
        kind = type(value)
        if value is None:
            return b"null"
        if kind is int or kind is bool:
            return b"n" + int.__format__(value, "x").encode()
        if kind is float:
            if not math.isfinite(value):
                return repr(value).encode()
            if value.is_integer():
                return b"n" + format(int(value), "x").encode()
            self._marks.add("~")
            return f"f{value:.6e}".encode()
        if kind is str:
            return b"t" + hashlib.sha256(scrubbed(value).encode("utf-8", "surrogatepass")).digest()
        if kind is bytes or kind is bytearray:
            return b"b" + hashlib.sha256(value).digest()
        return None
