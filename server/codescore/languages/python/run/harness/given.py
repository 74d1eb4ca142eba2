"""Functions that programs are given, as arguments: each with a number of its own, for any number of arguments.

A module of its own: what a program finds in the globals of such a function is nothing but this.  Neighbours: `standard`
makes them, `plain` says which one it is.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable
from types import FunctionType
from typing import Any


def _pure(name: str, k: int) -> Callable[..., Any] | None:
    """One that gives the same again; without arguments `k` is the first."""
    found: dict[str, Callable[..., Any]] = {
        "k and all": lambda *a, **named: (k, *a, *sorted(named.items())),
        "first times k": lambda x=1, *_: x * k,
        "first above k": lambda x=3, *_: x > k,
        "first less others": lambda x=3, *a: x - sum(a) + k,
        "last": lambda *a: a[-1] if a else k,
        "length by k": lambda x="", *_: len(x) % (k + 2) == 0,
        "first is k": lambda *a: a[:1] == (k,),
        "k": lambda *_: k,
        "k by the first": lambda x=3, *_: k // x,
    }
    return found.get(name)


def _counting(name: str, k: int) -> Callable[..., Any]:
    calls = 0
    way, _, error = name.partition(": ")
    fails = way == "fails first"

    def counted(*_: Any, given: tuple[str, int] = (name, k), **named: Any) -> int | None:  # noqa: ANN401, ARG001
        nonlocal calls
        calls += 1
        if fails and calls <= k:
            raise getattr(builtins, error, ValueError)(calls)
        if way == "nothing first":
            return None if calls <= k else 7
        return 7 if fails else k + calls - 1

    return counted


def _telling(k: int) -> Callable[..., None]:
    """One that is called for what it does: it prints its number and what it was given."""

    def told(*a: Any, given: tuple[str, int] = ("tells k and all", k)) -> None:  # noqa: ANN401
        print(given[1], *a)

    return told


def function(name: str, k: int) -> Callable[..., Any]:
    """The function of this name (`codescore.languages.standard` lists them) and number."""
    return _pure(name, k) or (_telling(k) if name == "tells k and all" else _counting(name, k))


def asynchronous(name: str, k: int) -> Callable[..., Any]:
    """The same function, to be awaited; where `k` is odd one that gives the same again answers its first call late:
    what was asked first is not always there first."""
    plain, waits = function(name, k), iter([0.005])

    async def late(*arguments: Any, given: tuple[str, int] = (name, k)) -> Any:  # noqa: ANN401, ARG001
        import asyncio  # noqa: PLC0415  it takes its time to load

        await asyncio.sleep(next(waits, 0))
        return plain(*arguments)

    if k % 2 and _pure(name, k):
        return late

    async def awaited(*arguments: Any, given: tuple[str, int] = (name, k)) -> Any:  # noqa: ANN401, ARG001
        return plain(*arguments)

    return awaited


_CODES = {
    _counting("", 0).__code__: "standard.function",
    **dict.fromkeys((asynchronous(name, 1).__code__ for name in ("", "k")), "standard.async function"),
    _telling(0).__code__: "standard.function of all to nothing",
}


def given(value: Any) -> tuple[str, tuple[str, int]] | None:  # noqa: ANN401
    """What a function is, its type and parts, that was made here and cannot be asked: it counts, or is awaited."""
    type_ = _CODES.get(value.__code__) if type(value) is FunctionType else None
    return None if type_ is None else (type_, value.__kwdefaults__["given"])
