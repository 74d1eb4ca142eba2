"""codescore/suggestion: what a document would score with a suggestion in it, before anybody accepts one.

How a text is judged is in `proposals`; this file speaks with the client.
"""

from __future__ import annotations

from typing import Any

from codescore.foundation.text import encode
from codescore.lsp import proposals, unopened, verdicts
from codescore.lsp.messages import SuggestionRequest, decode
from codescore.lsp.proposals import Proposal
from codescore.lsp.protocol import REQUEST_FAILED, Refusal, range_of
from codescore.lsp.register import On
from codescore.lsp.schedule import Priority
from codescore.lsp.state import Open, State
from codescore.lsp.units import document_at
from codescore.syntax.document import Parsed

_MOST_TEXTS = 32


def register(state: State, on: On) -> None:  # noqa: ARG001  every family registers alike
    """Attach the handlers."""
    on("codescore/suggestion", suggestion)


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
    place = proposals.ProposalRange(document, parsed, min(start, end), max(start, end))
    await state.model_settled.wait()
    session = state.session
    if session is None or state.health.broken is not None:
        raise Refusal(state.health.broken or "there is no model", REQUEST_FAILED)
    found = []
    for index, text in enumerate(request.texts):
        judged = await proposals.judged(state, session, place, encode(text), Priority.ASKED)
        found.append((judged.preference(), {"index": index, **_json(state, judged)}))
    return [said for _, said in sorted(found, key=lambda one: one[0], reverse=True)]


async def _before(state: State, document: Open, text: str | None) -> Parsed:
    """The document that a suggestion is made for: as it is, or as the client says that it was."""
    if text is not None:
        run = state.schedule.scores.run
        return await run(Priority.ASKED, unopened.parsed, document.language, encode(text), state.label_of(document))
    parsed = document.snapshot()
    if parsed is None:
        raise Refusal("this file is too large to be scored")
    return parsed


def _json(state: State, found: Proposal) -> dict[str, Any]:
    unit, after, encoding = found.unit, found.after, state.client.encoding
    if unit is None:
        return {"unit": None, "source": None, "range": None, "replaced": None, "reference": None}
    return {
        "unit": unit.qualified,
        "source": after.text.data[unit.start : unit.end].decode("utf-8", errors="replace"),
        "range": range_of(after.text, unit.start, unit.end, encoding),
        "replaced": None if found.replaced is None else verdicts.unit_json(after.text, found.replaced, encoding),
        "reference": None if found.reference is None else verdicts.unit_json(after.text, found.reference, encoding),
    }
