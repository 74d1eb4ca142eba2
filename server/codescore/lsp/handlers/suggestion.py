"""codescore/suggestion: what a document would score with a suggestion in it, before anybody accepts one.

Each text is put in place of a range of a copy of the document.  The unit it lands in is judged against what that unit
was, and against its reference where it has one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from codescore.foundation.text import Edit, encode
from codescore.lsp import unopened, verdicts
from codescore.lsp.documents import Open
from codescore.lsp.messages import SuggestionRequest, decode
from codescore.lsp.places import range_of
from codescore.lsp.protocol import REQUEST_FAILED, Refusal
from codescore.lsp.register import On
from codescore.lsp.schedule import Priority
from codescore.lsp.state import State
from codescore.lsp.units import document_at
from codescore.syntax import Unit
from codescore.syntax.document import Parsed

if TYPE_CHECKING:
    from codescore.engine import Session

_MOST_TEXTS = 32


def register(state: State, on: On) -> None:  # noqa: ARG001  every family registers alike
    """Attach the handlers."""
    on("codescore/suggestion", suggestion)


@dataclass(frozen=True, slots=True, eq=False)
class _Place:
    """A document as it is, and bytes [start, end) of it."""

    document: Open
    parsed: Parsed
    start: int
    end: int


async def suggestion(state: State, params: object) -> list[dict[str, Any]]:
    """For each text what it would be worth, best first.

    `{index, unit, source, range, replaced, reference}`: the unit that the text lands in, null where it lands in none;
    its verdicts against what it was and against its reference, each null where there is no such thing to compare with.
    """
    request = decode(params, SuggestionRequest)
    if len(request.texts) > _MOST_TEXTS:
        raise Refusal(f"at most {_MOST_TEXTS} texts can be compared at once")
    document, encoding = document_at(state, request.uri), state.client.encoding
    parsed = await _before(state, document, request.text)
    start = parsed.text.offset(request.range.start.where(), encoding)
    end = parsed.text.offset(request.range.end.where(), encoding)
    place = _Place(document, parsed, min(start, end), max(start, end))
    await state.model_settled.wait()
    session = state.session
    if session is None or state.health.broken is not None:
        raise Refusal(state.health.broken or "there is no model", REQUEST_FAILED)
    found = [(i, *await _judged(state, session, place, encode(t))) for i, t in enumerate(request.texts)]
    return [{"index": i, **said} for i, _, said in sorted(found, key=lambda one: one[1], reverse=True)]


async def _before(state: State, document: Open, text: str | None) -> Parsed:
    """The document that a suggestion is made for: as it is, or as the client says that it was."""
    if text is not None:
        run = state.schedule.scores.run
        return await run(Priority.ASKED, unopened.parsed, document.language, encode(text), state.label_of(document))
    parsed = document.snapshot()
    if parsed is None:
        raise Refusal("this file is too large to be scored")
    return parsed


async def _judged(
    state: State, session: Session, place: _Place, text: bytes
) -> tuple[tuple[float, ...], dict[str, Any]]:
    """The document with the text in it: how good the unit is that it lands in, and the verdicts on it."""
    from codescore.engine import preference  # noqa: PLC0415  heavy, and needed only once there are verdicts

    document, encoding, memory = place.document, state.client.encoding, state.memory
    run = state.schedule.scores.run
    data = place.parsed.text.replace(Edit(place.start, place.end, text)).data
    after = await run(Priority.ASKED, unopened.parsed, document.language, data, state.label_of(document))
    unit = _landing(after, place.start, place.start + len(text))
    if unit is None:
        return (), {"unit": None, "source": None, "range": None, "replaced": None, "reference": None}
    job, before = state.job(document, after), _former(place, unit)
    replaced = None
    if before is not None:
        replaced = await run(Priority.ASKED, unopened.judge_against, session, job, unit, place.parsed, before)
    record = await run(Priority.ASKED, unopened.judge_unit, session, job, unit, memory)
    best = record.verdict if record is not None else replaced
    return preference(best) if best is not None else (), {
        "unit": unit.qualified,
        "source": data[unit.start : unit.end].decode("utf-8", errors="replace"),
        "range": range_of(after.text, unit.start, unit.end, encoding),
        "replaced": None if replaced is None else verdicts.unit_json(after.text, replaced, encoding),
        "reference": None if record is None else verdicts.unit_json(after.text, record.verdict, encoding),
    }


def _landing(after: Parsed, start: int, end: int) -> Unit | None:
    """The innermost unit around a text, white space at its ends aside; else the first one that it touches."""
    data = after.text.data
    while start < end and data[start : start + 1].isspace():
        start += 1
    while start < end and data[end - 1 : end].isspace():
        end -= 1
    around = [u for u in after.units if u.start <= start and end <= u.end]
    touched = [u for u in after.units if not u.nested and u.start < end and start < u.end]
    return max(around, key=lambda u: u.start, default=None) or next(iter(touched), None)


def _former(place: _Place, unit: Unit) -> Unit | None:
    """What the unit was: the one of its name, else the innermost around the range that is replaced."""
    units = place.parsed.units
    named = [u for u in units if u.qualified == unit.qualified and u.kind == unit.kind]
    if named:
        return min(named, key=lambda u: abs(u.start - unit.start))
    around = [u for u in units if u.start <= place.start and place.end <= u.end and u.kind != "snippet"]
    return max(around, key=lambda u: u.start, default=None)
