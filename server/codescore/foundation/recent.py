"""What is kept to be used again, within bounds: values that were used lately, and results of pure functions.

Thread-safe; knows nothing of what it holds.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import lru_cache, wraps
from typing import Generic, ParamSpec, TypeVar, cast

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")
P = ParamSpec("P")
R = TypeVar("R")


class Recent(Generic[K, V]):
    """At most `limit` entries, and at most `most` bytes of them where `size_of` tells a value's; one always stays."""

    def __init__(self, limit: int, most: int = 0, size_of: Callable[[V], int] | None = None) -> None:
        self.limit = limit
        self._most = most
        self._size_of = size_of or (lambda _: 0)
        self._bytes = 0
        self._entries: OrderedDict[K, V] = OrderedDict()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._entries)

    def __contains__(self, key: K) -> bool:
        return key in self._entries

    def get(self, key: K) -> V | None:
        """The value, which thereby becomes the most recent, or None."""
        with self._lock:
            value = self._entries.get(key)
            if value is not None:
                self._entries.move_to_end(key)
            return value

    def put(self, key: K, value: V) -> None:
        """Remember a value; the least recent goes where there are too many."""
        with self._lock:
            former = self._entries.pop(key, None)
            self._entries[key] = value
            self._bytes += self._size_of(value) - (self._size_of(former) if former is not None else 0)
            while len(self._entries) > self.limit or (self._bytes > self._most > 0 and len(self._entries) > 1):
                self._bytes -= self._size_of(self._entries.popitem(last=False)[1])

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._entries.clear()
            self._bytes = 0


def slots(entries: int) -> Callable[[K], list[V]]:
    """A list for each of so many keys, those asked for last; empty until whoever finds out what belongs there adds it.

    `Recent` without sizes: what is kept costs no code of ours.
    """

    def empty(_key: K) -> list[V]:
        return []

    return cast("Callable[[K], list[V]]", lru_cache(maxsize=entries)(empty))


def remembered(entries: int, most: int) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Keep so many results of calls; all go once the texts and rows of tokens of new calls come to more than `most`.

    Sketches of ordinary functions come again and again, a class of candidates against one reference; those of thousands
    of lines must not fill the memory.  A result that is kept costs no code of ours.
    """

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        size = 0

        @lru_cache(maxsize=entries)
        @wraps(function)
        def call(*args: P.args, **kwargs: P.kwargs) -> R:
            nonlocal size
            size += sum([len(value) for value in args if isinstance(value, (str, tuple))])
            if size > most:
                call.cache_clear()
                size = 0
            return function(*args, **kwargs)

        return cast("Callable[P, R]", call)

    return decorate
