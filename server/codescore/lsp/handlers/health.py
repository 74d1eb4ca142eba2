"""codescore/status: how the server is, whenever a client wants to know."""

from __future__ import annotations

from typing import Any

from codescore.lsp import show
from codescore.lsp.register import On
from codescore.lsp.state import State


def register(state: State, on: On) -> None:  # noqa: ARG001  every family registers alike
    """Attach the handlers."""
    on(show.STATUS, tell_status)


def tell_status(state: State, _params: object) -> dict[str, Any]:
    """The status as it is now."""
    return show.status_of(state)
