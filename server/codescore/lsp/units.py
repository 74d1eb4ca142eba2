"""Which unit of an open document a request means, and what is known of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from codescore.foundation.text import Position
from codescore.lsp.analysis import Judged, Record
from codescore.lsp.messages import UnitAddress
from codescore.lsp.protocol import Refusal, position_of
from codescore.lsp.state import Open, State
from codescore.syntax import Unit


def document_at(state: State, uri: str) -> Open:
    """The open document; raises Refusal where there is none."""
    document = state.documents.get(uri)
    if document is None:
        raise Refusal(f"{uri} is not open here, or not in a language we know")
    return document


def offset_at(state: State, document: Open, line: int, character: int) -> int:
    """The byte offset of a position of the client's."""
    return document.text.offset(Position(line, character), state.client.encoding)


def units_of(document: Open) -> tuple[Unit, ...]:
    """The units as they are now; none where the text is not parsed."""
    parsed = document.snapshot()
    return parsed.units if parsed is not None else ()


def unit_around(document: Open, offset: int) -> Unit | None:
    """The innermost unit around an offset."""
    around = [u for u in units_of(document) if u.start <= offset <= u.end]
    return max(around, key=lambda u: u.start, default=None)


def unit_named(document: Open, offset: int) -> Unit | None:
    """The unit whose name is at an offset; of a snippet its first line."""
    for unit in units_of(document):
        if unit.kind == "snippet":
            line = document.text.position(unit.name_start).line
            if document.text.position(offset).line == line:
                return unit
        elif unit.name_start <= offset <= unit.name_end:
            return unit
    return None


def unit_at(state: State, document: Open, address: UnitAddress) -> Unit | None:
    """The unit that an address names, None for the whole document; raises Refusal where there is no such unit."""
    offset = None
    if address.position is not None:
        place = address.position.where()
        offset = offset_at(state, document, place.line, place.column)
    if address.unit is not None:
        named = [u for u in units_of(document) if address.unit in (u.qualified, u.name)]
        if not named:
            raise Refusal(f"there is no unit {address.unit!r} in {state.label_of(document)}")
        at = offset if offset is not None else 0
        return min(named, key=lambda u: (u.qualified != address.unit, abs(u.name_start - at)))
    if offset is not None:
        found = unit_around(document, offset)
        if found is None:
            raise Refusal(f"there is no unit at that position of {state.label_of(document)}")
        return found
    return None


def record_at(state: State, document: Open, address: UnitAddress) -> tuple[Record, bool]:
    """The verdict on an addressed unit, and whether it is of the present text; raises Refusal where there is none."""
    unit = unit_at(state, document, address)
    held = state.view_of(document).record_of(unit) if unit is not None else None
    if held is None:
        what = unit.qualified if unit is not None else state.label_of(document)
        raise Refusal(f"{what} has no verdict yet: it has no reference, or is still being judged")
    return held


def address_of(state: State, document: Open, unit: Unit) -> dict[str, object]:
    """How commands name a unit: with its place, because overloads share a name."""
    place = position_of(document.text, unit.name_start, state.client.encoding)
    return {"uri": document.uri, "unit": unit.qualified, "position": place}


def judged(state: State, document: Open) -> Iterator[tuple[Unit, Record, bool]]:
    """Every unit with a verdict: the unit as it is now, the verdict, whether it is of the present text."""
    view = state.view_of(document)
    if not view.records:
        return
    for unit in units_of(document):
        held = view.record_of(unit)
        if held is not None:
            yield unit, *held
    for unit in module_level(view.judged):
        # It follows edits when it is judged again: until then it stands where it stood.
        yield unit, view.records[unit.qualified][0], view.fresh


def module_level(judged: Iterable[Judged]) -> list[Unit]:
    """What stands outside of functions, where that was compared: it is none of a document's own units."""
    return [record.unit for one in judged for record in one.records if record.unit.kind == "module"][:1]
