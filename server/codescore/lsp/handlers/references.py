"""codescore/setReference and codescore/clearReference, and their commands: what the user wants to compare with."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from codescore.foundation.text import encode
from codescore.languages import by_name
from codescore.lsp import live, units
from codescore.lsp.messages import (
    GivenReference,
    Selection,
    SetReferenceRequest,
    UnitAddress,
    decode,
)
from codescore.lsp.paths import real_path, to_path
from codescore.lsp.protocol import Refusal
from codescore.lsp.register import On
from codescore.lsp.state import State
from codescore.references import SetReference


def register(state: State, on: On) -> None:  # noqa: ARG001  every family registers alike
    """Attach the handlers."""
    on("codescore/setReference", set_reference)
    on("codescore/clearReference", clear_reference)


def set_reference(state: State, params: object) -> dict[str, Any]:
    """Compare a unit, or a whole document, with what the client gives; answers which unit that is."""
    request = decode(params, SetReferenceRequest)
    given = request.reference if isinstance(request.reference, list) else [request.reference]
    address = UnitAddress(request.uri, request.unit, request.position)
    return _set(state, address, [_taken(state, g) for g in given])


def clear_reference(state: State, params: object) -> dict[str, Any]:
    """Forget what was set for a unit; for a whole document everything that was set in it."""
    address = decode(params, UnitAddress)
    document = units.document_at(state, address.uri)
    unit = units.unit_at(state, document, address)
    held = state.references.get(address.uri, {})
    if unit is None:
        held.clear()
    else:
        held.pop(unit.qualified, None)
    live.start(state, document)
    return {"unit": unit.qualified if unit is not None else None}


def use_as_reference(state: State, params: object) -> dict[str, Any]:
    """Mark a piece of a document as what other units can be scored against."""
    selection = decode(params, Selection)
    document = units.document_at(state, selection.uri)
    text, encoding = document.text, state.client.encoding
    start = text.offset(selection.range.start.where(), encoding)
    end = text.offset(selection.range.end.where(), encoding)
    piece = text.data[start:end]
    if not piece.strip():
        raise Refusal("the selection is empty")
    first, last = text.position(start).line + 1, text.position(max(start, end - 1)).line + 1
    label = f"{state.label_of(document)}:{first}-{last}"
    state.selection = SetReference(label, text=piece, language=document.language.id)
    return {"label": label}


def score_against_selection(state: State, params: object) -> dict[str, Any]:
    """Compare a unit with what was marked."""
    if state.selection is None:
        raise Refusal("nothing was marked as reference; select some code and use it as reference first")
    return _set(state, decode(params, UnitAddress), [state.selection])


def _set(state: State, address: UnitAddress, references: list[SetReference]) -> dict[str, Any]:
    document = units.document_at(state, address.uri)
    unit = units.unit_at(state, document, address)
    if not references:
        raise Refusal("no reference was given; codescore/clearReference forgets one")
    name = unit.qualified if unit is not None else None
    state.references.setdefault(document.uri, {})[name] = references
    live.start(state, document)
    return {"unit": name}


def _taken(state: State, given: GivenReference) -> SetReference:
    """A reference as the client gave it; text goes before a file."""
    language = None
    if given.language is not None:
        found = by_name(given.language)
        if found is None:
            raise Refusal(f"there is no language {given.language!r} here")
        language = found.id
    path = _path(given)
    if given.text is not None:
        label = given.label or (path.name if path is not None else "the text you set")
        return SetReference(label, text=encode(given.text), path=path, name=given.name, language=language)
    if path is None:
        raise Refusal("a reference needs a text, a uri or a path")
    root = state.root_of(path)
    label = given.label or (path.relative_to(root).as_posix() if root is not None else path.name)
    return SetReference(label, path=real_path(path), name=given.name, language=language)


def _path(given: GivenReference) -> Path | None:
    if given.uri is not None:
        path = to_path(given.uri)
        if path is None and given.text is None:
            raise Refusal(f"{given.uri} is not a file here; send its text")
        return path
    if given.path is None:
        return None
    path = Path(given.path)
    if not path.is_absolute():
        raise Refusal("a reference's path must be absolute")
    return path
