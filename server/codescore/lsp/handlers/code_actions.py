"""textDocument/codeAction: compare, choose what to compare with, copy a verdict."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lsprotocol import types

from codescore.lsp import behaviour, describe, units
from codescore.lsp.findings import SOURCE
from codescore.lsp.protocol import range_of
from codescore.lsp.register import On
from codescore.lsp.state import Open, State
from codescore.syntax import Unit

#: Not in the light bulb of every line: a menu that is asked for.
_KIND = "source.codescore"
_FIX = "quickfix"


def register(state: State, on: On) -> None:  # noqa: ARG001  every family registers alike
    """Attach the handlers."""
    options = types.CodeActionOptions(code_action_kinds=[types.CodeActionKind.QuickFix, types.CodeActionKind.Source])
    on(types.TEXT_DOCUMENT_CODE_ACTION, code_actions, options)


def code_actions(state: State, params: types.CodeActionParams) -> list[dict[str, Any]]:
    """What can be done at a place; each is a command of ours."""
    document = state.documents.get(params.text_document.uri)
    if document is None:
        return []
    start, end = params.range.start, params.range.end
    low = units.offset_at(state, document, start.line, start.character)
    high = units.offset_at(state, document, end.line, end.character)
    unit = units.unit_around(document, low)
    found = _selecting(state, document, unit, low, high)
    if unit is not None:
        found += _comparing(state, document, unit, params.context.diagnostics)
    only = params.context.only
    return [action for action in found if only is None or any(_is_a(action["kind"], kind) for kind in only)]


def _selecting(state: State, document: Open, unit: Unit | None, low: int, high: int) -> list[dict[str, Any]]:
    """Marking something as a reference: what is selected, else the unit."""
    if high > low:
        title, start, end = "CodeScore-R: use the selection as reference", low, high
    elif unit is not None:
        title, start, end = f"CodeScore-R: use {unit.qualified} as reference", unit.start, unit.end
    else:
        return []
    place = range_of(document.text, start, end, state.client.encoding)
    return [_action(title, "codescore.useAsReference", {"uri": document.uri, "range": place})]


def _comparing(
    state: State, document: Open, unit: Unit, diagnostics: Sequence[types.Diagnostic]
) -> list[dict[str, Any]]:
    """What can be done with the unit."""
    address = units.address_of(state, document, unit)
    result = []
    held = state.view_of(document).record_of(unit)
    if held is not None:
        title = f"CodeScore-R: compare {unit.qualified} with {describe.reference_name(held[0])}"
        action = _action(title, "codescore.compare", address)
        mine = [d for d in diagnostics if d.source == SOURCE and d.code == "below-threshold"]
        if mine:
            action |= {"kind": _FIX, "diagnostics": mine}
        result += [
            action,
            _action(f"CodeScore-R: copy the verdict on {unit.qualified}", "codescore.copyVerdict", address),
        ]
    result += _on_input(state, document, unit, diagnostics)
    if state.selection is not None:
        title = f"CodeScore-R: score {unit.qualified} against {state.selection.label}"
        result.append(_action(title, "codescore.scoreAgainstSelection", address))
    if unit.qualified in state.references.get(document.uri, {}):
        title = f"CodeScore-R: stop comparing {unit.qualified} with what you set"
        result.append(_action(title, "codescore.clearReference", address))
    return result


def _on_input(
    state: State, document: Open, unit: Unit, diagnostics: Sequence[types.Diagnostic]
) -> list[dict[str, Any]]:
    """What can be done with an input on which the unit and its reference differ."""
    found = behaviour.of_unit(state, document, unit)
    if found is None or found.counterexample is None:
        return []
    address, shown = units.address_of(state, document, unit), found.counterexample
    actions = [_action(f"CodeScore-R: compare both on {shown.input}", "codescore.compareOnInput", address)]
    if shown.test:
        actions.insert(0, _action(f"CodeScore-R: copy {shown.input} as a test", "codescore.copyTest", address))
    mine = [d for d in diagnostics if d.source == SOURCE and d.code == "behaviour-differs"]
    return [action | {"kind": _FIX, "diagnostics": mine} for action in actions] if mine else actions


def _action(title: str, command: str, argument: dict[str, Any]) -> dict[str, Any]:
    run = {"title": title, "command": command, "arguments": [argument]}
    return {"title": title, "kind": _KIND, "command": run}


def _is_a(kind: str, wanted: object) -> bool:
    """Whether a kind is of a wanted kind or one below it; the empty kind wants everything."""
    name = str(getattr(wanted, "value", wanted))
    return not name or kind == name or kind.startswith(f"{name}.")
