"""Results of pure functions, remembered for inputs of a size that people write; longer ones are computed anew.

Sketches of ordinary functions come again and again, a class of candidates against one reference; those of thousands of
lines would fill the memory for nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import ParamSpec, TypeVar, cast

P = ParamSpec("P")
R = TypeVar("R")


def remembered(entries: int, longest: int) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Keep so many results of calls whose texts and rows of tokens together are no longer than `longest`."""

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        held = cast("Callable[P, R]", lru_cache(maxsize=entries)(function))

        @wraps(function)
        def call(*args: P.args, **kwargs: P.kwargs) -> R:
            size = 0
            for value in args:
                if isinstance(value, (str, tuple)):
                    size += len(value)
            return held(*args, **kwargs) if size <= longest else function(*args, **kwargs)

        return call

    return decorate
