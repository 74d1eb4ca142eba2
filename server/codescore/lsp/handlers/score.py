"""codescore/score: a text against others, without any document; verdicts best first."""

from __future__ import annotations

import asyncio
from threading import Event
from typing import TYPE_CHECKING, Any

from codescore.errors import Interrupted
from codescore.languages import Language, all_languages, by_id, by_lsp_id
from codescore.lsp import status
from codescore.lsp.messages import ScoreChoice, ScoreRequest, decode
from codescore.lsp.protocol import REQUEST_FAILED, Refusal
from codescore.lsp.register import On
from codescore.lsp.schedule import Priority
from codescore.lsp.state import State
from codescore.lsp.verdicts import file_json
from codescore.text import Encoding, encode

if TYPE_CHECKING:
    from codescore.engine import Session


def register(state: State, on: On) -> None:  # noqa: ARG001  every family registers alike
    """Attach the handlers."""
    on("codescore/score", score)


async def score(state: State, params: object) -> list[dict[str, Any]]:
    """Verdicts on a candidate against each reference; `reference_index` says which one each is about.

    Waits for the model; without a usable one the request fails with the reason.
    """
    request = decode(params, ScoreRequest)
    language = _language(request.language)
    await state.model_settled.wait()
    if state.session is None or state.health.broken is not None:
        raise Refusal(state.health.broken or "there is no model", REQUEST_FAILED)
    settings = state.settings_of(None)
    choice = request.options or ScoreChoice()
    choice.threshold = settings.threshold if choice.threshold is None else choice.threshold
    choice.pooling = choice.pooling or settings.pooling
    withdrawn, session, encoding = Event(), state.session, state.client.encoding
    step = state.schedule.scores.run
    try:
        verdicts = await step(
            Priority.ASKED, lambda: _score(session, language, request, choice, withdrawn, encoding=encoding)
        )
    except asyncio.CancelledError:
        withdrawn.set()
        raise
    status.tell(state)  # the cache or a compiler may have something to say
    return verdicts


def _score(
    session: Session,
    language: Language,
    request: ScoreRequest,
    choice: ScoreChoice,
    withdrawn: Event,
    *,
    encoding: Encoding,
) -> list[dict[str, Any]]:
    """In a worker: parse, compare, rank."""
    from codescore.engine import ScoreOptions, make_source, ranked  # noqa: PLC0415  heavy, and only workers need it

    def tick(_done: int, _of: int) -> None:
        if withdrawn.is_set():
            raise Interrupted("the request was withdrawn")

    candidate = make_source(language, encode(request.candidate), "candidate")
    references = [make_source(language, encode(r), f"reference {i}") for i, r in enumerate(request.references, 1)]
    options = ScoreOptions(choice.threshold, choice.pooling)
    index = {id(reference): i for i, reference in enumerate(references)}
    return [
        {**file_json(verdict, encoding), "reference_index": index[id(verdict.reference)]}
        for verdict in ranked(session, candidate, references, options, tick)
    ]


def _language(name: str) -> Language:
    language = by_lsp_id(name) or by_id(name)
    if language is None:
        known = ", ".join(one.id for one in all_languages())
        raise Refusal(f"there is no language {name!r} here; known are: {known}")
    return language
