"""codescore/units: the units of an open document with their verdicts."""

from __future__ import annotations

from typing import Any

from codescore.lsp import unit_list, units
from codescore.lsp.messages import Versioned, decode
from codescore.lsp.register import On
from codescore.lsp.state import State


def register(state: State, on: On) -> None:  # noqa: ARG001  every family registers alike
    """Attach the handlers."""
    on("codescore/units", list_units)


def list_units(state: State, params: object) -> dict[str, Any]:
    """`{uri, version, units}`: every unit in order, each with its verdict or None."""
    document = units.document_at(state, decode(params, Versioned).uri)
    return {"uri": document.uri, "version": document.version, "units": unit_list.all_units(state, document)}
