"""How the server is, as `codescore/status` tells it: what works, what does not, and what to do about it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from codescore.lsp.state import State

METHOD = "codescore/status"


def status_of(state: State) -> dict[str, Any]:
    """`{health, quiescent, message, bundle, provider, cache, memory}`; memory in MB.

    `health` is `error` without a usable model, `warning` where something is missing or a setting is wrong.
    """
    counts = memory = None
    if state.session is not None:
        cache, memory = state.session.usage()
        counts = {"memory": cache.memory, "disk": cache.disk, "hits": cache.hits, "misses": cache.misses}
    return {**_news(state), "cache": counts, "memory": memory}


def _news(state: State) -> dict[str, Any]:
    """What a client is told of unasked: all but numbers."""
    health = state.health
    session = state.session.status() if state.session is not None else None
    if session is not None:
        health.notices = tuple(dict.fromkeys((*health.notices, *session.notices)))  # a session says each thing once
    notices = (*health.complaints, *health.notices)
    if health.broken is not None:
        level, message = "error", f"{health.broken} (parsing and compiling still work)"
    elif notices:
        level, message = "warning", "; ".join(notices)
    else:
        level, message = "ok", "loading the model" if health.loading else "ready"
    return {
        "health": level,
        "quiescent": not health.loading and health.working == 0,
        "message": message,
        "bundle": session.bundle if session is not None else None,
        "provider": session.provider if session is not None else None,
    }


def tell(state: State) -> None:
    """Send the status if what it says has changed."""
    news = _news(state)
    if news != state.health.told:
        state.health.told = news
        state.protocol.tell(METHOD, status_of(state))


@contextmanager
def working(state: State, *, long: bool) -> Iterator[None]:
    """While `long` work runs the server is not quiescent; short work is not worth telling."""
    if not long:
        yield
        return
    state.health.working += 1
    tell(state)
    try:
        yield
    finally:
        state.health.working -= 1
        tell(state)
